import Foundation
import Testing

@testable import Albumen
@testable import Catalog
@testable import PhotoLibrary

/// The predicates that real clients use, and the matching rows of `PredicateAssetTable`.
///
/// A is a photo. B is a favourite Live Photo with a location. C is a hidden video. D is a burst photo without dates.
@Suite struct PredicateAssetTests {
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let format: String
        // Only numbers, strings, dates and arrays of them.
        let arguments: [Any?]
        let rows: String

        init(_ format: String, _ arguments: Any?..., rows: String) {
            self.format = format
            self.arguments = arguments
            self.rows = rows
        }

        var testDescription: String { format }
    }

    private struct Asset: PredicateObject { let predicateIdentifier: String }

    private static func date(_ seconds: Double) -> Date {
        Date(timeIntervalSinceReferenceDate: seconds)
    }

    static let scanned: [Case] = [
        Case("mediaType == %d", 1, rows: "ABD"), Case("mediaType = %d", 2, rows: "C"),
        Case("mediaType == %ld", 1, rows: "ABD"), Case("mediaType = %ld", 2, rows: "C"),
        Case("mediaType = %i", 1, rows: "ABD"), Case("mediaType != %i", 1, rows: "C"),
        Case("mediaType IN %@", [1, 2], rows: "ABCD"), Case("mediaType IN %@", [NSNumber(value: 2)], rows: "C"),
        Case("mediaType = %d || mediaType = %d", 1, 2, rows: "ABCD"),
        Case("mediaType = %d OR mediaType = %d", 1, 2, rows: "ABCD"),
        Case("(mediaType == %d) || (mediaType == %d)", 1, 2, rows: "ABCD"),
        Case("(mediaType == %d) AND ((mediaSubtype & %d) == %d)", 1, 8, 8, rows: "B"),
        Case("(mediaType == %d) AND !((mediaSubtype & %d) == %d)", 1, 8, 8, rows: "AD"),
        Case("NOT ((mediaSubtype & %d) != 0)", 8, rows: "ACD"),
        Case("mediaType IN %@ AND creationDate >= %@", [1, 2], date(200), rows: "BC"),
        Case("creationDate > %@", date(200), rows: "C"),
        Case("creationDate >= %@ AND creationDate <= %@", date(100), date(200) as NSDate, rows: "AB"),
        Case("creationDate > %@ OR modificationDate > %@", date(250), date(160), rows: "BC"),
        Case(
            "creationDate > %@ OR (modificationDate > %@ AND creationDate > %@)", date(250), date(140), date(50),
            rows: "ABC"),
        Case("creationDate < %@", date(200), rows: "A"), Case("creationDate = %@", date(200), rows: "B"),
        Case("modificationDate = %@", date(150), rows: "A"), Case("duration < %f", 10.0, rows: "ABD"),
        Case("duration = %d", 30, rows: "C"), Case("pixelWidth = %i", 300, rows: "B"),
        Case("pixelHeight = %i", 3024, rows: "ACD"), Case("isFavorite = %@", true, rows: "B"),
        Case("isFavorite = %@", NSNumber(value: true), rows: "B"), Case("isHidden = %@", NSNumber(0), rows: "ABD"),
        Case("burstIdentifier = %@", "Burst-É", rows: "D"),
        Case("localIdentifier = %@", PredicateAssetTable.photo + "/L0/001", rows: "A"),
        Case("localIdentifier IN %@", [PredicateAssetTable.live.lowercased(), "nonsense"], rows: "B"),
    ]

    /// Parts of local identifiers, which may reach into the suffix that rows don't store.
    static let identifierParts: [Case] = [
        Case("localIdentifier BEGINSWITH %@", String(PredicateAssetTable.photo.prefix(8)), rows: "A"),
        Case("localIdentifier BEGINSWITH %@", PredicateAssetTable.photo + "/L0/0", rows: "A"),
        Case("localIdentifier BEGINSWITH %@", PredicateAssetTable.photo + "/L0/001", rows: "A"),
        Case("localIdentifier BEGINSWITH %@", PredicateAssetTable.photo + "/L0/040", rows: ""),
        Case("localIdentifier BEGINSWITH %@", PredicateAssetTable.photo + "/L0/001/", rows: ""),
        Case("localIdentifier BEGINSWITH %@", PredicateAssetTable.photo.lowercased(), rows: ""),
        Case("localIdentifier BEGINSWITH[c] %@", PredicateAssetTable.photo.lowercased() + "/l0", rows: "A"),
        Case("localIdentifier BEGINSWITH '/L0'", rows: ""),
        Case("NOT (localIdentifier BEGINSWITH %@)", PredicateAssetTable.photo, rows: "BCD"),
        Case("localIdentifier CONTAINS %@", String(PredicateAssetTable.live.dropFirst(3)), rows: "B"),
        Case("localIdentifier CONTAINS %@", String(PredicateAssetTable.live.suffix(6)) + "/L0", rows: "B"),
        Case("localIdentifier CONTAINS 'L0/0'", rows: "ABCD"), Case("localIdentifier CONTAINS '/L1'", rows: ""),
        Case("localIdentifier ENDSWITH '/001'", rows: "ABCD"), Case("localIdentifier ENDSWITH '/L0'", rows: ""),
        Case("localIdentifier ENDSWITH %@", String(PredicateAssetTable.live.suffix(6)) + "/L0/001", rows: "B"),
    ]

    static let indexed: [Case] = [
        Case("mediaSubtypes & %d != 0", 8, rows: "B"), Case("(mediaSubtypes & %d) != 0", 12, rows: "BD"),
        Case("(mediaSubtypes & %d) == 0", 8, rows: "ACD"), Case("mediaSubtypes == %d", 8, rows: "B"),
        Case("mediaSubtypes = %d", 4, rows: "D"), Case("mediaSubtype & %d != 0", 8, rows: "B"),
        Case("mediaSubtype & %d == 0", 8, rows: "ACD"), Case("(mediaSubtype & %d) > 0", 8, rows: "B"),
        Case("mediaSubTypes == %d", 8, rows: "B"),
        Case("mediaType == %d AND (mediaSubtype & %d) != 0", 1, 4, rows: "D"),
        Case("mediaType == %d AND NOT (mediaSubtype == %d)", 1, 8, rows: "AD"),
        Case("mediaType == %d && mediaSubtype == %d", 1, 8, rows: "B"),
        Case("mediaType == %d && mediaSubTypes == %d", 1, 8, rows: "B"),
        Case("mediaType == %d && !(mediaSubtypes == %d)", 1, 8, rows: "AD"),
        Case("mediaType == %d && !(mediaSubtype & %d != 0)", 1, 8, rows: "AD"),
        Case("mediaType == %d && !(mediaSubtypes == %d) && creationDate > %@", 1, 8, date(1), rows: "A"),
        Case("(mediaType == %d)", 2, rows: "C"), Case("SELF.mediaType = %d", 2, rows: "C"),
        Case("%K == %d", "mediaType", 2, rows: "C"),
        Case("mediaType == %d AND creationDate >= %@", 1, date(100), rows: "AB"),
        Case("mediaType == %d AND creationDate > %@", 1, date(100), rows: "B"),
        Case("mediaType == %d AND creationDate >= %@ AND creationDate <= %@", 1, date(0), date(100), rows: "A"),
        Case("creationDate > %@ AND mediaType == %d", date(100), 1, rows: "B"),
        Case("creationDate >= %@ && creationDate <= %@", date(200), date(300), rows: "BC"),
        Case("(creationDate <= %@) && (creationDate >= %@)", date(300), date(200), rows: "BC"),
        Case("creationDate > %@ && creationDate < %@", date(100), date(300), rows: "B"),
        Case("creationDate >= %@ AND (mediaType == %d OR mediaType == %d)", date(200), 1, 2, rows: "BC"),
        Case("modificationDate > %@", date(150), rows: "B"), Case("modificationDate >= %@", date(150), rows: "AB"),
        Case("mediaType == %d AND duration >= 1.0", 2, rows: "C"),
        Case("mediaType == %d && (duration > %f && duration < %f)", 2, 10.0, 60.0, rows: "C"),
        Case("duration >= %@ AND duration <= %@", 0, NSNumber(value: 29.5), rows: "ABD"),
        Case("duration >= %d AND duration <= %d", 1, 60, rows: "C"), Case("duration > %f", 0.0, rows: "C"),
        Case("pixelWidth >= %d AND pixelHeight >= %d", 1000, 1000, rows: "ACD"),
        Case("pixelWidth == %@ AND pixelHeight == %@", NSNumber(300), "300", rows: "B"),
        Case("pixelWidth == %d AND pixelHeight == %d", 4032, 3024, rows: "ACD"),
        Case("pixelWidth IN %@ && pixelHeight IN %@", [300, 1], [300.0], rows: "B"),
        Case("pixelWidth >= 300 AND pixelHeight >= 300", rows: "ABCD"), Case("pixelWidth >= 400", rows: "ACD"),
        Case("isFavorite == YES", rows: "B"), Case("isFavorite = true", rows: "B"),
        Case("isFavorite == true", rows: "B"), Case("self.isFavorite==true", rows: "B"),
        Case("isFavorite == YES OR location != nil", rows: "B"), Case("isHidden == NO", rows: "ABD"),
        Case("isHidden == YES", rows: "C"), Case("isHidden == false", rows: "ABD"),
        Case("isHidden == NO AND (mediaType == %d OR mediaType == %d)", 1, 2, rows: "ABD"),
        Case("(mediaType = %d OR mediaType = %d) AND isHidden == YES", 1, 2, rows: "C"),
        Case("representsBurst == YES", rows: "D"), Case("burstIdentifier != nil", rows: "D"),
        Case("burstIdentifier == %@", "Burst-É", rows: "D"), Case("location != nil", rows: "B"),
        Case("sourceType != %d", 4, rows: "ABD"),
        Case("localIdentifier == %@", PredicateAssetTable.video, rows: "C"),
        Case("NOT (localIdentifier IN %@)", [PredicateAssetTable.photo, "x"], rows: "BCD"),
        Case("SELF IN %@", [Asset(predicateIdentifier: PredicateAssetTable.live + "/L0/001")], rows: "B"),
    ]

    static let ours: [Case] = [
        Case("TRUEPREDICATE", rows: "ABCD"), Case("FALSEPREDICATE", rows: ""), Case("1 == 1.0", rows: "ABCD"),
        Case("favorite == YES OR hidden == YES", rows: "BC"), Case("%d = mediaType", 2, rows: "C"),
        Case("10 < duration", rows: "C"), Case("{1, 3} CONTAINS mediaType", rows: "ABD"),
        Case("pixelWidth == pixelHeight", rows: "B"), Case("modificationDate > creationDate", rows: "A"),
        Case("NOT (creationDate > %@)", date(200), rows: "ABD"), Case("creationDate == nil", rows: "D"),
        Case("creationDate != %@", date(100), rows: "BCD"), Case("creationDate > nil", rows: ""),
        Case("creationDate == %@", nil, rows: "D"), Case("modificationDate IN %@", [date(150), nil], rows: "ACD"),
        Case("creationDate BETWEEN %@", [date(100), date(200)], rows: "AB"),
        Case("creationDate BETWEEN {%@, %@}", date(150), date(200), rows: "B"),
        Case("NOT (creationDate BETWEEN %@)", [date(100), date(200)], rows: "CD"),
        Case("mediaType IN {2, 3}", rows: "C"), Case("addedDate > %@", date(0), rows: "ABCD"),
        Case("burstIdentifier ==[cd] 'burst-e'", rows: "D"), Case("burstIdentifier !=[c] 'BURST-É'", rows: "ABC"),
        Case("burstIdentifier BEGINSWITH 'Burst'", rows: "D"), Case("burstIdentifier LIKE[c] 'b*'", rows: "D"),
        Case("NOT burstIdentifier CONTAINS 'x'", rows: "ABCD"), Case("location == nil", rows: "ACD"),
        Case("SELF == %@", Asset(predicateIdentifier: PredicateAssetTable.photo), rows: "A"),
        Case("SELF != %@", PredicateAssetTable.photo, rows: "BCD"), Case("localIdentifier == 'nonsense'", rows: ""),
        Case("localIdentifier != 'nonsense'", rows: "ABCD"), Case("localIdentifier == nil", rows: ""),
    ]

    @Test(arguments: scanned + identifierParts + indexed + ours)
    func `a predicate returns its rows`(example: Case) throws {
        let table = try PredicateAssetTable()
        let predicate = try PhotoLibrary.Predicate(format: example.format, arguments: example.arguments)
        #expect(try table.answer(predicate) == example.rows)
        let rest = try table.answer(.not(predicate))
        #expect(String((example.rows + rest).sorted()) == "ABCD", "a row is in neither or both")
    }

    @Test func `a hundred thousand identifiers`() throws {
        let identifiers = (0..<100_000).map { _ in UUID().uuidString + "/L0/001" } + [PredicateAssetTable.undated]
        let table = try PredicateAssetTable()
        let predicate = try PhotoLibrary.Predicate(format: "localIdentifier IN %@", arguments: [identifiers])
        #expect(try table.answer(predicate) == "D")
        #expect(try table.answer(.not(predicate)) == "ABC")
    }

    @Test func `deeply nested predicates work or are refused, and never fail in SQLite`() throws {
        let table = try PredicateAssetTable()
        var chain = try PhotoLibrary.Predicate(format: "mediaType == 2")
        for _ in 0..<900 { chain = try .or([PhotoLibrary.Predicate(format: "duration > 100"), chain]) }
        #expect(try table.answer(chain) == "C")

        var ladder = try PhotoLibrary.Predicate(format: "mediaType == 2")
        let a = try PhotoLibrary.Predicate(format: "creationDate != %@", arguments: [Date()])
        for step in 0..<64 {
            ladder = step.isMultiple(of: 2) ? .or([.not(a), .not(a), ladder]) : .not(.or([.not(a), .not(ladder)]))
        }
        #expect(try table.answer(ladder) == "C")
        #expect(try table.answer(.not(ladder)) == "ABD")
        let refused = PhotoLibrary.Predicate.or([ladder, a])
        let error = try #require(throws: PhotoLibrary.PredicateError.self) { try refused.assetFilter() }
        #expect(error.code == .tooLarge)
        #expect(throws: Never.self) { try PhotoLibrary.Predicate.and([ladder, a]).assetFilter() }
    }

    @Test func `a predicate can have as many lists as comparisons`() throws {
        let table = try PredicateAssetTable()
        let terms = Array(repeating: "mediaSubtypes & 8 IN {1, 2, 3, 4, 5, 6, 7, 8}", count: 2_000)
        #expect(try table.answer(PhotoLibrary.Predicate(format: terms.joined(separator: " OR "))) == "B")
    }

    private func error(_ format: String, _ arguments: Any?...) throws -> PhotoLibrary.PredicateError {
        let predicate = try PhotoLibrary.Predicate(format: format, arguments: arguments)
        return try #require(throws: PhotoLibrary.PredicateError.self) { try predicate.assetFilter() }
    }

    @Test func `an unknown key is reported with the supported ones`() throws {
        for format in ["title CONTAINS[cd] 'x'", "mediaSubtypes.rawValue & 8 != 0", "filename == 'a'", "1 == latitude"]
        {
            let error = try error(format)
            #expect(error.code == .unsupportedKey)
            #expect(error.description.hasPrefix("Unsupported predicate in fetch options: "))
            #expect(error.description.contains("creationDate"))
        }
        #expect(try error("title == 'x'").description.contains("“title”"))
    }

    @Test func `invalid comparisons with a column`() throws {
        #expect(try error("creationDate > 5").code == .mismatchedTypes)
        #expect(try error("mediaType == %@", Date()).code == .mismatchedTypes)
        #expect(try error("mediaType == 'photo'").code == .mismatchedTypes)
        #expect(try error("mediaType IN 5").code == .mismatchedTypes)
        #expect(try error("burstIdentifier == 5").code == .mismatchedTypes)
        #expect(try error("SELF == 5").code == .mismatchedTypes)
        #expect(try error("duration & 4 == 4").code == .mismatchedTypes)
        #expect(try error("mediaSubtypes & 1.5 == 4").code == .mismatchedTypes)
        #expect(try error("creationDate BETWEEN {%@}", Date()).code == .argument)
        #expect(try error("mediaType CONTAINS 'x'").code == .unsupportedOperator)
        #expect(try error("SELF BEGINSWITH 'A'").code == .unsupportedOperator)
        #expect(try error("localIdentifier LIKE 'A*'").code == .unsupportedOperator)
        #expect(try error("localIdentifier CONTAINS 5").code == .mismatchedTypes)
        #expect(try error("location == 5").code == .unsupportedOperator)
        #expect(try error("location > nil").code == .unsupportedOperator)
        #expect(try error("'x' LIKE burstIdentifier").code == .unsupportedOperator)
        #expect(try error("mediaSubtypes & 8 == mediaType").code == .unsupportedOperator)
        #expect(try error("mediaSubtypes & mediaType == 1").code == .unsupportedOperator)
        #expect(try error("creationDate == pixelWidth").code == .unsupportedOperator)
        #expect(try error("1 < 2").code == .unsupportedOperator)
    }

    @Test func `sort keys`() throws {
        for key in [
            "creationDate", "modificationDate", "duration", "pixelWidth", "pixelHeight", "localIdentifier", "mediaType",
            "addedDate", "isFavorite", "mediaSubtypes", "burstIdentifier",
        ] {
            #expect(try AssetOrdering.ordering(forKey: key, ascending: false).isAscending == false)
        }
        #expect(
            try AssetOrdering.ordering(forKey: "localIdentifier", ascending: true)
                == AssetOrdering(column: .uuid, isAscending: true))
        for key in ["title", "SELF", "location", ""] {
            let error = try #require(throws: PhotoLibrary.PredicateError.self) {
                try AssetOrdering.ordering(forKey: key, ascending: true)
            }
            #expect(error.description.contains("creationDate, modificationDate"))
        }
    }
}
