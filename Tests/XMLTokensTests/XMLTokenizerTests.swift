import AlbumenTestSupport
import Testing

@testable import XMLTokens

/// The tokens of XML documents, also of those that no program writes.
@Suite struct XMLTokenizerTests {
    private func tokens(_ text: String) throws -> [String] {
        var tokenizer = XMLTokenizer(Array(text.utf8))
        var tokens: [String] = []
        while let token = try tokenizer.next() {
            let text = tokenizer.text(token.range)
            switch token.kind {
            case .text: tokens.append("text \(text)")
            case .literal(let content): tokens.append("literal \(tokenizer.text(content))")
            case .comment: tokens.append("comment \(text)")
            case .instruction: tokens.append("instruction \(text)")
            case .documentType: tokens.append("type \(text)")
            case .start(let name, let attributes, let isEmpty):
                let all = attributes.map {
                    " \(tokenizer.text($0.name))|\(tokenizer.text($0.value))|\(tokenizer.text($0.range))"
                }
                tokens.append("\(isEmpty ? "empty" : "start") \(tokenizer.text(name))" + all.joined())
            case .end(let name): tokens.append("end \(tokenizer.text(name))")
            }
        }
        return tokens
    }

    @Test func `a document has its tokens in order`() throws {
        let text = """
            \u{FEFF}<?xml version="1.0"?><!DOCTYPE a SYSTEM "b"><a:b c="d>'" e = ''>1 &lt;<!-- <f> --><g/>\
            <![CDATA[<h>]]></a:b
            >
            """
        #expect(
            try tokens(text) == [
                "instruction <?xml version=\"1.0\"?>", "type <!DOCTYPE a SYSTEM \"b\">",
                "start a:b c|d>'|c=\"d>'\" e||e = ''", "text 1 &lt;", "comment <!-- <f> -->", "empty g", "literal <h>",
                "end a:b",
            ])
    }

    @Test(arguments: [
        "<", "<a", "<a ", "<a b", "<a b=", "<a b=c>", "<a b='", "<a b='<'>", "<a b='c'd='e'>", "< a>", "<>", "</>",
        "</a",
        "</a b>", "<a/ >", "<!-- ", "<!-- --", "<!->", "<![CDATA[]", "<?a", "<?>", "<!ELEMENT a>", "<!DOCTYPE a",
        "<!DOCTYPE a [<!ENTITY b \"c\">]>", "<!-->", "<a\u{0B}b='c'>",
    ])
    func `a document that isn't well-formed is refused`(_ text: String) {
        #expect(throws: XMLTokenizer.Failure.self) { try tokens(text) }
    }

    @Test func `a tag has at most 4,096 attributes`() throws {
        func tag(_ count: Int) -> String { "<a" + (0..<count).map { " b\($0)=''" }.joined() + "/>" }
        #expect(try tokens(tag(4096)).count == 1)
        #expect(throws: XMLTokenizer.Failure.self) { try tokens(tag(4097)) }
    }

    @Test(
        arguments: [
            ("", ""), ("a", "a"), ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("1&#65;&#x65E5;2", "1A日2"), ("&", nil),
            ("&lt", nil), ("&unknown;", nil), ("&#0;", nil), ("&#xD800;", nil), ("&#;", nil), ("&amp;lt;", "&lt;"),
            ("&#99999999999;", nil), ("&            amp;", nil),
        ] as [(String, String?)])
    func `references are those of characters and of XML's entities`(_ text: String, _ expected: String?) {
        let tokenizer = XMLTokenizer(Array(text.utf8))
        let resolved = try? tokenizer.resolved(0..<text.utf8.count)
        #expect(resolved.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func `no change of a document stops the tokenizer`() throws {
        let document = Array(#"<?xml?><!DOCTYPE a><L a="b"><!-- c --><K>a&amp;b</K><![CDATA[d]]><T/></L>"#.utf8)
        var random = SeededGenerator(seed: 7)
        var failures = 0
        for _ in 0..<5000 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            var tokenizer = XMLTokenizer(bytes)
            var position = 0
            do {
                while let token = try tokenizer.next() {
                    #expect(token.range.lowerBound >= position && token.range.upperBound > token.range.lowerBound)
                    position = token.range.upperBound
                }
                #expect(position == bytes.count)
            } catch {
                failures += 1
            }
        }
        #expect((1..<5000).contains(failures))
    }

    @Test(.timeLimit(.minutes(10)))
    func `a document of 1 MB takes time in proportion to its size`() throws {
        // Each of these would take quadratic time if a search started again at each byte.
        for part in ["-", "]", "?", "<a b='c'/>", "&", "a"] {
            let count = (1 << 20) / part.utf8.count
            let text = String(repeating: part, count: count)
            #expect(try tokens(text).count == (part.count == 1 ? 1 : count))
            for head in ["<!--", "<![CDATA[", "<?"] {
                #expect(throws: XMLTokenizer.Failure.self) { try tokens(head + text) }
            }
        }
    }
}
