import Albumen
import Foundation
import Testing

@testable import AlbumenCommand

@Suite struct PrintableTextTests {
    @Test(
        arguments: [
            ("Überseedampfer 海.jpg", "Überseedampfer 海.jpg"), ("👩‍👧.jpg", "👩‍👧.jpg"),
            ("a\u{1B}[2Jb", "a\\u{1b}[2Jb"), ("a\nb\t", "a\\u{a}b\\u{9}"), ("\u{202E}gpj.a", "\\u{202e}gpj.a"),
            ("\u{2028}", "\\u{2028}"), ("\u{9B}31m", "\\u{9b}31m"),
        ])
    func `terminal control characters are escaped`(_ text: String, _ expected: String) {
        #expect(PrintableText.line(text) == expected)
    }

    @Test func `JSON lines escape terminal control characters without changing values`() throws {
        let text = "a\u{9B}31m\u{7F}\u{202E}gpj\u{2066}\u{61C}\u{85}\u{2028} 海 👩‍👧 \u{1B} \" \\"
        let line = try JSONLine.text([text: text])
        #expect(!line.unicodeScalars.contains(where: PrintableText.steers))
        #expect(line.contains("\\u009b31m\\u007f\\u202egpj\\u2066\\u061c\\u0085\\u2028 海 👩‍👧"))
        #expect(try JSONDecoder().decode([String: String].self, from: Data(line.utf8)) == [text: text])
    }

    @Test func `shell words are quoted if necessary`() {
        #expect(["a/b.c", "a b", "it's", ""].map(ShellWord.quoted) == ["a/b.c", "'a b'", "'it'\\''s'", "''"])
    }
}
