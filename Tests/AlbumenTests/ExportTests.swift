import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Exported originals have their imported bytes, names and capture dates (§1.7).
@Suite struct ExportTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    typealias Sample = TemporaryLibrary.Sample

    private var target: URL { folder.url.appending(path: "out", directoryHint: .isDirectory) }

    @discardableResult
    private func export(
        _ options: ExportOptions = ExportOptions(), originals: Bool = false, stopAfter limit: Int = .max
    ) throws -> (summary: ExportSummary, events: [ExportEvent]) {
        var events: [ExportEvent] = []
        var asked = 0
        var options = options
        options.includesOriginals = originals
        let export = Export(
            from: temporary.library.owner, to: target, options: options,
            shouldStop: {
                asked += 1
                return asked > limit
            }, report: { events.append($0) })
        let summary = try export.run(try Export.everything(in: temporary.library.owner))
        return (summary, events)
    }

    private func bytes(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: target.appending(path: name)), as: UTF8.self)
    }

    private func taken(_ seconds: Double) -> (inout MediaProbe) -> Void {
        {
            $0.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: seconds, utcOffsetInSeconds: 0, source: .exifOriginal)
        }
    }

    /// The last modification and the last access, in seconds and nanoseconds since 1970.
    private func times(_ name: String) throws -> [Int] {
        var status = stat()
        try #require(stat(target.appending(path: name).path, &status) == 0)
        return [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_atim.tv_sec, status.st_atim.tv_nsec]
    }

    // MARK: What is written

    @Test("exported files have their bytes, names and capture dates")
    func filesLeaveWithTheirBytesNamesAndCaptureDates() throws {
        try temporary.add([.image("one.JPG", taken(736_738_384.046)), .video("film.mov", taken(-1_000_000_000.25))])
        let (summary, events) = try export()
        #expect(summary == ExportSummary(assets: 2, exported: 2, present: 0, failed: 0))
        #expect(events.count == 2)
        #expect(try folder.names(in: "out") == ["film.mov", "one.JPG"])
        // Checked before the files are read, because reading counts as an access.
        #expect(try times("one.JPG") == [1_715_045_584, 46_000_000, 1_715_045_584, 46_000_000])
        // Before 1970.
        #expect(try times("film.mov") == [-21_692_801, 750_000_000, -21_692_801, 750_000_000])
        #expect(try bytes("one.JPG") == "one.JPG")
        // The library's own files are read-only, exported ones aren't.
        var status = stat()
        #expect(stat(target.appending(path: "one.JPG").path, &status) == 0 && status.st_mode & 0o200 != 0)
    }

    @Test("a Live Photo is exported with its video")
    func aLivePhotoLeavesWithItsVideo() throws {
        try addLivePhoto("IMG_1", "first")
        try export()
        #expect(try folder.names(in: "out") == ["IMG_1.HEIC", "IMG_1.MOV"])
    }

    @Test("a RAW file is only exported with the originals")
    func aRawFileLeavesOnlyWithTheOriginals() throws {
        try temporary.add([.image("IMG_1.JPG"), raw("IMG_1.DNG")])
        try #require(try Export.everything(in: temporary.library.owner).count == 1)
        try export()
        #expect(try folder.names(in: "out") == ["IMG_1.JPG"])
        let (summary, _) = try export(originals: true)
        #expect(try folder.names(in: "out") == ["IMG_1.DNG", "IMG_1.JPG"])
        #expect(summary == ExportSummary(assets: 1, exported: 1, present: 1, failed: 0))
    }

    @Test("exporting everything includes all assets that aren't deleted, in chronological order")
    func everythingIsAllThatIsNotDeletedInTheOrderOfCapture() throws {
        let outcomes = try temporary.add([
            .image("late.jpg", taken(300)), .image("early.jpg", taken(100)), .image("hidden.jpg", taken(200)),
            .image("deleted.jpg", taken(150)),
        ])
        let hidden = try #require(outcomes[2].assetUUID)
        let deleted = try #require(outcomes[3].assetUUID)
        try temporary.library.catalog.write(author: "test") { transaction in
            for uuid in [hidden, deleted] {
                let asset = try #require(try transaction.reader.asset(uuid: uuid))
                try transaction.update(asset: asset.id) {
                    $0.isHidden = uuid == hidden
                    $0.trashedDate = uuid == deleted ? Date() : nil
                }
            }
        }
        let names = try export().events.compactMap { event -> String? in
            guard case .exported(let path, _) = event else { return nil }
            return (path as NSString).lastPathComponent
        }
        #expect(names == ["early.jpg", "hidden.jpg", "late.jpg"])
    }

    // MARK: Clashes

    @Test("an existing name gets a number, and nothing is overwritten")
    func aClashIsNumberedAndNothingIsOverwritten() throws {
        try folder.write(Data("mine".utf8), to: "out/a.jpg")
        try temporary.add([
            Sample("a.jpg", Sample.image("a.jpg", taken(1)).probe, bytes: Data("one".utf8)),
            Sample("a.jpg", Sample.image("a.jpg", taken(2)).probe, bytes: Data("two".utf8)),
        ])
        try export()
        #expect(try folder.names(in: "out") == ["a (2).jpg", "a (3).jpg", "a.jpg"])
        #expect(try bytes("a.jpg") == "mine")
        #expect(try bytes("a (2).jpg") == "one")
        #expect(try bytes("a (3).jpg") == "two")
    }

    @Test("the files of an asset have the same number")
    func thePartsOfAnAssetHaveOneNumber() throws {
        try addLivePhoto("IMG_1", "first")
        try addLivePhoto("IMG_1", "second")
        try export()
        #expect(
            try folder.names(in: "out") == ["IMG_1 (2).HEIC", "IMG_1 (2).MOV", "IMG_1.HEIC", "IMG_1.MOV"])
        let pairs = try ["IMG_1 (2)", "IMG_1"].map { try [bytes("\($0).HEIC"), bytes("\($0).MOV")] }
        #expect(pairs.contains(["first photo", "first video"]))
        #expect(pairs.contains(["second photo", "second video"]))
    }

    @Test("if one file's name is taken, all files of the asset get another")
    func aNameThatOnlyOnePartHasTakenIsLeftByBoth() throws {
        try addLivePhoto("IMG_1", "first")
        try folder.write(Data("mine".utf8), to: "out/IMG_1.MOV")
        try export()
        #expect(try folder.names(in: "out") == ["IMG_1 (2).HEIC", "IMG_1 (2).MOV", "IMG_1.MOV"])
    }

    @Test("a second export keeps existing files")
    func aSecondExportLeavesWhatIsThere() throws {
        try temporary.add([
            Sample("a.jpg", Sample.image("a.jpg", taken(1)).probe, bytes: Data("one".utf8)),
            Sample("a.jpg", Sample.image("a.jpg", taken(2)).probe, bytes: Data("two".utf8)),
        ])
        try addLivePhoto("IMG_1", "first")
        try export()
        let names = try folder.names(in: "out")
        let (summary, events) = try export()
        #expect(summary == ExportSummary(assets: 3, exported: 0, present: 4, failed: 0))
        #expect(events.count == 4)
        #expect(try folder.names(in: "out") == names)
        // A missing file is exported again beside the asset's other file.
        try FileManager.default.removeItem(at: target.appending(path: "IMG_1.MOV"))
        #expect(try export().summary == ExportSummary(assets: 3, exported: 1, present: 3, failed: 0))
        #expect(try folder.names(in: "out") == names)
    }

    @Test("links and folders with the same name aren't touched")
    func linksAndFoldersOfTheSameNameAreNotTouched() throws {
        try temporary.add([.image("a.jpg"), .image("b.jpg")])
        let elsewhere = try folder.write(Data("a.jpg".utf8), to: "elsewhere")
        try folder.makeFolder("out/b.jpg")
        try FileManager.default.createSymbolicLink(
            at: target.appending(path: "a.jpg"), withDestinationURL: elsewhere)
        try export()
        #expect(try folder.names(in: "out") == ["a (2).jpg", "a.jpg", "b (2).jpg", "b.jpg"])
    }

    // MARK: Names

    @Test(
        "a foreign filename is made safe",
        arguments: [
            ("IMG_0001.JPG", "IMG_0001.JPG"), ("../../etc/passwd.jpg", "_.._etc_passwd.jpg"),
            (".hidden.jpg", "hidden.jpg"),
            ("...", "asset-U.jpg"), ("", "asset-U.jpg"), (".jpg", "jpg"), ("/", "asset-U.jpg"),
            ("a\u{0}b.jpg", "a_b.jpg"),
            ("a\nb\u{1B}[2J.jpg", "a_b_[2J.jpg"), ("\u{202E}gpj.exe", "_gpj.exe"), ("no ending", "no ending"),
            ("été 🏖.heic", "été 🏖.heic"), ("a.", "a."), ("-rf.jpg", "-rf.jpg"),
        ])
    func aStrangersNameIsMadeHarmless(original: String, expected: String) {
        let name = ExportName(original: original, uniformTypeIdentifier: "public.jpeg", assetUUID: "U")
        #expect(name.numbered(1) == expected || name.numbered(1) == expected.replacing("jpg", with: "jpeg"))
    }

    @Test("a long name is truncated between characters", arguments: ["a", "é", "🏖", "👩‍👩‍👧‍👦"])
    func aNameTooLongIsCutBetweenCharacters(_ character: String) throws {
        let original = String(repeating: character, count: 400) + ".jpg"
        let name = ExportName(original: original, uniformTypeIdentifier: "public.jpeg", assetUUID: "U")
        #expect(name.numbered(100_000).utf8.count <= 255)
        #expect(name.ending == ".jpg")
        #expect(original.hasPrefix(name.stem) && !name.stem.isEmpty)
        try temporary.add([.image(original)])
        #expect(try export().summary.exported == 1)
    }

    @Test("two files of an asset with the same name are reported")
    func twoPartsOfOneNameAreTold() throws {
        let names = ["a.jpg", "A.JPG", "b.jpg", "a.jpg"].map {
            ExportName(original: $0, uniformTypeIdentifier: "public.jpeg", assetUUID: "U")
        }
        #expect(ExportName.distinct(names).map { $0.numbered(1) } == ["a.jpg", "A-2.JPG", "b.jpg", "a-3.jpg"])
    }

    // MARK: Misfortune

    @Test("lost bytes are reported, and the export continues")
    func lostBytesAreToldAndTheRestGoesOn() throws {
        try temporary.add([.image("a.jpg", taken(1)), .image("lost.jpg", taken(2)), .image("z.jpg", taken(3))])
        let lost = try BlobDigest(hashing: Data("lost.jpg".utf8))
        #expect(try temporary.library.blobs.remove(lost))
        let (summary, events) = try export()
        #expect(summary == ExportSummary(assets: 3, exported: 2, present: 0, failed: 1))
        guard case .failed("lost.jpg", _, let reason) = events[1] else {
            Issue.record("\(events)")
            return
        }
        #expect(reason.contains("not in the library") && reason.contains("backup"))
        #expect(try folder.names(in: "out") == ["a.jpg", "z.jpg"])
    }

    @Test("bytes that differ from the imported ones aren't exported")
    func otherBytesThanThoseImportedAreNotHandedOut() throws {
        try temporary.add([.image("a.jpg")])
        let blob = temporary.library.blobs.fileURL(of: try BlobDigest(hashing: Data("a.jpg".utf8)))
        // The last ones have the imported length but are different.
        for bytes in ["a", "a.jpg and more", "b.jpg"] {
            #expect(chmod(blob.path, 0o644) == 0)
            try Data(bytes.utf8).write(to: blob)
            let (summary, _) = try export()
            #expect(summary.failed == 1)
            #expect(try folder.names(in: "out") == [])
        }
    }

    @Test("files of a killed export are removed, and those of a running export are kept")
    func whatAKilledExportLeftIsSweptAndALivingOnesFileIsNot() throws {
        try temporary.add([.image("a.jpg")])
        try folder.write(Data("half".utf8), to: "out/.albumen-export-dead")
        let living = try folder.write(Data("half".utf8), to: "out/.albumen-export-living")
        let handle = try FileHandle(forReadingFrom: living)
        defer { handle.closeFile() }
        #expect(flock(handle.fileDescriptor, LOCK_EX) == 0)
        try export()
        #expect(try folder.names(in: "out") == [".albumen-export-living", "a.jpg"])
    }

    @Test("an export can stop between assets and continue later")
    func anExportStopsBetweenAssetsAndGoesOn() throws {
        try temporary.add((1...5).map { .image("\($0).jpg", taken(Double($0))) })
        #expect(try export(stopAfter: 2).summary.assets == 2)
        #expect(try folder.names(in: "out") == ["1.jpg", "2.jpg"])
        #expect(try export().summary == ExportSummary(assets: 5, exported: 3, present: 2, failed: 0))
    }

    @Test("concurrent exports write each file once")
    func exportsSideBySideWriteEachFileOnce() throws {
        try temporary.add(
            (1...40).map { Sample("a.jpg", Sample.image("a.jpg", taken(Double($0))).probe, bytes: Data("\($0)".utf8)) })
        let identifiers = try Export.everything(in: temporary.library.owner)
        let (library, target) = (temporary.library, target)
        let failures = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            do {
                // The orders are opposite, so that the exports use the same names at the same time.
                let order = index % 2 == 0 ? identifiers : identifiers.reversed()
                _ = try Export(from: library.owner, to: target) { _ in }.run(order)
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        let contents = try folder.names(in: "out").map { try bytes($0) }
        // No incomplete, missing or hidden files.
        #expect(Set(contents) == Set((1...40).map { "\($0)" }))
    }

    @Test("a folder in the library is refused")
    func aFolderInTheLibraryIsRefused() throws {
        try temporary.add([.image("a.jpg")])
        for name in ["originals/ab", "new/deep", "."] {
            let place = temporary.folder.appending(path: name, directoryHint: .isDirectory)
            #expect(throws: ExportError.self) {
                try Export(from: temporary.library.owner, to: place) { _ in }.run([1])
            }
        }
        #expect(!FileManager.default.fileExists(atPath: temporary.folder.appending(path: "new").path))
    }

    @Test("the error names a file at the folder's path")
    func aFileInTheFoldersPlaceIsNamed() throws {
        try folder.write(Data(), to: "out")
        let error = try #require(throws: ExportError.self) { try export() }
        #expect(error.message.contains("out isn't a folder"))
    }

    // MARK: Samples

    private func addLivePhoto(_ stem: String, _ content: String) throws {
        let identifier = "\(stem) \(content)"
        let photo = Sample.image("\(stem).HEIC") {
            $0.uniformTypeIdentifier = "public.heic"
            $0.contentIdentifier = identifier
        }
        let video = Sample.video("\(stem).MOV") { $0.contentIdentifier = identifier }
        try temporary.add([
            Sample(photo.name, photo.probe, bytes: Data("\(content) photo".utf8)),
            Sample(video.name, video.probe, bytes: Data("\(content) video".utf8)),
        ])
    }

    private func raw(_ name: String) -> Sample {
        .image(name) {
            $0.isRAW = true
            $0.uniformTypeIdentifier = "com.adobe.raw-image"
        }
    }
}
