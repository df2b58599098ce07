import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Synchronization
import SystemCalls
import SystemPackage
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct IngestTests {
    let temporary: TemporaryLibrary
    let photos: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        photos = try TemporaryFolder()
    }

    @Test("photos are imported with their metadata; text, sidecars and junk are skipped, each with its reason")
    func folder() throws {
        let exif = SampleMedia.Exif(
            dateTimeOriginal: "2024:05:07 09:33:04", offsetTimeOriginal: "+08:00", latitude: 30.62765,
            longitude: 119.738767)
        let photo = try photos.write(SampleMedia.jpeg(exif: exif), to: "trip/a.jpg")
        try photos.write(SampleMedia.emptySidecar, to: "trip/a.xmp")
        try photos.write(Data("Notes".utf8), to: "trip/notes.txt")
        try photos.write(Data(), to: "empty.jpg")
        try photos.write(Data("no picture".utf8), to: "words.png")
        try photos.write(SampleMedia.png(), to: ".hidden/secret.png")

        let events = try temporary.importPaths([photos.path])
        #expect(events.count == 5)
        #expect(events.contains(.skipped(path: path("trip/a.xmp"), .sidecar)))
        #expect(events.contains(.skipped(path: path("trip/notes.txt"), .other)))
        #expect(Set(refused(events)) == [path("empty.jpg"), path("words.png")])

        let digestless = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let asset = try #require(try temporary.library.owner.assets(withIdentifiers: digestless).values.first)
        #expect(digestless.count == 1)
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_715_045_584))
        #expect(asset.utcOffset == 8 * 3600)
        #expect(asset.dateSource == "exifOriginal")
        #expect(abs(try #require(asset.latitude) - 30.62765) < 0.0001)
        #expect(try Data(contentsOf: photo) == SampleMedia.jpeg(exif: exif))
    }

    @Test("a picture without a date has the date of its file, without the machine's time zone")
    func fileDate() throws {
        let file = try photos.write(SampleMedia.gif(), to: "a.gif")
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        try temporary.importPaths([file.path])
        let identifiers = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let asset = try #require(try temporary.library.owner.assets(withIdentifiers: identifiers).values.first)
        #expect(asset.creationDate == date)
        #expect(asset.dateSource == "file")
        #expect(asset.utcOffset == 0)
        #expect(asset.playbackStyle == .imageAnimated)
    }

    @Test("a repeated import opens no file and reports the refused ones as known")
    func again() throws {
        let contents = [
            "a.jpg": SampleMedia.jpeg(comment: "a"), "notes.txt": Data("Notes".utf8),
            "words.png": Data("no picture".utf8),
        ]
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        func write(_ content: (Data) -> Data) throws {
            for (name, data) in contents {
                let file = try photos.write(content(data), to: name)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
            }
        }
        try write { $0 }
        try temporary.importPaths([photos.path])
        // Different bytes of the same size and time: the import can only have compared size and time.
        try write { Data(repeating: 1, count: $0.count) }
        let events = try temporary.importPaths([photos.path])
        #expect(events.contains(.skipped(path: path("a.jpg"), .unchanged)))
        #expect(events.contains(.skipped(path: path("notes.txt"), .other)))
        #expect(refused(events) == [])
        #expect(events.contains { if case .refusedAgain(path("words.png"), _) = $0 { true } else { false } })
        #expect(events.count == 3)
    }

    @Test("each file is a step as soon as it's read, and the steps' sum is the survey's")
    func steps() throws {
        for index in 0..<100 { try photos.write(SampleMedia.jpeg(comment: "\(index)"), to: "\(index).jpg") }
        try photos.write(Data("<x/>".utf8), to: "a.xmp")
        try photos.write(Data("no picture".utf8), to: "words.png")
        for isKnown in [false, true] {
            let steps = CallRecorder<IngestStep>()
            let reported = Mutex(0)
            /// The number of steps before the first report of a file that was read.
            let early = Mutex(0)
            _ = try Ingest(
                into: temporary.library, advance: { steps.record($0) },
                report: { event in
                    guard case .imported = event else { return }
                    reported.withLock { count in
                        if count == 0 { early.withLock { $0 = steps.calls.count } }
                        count += 1
                    }
                }
            ).run([photos.path])
            let survey = ImportSurvey(of: [photos.path], excluding: temporary.folder)
            var (read, effort, bytes) = (0, 0.0, Int64(0))
            for step in steps.calls {
                switch step {
                case .read(let size, let part): (read, effort, bytes) = (read + 1, effort + part, bytes + size)
                case .passed(let size, let part): (effort, bytes) = (effort + part, bytes + size)
                case .found, .item: break
                case .slowPictures: Issue.record("No picture takes long.")
                }
            }
            #expect(steps.calls.count == survey.files && bytes == survey.bytes)
            #expect(abs(effort - survey.effort) < 1)
            #expect(read == (isKnown ? 0 : 101))
            // A batch has 64 files, which are committed together.
            if !isKnown { #expect(early.withLock { $0 } >= 64) }
        }
    }

    @Test("a changed file is read again, a moved one is a duplicate")
    func changedAndMoved() throws {
        try photos.write(SampleMedia.jpeg(comment: "a"), to: "a.jpg")
        try photos.write(SampleMedia.jpeg(comment: "b"), to: "b.jpg")
        try temporary.importPaths([photos.path])
        try photos.write(SampleMedia.jpeg(comment: "another a"), to: "a.jpg")
        try FileManager.default.moveItem(at: photos.file("b.jpg"), to: photos.file("c.jpg"))
        let events = try temporary.importPaths([photos.path])
        #expect(events.count { if case .imported = $0 { true } else { false } } == 1)
        #expect(events.count { if case .duplicate(path("c.jpg"), _) = $0 { true } else { false } } == 1)
    }

    @Test("lost bytes are restored when their file is imported again")
    func lostBytes() throws {
        let file = try photos.write(SampleMedia.jpeg(comment: "a"), to: "a.jpg")
        try temporary.importPaths([photos.path])
        let digest = try BlobDigest(hashingFileAt: file)
        try temporary.library.blobs.remove(digest)
        let events = try temporary.importPaths([photos.path])
        #expect(events.count == 1)
        #expect(events.contains { if case .healed = $0 { true } else { false } })
        #expect(try temporary.library.blobs.contains(digest))
        #expect(try temporary.importPaths([photos.path]) == [.skipped(path: path("a.jpg"), .unchanged)])
    }

    @Test("a truncated original is restored, too")
    func cutOriginal() throws {
        let file = try photos.write(SampleMedia.jpeg(comment: "a"), to: "a.jpg")
        try temporary.importPaths([photos.path])
        let blob = temporary.library.blobs.fileURL(of: try BlobDigest(hashingFileAt: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: blob.path)
        try Data(SampleMedia.jpeg().prefix(10)).write(to: blob)
        try temporary.importPaths([photos.path])
        #expect(try Data(contentsOf: blob) == SampleMedia.jpeg(comment: "a"))
    }

    @Test("a file that is too large for the disk is refused, and the others are imported")
    func noRoom() throws {
        for index in 0..<3 { try photos.write(SampleMedia.jpeg(comment: "\(index)"), to: "\(index).jpg") }
        let huge = try photos.write(SampleMedia.movie(), to: "1-huge.mov")
        // Sparse: the file takes no space in its folder.
        try #require(truncate(huge.path, 1 << 43) == 0)
        let events = try temporary.importPaths([photos.path])
        #expect(
            events.contains(
                .refused(
                    path: huge.path,
                    reason:
                        "there is no room in the library for its \(1 << 43) bytes, because 64 MB of its disk stay free")
            ))
        #expect(events.count { if case .imported = $0 { true } else { false } } == 3)
        let staging = temporary.folder.appendingPathComponent("staging")
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path) == [])
    }

    @Test("an encrypted movie is refused with its path and the remedy, and the others are imported")
    func encryptedMovie() throws {
        let movie = try photos.write(SampleMedia.encryptedMovie(), to: "bought.mp4")
        try photos.write(SampleMedia.jpeg(), to: "photo.jpg")
        let events = try temporary.importPaths([photos.path])
        #expect(events.count { if case .imported = $0 { true } else { false } } == 1)
        let reason =
            "the movie is encrypted and can't be shown without its key; import a copy without copy protection"
        #expect(events.contains(.refused(path: movie.path, reason: reason)))
    }

    @Test("a photo whose name isn't UTF-8 is imported")
    func nameOfBytes() throws {
        let name: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67]
        let path = FilePath(photos.url.path).appending(name: name)
        let descriptor = path.withPlatformString { open($0, O_CREAT | O_WRONLY, 0o644) }
        try #require(descriptor >= 0)
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: SampleMedia.jpeg())
        let events = try temporary.importPaths([photos.path])
        #expect(events.contains { if case .imported = $0 { true } else { false } })
        #expect(try temporary.importPaths([photos.path]) == [.skipped(path: path.text, .unchanged)])
    }

    @Test("identical files in one import are one asset")
    func identicalFiles() throws {
        for index in 0..<10 { try photos.write(SampleMedia.jpeg(comment: "same"), to: "\(index).jpg") }
        let events = try temporary.importPaths([photos.path])
        #expect(events.count { if case .imported = $0 { true } else { false } } == 1)
        #expect(events.count { if case .duplicate = $0 { true } else { false } } == 9)
    }

    @Test("a dry run reports the same and changes nothing")
    func dryRun() throws {
        try photos.write(SampleMedia.jpeg(comment: "a"), to: "a.jpg")
        try photos.write(SampleMedia.jpeg(comment: "a"), to: "b.jpg")
        try photos.write(Data("no picture".utf8), to: "words.png")
        let summary = try Ingest(into: temporary.library, isDryRun: true, report: { _ in }).run([photos.path])
        #expect(summary.imported == 1)
        #expect(summary.duplicates == 1)
        #expect(summary.refused == 1)
        #expect(summary.skipped == 0)
        #expect(try temporary.library.owner.assetIdentifiers(AssetFetch()) == [])
        #expect(try temporary.library.catalog.read { try $0.importedFiles(inFolder: photos.path) }.isEmpty)
        let real = try Ingest(into: temporary.library, report: { _ in }).run([photos.path])
        #expect(real.imported == 1)
        #expect(real.duplicates == 1)
        #expect(real.refused == 1)
    }

    @Test("a stopped import commits the files it has read, and continues when run again")
    func stop() throws {
        for index in 0..<150 { try photos.write(SampleMedia.jpeg(comment: "\(index)"), to: "\(index).jpg") }
        let seen = Mutex(0)
        let first = try Ingest(
            into: temporary.library,
            shouldStop: {
                seen.withLock {
                    $0 += 1
                    return $0 > 100
                }
            }, report: { _ in }
        ).run([photos.path])
        #expect((1..<150).contains(first.imported))
        let second = try Ingest(into: temporary.library, report: { _ in }).run([photos.path])
        #expect(first.imported + second.imported == 150)
        #expect(second.skipped == first.imported)
    }

    @Test("two concurrent imports of one folder lose and duplicate nothing")
    func twoAtOnce() throws {
        for index in 0..<200 { try photos.write(SampleMedia.jpeg(comment: "\(index)"), to: "\(index).jpg") }
        let other = try Library(at: temporary.folder)
        let summaries = Mutex<[IngestSummary]>([])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            #expect(throws: Never.self) {
                let library = index == 0 ? temporary.library : other
                let summary = try Ingest(into: library, report: { _ in }).run([photos.path])
                summaries.withLock { $0.append(summary) }
            }
        }
        #expect(summaries.withLock { $0.map(\.imported).reduce(0, +) } == 200)
        #expect(try temporary.library.owner.assetCount(AssetFetch()) == 200)
        let verification = try LibraryVerification(of: temporary.library).run(reclaimsOrphans: false) { _ in }
        #expect(verification.faults == 0)
        #expect(verification.resources == 200)
        try other.catalog.close()
    }

    private func path(_ name: String) -> String { photos.file(name).path }

    private func refused(_ events: [IngestEvent]) -> [String] {
        events.compactMap { if case .refused(let path, _) = $0 { path } else { nil } }
    }
}
