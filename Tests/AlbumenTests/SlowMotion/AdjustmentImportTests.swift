import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// AAE files of slow motion beside videos.
@Suite struct AdjustmentImportTests {
    let temporary: TemporaryLibrary
    let folder: TemporaryFolder

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.file(name).path(percentEncoded: false) }

    private func onlyAsset() throws -> AssetRecord {
        let identifiers = try temporary.library.owner.assetIdentifiers(AssetFetch())
        try #require(identifiers.count == 1)
        return try #require(try temporary.library.owner.assets(withIdentifiers: identifiers).values.first)
    }

    private func hasJoined(_ events: [IngestEvent], _ name: String) -> Bool {
        events.contains { if case .imported(path(name), _, joined: true, damage: nil) = $0 { true } else { false } }
    }

    @Test("an AAE file joins the video with its name, and doesn't count as an edit")
    func together() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 10), to: "IMG_1.MOV")
        let adjustment = try SampleMedia.slowMotionAdjustment(start: 2_000_000_000, duration: 4_000_000_000)
        try folder.write(adjustment, to: "IMG_1.AAE")
        let events = try temporary.importPaths([folder.path])
        #expect(events.count == 2 && hasJoined(events, "IMG_1.AAE"))
        let asset = try onlyAsset()
        #expect(try temporary.resources(asset) == ["video IMG_1.MOV", "adjustmentData IMG_1.AAE"])
        let resources = try #require(try temporary.library.owner.resources(ofAsset: asset.id))
        #expect(!AssetFiles(resources).isAdjusted)
        #expect(AssetFiles(resources).playable(.current)?.type == .video)
        let digest = resources[1].sha256
        #expect(try temporary.library.blobs.read(digest, atMost: 1 << 20) == adjustment)
        let slowMotion = try #require(try temporary.library.owner.slowMotion(of: asset))
        #expect(slowMotion.range == SlowMotion.Range(start: 2, duration: 4) && slowMotion.rate == 0.125)
        // A later import finds nothing new.
        let again = try temporary.importPaths([folder.path])
        #expect(again == ["IMG_1.MOV", "IMG_1.AAE"].map { .skipped(path: path($0), .unchanged) })
    }

    @Test("an AAE file joins a video that was imported earlier, and the change is in the history")
    func later() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 10), to: "IMG_1.MOV")
        try temporary.importPaths([folder.path])
        let before = try onlyAsset()
        #expect(try temporary.library.owner.slowMotion(of: before)?.range == SlowMotion.Range(start: 1, duration: 8))
        let change = try temporary.library.catalog.read { try $0.latestChange() }
        try folder.write(try SampleMedia.slowMotionAdjustment(start: 0), to: "IMG_1.aae")
        #expect(hasJoined(try temporary.importPaths([path("IMG_1.aae")]), "IMG_1.aae"))
        #expect(try temporary.library.catalog.read { try $0.latestChange() } == change + 1)
        let after = try onlyAsset()
        #expect(after.id == before.id && after.modificationDate != before.modificationDate)
        #expect(try temporary.library.owner.slowMotion(of: after)?.range.start == 0)
    }

    @Test("an AAE file that matches nothing or describes another edit is reported as an ignored file")
    func unmatched() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 2), to: "IMG_1.MOV")
        try folder.write(SampleMedia.jpeg(), to: "IMG_3.JPG")
        try folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_2.AAE")
        try folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_3.AAE")
        try folder.write(try SampleMedia.slowMotionAdjustment(formatIdentifier: "com.apple.photo"), to: "IMG_1.AAE")
        for isAgain in [false, true] {
            let events = try temporary.importPaths([folder.path])
            for name in ["IMG_1.AAE", "IMG_2.AAE", "IMG_3.AAE"] {
                #expect(events.contains(.skipped(path: path(name), .sidecar)), "\(name), \(isAgain)")
            }
            #expect(events.count == 5)
        }
        #expect(try temporary.library.owner.assetIdentifiers(AssetFetch()).count == 2)
    }

    @Test("the first AAE file of a video stays, and the same one from elsewhere is a duplicate")
    func second() throws {
        let movie = SampleMedia.slowMotionMovie(seconds: 10)
        // The order of the keys in a generated file varies.
        let adjustment = try SampleMedia.slowMotionAdjustment(start: 0)
        for name in ["a", "b"] {
            try folder.write(movie, to: "\(name)/IMG_1.MOV")
            try folder.write(adjustment, to: "\(name)/IMG_1.AAE")
        }
        try folder.write(movie, to: "c/IMG_1.MOV")
        try folder.write(try SampleMedia.slowMotionAdjustment(start: 1), to: "c/IMG_1.AAE")
        let events = try temporary.importPaths([folder.path])
        let uuid = try onlyAsset().uuid
        #expect(hasJoined(events, "a/IMG_1.AAE"))
        #expect(events.contains(.duplicate(path: path("b/IMG_1.AAE"), assetUUID: uuid)))
        #expect(events.contains(.skipped(path: path("c/IMG_1.AAE"), .sidecar)))
        #expect(try temporary.resources(onlyAsset()).count == 2)
    }

    @Test("a dry run reports the AAE file and changes nothing")
    func dryRun() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 2), to: "IMG_1.MOV")
        try folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_1.AAE")
        let events = CallRecorder<IngestEvent>()
        _ = try Ingest(into: temporary.library, isDryRun: true, report: { events.record($0) }).run([folder.path])
        #expect(hasJoined(events.calls, "IMG_1.AAE"))
        #expect(try temporary.library.owner.assetIdentifiers(AssetFetch()).isEmpty)
    }

    @Test("a client with limited access learns the slow motion of its own videos only")
    func access() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 10), to: "IMG_1.MOV")
        try temporary.importPaths([folder.path])
        let asset = try onlyAsset()
        let view = temporary.library.view(for: .client("test", access: .limited(client: "test")))
        #expect(throws: LibraryError.self) { try view.slowMotion(of: asset) }
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: asset.id, to: "test") }
        #expect(try view.slowMotion(of: asset) != nil)
    }

    @Test("an export of originals and its import keep the slow motion")
    func roundTrip() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 10), to: "IMG_1.MOV")
        let adjustment = try SampleMedia.slowMotionAdjustment(start: 3_000_000_000)
        try folder.write(adjustment, to: "IMG_1.AAE")
        try temporary.importPaths([folder.path])
        let target = try TemporaryFolder()
        var options = ExportOptions()
        (options.includesOriginals, options.includesSidecars) = (true, true)
        let view = temporary.library.owner
        _ = try Export(from: view, to: target.url, options: options) { _ in }.run(try Export.everything(in: view))
        #expect(try target.names() == ["IMG_1.AAE", "IMG_1.MOV", "IMG_1.MOV.xmp"])
        #expect(try Data(contentsOf: target.file("IMG_1.AAE")) == adjustment)
        let other = try TemporaryLibrary()
        try other.importPaths([target.path])
        let asset = try #require(
            try other.library.owner.assets(withIdentifiers: other.library.owner.assetIdentifiers(AssetFetch()))
                .values.first)
        #expect(try other.library.owner.slowMotion(of: asset)?.range.start == 3)
        // An ordinary export has the video alone.
        let shown = try TemporaryFolder()
        _ = try Export(from: view, to: shown.url) { _ in }.run(try Export.everything(in: view))
        #expect(try shown.names() == ["IMG_1.MOV"])
    }

    @Test("a purge of the video removes its AAE file, too")
    func purge() throws {
        try folder.write(SampleMedia.slowMotionMovie(seconds: 2), to: "IMG_1.MOV")
        try folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_1.AAE")
        try temporary.importPaths([folder.path])
        let uuid = try onlyAsset().uuid
        try temporary.commit(.trash(assetUUID: uuid))
        try temporary.commit(.purge(assetUUID: uuid))
        #expect(try temporary.library.blobs.digests(after: nil, limit: 10).isEmpty)
    }
}
