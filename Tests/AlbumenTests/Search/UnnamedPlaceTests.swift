import AlbumenTestSupport
import Foundation
import MediaRequests
import Places
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// A library whose photos were stored without the file of places, and one of an earlier version.
@Suite struct UnnamedPlaceTests {
    private final class Switch: Sendable {
        let isOn = Mutex(true)

        func gazetteer() throws -> Gazetteer {
            guard isOn.withLock({ $0 }) else {
                return try Gazetteer(contentsOf: URL(fileURLWithPath: "/nonexistent/places.bin"))
            }
            return try Gazetteer.shared()
        }

        func set(_ value: Bool) { isOn.withLock { $0 = value } }
    }

    private let folder: TemporaryFolder
    private let file = Switch()
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        let file = file
        library = try Library(
            at: folder.url.appending(path: "library"), workerExecutable: nil, gazetteer: { try file.gazetteer() })
    }

    private func add(_ count: Int) throws {
        try library.catalog.write(author: "test") { transaction in
            for number in 0..<count {
                var asset = AssetRecord(
                    uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image,
                    pixelWidth: 4, pixelHeight: 3, duration: 0,
                    creationDate: Date(timeIntervalSinceReferenceDate: Double(number)), addedDate: Date())
                (asset.latitude, asset.longitude) = (38.6987, -9.1929)
                _ = try transaction.insert(asset)
            }
        }
    }

    private func found(_ text: String) throws -> Int {
        var fetch = AssetFetch()
        fetch.search = TextSearch(text)
        return try library.owner.assetCount(fetch)
    }

    @Test func `without the file, searches find other words, and a refresh names the file`() throws {
        file.set(false)
        try add(3)
        #expect(try found("2001") == 3)
        #expect(try found("lisbon") == 0)
        #expect(try library.owner.completions(of: "lis", languageCode: "en") == [])
        #expect(try PlaceRefresh.pendingCount(in: library) == 3)
        let error = #expect(throws: GazetteerError.self) { try PlaceRefresh(of: library).run() }
        #expect(error?.message.contains("/nonexistent/places.bin") == true)
        file.set(true)
        #expect(try PlaceRefresh(of: library).run() == 3)
        #expect(try PlaceRefresh(of: library).run() == 0)
        #expect(try found("lisbon") == 3)
    }

    @Test func `without the file, a library with no locations has nothing to report`() throws {
        file.set(false)
        #expect(try PlaceRefresh.pendingCount(in: library) == 0)
        #expect(try PlaceRefresh(of: library).run() == 0)
    }

    @Test func `a search completes the places first`() throws {
        file.set(false)
        try add(SearchIndex.pageSize + 1)
        file.set(true)
        let change = try library.catalog.read { try $0.latestChange() }
        #expect(try found("lisbon") == SearchIndex.pageSize + 1)
        #expect(try PlaceRefresh.pendingCount(in: library) == 0)
        #expect(try library.catalog.read { try $0.latestChange() } == change)
    }

    @Test func `a refresh stops between its steps, and the next one continues`() throws {
        file.set(false)
        try add(2 * SearchIndex.pageSize + 1)
        file.set(true)
        let steps = Mutex(0)
        let first = try PlaceRefresh(of: library) {
            steps.withLock { steps in
                steps += 1
                return steps > 1
            }
        }.run()
        #expect(first == SearchIndex.pageSize)
        #expect(try PlaceRefresh.pendingCount(in: library) == SearchIndex.pageSize + 1)
        #expect(try PlaceRefresh(of: library).run() == SearchIndex.pageSize + 1)
    }
}
