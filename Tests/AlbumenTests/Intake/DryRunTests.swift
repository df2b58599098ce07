import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// A dry run reports the events of the import that it stands for.
@Suite struct DryRunTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    @Test func `a dry run reports each kind of file as an import does`() throws {
        let known = try folder.write(SampleMedia.jpeg(comment: "known"), to: "known.jpg")
        let lost = try folder.write(SampleMedia.jpeg(comment: "lost"), to: "lost.jpg")
        let trashed = try folder.write(SampleMedia.jpeg(comment: "trashed"), to: "trashed.jpg")
        try temporary.importPaths([folder.path])
        try library.blobs.remove(try BlobDigest(hashingFileAt: lost))
        try temporary.commit(.trash(assetUUID: try asset(of: trashed)))
        for (name, file) in [("copy.jpg", known), ("trashedCopy.jpg", trashed)] {
            try folder.write(Data(contentsOf: file), to: name)
        }
        for name in ["new.jpg", "twin.jpg"] { try folder.write(SampleMedia.jpeg(comment: "new"), to: name) }
        try folder.write(Data("no picture".utf8), to: "words.png")
        try folder.write(Data("no picture".utf8), to: "notes.txt")
        try folder.write(Data("no archive".utf8), to: "photos.zip")
        try folder.write(SampleMedia.slowMotionMovie(seconds: 2), to: "IMG_1.MOV")
        try folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_1.AAE")
        // The rendering of this edit can't be read.
        let original = SampleMedia.jpeg(comment: "original")
        try folder.write(original, to: "IMG_2.JPG")
        try folder.write(Data("no rendering".utf8), to: "IMG_E2.JPG")
        try folder.write(
            try EditImportTests.document(naming: [original, Data("no rendering".utf8)]), to: "IMG_2.AAE")

        let expected = try events(isDryRun: true)
        let real = try events(isDryRun: false)
        #expect(Set(expected.map(text)) == Set(real.map(text)))
        #expect(expected.count == 15 && real.count == 15)
        #expect(real.count { if case .imported = $0 { true } else { false } } == 4)
        #expect(real.contains { if case .healed(path("lost.jpg"), _) = $0 { true } else { false } })
    }

    @Test(
        "a dry run reports lost bytes of an asset in Recently Deleted as an import does", arguments: [false, true])
    func lostTrash(restores: Bool) throws {
        let file = try folder.write(SampleMedia.jpeg(comment: "a"), to: "a.jpg")
        try temporary.importPaths([folder.path])
        let uuid = try asset(of: file)
        try temporary.commit(.trash(assetUUID: uuid))
        try library.blobs.remove(try BlobDigest(hashingFileAt: file))
        let expected: IngestEvent =
            restores
            ? .restored(path: path("a.jpg"), assetUUID: uuid)
            : .trashedDuplicate(path: path("a.jpg"), assetUUID: uuid)
        #expect(try events(isDryRun: true, restoresTrashed: restores) == [expected])
        #expect(try events(isDryRun: false, restoresTrashed: restores) == [expected])
    }

    @Test func `a dry run reports known bytes as new if their asset is purged before the report`() throws {
        let file = try folder.write(SampleMedia.jpeg(comment: "a"), to: "a.jpg")
        let size = Int64(try Data(contentsOf: file).count)
        let source = ImportSource(folder: folder.url.path, name: "a.jpg", size: size, modificationTime: 0)
        let reports = CallRecorder<IngestEvent>()
        let forecast = BatchForecast(
            library: library,
            reader: FileReader(
                intake: try Intake(into: library, staging: nil), makesDerivatives: false, slowPictures: SlowIntake()),
            progress: IngestProgress(
                efforts: ImportEffort(decodesPictures: false), advance: { _ in }, report: { reports.record($0) }),
            settings: Transaction.Settings())
        let known = ReadFile(source: source, finding: .known(try BlobDigest(hashingFileAt: file)))
        try forecast.run([known])
        try forecast.run([known])
        #expect(
            reports.calls == [
                .imported(path: source.path, assetUUID: "", joined: false, damage: nil),
                .duplicate(path: source.path, assetUUID: ""),
            ])
    }

    // MARK: Parts

    private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

    private func asset(of file: URL) throws -> String {
        let hash = try BlobDigest(hashingFileAt: file)
        return try #require(try library.catalog.read { try $0.assetOfResource(sha256: hash) }).uuid
    }

    private func events(isDryRun: Bool, restoresTrashed: Bool = false) throws -> [IngestEvent] {
        let events = CallRecorder<IngestEvent>()
        _ = try Ingest(
            into: library, restoresTrashed: restoresTrashed, isDryRun: isDryRun, report: { events.record($0) }
        ).run([folder.path])
        return events.calls
    }

    /// Returns an event's text without the UUIDs of new assets, which a dry run doesn't know.
    private func text(_ event: IngestEvent) -> String {
        switch event {
        case .imported(let path, _, let joined, let damage):
            "\(IngestEvent.imported(path: path, assetUUID: "", joined: joined, damage: damage))"
        case .duplicate(let path, _) where path == self.path("new.jpg") || path == self.path("twin.jpg"):
            "\(IngestEvent.duplicate(path: path, assetUUID: ""))"
        default: "\(event)"
        }
    }
}
