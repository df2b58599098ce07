import AlbumenTestSupport
import Foundation
import MediaRequests
import Places
import Records
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// Searches and suggestions by the names of places.
@Suite struct PlaceSearchTests {
    private let temporary: TemporaryLibrary
    private let photos: [String]
    private var view: LibraryView { temporary.library.owner }

    private static let belem = MediaProbe.Location(latitude: 38.6987, longitude: -9.1929)
    private static let vienna = MediaProbe.Location(latitude: 48.2085, longitude: 16.3721)

    init() throws {
        temporary = try TemporaryLibrary()
        photos = try temporary.add([
            .image("tower.jpg") { $0.location = Self.belem },
            .image("tram.jpg") { ($0.location, $0.caption) = (Self.belem, "Yellow") },
            .image("ring.jpg") { $0.location = Self.vienna },
            .image("nowhere.jpg"),
        ]).compactMap(\.assetUUID)
    }

    private func found(_ text: String, in view: LibraryView? = nil) throws -> [String] {
        let view = view ?? self.view
        var fetch = AssetFetch()
        fetch.search = TextSearch(text)
        let identifiers = try view.assetIdentifiers(fetch)
        #expect(try view.assetCount(fetch) == identifiers.count)
        return try names(of: identifiers).sorted()
    }

    private func names(of identifiers: [Int64]) throws -> [String] {
        try identifiers.map { identifier in
            let resources = try temporary.library.catalog.read { try $0.resources(ofAsset: identifier) }
            return try #require(resources.first?.originalFilename)
        }
    }

    private func texts(_ text: String, _ languageCode: String = "en", in view: LibraryView? = nil) throws -> [String] {
        try (view ?? self.view).completions(of: text, languageCode: languageCode).map { completion in
            "\(completion.kind) \(completion.text)" + (completion.count.map { " \($0)" } ?? "")
        }
    }

    private func setLocation(_ location: MediaProbe.Location?, of uuid: String) throws -> AssetReversal? {
        var change = AssetChange()
        change.location = .some(
            location.map { AssetLocation(latitude: $0.latitude, longitude: $0.longitude) })
        var transaction = Transaction()
        transaction.settings.keepsReversals = true
        transaction.record(.change(change, assetUUID: uuid))
        return try view.commit(transaction).lazy.compactMap { outcome in
            if case .changed(let reversal) = outcome { reversal } else { nil }
        }.first
    }

    @Test func `a search finds places beside words`() throws {
        #expect(try found("lisbon") == ["tower.jpg", "tram.jpg"])
        #expect(try found("Lissabon yellow") == ["tram.jpg"])
        #expect(try found("österreich") == ["ring.jpg"])
        #expect(try found("奥地利") == ["ring.jpg"])
        #expect(try found("lisbon vienna") == [])
        #expect(try temporary.library.catalog.read { try $0.staleSearchRows() } == 0)
    }

    @Test func `removing a location removes its names at once, and undo brings them back`() throws {
        let removal = try #require(try setLocation(nil, of: photos[0]))
        #expect(try found("lisbon") == ["tram.jpg"])
        try temporary.commit(.revert(removal))
        #expect(try found("lisbon") == ["tower.jpg", "tram.jpg"])
        let move = try #require(try setLocation(Self.vienna, of: photos[0]))
        #expect(try found("lisbon") == ["tram.jpg"])
        #expect(try found("wien") == ["ring.jpg", "tower.jpg"])
        try temporary.commit(.revert(move))
        #expect(try found("wien") == ["ring.jpg"])
    }

    @Test func `a timeline of a search follows changed locations`() throws {
        let cache = TimelineCache()
        func names() throws -> [String] {
            let timeline = try cache.current(.library, search: TextSearch("lisbon"), in: view)
            return try self.names(of: timeline.identifiers.map { $0 }).sorted()
        }
        #expect(try names() == ["tower.jpg", "tram.jpg"])
        _ = try setLocation(nil, of: photos[1])
        #expect(try names() == ["tower.jpg"])
        _ = try setLocation(Self.belem, of: photos[3])
        #expect(try names() == ["nowhere.jpg", "tower.jpg"])
        try temporary.add([.image("new.jpg") { $0.location = Self.belem }])
        #expect(try names() == ["new.jpg", "nowhere.jpg", "tower.jpg"])
        try temporary.commit(.trash(assetUUID: photos[0]))
        #expect(try names() == ["new.jpg", "nowhere.jpg"])
    }

    @Test func `places complete a search in each language, with the number of their photos`() throws {
        #expect(try texts("lisb").first == "place Lisbon 2")
        #expect(try texts("Lissa") == ["place Lissabon 2"])
        #expect(try texts("リス").first == "place リスボン 2")
        #expect(try texts("bel").contains("place Belém 2"))
        #expect(try texts("portu", "zh") == ["place Portugal 2"])
        #expect(try texts("葡", "zh") == ["place 葡萄牙 2"])
        #expect(try texts("vie") == ["place Vienna 1"])
        #expect(try texts("yellow lisb").first == "place yellow Lisbon")
        #expect(try texts("berl") == [])
        #expect(try view.correction(of: "lisbn") == "lisbon")
    }

    @Test func `places of hidden, deleted and moved photos aren't suggested`() async throws {
        #expect(try texts("vie") == ["place Vienna 1"])
        try temporary.commit(.setHidden(true, assetUUID: photos[2]))
        try await waitUntil { try texts("vie").isEmpty }
        try temporary.commit(.setHidden(false, assetUUID: photos[2]))
        try await waitUntil { try texts("vie").count == 1 }
        _ = try setLocation(nil, of: photos[2])
        try await waitUntil { try texts("vie").isEmpty }
    }

    @Test func `a client with limited access finds its own photos only, and learns no place`() throws {
        let row = try #require(try view.assetRows(uuids: [photos[0]])[photos[0]])
        try temporary.library.choose([row], forClient: "app", author: "test")
        let client = temporary.library.view(.limited(client: "app"))
        #expect(try found("lisbon", in: client) == ["tower.jpg"])
        #expect(try found("wien", in: client) == [])
        #expect(try texts("lis", in: client) == [])
        #expect(try client.correction(of: "lisbn") == nil)
        _ = try setLocation(nil, of: photos[0])
        #expect(try found("lisbon", in: client) == [])
        #expect(try found("lisbon", in: temporary.library.view(.denied)) == [])
    }
}
