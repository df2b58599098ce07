import AlbumenTestSupport
import Foundation
import Testing

@testable import PropertyLists

@Suite struct PropertyListTests {
    private static var values: [String: Any] {
        [
            "text": "a < b & “c”", "count": 42, "negative": -7, "rate": 0.125, "yes": true, "no": false,
            "bytes": Data([0, 1, 2, 255]), "list": ["x", ["y"]], "empty": "", "accents": "Ångström 🦊",
            "big": Int64.max, "many": Array(repeating: "z", count: 40),
        ]
    }

    private static let expected = PropertyListValue.dictionary([
        "text": .string("a < b & “c”"), "count": .integer(42), "negative": .integer(-7), "rate": .real(0.125),
        "yes": .boolean(true), "no": .boolean(false), "bytes": .data(Data([0, 1, 2, 255])),
        "list": .array([.string("x"), .array([.string("y")])]), "empty": .string(""),
        "accents": .string("Ångström 🦊"), "big": .integer(.max),
        "many": .array(Array(repeating: .string("z"), count: 40)),
    ])

    @Test("lists that Foundation wrote have the same values", arguments: [true, false])
    func foundation(isBinary: Bool) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.values, format: isBinary ? .binary : .xml, options: 0)
        #expect(try PropertyListValue(parsing: data) == Self.expected)
    }

    @Test("XML may have comments, references and CDATA, but no entities of its own")
    func markup() throws {
        func parse(_ body: String, head: String = "") throws -> PropertyListValue {
            try PropertyListValue(parsing: Data("<?xml version=\"1.0\"?>\(head)<plist>\(body)</plist>".utf8))
        }
        #expect(try parse("<!-- a --> <string>&#233;&#x41;<![CDATA[<&>]]><!-- b -->!</string>") == .string("éA<&>!"))
        #expect(try parse("<array/>") == .array([]))
        #expect(try parse("<dict><key>a</key><true/></dict>")["a"] == .boolean(true))
        let head = "<!DOCTYPE plist [<!ENTITY a \"aaaa\">]>"
        #expect(throws: PropertyListError.malformed) { try parse("<string>&a;</string>", head: head) }
        for body in ["", "<string>", "<dict><key>a</key></dict>", "<integer>x</integer>", "<string>&lt</string>"] {
            #expect(throws: PropertyListError.malformed, "\(body)") { try parse(body) }
        }
    }

    @Test("deep, endless and large lists end at a limit")
    func limits() throws {
        let deep = String(repeating: "<array>", count: 1000) + String(repeating: "</array>", count: 1000)
        #expect(throws: PropertyListError.tooLarge) {
            try PropertyListValue(parsing: Data("<plist>\(deep)</plist>".utf8))
        }
        #expect(throws: PropertyListError.tooLarge) {
            try PropertyListValue(parsing: Data(repeating: 0x20, count: PropertyListLimits.byteCount + 1))
        }
        // An array that contains itself.
        let itself: [UInt8] =
            Array("bplist00".utf8) + [0xA1, 0x00, 0x08]
            + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
            + [0, 0, 0, 0, 0, 0, 0, 10]
        #expect(throws: PropertyListError.tooLarge) { try PropertyListValue(parsing: Data(itself)) }
        // Each array contains the next one twice, so that there would be a billion values.
        var objects: [UInt8] = []
        for index in 0..<30 { objects += [0xA2, UInt8(index + 1), UInt8(index + 1)] }
        objects.append(0x09)
        let offsets = (0..<30).map { UInt8(8 + $0 * 3) } + [98]
        let doubling =
            Array("bplist00".utf8) + objects + offsets + [0, 0, 0, 0, 0, 0, 1, 1]
            + [0, 0, 0, 0, 0, 0, 0, 31] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, 99]
        #expect(throws: PropertyListError.tooLarge) { try PropertyListValue(parsing: Data(doubling)) }
    }

    @Test("damaged lists fail and never stop the program", arguments: [true, false])
    func damage(isBinary: Bool) throws {
        let data = try PropertyListSerialization.data(
            fromPropertyList: Self.values, format: isBinary ? .binary : .xml, options: 0)
        var generator = SeededGenerator(seed: isBinary ? 1 : 2)
        for _ in 0..<20_000 {
            var bytes = [UInt8](data)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            _ = try? PropertyListValue(parsing: Data(bytes))
        }
    }
}
