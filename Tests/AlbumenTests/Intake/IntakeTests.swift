import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// One intake reads the files of imports and those that apps add (§5.2).
@Suite struct IntakeTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    @Test("an import and an app's creation of one file store the same bytes, resource and metadata")
    func oneFileBothWays() throws {
        let exif = SampleMedia.Exif(dateTimeOriginal: "2020:01:02 03:04:05", latitude: 10, longitude: 20)
        let files = [
            try folder.write(SampleMedia.jpeg(comment: "photo", exif: exif), to: "photo.jpg"),
            try folder.write(SampleMedia.movie(), to: "movie.mov"),
        ]
        for file in files {
            guard case .imported(_, let imported, _, _) = try temporary.importPaths([file.path]).first else {
                Issue.record("\(file.lastPathComponent) was not imported")
                continue
            }
            let draft = AssetDraft(
                uuid: UUID().uuidString,
                parts: [.init(type: file.pathExtension == "mov" ? .video : .photo, bytes: .file(file))])
            try temporary.commit(.createAsset(draft))
            let records = try [imported, draft.uuid].map { uuid in
                var asset = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
                var resource = try #require(try library.owner.resources(ofAsset: asset.id)?.first)
                let metadata = try library.owner.metadata(ofAsset: asset.id)
                (asset.id, asset.uuid, asset.addedDate, asset.modificationDate) = (0, "", Date.distantPast, nil)
                (resource.id, resource.assetID) = (0, 0)
                return (asset, resource, metadata)
            }
            #expect(records[0].0 == records[1].0)
            #expect(records[0].1 == records[1].1)
            #expect(records[0].2 == records[1].2)
        }
    }

    /// The failure of a file's intake: the finding of an import, and the error of an app's change.
    private struct Failure {
        var name: String
        var finding: String
        var error: String
    }

    @Test("a failed intake has one reason, which an import reports and an app's change throws")
    func failures() throws {
        let jpeg = SampleMedia.jpeg()
        try folder.write(Data("hello".utf8), to: "text.jpg")
        try folder.write(Data("hello".utf8), to: "text.txt")
        try folder.write(jpeg.prefix(60), to: "cut.jpg")
        try folder.write(SampleMedia.encryptedMovie(), to: "bought.mov")
        // Sparse: the file takes no space in its folder. A photo of that size would be refused before the check for
        // space.
        let huge = try folder.write(SampleMedia.movie(), to: "huge.mov")
        try #require(truncate(huge.path, 1 << 43) == 0)
        try FileManager.default.createDirectory(at: folder.file("folder.jpg"), withIntermediateDirectories: false)
        let failures = [
            Failure(name: "none.jpg", finding: "unreadable", error: "missingResource"),
            Failure(name: "folder.jpg", finding: "unreadable", error: "invalidResource"),
            Failure(name: "text.jpg", finding: "refused", error: "invalidResource"),
            Failure(name: "text.txt", finding: "notMedia", error: "invalidResource"),
            Failure(name: "cut.jpg", finding: "refused", error: "invalidResource"),
            Failure(name: "bought.mov", finding: "refused", error: "invalidResource"),
            Failure(name: "huge.mov", finding: "unreadable", error: "notEnoughSpace"),
        ]
        let staging = try library.blobs.makeIntake()
        defer { staging.finish() }
        let intake = try Intake(into: library, staging: staging)
        let reader = FileReader(intake: intake, makesDerivatives: false, slowPictures: SlowIntake())
        for failure in failures {
            let source = ImportSource(folder: folder.url.path, name: failure.name, size: 0, modificationTime: 0)
            #expect(name(of: try reader.read(source)) == failure.finding, "\(failure.name)")
            let part = AssetDraft.Part(
                type: failure.name.hasSuffix("mov") ? .video : .photo, bytes: .file(folder.file(failure.name)))
            #expect(
                self.error { try intake.take([AssetDraft(uuid: UUID().uuidString, parts: [part])]) } == failure.error,
                "\(failure.name)")
        }
        #expect(try library.owner.assetCount(AssetFetch()) == 0)
        #expect(try library.blobs.digests(after: nil, limit: 10).isEmpty)
    }

    @Test("a file is durable before the transaction begins, and gone if the transaction fails")
    func failedTransaction() throws {
        let file = try folder.write(SampleMedia.jpeg(comment: "lost"), to: "lost.jpg")
        let digest = try BlobDigest(hashingFileAt: file)
        let draft = AssetDraft(uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .file(file))])
        let staging = try library.blobs.makeIntake()
        _ = try Intake(into: library, staging: staging).take([draft])
        staging.finish()
        #expect(try library.blobs.contains(digest))
        #expect(throws: LibraryError.self) {
            try temporary.commit(.createAsset(draft), .trash(assetUUID: "none"))
        }
        #expect(try !library.blobs.contains(digest))
        #expect(try library.owner.assetCount(AssetFetch()) == 0)
    }

    @Test("each file of one transaction, also an app's, is restored by the intake that staged it")
    func restoring() throws {
        let intake = try library.blobs.makeIntake()
        defer { intake.finish() }
        let blob = try intake.stage(Data("purged".utf8))
        try intake.commit([blob])
        try library.blobs.remove(blob.digest)
        let imported = TakenFile(
            blob: blob, originalFilename: "purged.jpg", probe: TemporaryLibrary.Sample.image("x").probe)
        let draft = AssetDraft(
            uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .data(SampleMedia.jpeg(comment: "app")))])
        var transaction = Transaction()
        transaction.record(.create(AssetCreation(imported, from: nil, now: library.now())))
        transaction.record(.createAsset(draft))
        #expect(try library.owner.commit(transaction, intake: intake).count == 2)
        #expect(try library.blobs.contains(blob.digest))
    }

    @Test("a file that crashed the worker isn't retried by an import or an app; a dry run remembers no crash")
    func crashingFile() throws {
        let worker = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "HostileWorker").path(percentEncoded: false)
        let hostile = try TemporaryLibrary(workerExecutable: worker)
        let file = try folder.write(Data("a crash".utf8), to: "abort.jpg")
        func failure(_ bytes: AssetDraft.Bytes) -> String? {
            let part = AssetDraft.Part(type: .photo, bytes: bytes, originalFilename: "abort.jpg")
            let error = #expect(throws: LibraryError.self) {
                try hostile.commit(.createAsset(AssetDraft(uuid: UUID().uuidString, parts: [part])))
            }
            #expect(error?.code == .invalidResource)
            return error?.message
        }
        _ = try Ingest(into: hostile.library, isDryRun: true, report: { _ in }).run([file.path])
        #expect(failure(.file(file))?.contains("--retry") == false)
        #expect(failure(.file(file))?.contains("--retry") == true)
        #expect(failure(.data(Data("a crash".utf8)))?.contains("--retry") == true)
        guard case .refused(_, let reason) = try hostile.importPaths([file.path]).first else {
            Issue.record("the file was imported")
            return
        }
        #expect(reason.contains("--retry"))
    }

    // MARK: Parts

    private func name(of finding: FileReader.Finding) -> String {
        switch finding {
        case .creation: "creation"
        case .known: "known"
        case .wouldCome: "wouldCome"
        case .refused: "refused"
        case .unreadable: "unreadable"
        case .notMedia: "notMedia"
        case .adjustment: "adjustment"
        case .ignoredAdjustment: "ignoredAdjustment"
        case .edit: "edit"
        case .brokenEdit: "brokenEdit"
        }
    }

    private func error(_ body: () throws -> some Any) -> String {
        do {
            _ = try body()
            return "no error"
        } catch let error as LibraryError {
            return error.code == .missingResource
                ? "missingResource" : error.code == .invalidResource ? "invalidResource" : "\(error)"
        } catch let error as BlobStoreError {
            return "\(error.code)"
        } catch {
            return "\(error)"
        }
    }
}
