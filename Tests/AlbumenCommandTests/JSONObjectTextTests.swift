import Foundation
import Testing

@testable import AlbumenCommand

@Suite struct JSONObjectTextTests {
    private struct Values: Codable, Equatable {
        var flag: Bool
        var list: [String]
        var number: Double
        var size: Int64
        var text: String?

        var object: JSONObjectText {
            var object = JSONObjectText()
            object.add("flag", flag)
            object.add("list", list)
            object.add("number", number)
            object.add("size", size)
            object.add("text", text)
            return object
        }
    }

    /// Random texts with what a terminal, JSON or UTF-16 treats specially.
    @Test func `the text is that of a JSON encoder`() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "a", "é", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}",
            "\u{2028}", "\u{202E}", "\u{200F}", "e\u{301}", "\r\n", "👩‍👩‍👧", "\u{10FFFF}", "中", " ",
        ]
        func text() -> String {
            (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement()! }.joined()
        }
        let numbers = [0, -0.5, 75.5, 1e300, Double.leastNonzeroMagnitude, -121.5, 9_007_199_254_740_992, 1 / 3.0, -3]
        for _ in 0..<2_000 {
            let values = Values(
                flag: .random(), list: (0..<Int.random(in: 0..<3)).map { _ in text() },
                number: numbers.randomElement()!,
                size: .random(in: .min ... .max), text: text())
            let line = values.object.text
            #expect(try JSONDecoder().decode(Values.self, from: Data(line.utf8)) == values, "\(line)")
            var withoutNumber = values
            withoutNumber.number = 1
            #expect(try withoutNumber.object.text == JSONLine.text(withoutNumber))
        }
    }

    @Test func `missing values and numbers without a value are null`() {
        var object = JSONObjectText()
        object.add("count", Int?.none)
        object.add("inner", JSONObjectText?.none)
        object.add("many", [JSONObjectText(), JSONObjectText()])
        object.add("number", Double.nan)
        object.add("text", String?.none)
        #expect(object.text == #"{"count":null,"inner":null,"many":[{},{}],"number":null,"text":null}"#)
    }
}
