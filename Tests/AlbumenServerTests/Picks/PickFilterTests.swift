import AlbumenTestSupport
import Foundation
import MediaRequests
import PickerWire
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

@Suite struct PickFilterTests {
    private struct Library {
        let temporary: TemporaryLibrary
        let photo: String
        let live: String
        let screenshot: String
        let short: String
        let long: String

        init() throws {
            temporary = try TemporaryLibrary()
            let date = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: 700_000_000, utcOffsetInSeconds: 0, source: .exifOriginal)
            var still = TemporaryLibrary.Sample.image("L.JPG")
            var moving = TemporaryLibrary.Sample.video("L.MOV")
            (still.probe.contentIdentifier, moving.probe.contentIdentifier) = ("live", "live")
            let samples: [TemporaryLibrary.Sample] = [
                .init(
                    "p.jpg", TemporaryLibrary.Sample.image("p.jpg") { $0.captureDate = date }.probe,
                    bytes: Data(count: 5000)),
                still, moving, .image("s.png") { $0.uniformTypeIdentifier = "public.png" },
                .video("short.mov") { $0.duration = 60 }, .video("long.mov") { $0.duration = 61 },
            ]
            let outcomes = try temporary.add(samples)
            func uuid(_ index: Int) throws -> String { try #require(outcomes[index].assetUUID) }
            (photo, live, screenshot) = (try uuid(0), try uuid(1), try uuid(3))
            (short, long) = (try uuid(4), try uuid(5))
        }

        /// Returns the names of the reasons why the assets don't qualify, for those that don't.
        func reasons(_ filter: PickFilter) throws -> [String?] {
            let reasons = try temporary.library.owner.pickIneligibilities(
                ofAssets: [photo, live, screenshot, short, long], filter: filter)
            return [photo, live, screenshot, short, long].map { reasons[$0]?.name }
        }
    }

    @Test func `each filter finds its assets and the reasons for the others (§9.3, §10.9)`() throws {
        let library = try Library()
        let kind = "kind"
        func expect(_ filter: PickFilter, _ reasons: [String?], _ line: SourceLocation = #_sourceLocation) throws {
            #expect(try library.reasons(filter) == reasons, sourceLocation: line)
        }
        try expect(.kind(.images), [nil, nil, nil, kind, kind])
        try expect(.kind(.videos), [kind, kind, kind, nil, nil])
        try expect(.kind(.livePhotos), [kind, nil, kind, kind, kind])
        try expect(.not(.kind(.livePhotos)), [nil, kind, nil, nil, nil])
        try expect(.playbackStyle(.livePhoto), [kind, nil, kind, kind, kind])
        try expect(.duration(from: nil, to: 60), [kind, kind, kind, nil, "duration"])
        try expect(.any([.kind(.images), .duration(from: nil, to: 60)]), [nil, nil, nil, nil, "duration"])
        try expect(.all([.kind(.videos), .duration(from: 61, to: nil)]), [kind, kind, kind, "duration", nil])
        try expect(.not(.duration(from: 61, to: nil)), [nil, nil, nil, nil, "duration"])
        try expect(.fileSize(from: 5000, to: 5000), [nil, "fileSize", "fileSize", "fileSize", "fileSize"])
        let dates = PickFilter.creationDate(
            from: Date(timeIntervalSinceReferenceDate: 700_000_000),
            to: Date(timeIntervalSinceReferenceDate: 700_000_000))
        #expect(try library.reasons(dates)[0] == nil)
        #expect(try Set(library.reasons(dates)[1...]) == ["date"])
        try expect(.any([]), [kind, kind, kind, kind, kind])
        try expect(.all([]), [nil, nil, nil, nil, nil])
        for kind in PickKind.allCases { #expect(throws: Never.self) { try library.reasons(.kind(kind)) } }
    }

    @Test func `only the requester's own tokens are read`() throws {
        let library = try TemporaryLibrary()
        let own = try library.library.owner.pickItemCipher(for: "origin http://a.example")
        let other = try library.library.owner.pickItemCipher(for: "origin http://b.example")
        let uuid = UUID().uuidString
        let token = try #require(try own.seal(uuid))
        #expect(try own.open(token) == uuid)
        #expect(try own.seal(uuid) == token)
        #expect(try other.open(token) == nil)
        #expect(try other.seal(uuid) != token)
        #expect(token.utf8.count == 43 && !token.contains(uuid.prefix(8)))
        #expect(try own.seal("not a UUID") == nil)
        for index in token.indices {
            var forged = token
            forged.replaceSubrange(index...index, with: token[index] == "A" ? "B" : "A")
            #expect(try own.open(forged) == nil)
        }
        for text in ["", "x", String(repeating: "=", count: 43), token + "A"] { #expect(try own.open(text) == nil) }
    }

    @Test func `a chosen principal sees its assets, and no album or history`() throws {
        let library = try Library()
        let row = try #require(try library.temporary.library.owner.assetRows(uuids: [library.photo])[library.photo])
        let view = library.temporary.library.view(for: .pick([row]))
        #expect(try view.asset(withUUID: library.photo) != nil)
        #expect(try view.asset(withUUID: library.live) == nil)
        #expect(try view.assetCount(AssetFetch()) == 1)
        #expect(try view.pickableRows(uuids: [library.photo, library.live]).map(\.uuid) == [library.photo])
        #expect(!view.access.canAddAssets && !view.access.canChangeAssets)
        var transaction = Transaction()
        transaction.record(.trash(assetUUID: library.photo))
        #expect(throws: (any Error).self) { try view.commit(transaction) }
    }
}
