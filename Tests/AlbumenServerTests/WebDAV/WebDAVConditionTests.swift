import Foundation
import Testing

@testable import AlbumenServer

/// The header `If`, and XML.
@Suite struct WebDAVConditionTests {
    private func holds(_ header: String, tokens: Set<String> = ["urn:a"], tag: String? = "\"1\"") throws -> Bool? {
        try WebDAVCondition(header)?.holds { $0 == nil ? (tokens, tag) : (["urn:b"], nil) }
    }

    @Test func `one list has to hold, with all of its conditions`() throws {
        #expect(try holds("(<urn:a>)") == true)
        #expect(try holds("(<urn:b>)") == false)
        #expect(try holds("(<urn:a> [\"1\"])") == true)
        #expect(try holds("(<urn:a> [\"2\"])") == false)
        #expect(try holds("(<urn:b>) (Not <DAV:no-lock> [\"1\"])") == true)
        #expect(try holds("(Not <urn:a>)(not [\"1\"])") == false)
        #expect(try holds("<http://h/dav/inbox/x> (<urn:b>)") == true)
        #expect(try holds("<http://h/dav/inbox/x> (<urn:a>)") == false)
        #expect(try WebDAVCondition("(<urn:a> Not <urn:c>) ([\"x\"])")?.tokens == ["urn:a"])
        #expect(try WebDAVCondition(nil) == nil)
    }

    @Test(arguments: ["", "x", "(", "()", "(<urn:a>", "(<urn:a", "([\"1\")", "<http://h/> x", "(<urn:a>) y", "(Not)"])
    func `a malformed header is refused`(_ header: String) {
        #expect(throws: Refusal.self) { try WebDAVCondition(header) }
    }

    @Test func `an element is written so that it needs no declarations around it`() throws {
        let text = """
            <?xml version="1.0"?><a:x xmlns:a="urn:1" xmlns="urn:2" a:p="&lt;&quot;" q="2" xml:lang="de"><y>1 &amp; 2\
            <![CDATA[<3>]]></y><!-- no --><z xmlns=""/></a:x>
            """
        let element = try WebDAVElement(document: Array(text.utf8))
        #expect(element.name == .init(space: "urn:1", name: "x"))
        #expect(element.elements.map(\.name.space) == ["urn:2", ""])
        #expect(element.elements.first?.text == "1 & 2<3>")
        #expect(try WebDAVElement(document: Array(element.source.utf8)).elements.map(\.text) == ["1 & 2<3>", ""])
        #expect(try WebDAVElement(document: Array(element.source.utf8)).attributes.map(\.value) == ["<\"", "2", "de"])
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "784111777", " 784111777 ",
    ]) func `dates of clients are read`(_ text: String) {
        #expect(WebDAVDate.parsed(text)?.timeIntervalSince1970 == 784_111_777)
        #expect(WebDAVDate.parsed(text).map(WebDAVDate.http) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: ["", "yesterday", "nan", "inf", "1e300", "Sun, 06 Xyz 1994 08:49:37 GMT"])
    func `other texts are no dates`(_ text: String) {
        #expect(WebDAVDate.parsed(text) == nil)
        #expect(throws: Refusal.self) { try WebDAVDate.ofFile(text) }
    }
}
