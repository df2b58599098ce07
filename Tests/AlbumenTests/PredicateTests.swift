import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct PredicateTests {
    typealias Predicate = PhotoLibrary.Predicate
    typealias PredicateError = PhotoLibrary.PredicateError

    private func comparison(
        _ key: String, _ operator: Predicate.Operator, _ value: Predicate.Value
    ) -> Predicate {
        .comparison(.key(key), Predicate.Comparison(`operator`), .value(value))
    }

    private func error(_ format: String, _ arguments: Any?...) throws -> PredicateError {
        try #require(throws: PredicateError.self) { try Predicate(format: format, arguments: arguments) }
    }

    // MARK: Grammar

    @Test func `AND binds tighter than OR, NOT tighter than AND, and & tighter than a comparison`() throws {
        let a = comparison("a", .equal, .integer(1))
        let b = comparison("b", .equal, .integer(2))
        let c = comparison("c", .equal, .integer(3))
        #expect(try Predicate(format: "a == 1 OR b == 2 AND c == 3") == .or([a, .and([b, c])]))
        #expect(try Predicate(format: "(a == 1 OR b == 2) && c == 3") == .and([.or([a, b]), c]))
        #expect(try Predicate(format: "NOT a == 1 AND b == 2") == .and([.not(a), b]))
        #expect(try Predicate(format: "!(a = 1) || !b = 2") == .or([.not(a), .not(b)]))
        #expect(try Predicate(format: "a == 1 and b == 2 And c == 3") == .and([a, b, c]))
        let bits = Predicate.comparison(
            .bits(.key("m"), .value(.integer(8))), Predicate.Comparison(.notEqual), .value(.integer(0)))
        #expect(try Predicate(format: "m & 8 != 0") == bits)
        #expect(try Predicate(format: "((m & 8)) != 0") == bits)
    }

    @Test(arguments: [
        ("=", Predicate.Operator.equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .less),
        ("<=", .lessOrEqual), ("=<", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual),
        ("=>", .greaterOrEqual), (" in ", .isIn), (" Between ", .between), (" CONTAINS ", .contains),
        (" beginswith ", .beginsWith), (" ENDSWITH ", .endsWith), (" like ", .like),
    ])
    func `every spelling of an operator`(spelling: String, operator: Predicate.Operator) throws {
        #expect(try Predicate(format: "key\(spelling)1") == comparison("key", `operator`, .integer(1)))
    }

    @Test(arguments: [
        ("12", Predicate.Value.integer(12)), ("-12", .integer(-12)), ("1.0", .real(1)), (".5", .real(0.5)),
        ("-2.5e-3", .real(-0.0025)), ("99999999999999999999", .real(1e20)), ("YES", .integer(1)), ("no", .integer(0)),
        ("TRUE", .integer(1)), ("false", .integer(0)), ("nil", .null), ("NULL", .null), ("null", .null),
        ("'it\\'s'", .text("it's")), ("\"a \\\"b\\\" \\\\ \\n\"", .text("a \"b\" \\ \n")),
        ("'%@ 100%'", .text("%@ 100%")),
        ("{1, 2.5, 'x'}", .list([.integer(1), .real(2.5), .text("x")])), ("{}", .list([])),
    ])
    func `every literal`(spelling: String, value: Predicate.Value) throws {
        #expect(try Predicate(format: "key == \(spelling)") == comparison("key", .equal, value))
    }

    @Test func `keys, SELF and options`() throws {
        #expect(try Predicate(format: "self.isFavorite==true") == comparison("isFavorite", .equal, .integer(1)))
        #expect(
            try Predicate(format: "%K == %d", arguments: ["SELF.a.b", 1]) == comparison("a.b", .equal, .integer(1)))
        #expect(try Predicate(format: "#in == 1") == comparison("in", .equal, .integer(1)))
        #expect(
            try Predicate(format: "SELF == nil")
                == .comparison(.object, Predicate.Comparison(.equal), .value(.null)))
        #expect(
            try Predicate(format: "title CONTAINS[cd] %@", arguments: ["x"])
                == .comparison(
                    .key("title"), Predicate.Comparison(.contains, ignoresCase: true, ignoresDiacritics: true),
                    .value(.text("x"))))
        #expect(try Predicate(format: "TRUEPREDICATE OR falsepredicate") == .or([.constant(true), .constant(false)]))
    }

    // MARK: Arguments

    private enum Kind: Int { case video = 2 }
    private struct Subtypes: OptionSet { let rawValue: UInt }
    private struct Asset: PredicateObject { let predicateIdentifier: String }

    @Test func `arguments of every kind`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5.25)
        let uuid = UUID()
        let cases: [(Any?, Predicate.Value?)] = [
            (1, .integer(1)), (UInt8(2), .integer(2)), (Int64.min, .integer(.min)), (UInt.max, .real(Double(UInt.max))),
            (true, .integer(1)), (1.5, .real(1.5)), (Float(0.5), .real(0.5)), ("a", .text("a")),
            ("abc".prefix(2), .text("ab")), (NSString("b"), .text("b")), (NSNumber(value: 1), .integer(1)),
            (NSNumber(value: true), .integer(1)), (NSNumber(value: 1.5), .real(1.5)),
            (NSNumber(value: UInt64(7)), .integer(7)), (date, .date(5.25)), (date as NSDate, .date(5.25)),
            (nil, .null), (NSNull(), .null), (Int?.none as Any, .null), (Int?.some(3) as Any, .integer(3)),
            (Kind.video, .integer(2)), (Subtypes(rawValue: 8), .integer(8)), (uuid, .text(uuid.uuidString)),
            (Asset(predicateIdentifier: "x"), .object(identifier: "x")),
            ([1, 2], .list([.integer(1), .integer(2)])), ([NSNumber(value: 1), nil], .list([.integer(1), .null])),
            (NSArray(array: ["a", "b"]), .list([.text("a"), .text("b")])), (Set([4]), .list([.integer(4)])),
            (NSSet(array: ["a"]), .list([.text("a")])), ((1...3), .list([.integer(1), .integer(2), .integer(3)])),
            ([Asset(predicateIdentifier: "x")], .list([.object(identifier: "x")])),
            ([[1]], nil), (["a": 1], nil), (Data([1]), nil), (PredicateTests.self, nil),
        ]
        for (argument, expected) in cases {
            #expect(Predicate.Value(argument: argument) == expected, "\(String(describing: argument))")
        }
    }

    @Test func `specifiers of every length`() throws {
        for specifier in ["%d", "%i", "%ld", "%lu", "%lld", "%llu", "%u", "%zd", "%f", "%lf", "%.2f", "%@"] {
            #expect(
                try Predicate(format: "key == \(specifier)", arguments: [4]) == comparison("key", .equal, .integer(4)))
        }
    }

    // MARK: Errors

    @Test func `errors contain the problem, its position and a remedy`() throws {
        #expect(try error("a == %d").code == .argument)
        #expect(try error("a == 1", 2).code == .argument)
        #expect(try error("a == '%d'", 2).code == .argument)
        #expect(try error("a == %d", "x").code == .argument)
        #expect(try error("%K == 1", 5).code == .argument)
        #expect(try error("a == %@", Data()).code == .argument)
        #expect(try error("isFavorite").description.contains("Write “isFavorite == YES”."))
        #expect(try error("a == 1 b == 2").position == 8)
        #expect(
            try error("(a == 1").description
                == "“)” is expected before the end, for “(” at character 1 (at character 8).")
        #expect(try error("a MATCHES 'x'").position == 3)
        #expect(try error("ANY a == 1").position == 1)
        for format in [
            "", "   ", "a ==", "== 1", "a == 'x", "a + 1 == 2", "a << 2 == 3", "a == $X", "a == %%", "a == %s",
            "a == %",
            "a[0] == 1", "a ==[x] 1", "a ==[cd 1", "SUBQUERY(a, $x, 1)", "lowercase(a) == 'x'", "a < b < c", "{1, {2}}",
            "a == 1.2.3", "a == 12abc", "a == -", "a == -'x'", "NOT", "a == 1 AND", ")", "a IN {1,}", "(a == 1) == 2",
            "a.@count == 1", "CAST(1, 'NSDate') > 2", "FUNCTION(a, 'b') == 1", "a == b c", "5", "a == (b == 1)",
        ] {
            #expect(throws: PredicateError.self, "\(format)") { try Predicate(format: format) }
        }
    }

    @Test func `too deep, too long and too many are errors`() throws {
        let deep = String(repeating: "(", count: 50_000)
        #expect(try error(deep + "a == 1").code == .tooLarge)
        #expect(try error(String(repeating: "!", count: 50_000)).code == .tooLarge)
        #expect(try error(String(repeating: " ", count: 100_001)).code == .tooLarge)
        let many = Array(repeating: "a == 1", count: 5_001).joined(separator: " OR ")
        #expect(try error(many).code == .tooLarge)
        let allowed = String(repeating: "(", count: 100) + "a == 1" + String(repeating: ")", count: 100)
        #expect(throws: Never.self) { try Predicate(format: allowed) }
    }

    @Test func `random formats throw or parse, and never trap`() {
        let words = [
            "a", "mediaType", "SELF", "SELF.x", "%@", "%K", "%d", "%", "==", "=", "!", "!=", "&", "&&", "|", "||", "(",
            ")",
            "{", "}", ",", "IN", "BETWEEN", "NOT", "AND", "OR", "nil", "YES", "'x'", "'", "\"", "\\", "1", "-", "1.5",
            "[cd]",
            "[", "]", "CONTAINS", "é", "😀", "\u{0}", ".", "9223372036854775808", "-9223372036854775808", "1e999", "#",
            "$", "@",
        ]
        var generator = SystemRandomNumberGenerator()
        var parsed = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let separator = Bool.random(using: &generator) ? " " : ""
            let format = (0..<count).compactMap { _ in words.randomElement(using: &generator) }
                .joined(separator: separator)
            let arguments: [Any?] = (0..<format.count(where: { $0 == "%" })).map { $0.isMultiple(of: 2) ? "x" : 1 }
            guard let predicate = try? Predicate(format: format, arguments: arguments) else { continue }
            parsed += 1
            _ = try? predicate.assetFilter()
        }
        #expect(parsed > 0)
    }
}
