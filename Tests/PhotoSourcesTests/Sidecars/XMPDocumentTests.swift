import Testing

@testable import PhotoSources

/// The values of XMP documents in all forms of RDF (imports 3.3).
@Suite struct XMPDocumentTests {
    private static let title = XMPName(XMPNamespace.dublinCore, "title")

    private func text(_ content: String, attributes: String = "") -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)">
        <rdf:Description rdf:about="" xmlns:a="urn:a" xmlns:b="urn:b" \(attributes)>\(content)</rdf:Description>
        </rdf:RDF></x:xmpmeta>
        """
    }

    private func properties(_ content: String, attributes: String = "") throws -> [XMPName: XMPValue] {
        try XMPDocument(text(content, attributes: attributes)).properties
    }

    private func structure(_ fields: [String: String]) -> XMPValue {
        XMPValue(
            .structure(
                Dictionary(
                    uniqueKeysWithValues: fields.map { (XMPName("urn:b", $0.key), XMPValue(.text($0.value))) })))
    }

    @Test func `attributes and elements are the same property`() throws {
        let expected = [XMPName("urn:a", "p"): XMPValue(.text("v"))]
        #expect(try properties("", attributes: "a:p='v'") == expected)
        #expect(try properties("<a:p>v</a:p>") == expected)
        #expect(try properties("<a:p><!-- no --><![CDATA[v]]></a:p>") == expected)
    }

    @Test(arguments: [
        "<a:p rdf:parseType='Resource'><b:x>1</b:x><b:y>2</b:y></a:p>",
        "<a:p><rdf:Description><b:x>1</b:x><b:y>2</b:y></rdf:Description></a:p>",
        "<a:p><rdf:Description b:x='1'><b:y>2</b:y></rdf:Description></a:p>",
        "<a:p b:x='1' b:y='2'/>", "<a:p b:x='1' b:y='2'></a:p>",
        "<a:p><b:Typed b:x='1' b:y='2'/></a:p>",
        "\n <a:p>\n <rdf:Description>\n <b:x>1</b:x>\n <b:y>2</b:y>\n </rdf:Description>\n </a:p>\n",
    ])
    func `a structure has the same fields in all forms`(_ content: String) throws {
        #expect(try properties(content) == [XMPName("urn:a", "p"): structure(["x": "1", "y": "2"])])
    }

    @Test(arguments: [("Alt", XMPValue.ListKind.alternatives), ("Bag", .unordered), ("Seq", .ordered)])
    func `a list has its items in order`(_ tag: String, _ kind: XMPValue.ListKind) throws {
        let list = "<a:p><rdf:\(tag)><rdf:li>1</rdf:li><rdf:_2 b:x='2'/><rdf:li/><a:no>4</a:no></rdf:\(tag)></a:p>"
        #expect(
            try properties(list) == [
                XMPName("urn:a", "p"): XMPValue(
                    .list(kind, [XMPValue(.text("1")), structure(["x": "2"]), XMPValue(.text(""))]))
            ])
    }

    @Test func `items have languages, and that of the default comes first`() throws {
        let document = try XMPDocument(
            text(
                "<a:p><rdf:Alt><rdf:li xml:lang='de'>D</rdf:li><rdf:li xml:lang='x-default'>X</rdf:li></rdf:Alt></a:p>")
        )
        let value = try #require(document["urn:a", "p"])
        #expect(value.items.map(\.language) == ["de", "x-default"])
        #expect(value.localizedTexts == ["X", "D"])
        #expect(value.text == "D")
    }

    @Test(arguments: [
        "<a:p rdf:parseType='Resource'><rdf:value>v</rdf:value><b:q>1</b:q></a:p>",
        "<a:p><rdf:Description rdf:value='v' b:q='1'/></a:p>", "<a:p rdf:value='v' b:q='1'/>",
        "<a:p rdf:resource='v'/>", "<a:p rdf:parseType='Literal'>v</a:p>", "<a:p rdf:ID='i'>v</a:p>",
    ])
    func `a qualified value is the value`(_ content: String) throws {
        #expect(try properties(content)[XMPName("urn:a", "p")] == XMPValue(.text("v")))
    }

    @Test func `several descriptions form one document, and the first value counts`() throws {
        let document = try XMPDocument(
            """
            <rdf:RDF xmlns:rdf="\(XMPNamespace.rdf)"><rdf:Description xmlns:a="urn:a" a:p="1" a:q="2"/>
            <rdf:Description xmlns:c="urn:a"><c:p>3</c:p><c:r>4</c:r><c:r>5</c:r></rdf:Description></rdf:RDF>
            """)
        #expect(["p", "q", "r"].map { document["urn:a", $0]?.text } == ["1", "2", "4"])
    }

    @Test func `prefixes are free, and end with their element`() throws {
        let document = try XMPDocument(
            """
            <r:RDF xmlns:r="\(XMPNamespace.rdf)"><r:Description xmlns:a="urn:a"><a:p xmlns:a="urn:inner">1</a:p><a:q>2</a:q>
            <p xmlns="urn:a">3</p></r:Description></r:RDF>
            """)
        #expect(document["urn:inner", "p"]?.text == "1")
        #expect(document["urn:a", "q"]?.text == "2")
        #expect(document["urn:a", "p"]?.text == "3")
        #expect(throws: SourceError.self) {
            try XMPDocument("<r:RDF xmlns:r='\(XMPNamespace.rdf)'><r:Description><a:p>1</a:p></r:Description></r:RDF>")
        }
    }

    @Test func `other addresses of a namespace are the same one`() throws {
        let document = try XMPDocument(
            "<r:RDF xmlns:r='\(XMPNamespace.rdf)'><r:Description xmlns:m='http://ns.microsoft.com/photo/1.0' m:Rating='50'/></r:RDF>"
        )
        #expect(document[XMPNamespace.microsoftPhoto, "Rating"]?.text == "50")
    }

    @Test func `references and line ends are those of XML`() throws {
        #expect(try properties("<a:p>&lt;&amp;&#233;&#x1F600;&quot;</a:p>").values.first?.text == "<&é😀\"")
        #expect(try properties("<a:p>1\r\n2\r3\n4&#13;</a:p>").values.first?.text == "1\n2\n3\n4\r")
        #expect(try properties("", attributes: "a:p='1\r\n2&#10;3\t4'").values.first?.text == "1 2\n3 4")
        #expect(throws: SourceError.self) { try properties("<a:p>&eacute;</a:p>") }
    }

    // MARK: Encodings

    private enum Encoding: CaseIterable {
        case utf8, utf8Mark, big, bigMark, little, littleMark
    }

    private func encoded(_ text: String, _ encoding: Encoding) -> [UInt8] {
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return switch encoding {
        case .utf8: Array(text.utf8)
        case .utf8Mark: [0xEF, 0xBB, 0xBF] + text.utf8
        case .big: big
        case .bigMark: [0xFE, 0xFF] + big
        case .little: little
        case .littleMark: [0xFF, 0xFE] + little
        }
    }

    @Test func `a document can be in UTF-8 and UTF-16 with and without a mark`() throws {
        let text = text("<a:p>Brücke 😀</a:p>")
        for encoding in Encoding.allCases {
            let document = try XMPDocument(encoded(text, encoding), file: "a.xmp")
            #expect(document["urn:a", "p"]?.text == "Brücke 😀", "\(encoding)")
        }
    }

    @Test func `a packet can lack its end, and can have padding`() throws {
        let packet = "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>\n" + text("<a:p>1</a:p>")
        for end in ["", "   \n  ", "<?xpacket end='w'?>", "<?xpacket end='w'", "\0\0\0", "\0"] {
            #expect(try XMPDocument(packet + end)["urn:a", "p"]?.text == "1", "\(end)")
        }
        #expect(throws: SourceError.self) { try XMPDocument(text("<a:p>1\0</a:p>")) }
    }

    @Test func `bytes in another encoding are refused`() {
        let latin = Array(text("<a:p>Br").utf8) + [0xFC] + Array("cke</a:p>".utf8)
        for bytes in [
            latin, [0xFE, 0xFF, 0], [0xFF, 0xFE, 0x00, 0xD8, 0x3C, 0x00], [0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0],
            [0xC0, 0x80],
        ] as [[UInt8]] {
            #expect(throws: SourceError.self) { try XMPDocument(bytes, file: "a.xmp") }
        }
    }
}
