import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The predicates and sorts that real clients use for collections, and the expected ones of four collections.
///
/// A is an album of three days with 12 assets. B is an empty album. C is a smart album without dates or count. D has no
/// title.
@Suite struct CollectionPredicateTests {
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

    private struct Collection: PredicateObject { let predicateIdentifier: String }

    private static let suffix = LocalIdentifier.Kind.collection.rawValue
    private static let a = "A0000000-0000-4000-8000-000000000001"
    private static let b = "B0000000-0000-4000-8000-000000000002"

    private static func date(_ seconds: Double) -> Date {
        Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static let rows: [(name: Character, values: CollectionValues)] = [
        row("A", a, "Holidays in Málaga", start: 100, end: 300, count: 12),
        row("B", b, "Empty", start: 200, end: 200, count: 0),
        row("C", "C0000000-0000-4000-8000-000000000003", "Recents", start: nil, end: nil, count: NSNotFound),
        row("D", "D0000000-0000-4000-8000-000000000004", nil, start: 100, end: 400, count: 3),
    ]

    private static func row(
        _ name: Character, _ uuid: String, _ title: String?, start: Double?, end: Double?, count: Int
    ) -> (name: Character, values: CollectionValues) {
        let values = CollectionValues(
            localIdentifier: uuid + suffix, localizedTitle: title, startDate: start.map(date), endDate: end.map(date),
            estimatedAssetCount: count)
        return (name, values)
    }

    private func choose(_ fetch: CollectionFetch) -> String {
        String(fetch.choose(from: Self.rows, values: \.values).map(\.name))
    }

    // MARK: Predicates

    static let seen: [Case] = [
        Case("title = %@", "Recents", rows: "C"), Case("title == %@", "recents", rows: ""),
        Case("localizedTitle = %@", "Empty", rows: "B"), Case("localizedTitle == %@", NSString("Empty"), rows: "B"),
        Case("startDate = %@", date(100), rows: "AD"), Case("endDate = %@", date(200) as NSDate, rows: "B"),
        Case("estimatedAssetCount = 0", rows: "B"), Case("estimatedAssetCount = %i", 12, rows: "A"),
        Case("title CONTAINS[cd] %@", "MALAGA", rows: "A"), Case("title LIKE %@", "*e*n*", rows: "C"),
        Case("%K like %@", "title", "E?pty", rows: "B"), Case("%K like %@", "localizedTitle", "Recents", rows: "C"),
        Case("estimatedAssetCount > 0", rows: "ACD"), Case("estimatedAssetCount != %d", NSNotFound, rows: "ABD"),
    ]

    static let ours: [Case] = [
        Case("TRUEPREDICATE", rows: "ABCD"), Case("FALSEPREDICATE", rows: ""), Case("1 == 1.0", rows: "ABCD"),
        Case("1 != 1", rows: ""),
        Case("SELF == %@", Collection(predicateIdentifier: a + suffix), rows: "A"),
        Case("SELF IN %@", [Collection(predicateIdentifier: a + suffix), nil], rows: "A"),
        Case("SELF != %@", a, rows: "BCD"), Case("SELF == localIdentifier", rows: "ABCD"),
        Case("localIdentifier = %@", a + suffix, rows: "A"), Case("self.localIdentifier = %@", b, rows: "B"),
        Case("localIdentifier IN %@", [a.lowercased(), "nonsense"], rows: "A"),
        Case("NOT (localIdentifier IN %@)", [a, b], rows: "CD"), Case("localIdentifier == nil", rows: ""),
        Case("localIdentifier != 'nonsense'", rows: "ABCD"),
        Case("title == nil", rows: "D"), Case("title != nil", rows: "ABC"), Case("title == %@", nil, rows: "D"),
        Case("title !=[c] 'EMPTY'", rows: "ACD"), Case("title ==[cd] 'holidays in malaga'", rows: "A"),
        Case("'recents' ==[c] title", rows: "C"), Case("title == 'Holidays in Ma\u{301}laga'", rows: "A"),
        Case("title BEGINSWITH 'Hol'", rows: "A"), Case("title ENDSWITH[c] 'S'", rows: "C"),
        Case("title CONTAINS ''", rows: ""), Case("NOT title CONTAINS 'e'", rows: "ABD"),
        Case("title > 'Empty'", rows: "AC"), Case("NOT title > 'Empty'", rows: "BD"),
        Case("title IN {'Empty', nil}", rows: "BD"), Case("title BETWEEN {'E', 'I'}", rows: "AB"),
        Case("startDate > %@", date(100), rows: "B"), Case("startDate <= nil", rows: ""),
        Case("startDate != %@", date(100), rows: "BC"), Case("NOT (startDate > %@)", date(100), rows: "ACD"),
        Case("startDate == endDate", rows: "BC"), Case("startDate < endDate", rows: "AD"),
        Case("startDate <= endDate", rows: "ABD"), Case("NOT startDate <= endDate", rows: "C"),
        Case("endDate BETWEEN %@", [date(200), date(300)], rows: "AB"),
        Case("endDate BETWEEN %@", [date(200), nil], rows: ""),
        Case("%@ <= endDate", date(300), rows: "AD"), Case("endDate IN %@", [date(400), nil], rows: "CD"),
        Case("estimatedAssetCount == 3.0", rows: "D"), Case("estimatedAssetCount > 3.5", rows: "AC"),
        Case("estimatedAssetCount == '12'", rows: "A"), Case("estimatedAssetCount == '1.2e1'", rows: "A"),
        Case("estimatedAssetCount < %f", 1e300, rows: "ABCD"), Case("estimatedAssetCount <= %f", Double.nan, rows: ""),
        Case("{0, 3} CONTAINS estimatedAssetCount", rows: "BD"), Case("estimatedAssetCount & 1 == 1", rows: "CD"),
        Case("3 < estimatedAssetCount AND estimatedAssetCount < 100", rows: "A"),
        Case("title == 'Empty' OR (estimatedAssetCount >= 3 AND startDate != nil)", rows: "ABD"),
    ]

    @Test(arguments: seen + ours)
    func `a predicate chooses its collections`(example: Case) throws {
        let predicate = try PhotoLibrary.Predicate(format: example.format, arguments: example.arguments)
        #expect(choose(try CollectionFetch(predicate: predicate)) == example.rows)
        let rest = choose(try CollectionFetch(predicate: .not(predicate)))
        #expect(String((example.rows + rest).sorted()) == "ABCD", "a collection is in neither or both")
    }

    @Test func `compounds made at run time`() throws {
        let terms = try ["title == 'Empty'", "title == 'Recents'"].map { try PhotoLibrary.Predicate(format: $0) }
        #expect(choose(try CollectionFetch(predicate: .or(terms))) == "BC")
        #expect(choose(try CollectionFetch(predicate: .and(terms))) == "")
        #expect(choose(try CollectionFetch(predicate: .and([]))) == "ABCD")
        #expect(choose(try CollectionFetch(predicate: .or([]))) == "")
    }

    @Test func `nesting and comparisons have bounds`() throws {
        var deep = try PhotoLibrary.Predicate(format: "title == 'Empty'")
        let leaf = deep
        for _ in 0..<(PhotoLibrary.Predicate.Limits.compoundDepth * 2) { deep = .and([deep]) }
        #expect(choose(try CollectionFetch(predicate: deep)) == "B")
        let many = Array(repeating: leaf, count: PhotoLibrary.Predicate.Limits.comparisons + 2)
        for tooLarge: PhotoLibrary.Predicate in [.not(deep), .or(many)] {
            let error = try #require(throws: PhotoLibrary.PredicateError.self) {
                try CollectionFetch(predicate: tooLarge)
            }
            #expect(error.code == .tooLarge)
        }
    }

    // MARK: Errors

    private func error(_ format: String, _ arguments: Any?...) throws -> PhotoLibrary.PredicateError {
        let predicate = try PhotoLibrary.Predicate(format: format, arguments: arguments)
        return try #require(throws: PhotoLibrary.PredicateError.self) { try CollectionFetch(predicate: predicate) }
    }

    @Test func `an unknown key is named beside the ones there are, wherever it stands`() throws {
        for format in [
            "mediaType == 1", "title == 'x' OR mediaType == 1", "FALSEPREDICATE AND 1 < mediaType",
            "NOT mediaType & 1 == 1", "TRUEPREDICATE OR SELF.mediaType IN {1}", "title == mediaType",
        ] {
            #expect(
                try error(format).description
                    == "Unsupported predicate in fetch options: collections have no key “mediaType”. Use SELF, "
                    + "localIdentifier, localizedTitle (or title), startDate, endDate, estimatedAssetCount.")
            #expect(try error(format).code == .unsupportedKey)
        }
        #expect(try error("title.length > 1").code == .unsupportedKey)
    }

    @Test func `what a key cannot be compared with`() throws {
        #expect(try error("startDate > 5").code == .mismatchedTypes)
        #expect(try error("title == 5").code == .mismatchedTypes)
        #expect(try error("title LIKE nil").code == .mismatchedTypes)
        #expect(try error("title ==[c] 5").code == .mismatchedTypes)
        #expect(try error("title IN {'a', 5}").code == .mismatchedTypes)
        #expect(try error("title IN 'a'").code == .mismatchedTypes)
        #expect(try error("estimatedAssetCount == %@", Date()).code == .mismatchedTypes)
        #expect(try error("estimatedAssetCount == 'many'").code == .mismatchedTypes)
        #expect(try error("SELF == 5").code == .mismatchedTypes)
        #expect(try error("title & 1 == 1").code == .mismatchedTypes)
        #expect(try error("startDate & 1 == 1").code == .mismatchedTypes)
        #expect(try error("estimatedAssetCount & 1.5 == 1").code == .mismatchedTypes)
        #expect(try error("endDate BETWEEN {%@}", Date()).code == .argument)
        #expect(try error("estimatedAssetCount CONTAINS 'x'").code == .unsupportedOperator)
        #expect(try error("startDate LIKE 'x'").code == .unsupportedOperator)
        #expect(try error("estimatedAssetCount ==[c] 1").code == .unsupportedOperator)
        #expect(try error("title <[c] 'x'").code == .unsupportedOperator)
        #expect(try error("title IN[c] {'x'}").code == .unsupportedOperator)
        #expect(try error("SELF BEGINSWITH 'A'").code == .unsupportedOperator)
        #expect(try error("SELF < localIdentifier").code == .unsupportedOperator)
        #expect(try error("'x' LIKE title").code == .unsupportedOperator)
        #expect(try error("title == startDate").code == .unsupportedOperator)
        #expect(try error("startDate ==[c] endDate").code == .unsupportedOperator)
        #expect(try error("estimatedAssetCount & estimatedAssetCount == 1").code == .unsupportedOperator)
        #expect(try error("1 < 2").code == .unsupportedOperator)
        for format in ["title == 5", "title IN 'a'", "startDate LIKE 'x'", "1 < 2"] {
            #expect(try error(format).description.hasPrefix("Unsupported predicate in fetch options: "))
        }
    }

    // MARK: Order and limit

    @Test(arguments: [
        ([], "ABCD"), (["+endDate"], "CBAD"), (["-endDate"], "DABC"), (["-startDate"], "BADC"),
        (["+startDate"], "CADB"), (["-estimatedAssetCount"], "CADB"), (["+estimatedAssetCount"], "BDAC"),
        (["+localizedTitle"], "DBAC"), (["-title"], "CABD"), (["-localIdentifier"], "DCBA"),
        (["+startDate", "-endDate"], "CDAB"), (["-startDate", "+title"], "BDAC"),
    ])
    func `sorts, with no value first when ascending and ties by identifier`(keys: [String], expected: String) throws {
        let sorts = keys.map { (key: String($0.dropFirst()), isAscending: $0.hasPrefix("+")) }
        #expect(choose(try CollectionFetch(sorts: sorts)) == expected)
        let shuffled = try CollectionFetch(sorts: sorts).choose(from: Self.rows.reversed(), values: \.values)
        #expect(String(shuffled.map(\.name)) == (keys.isEmpty ? "DCBA" : expected))
    }

    @Test func `the limit counts what the predicate left, after sorting`() throws {
        let predicate = try PhotoLibrary.Predicate(format: "startDate != nil")
        let sorts = [(key: "endDate", isAscending: false)]
        #expect(choose(try CollectionFetch(predicate: predicate, sorts: sorts, limit: 2)) == "DA")
        #expect(choose(try CollectionFetch(predicate: predicate, limit: 2)) == "AB")
        #expect(choose(try CollectionFetch(limit: 9)) == "ABCD")
    }

    @Test func `an unknown sort key is named beside the ones there are`() throws {
        for key in ["creationDate", "SELF", "self", ""] {
            let error = try #require(throws: PhotoLibrary.PredicateError.self) {
                try CollectionFetch(sorts: [(key: "title", isAscending: true), (key: key, isAscending: true)])
            }
            #expect(
                error.description
                    == "Unsupported sort descriptor in fetch options: collections cannot be sorted by “\(key)”. Use "
                    + "localIdentifier, localizedTitle (or title), startDate, endDate, estimatedAssetCount.")
        }
    }
}
