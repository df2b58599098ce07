import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The keys that filters of the command know and PhotoKit doesn't.
@Suite struct DetailedPredicateTests {
    private let temporary: TemporaryLibrary

    /// `a.jpg` has all values, `b.jpg` some, `Ünder.HEIC` none.
    init() throws {
        temporary = try TemporaryLibrary()
        let full = TemporaryLibrary.Sample.image("a.jpg") { probe in
            (probe.cameraMake, probe.cameraModel, probe.lensModel) = ("Canon", "Canon EOS R5", "RF24-70mm F2.8 L")
            probe.exposure = MediaProbe.Exposure(
                time: 0.004, aperture: 5.6, iso: 200, focalLength: 24, focalLengthIn35mmFilm: 24)
            (probe.caption, probe.keywords, probe.rating) = ("At the lake", ["Lisbon", "Café \"x\""], 4)
            probe.location = MediaProbe.Location(latitude: 48.2085, longitude: 16.3721)
        }
        let partial = TemporaryLibrary.Sample.image("b.jpg") { probe in
            (probe.cameraMake, probe.cameraModel) = ("Apple", "iPhone 15")
            probe.exposure = MediaProbe.Exposure(time: 0.5, iso: 1600)
            (probe.keywords, probe.rating) = (["lisbon trip"], 2)
        }
        try temporary.add([full, partial, .image("Ünder.HEIC")])
    }

    /// Returns the first letters of the names of the matching files.
    private func matches(
        _ format: String, sort: [AssetFetch.Sort] = [], client: String? = nil
    ) throws -> String {
        var fetch = try AssetFetch(
            predicate: PhotoLibrary.Predicate(format: format),
            sorts: sort.isEmpty ? [AssetFetch.Sort(key: "originalFilename", isAscending: true)] : sort,
            keys: .withDetails)
        fetch.includesHidden = true
        let library = temporary.library.view(client.map { .limited(client: $0) } ?? .full)
        let identifiers = try library.assetIdentifiers(fetch)
        let count = try library.assetCount(fetch)
        #expect(count == identifiers.count)
        return try identifiers.map { identifier in
            let resources = try temporary.library.owner.resources(ofAsset: identifier) ?? []
            return String(try #require(resources.first?.originalFilename.first))
        }.joined()
    }

    @Test(
        arguments: [
            ("originalFilename == 'a.jpg'", "a"), ("originalFilename ENDSWITH[c] '.JPG'", "ab"),
            ("originalFilename LIKE[cd] 'under*'", "Ü"), ("originalFilename != 'a.jpg'", "bÜ"),
            ("originalFilename IN {'a.jpg', 'b.jpg', 'c.jpg'}", "ab"),
            ("cameraMake == 'Canon'", "a"), ("cameraMake != 'Canon'", "bÜ"), ("cameraMake == nil", "Ü"),
            ("cameraModel CONTAINS[c] 'iphone'", "b"), ("lensModel BEGINSWITH 'RF24'", "a"),
            ("NOT (lensModel BEGINSWITH 'RF24')", "bÜ"), ("cameraMake < cameraModel", "ab"),
            ("caption CONTAINS 'lake'", "a"), ("caption != nil", "a"), ("caption == nil", "bÜ"),
            ("rating >= 3", "a"), ("rating == nil", "Ü"), ("rating BETWEEN {1, 2}", "b"), ("NOT rating > 2", "bÜ"),
            ("rating IN {2, 4}", "ab"), ("rating & 4 == 4", "a"),
            ("keywords CONTAINS 'Lisbon'", "a"), ("keywords CONTAINS[c] 'LISBON'", "a"),
            ("keywords CONTAINS[cd] 'cafe \"x\"'", "a"), ("'Lisbon' IN keywords", "a"),
            ("keywords LIKE[c] '*lisbon*'", "ab"), ("keywords BEGINSWITH[c] 'lis'", "ab"),
            ("keywords ENDSWITH 'trip'", "b"), ("NOT keywords CONTAINS 'Lisbon'", "bÜ"), ("keywords == nil", "Ü"),
            ("keywords != nil", "ab"), ("keywords CONTAINS 'Lisbon' AND rating > 3", "a"),
            ("place CONTAINS 'Vienna'", "a"), ("place CONTAINS 'Wien'", "a"), ("place CONTAINS[cd] 'osterreich'", "a"),
            ("'奥地利' IN place", "a"), ("place CONTAINS 'Vien'", ""), ("place BEGINSWITH 'Vien'", "a"),
            ("place LIKE[c] '*stria*'", "a"), ("NOT place CONTAINS 'Vienna'", "bÜ"), ("place == nil", "bÜ"),
            ("place != nil", "a"), ("place CONTAINS 'Vienna' AND rating > 4", ""),
            ("iso > 400", "b"), ("iso == 200", "a"), ("NOT iso > 400", "aÜ"), ("exposureTime <= 0.004", "a"),
            ("aperture == 5.6", "a"), ("aperture != 5.6", "bÜ"), ("focalLength == nil", "bÜ"),
            ("mediaType == 1 AND iso != nil", "ab"), ("mediaType == 2 AND iso != nil", ""),
        ])
    func `a filter finds assets by their details`(_ format: String, _ expected: String) throws {
        #expect(try matches(format) == expected)
    }

    @Test func `assets are sorted by their details, those without a value first`() throws {
        func order(_ key: String, _ isAscending: Bool) throws -> String {
            try matches("TRUEPREDICATE", sort: [AssetFetch.Sort(key: key, isAscending: isAscending)])
        }
        #expect(try order("iso", true) == "Üab")
        #expect(try order("iso", false) == "baÜ")
        #expect(try order("rating", false) == "abÜ")
        #expect(try order("originalFilename", false) == "Üba")
        #expect(throws: PhotoLibrary.PredicateError.self) { try order("keywords", true) }
        #expect(throws: PhotoLibrary.PredicateError.self) { try order("place", true) }
    }

    @Test func `the filename is that of the photo, whatever order the files came in`() throws {
        let still = TemporaryLibrary.Sample.image("live.HEIC") { $0.contentIdentifier = "pair" }
        let moving = TemporaryLibrary.Sample.video("movie.MOV") { $0.contentIdentifier = "pair" }
        try temporary.add([moving, still])
        #expect(try matches("originalFilename == 'live.HEIC'") == "l")
        #expect(try matches("originalFilename == 'movie.MOV'") == "")
    }

    @Test func `an edited caption and keywords count`() throws {
        let asset = try #require(try temporary.library.catalog.read { try $0.assets(after: 0, limit: 1) }.first)
        var change = AssetChange()
        (change.caption, change.keywords, change.rating) = (.some(nil), ["new"], 0)
        try temporary.commit(.change(change, assetUUID: asset.uuid))
        #expect(try matches("caption == nil AND keywords CONTAINS 'new' AND rating == nil") == "a")
    }

    @Test func `a client sees only its assets`() throws {
        #expect(try matches("iso != nil OR iso == nil", client: "app") == "")
        let first = try temporary.library.catalog.read { try $0.assets(after: 0, limit: 1) }.first
        let identifier = try #require(first?.id)
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: identifier, to: "app") }
        #expect(try matches("iso != nil OR iso == nil", client: "app") == "a")
    }

    @Test(
        arguments: [
            "originalFilename == 'a'", "cameraMake == 'a'", "caption == nil", "keywords CONTAINS 'a'", "rating > 1",
            "iso > 1", "exposureTime > 1", "aperture > 1", "focalLength > 1", "'a' IN keywords",
            "place CONTAINS 'Vienna'", "place == nil",
        ])
    func `PhotoKit refuses these keys`(_ format: String) throws {
        let predicate = try PhotoLibrary.Predicate(format: format)
        let error = #expect(throws: PhotoLibrary.PredicateError.self) { try AssetFetch(predicate: predicate) }
        #expect(error?.code == .unsupportedKey)
        #expect(error?.description.contains("originalFilename,") == false)
        #expect(throws: PhotoLibrary.PredicateError.self) {
            try AssetFetch(predicate: nil, sorts: [AssetFetch.Sort(key: "iso", isAscending: true)])
        }
    }

    @Test(
        arguments: [
            ("keywords == 'Lisbon'", "CONTAINS"), ("keywords IN {'a'}", "CONTAINS"),
            ("keywords CONTAINS 5", "a string"),
            ("keywords > 'a'", "CONTAINS"), ("keywords == caption", ""), ("rating == 'many'", "a number"),
            ("cameraMake == 5", "a string"), ("camera == 'x'", "cameraModel"),
        ])
    func `an unsupported comparison is reported with the remedy`(_ format: String, _ remedy: String) throws {
        let predicate = try PhotoLibrary.Predicate(format: format)
        let error = try #require(throws: PhotoLibrary.PredicateError.self) {
            try AssetFetch(predicate: predicate, keys: .withDetails)
        }
        #expect(remedy.isEmpty || error.description.contains(remedy), "\(error)")
    }

    @Test func `the names of the keys contain no synonyms`() {
        let names = AssetFetch.Keys.withDetails.predicateNames
        #expect(Set(names).count == names.count)
        #expect(Set(names).isSuperset(of: AssetFetch.Keys.photoKit.predicateNames))
        #expect(names.contains("keywords") && !names.contains("SELF"))
        #expect(!AssetFetch.Keys.withDetails.sortNames.contains("keywords"))
        #expect(AssetFetch.Keys.withDetails.sortNames.contains("libraryOrder"))
    }
}
