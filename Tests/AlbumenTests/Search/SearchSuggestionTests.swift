import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The texts that complete a search, and the similar search for one that finds nothing.
@Suite struct SearchSuggestionTests {
    private let temporary: TemporaryLibrary
    private let photos: [String]
    private var view: LibraryView { temporary.library.owner }

    init() throws {
        temporary = try TemporaryLibrary()
        photos = try temporary.add([
            Self.sample("1.jpg", day: 10) { probe in
                probe.keywords = ["Lisbon", "New York"]
                probe.caption = "Grandma in the garden"
                probe.cameraModel = "ILCE-7M4"
            },
            Self.sample("2.jpg", day: 12) { $0.keywords = ["Lisbon", "日出"] },
            Self.sample("3.jpg", day: 400) { $0.keywords = ["Secret"] },
            .video("4.mov") { probe in
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: 400 * 86_400, utcOffsetInSeconds: 0, source: .exifOriginal)
            },
        ]).compactMap(\.assetUUID)
    }

    /// A photo of a day after 2001-01-01.
    private static func sample(
        _ name: String, day: Int, _ change: (inout MediaProbe) -> Void
    ) -> TemporaryLibrary.Sample {
        .image(name) { probe in
            probe.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: Double(day) * 86_400, utcOffsetInSeconds: 0, source: .exifOriginal)
            change(&probe)
        }
    }

    @Test func `names of each kind complete a text, with the number of their photos`() throws {
        let album = UUID().uuidString
        try temporary.commit(
            .createCollection(NewCollection(uuid: album, kind: .album, title: "Lake Garda")),
            .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: "Lake of nothing")),
            .editMembers(ListEdit(.add(photos)), albumUUID: album))
        #expect(try texts("lak") == ["album Lake Garda 4"])
        #expect(try texts("LIS") == ["keyword Lisbon 2"])
        #expect(try texts("yor") == ["keyword New York 1"])
        #expect(try texts("ilce") == ["camera ILCE-7M4 1"])
        #expect(try texts("vid") == ["kind Videos 1"])
        #expect(try texts("raw") == [])
        #expect(try texts("janu") == ["date January 2001 2"])
        #expect(try texts("2001") == ["date January 2001 2"])
        #expect(try texts("200") == ["date 2002 2", "date 2001 2", "date February 2002 2", "date January 2001 2"])
        #expect(try texts("日") == ["keyword 日出 1"])
        #expect(try texts("视") == ["kind 视频 1"])
        #expect(try texts("2001年", "zh") == ["date 2001年1月 2"])
        #expect(try texts("1月", "zh") == ["date 2001年1月 2"])
    }

    @Test func `the last words of a text are completed, and the words before them stay`() throws {
        #expect(try texts("grandma lis") == ["keyword grandma Lisbon"])
        #expect(try texts("lisbon new y") == ["keyword lisbon New York"])
        #expect(try texts("new ") == ["keyword New York 1"])
        for text in ["", " ", "lisbon", "nothing", "?", "\"", String(repeating: "word ", count: 1_000)] {
            #expect(try texts(text) == [], "\(text.prefix(20))")
        }
    }

    @Test func `a similar search replaces the words that nothing has`() throws {
        #expect(try view.correction(of: "grndma") == "grandma")
        #expect(try view.correction(of: "garndma") == "grandma")
        #expect(try view.correction(of: "Lisbn grandma") == "lisbon grandma")
        #expect(try view.correction(of: "janaury 2001") == "january 2001")
        // Words that are far away, short or known, and words that no photo has together.
        for text in ["", "grandma", "zebra", "gma", "grxxdma", "lisbon secret", "Lisbn secret", "1234567", "日落"] {
            #expect(try view.correction(of: text) == nil, "\(text)")
        }
    }

    @Test func `hidden and deleted photos suggest nothing`() async throws {
        #expect(try texts("secr") == ["keyword Secret 1"])
        #expect(try view.correction(of: "secrt") == "secret")
        try temporary.commit(.setHidden(true, assetUUID: photos[2]))
        #expect(try view.correction(of: "secrt") == nil)
        // The names are read again in the background.
        try await waitUntil { try texts("secr").isEmpty }
        try temporary.commit(.setHidden(false, assetUUID: photos[2]))
        try await waitUntil { try texts("secr").count == 1 }
        try temporary.commit(.trash(assetUUID: photos[2]))
        try await waitUntil { try texts("secr").isEmpty }
    }

    @Test func `a client with limited access learns no names`() throws {
        let row = try #require(try view.assetRows(uuids: [photos[0]])[photos[0]])
        try temporary.library.choose([row], forClient: "app", author: "test")
        let client = temporary.library.view(.limited(client: "app"))
        #expect(try client.completions(of: "lis", languageCode: "en").isEmpty)
        #expect(try client.correction(of: "grndma") == nil)
    }

    @Test(
        arguments: [
            ("grndma", "grandma", 1), ("grandma", "grandma", 0), ("abcd", "acbd", 1), ("abcd", "badc", 2),
            ("abc", "xyz", 3), ("", "ab", 2), ("kitten", "sitting", 3), ("ca", "abc", 3),
        ] as [(String, String, Int)])
    func `an edit is a letter more, less or other, or a swap`(_ one: String, _ other: String, _ distance: Int) {
        let (left, right) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
        #expect(EditDistance.between(left, right, atMost: 9) == distance)
        #expect(EditDistance.between(right, left, atMost: distance) == distance)
        #expect(EditDistance.between(left, right, atMost: distance - 1) == nil)
    }

    private func texts(_ text: String, _ languageCode: String = "en") throws -> [String] {
        try view.completions(of: text, languageCode: languageCode).map { completion in
            "\(completion.kind) \(completion.text)" + (completion.count.map { " \($0)" } ?? "")
        }
    }
}
