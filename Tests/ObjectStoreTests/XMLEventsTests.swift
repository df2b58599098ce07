import AlbumenTestSupport
import Foundation
import Testing

@testable import ObjectStore

/// Reading the XML of untrusted stores.
@Suite struct XMLEventsTests {
    private func read(_ text: String) throws -> [String] {
        var events: [String] = []
        try XMLEvents.read(Data(text.utf8)) { path, text in
            events.append("\(path.joined(separator: "/"))=\(text.trimmingCharacters(in: .whitespacesAndNewlines))")
        }
        return events
    }

    @Test func `elements, attributes, entities and text are read`() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <A xmlns="x>y" b = 'c'><B>1 &lt;&amp;&gt; &quot;&apos; &#34;&#x65E5;</B><C/><D >日本</D
            ></A>

            """
        #expect(try read(text) == ["A/B=1 <&> \"' \"日", "A/C=", "A/D=日本", "A="])
    }

    @Test(arguments: [
        "", " ", "text", "<A>", "<A></B>", "<A></A><B></B>", "<A></A>text", "<A><B></A></B>", "</A>", "<A b></A>",
        "<A b=c></A>", "<A b='<'></A>", "<A b='c'd='e'/>", "<A>&unknown;</A>", "<A>&#0;</A>", "<A>&#xD800;</A>",
        "<A>&#99999999999;</A>", "<A>&amp</A>", "<A>\u{1}</A>", "< A/>", "<A", "<A /", "<?xml", "<A><!-- c --></A>",
        "<A><![CDATA[x]]></A>", "<A><?php ?></A>",
        "<!DOCTYPE A [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><A>&b;</A>",
        "<!DOCTYPE A SYSTEM \"file:///etc/passwd\"><A/>",
    ])
    func `other documents are refused`(_ text: String) {
        #expect(throws: XMLEvents.Failure.self) { try read(text) }
    }

    @Test func `depth, names and texts have limits`() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<A>", count: depth) + String(repeating: "</A>", count: depth)
        }
        #expect(try read(nested(XMLEvents.depthLimit)).count == XMLEvents.depthLimit)
        #expect(throws: XMLEvents.Failure.self) { try read(nested(XMLEvents.depthLimit + 1)) }
        #expect(throws: XMLEvents.Failure.self) { try read(nested(100_000)) }
        let name = String(repeating: "n", count: XMLEvents.nameLimit)
        #expect(try read("<\(name)/>").count == 1)
        #expect(throws: XMLEvents.Failure.self) { try read("<\(name)n/>") }
        let long = String(repeating: "t", count: XMLEvents.textLimit)
        #expect(try read("<A>\(long)</A>").count == 1)
        #expect(throws: XMLEvents.Failure.self) { try read("<A>\(long)t</A>") }
        #expect(throws: XMLEvents.Failure.self) {
            try XMLEvents.read(Data([0x3C, 0x41, 0x3E, 0xFF, 0x3C, 0x2F, 0x41, 0x3E])) { _, _ in }
        }
    }

    @Test func `no change of a document stops the reader`() throws {
        let document = Array(
            #"<?xml version="1.0"?><L a="b"><C><Key>a&amp;b</Key><Size>12</Size></C><T>&#65;</T></L>"#.utf8)
        var random = SeededGenerator(seed: 24)
        for _ in 0..<2000 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            do {
                try XMLEvents.read(Data(bytes)) { path, _ in #expect(!path.isEmpty) }
            } catch {
                #expect(error is XMLEvents.Failure)
            }
        }
    }
}
