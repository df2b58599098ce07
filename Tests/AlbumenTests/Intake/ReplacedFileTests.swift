import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Files that their owner replaces while another user, such as root, imports the folder.
@Suite struct ReplacedFileTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    /// Imports `shared`, and replaces one of its files after the walk has found it.
    private func importFolder(replacing: @escaping @Sendable () throws -> Void) throws -> [IngestEvent] {
        let events = CallRecorder<IngestEvent>()
        let isReplaced = Mutex(false)
        let ingest = Ingest(
            into: temporary.library,
            shouldStop: {
                isReplaced.withLock { isReplaced in
                    if !isReplaced {
                        isReplaced = true
                        #expect(throws: Never.self) { try replacing() }
                    }
                }
                return false
            }, report: { events.record($0) })
        _ = try ingest.run([folder.file("shared").path(percentEncoded: false)])
        return events.calls
    }

    @Test(arguments: ["a.jpg", "sub"])
    func `a link that took the place of a file or its folder isn't followed`(name: String) throws {
        let secret = try folder.write(SampleMedia.jpeg(comment: "secret"), to: "private/sub/a.jpg")
        try FileManager.default.copyItem(at: secret, to: folder.file("private/a.jpg"))
        try folder.write(SampleMedia.jpeg(comment: "bait"), to: name == "sub" ? "shared/sub/a.jpg" : "shared/a.jpg")
        let folder = self.folder
        let events = try importFolder {
            let bait = folder.file("shared/\(name)")
            try FileManager.default.removeItem(at: bait)
            try FileManager.default.createSymbolicLink(at: bait, withDestinationURL: folder.file("private/\(name)"))
        }
        #expect(try !temporary.library.blobs.contains(BlobDigest(hashingFileAt: secret)))
        #expect(
            events.contains { if case .refused(_, let reason) = $0 { reason.contains("another file") } else { false } }
                || name == "sub", "\(events)")
        #expect(try temporary.library.owner.assetCount(AssetFetch()) == 0)
    }

    @Test func `the recipe of an edit isn't read through a link`() throws {
        let original = SampleMedia.jpeg(width: 96, height: 64, comment: "original")
        let rendering = SampleMedia.jpeg(width: 48, height: 40, comment: "rendering")
        try folder.write(
            try EditImportTests.document(naming: [original, rendering]), to: "private/recipe")
        try folder.write(original, to: "shared/IMG_1.JPG")
        try folder.write(rendering, to: "shared/IMG_E1.JPG")
        try FileManager.default.createSymbolicLink(
            at: folder.file("shared/IMG_1.AAE"), withDestinationURL: folder.file("private/recipe"))
        _ = try temporary.importPaths(
            ["IMG_1.JPG", "IMG_E1.JPG"].map { folder.file("shared/\($0)").path(percentEncoded: false) })
        #expect(try temporary.library.owner.assetCount(AssetFetch()) == 2)
    }
}
