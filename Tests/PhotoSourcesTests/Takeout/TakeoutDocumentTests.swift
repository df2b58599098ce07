import AlbumenTestSupport
import Foundation
import PhotoSources
import Records
import Testing

/// The documents of an export (imports 2.2).
@Suite struct TakeoutDocumentTests {
    static let whole = """
        {"title": "What's \\u0026 up?.jpg", "description": "On the\\nbeach", "imageViews": "3",
         "creationTime": {"timestamp": "1600000000", "formatted": "13.09.2020, 12:26:40 UTC"},
         "photoTakenTime": {"timestamp": "1562000000", "formatted": "1 juil. 2019"},
         "geoData": {"latitude": 47.5, "longitude": -13.25, "altitude": 0.0, "latitudeSpan": 0.0},
         "geoDataExif": {"latitude": 47.4, "longitude": -13.25, "altitude": 12.5},
         "people": [{"name": "Ada"}, {"name": " "}, {}], "url": "https://photos.google.com/photo/AF1",
         "favorited": true, "archived": true, "googlePhotosOrigin": {"fromPartnerSharing": {}}}
        """

    private func document(_ text: String) -> TakeoutDocument? { TakeoutDocument(Data(text.utf8)) }

    private func item(_ text: String) throws -> TakeoutItemDocument {
        guard case .item(let item)? = document(text) else { throw TestFailure("it isn't an item: \(text)") }
        return item
    }

    @Test func `an item has its title, caption, marks and people`() throws {
        let item = try item(Self.whole)
        #expect(item.title == "What's & up?.jpg")
        #expect(item.caption == "On the\nbeach")
        #expect(item.taken.date == Date(timeIntervalSince1970: 1_562_000_000))
        #expect(item.isFavorite && item.isArchived && item.isOfPartner && !item.isTrashed)
        #expect(item.persons == ["Ada"])
        #expect(item.placeFact.fact == .known(.init(latitude: 47.5, longitude: -13.25)))
    }

    @Test(arguments: [
        (#"{"title": "Nordsee", "date": {"timestamp": "1"}}"#, "Nordsee"), (#"{"title": ""}"#, ""),
        (#"{"albumData": {"title": "Old", "access": "protected"}}"#, "Old"),
    ])
    func `an album is an object with a title and no time of capture`(text: String, title: String) {
        guard case .album(let album)? = document(text) else {
            Issue.record("it isn't an album")
            return
        }
        #expect(album.title == title)
    }

    @Test func `an album's texts and comments are counted`() {
        let text = """
            {"title": "A", "description": "d", "enrichments": [{"narrativeEnrichment": {"text": "x"}}, {}],
             "sharedAlbumComments": [{"text": "y"}, {}, {}]}
            """
        guard case .album(let album)? = document(text) else {
            Issue.record("it isn't an album")
            return
        }
        #expect(album.caption == "d" && album.enrichmentCount == 2 && album.commentCount == 3)
    }

    @Test(arguments: [
        "[]", "1", "null", #""text""#, #"{"title": ["a", "b"]}"#, #"{"photoTakenTime": {}}"#, #"{"photoTakenTime": 5}"#,
    ])
    func `other documents are ignored`(text: String) {
        #expect(document(text) == .other)
    }

    @Test func `an object without fields is empty`() {
        #expect(document("{}") == .empty)
    }

    @Test(arguments: ["", "{", #"{"title": "a""#, "\u{0}"])
    func `damaged documents are refused`(text: String) {
        #expect(document(text) == nil)
    }

    @Test func `a document that ends at any byte is refused or read`() {
        let bytes = Data(Self.whole.utf8)
        for end in bytes.indices { #expect(TakeoutDocument(bytes.prefix(end)) == nil) }
    }

    @Test func `a document with any byte changed is refused or read`() {
        var generator = SeededGenerator(seed: 7)
        let bytes = Data(Self.whole.utf8)
        var read = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] = UInt8.random(in: 0...255, using: &generator)
            read += TakeoutDocument(changed) == nil ? 0 : 1
        }
        #expect(read > 0 && read < bytes.count)
    }

    @Test func `deep and large documents are refused`() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(document(deep) == nil)
        #expect(document(#"{"title": ""# + String(repeating: "a", count: 1 << 20) + #""}"#) == nil)
    }

    @Test(
        arguments: [
            ("\"-3600\"", -3_600, false), ("\"0\"", nil, false), ("1562000000", 1_562_000_000, false),
            ("\"253402300799\"", 253_402_300_799, false), ("\"253402300800\"", nil, true),
            ("\"-62135596801\"", nil, true), ("\"99999999999999999999\"", nil, true), ("\"soon\"", nil, true),
        ] as [(String, Int?, Bool)])
    func `times are seconds in the years 1 to 9999, and 0 is none`(text: String, seconds: Int?, isInvalid: Bool) throws
    {
        let taken = try item(#"{"title": "a.jpg", "photoTakenTime": {"timestamp": \#(text)}}"#).taken
        #expect(taken.date == seconds.map { Date(timeIntervalSince1970: TimeInterval($0)) })
        #expect(taken.isInvalid == isInvalid)
    }

    @Test(arguments: [
        (#""geoData": {"latitude": 0.0, "longitude": 0.0}"#, SourceFact<SourceFacts.Place>.unknown, false),
        (#""geoData": {"latitude": 0, "longitude": 0}, "geoDataExif": {"latitude": 1, "longitude": 2}"#, .none, true),
        (#""geoDataExif": {"latitude": 1, "longitude": 2}"#, .known(.init(latitude: 1, longitude: 2)), false),
        (#""geoData": {"latitude": 91, "longitude": 2}"#, .unknown, true),
        (#""geoData": {"latitude": 1, "longitude": 1e300}"#, .unknown, true),
        (#""geoData": {"latitude": "x"}"#, .unknown, false), (#""geoData": 3"#, .unknown, false),
        (
            #""geoData": {"latitude": 1, "longitude": 2, "altitude": 33}"#,
            .known(.init(latitude: 1, longitude: 2, altitude: 33)), false
        ),
    ])
    func `places count unless the user removed them`(text: String, fact: SourceFact<SourceFacts.Place>, isListed: Bool)
        throws
    {
        let place = try item(#"{"photoTakenTime": {"timestamp": "5"}, \#(text)}"#).placeFact
        #expect(place.fact == fact)
        #expect((place.difference != nil) == isListed)
    }
}
