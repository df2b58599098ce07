import AlbumenTestSupport
import Testing

@testable import PhotoSources

/// Documents that no program writes (imports 3.3, general rules).
@Suite(.timeLimit(.minutes(2))) struct XMPDocumentLimitTests {
    private func failure(_ text: String) -> SourceError? {
        failure(Array(text.utf8))
    }

    private func failure(_ bytes: [UInt8]) -> SourceError? {
        do throws(SourceError) {
            _ = try XMPDocument(bytes, file: "IMG_1.xmp")
            return nil
        } catch {
            return error
        }
    }

    private static let bomb = """
        <!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
        """

    @Test(arguments: [
        "<!DOCTYPE x SYSTEM \"file:///etc/passwd\">", "<!DOCTYPE x>", bomb,
        "<!DOCTYPE x [<!ENTITY % a SYSTEM \"http://example.org/a.dtd\"> %a;]>",
    ])
    func `a document type is refused with one error`(_ type: String) throws {
        let error = try #require(
            failure("<?xml version='1.0'?>\(type)" + SidecarText.document("<dc:title>&b;</dc:title>")))
        #expect(error.code == .unsupported)
        #expect(error.message.contains("IMG_1.xmp has a document type"))
    }

    @Test func `a document type inside of the packet is refused`() throws {
        let error = try #require(failure(SidecarText.document("<dc:title><!DOCTYPE x></dc:title>")))
        #expect(error.message.contains("document type"))
    }

    @Test(arguments: [
        "", " ", "text", "<a/>", "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", "<html><body>404</body></html>",
    ])
    func `a document without RDF is refused`(_ text: String) throws {
        let error = try #require(failure(text))
        #expect(error.code == .unsupported)
        #expect(error.message.hasPrefix("IMG_1.xmp doesn't contain XMP."))
    }

    @Test(arguments: [
        "<dc:title>a</dc:titel>", "<dc:title>", "</dc:title>", "<dc:title a='1'", "<undeclared:a/>",
        "<dc:title b:a='1'/>",
    ])
    func `a document that isn't well-formed is refused`(_ content: String) throws {
        let error = try #require(failure(SidecarText.document(content)))
        #expect(error.code == .damaged)
        #expect(error.message.contains("IMG_1.xmp isn't a well-formed XML document."))
    }

    @Test func `a document of 1 MiB is read, and one byte more isn't`() throws {
        let text = SidecarText.document("<dc:title>a</dc:title>")
        let padding = String(repeating: " ", count: (1 << 20) - text.utf8.count)
        #expect(failure(text + padding) == nil)
        #expect(try #require(failure(text + padding + " ")).message.contains("longer than 1 MiB"))
    }

    @Test(arguments: [false, true])
    func `elements are nested up to a limit`(_ isBeforeRDF: Bool) throws {
        func nested(_ depth: Int) -> String {
            let (start, end) = (String(repeating: "<dc:a>", count: depth), String(repeating: "</dc:a>", count: depth))
            guard isBeforeRDF else { return SidecarText.document(start + end) }
            return "<a xmlns:dc='urn:a'>\(start)\(SidecarText.document())\(end)</a>"
        }
        #expect(failure(nested(50)) == nil)
        #expect(try #require(failure(nested(100))).message.contains("nested too deeply"))
        #expect(try #require(failure(nested(70_000))).message.contains("nested too deeply"))
    }

    @Test func `the number of values is limited`() throws {
        let items = String(repeating: "<rdf:li/>", count: 99_900)
        #expect(failure(SidecarText.document("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")) == nil)
        let more = String(repeating: "<dc:a/>", count: 100_001)
        #expect(try #require(failure(SidecarText.document(more))).message.contains("too many values"))
    }

    @Test func `many declared prefixes cost no more than their text`() throws {
        func duration(_ prefixCount: Int) -> Duration {
            var text = ""
            for level in 0..<40 {
                text += "<a" + (0..<prefixCount).map { " xmlns:p\(level)x\($0)='u'" }.joined() + ">"
            }
            text += "<rdf:RDF xmlns:rdf='\(XMPNamespace.rdf)'><rdf:Description>"
            text += String(repeating: "<p0x0:a xmlns:b='c'/>", count: 20_000) + "</rdf:Description></rdf:RDF>"
            return ContinuousClock().measure { #expect(failure(text) == nil) }
        }
        // The cost of a copy of all prefixes for each element would be a thousand times as much.
        #expect(duration(600) < duration(1) * 8 + .seconds(2))
    }

    @Test(arguments: [SidecarSamples.lightroom, .apple, .rewrittenByExifTool])
    func `a document that is cut anywhere is refused or whole`(_ sample: SidecarSamples) throws {
        let bytes = Array(sample.text.utf8)
        let whole = try XMPDocument(bytes, file: "IMG_1.xmp")
        let end = try #require(bytes.firstRange(of: Array("</rdf:RDF>".utf8))).upperBound
        for count in 0...bytes.count {
            let document = try? XMPDocument(bytes[..<count], file: "IMG_1.xmp")
            #expect(document == (count >= end ? whole : nil), "\(count)")
        }
    }

    @Test func `random changes are read or refused`() throws {
        var generator = SeededGenerator(seed: 3)
        var readCount = 0
        for sample in SidecarSamples.all {
            let bytes = Array(sample.text.utf8)
            for _ in 0..<300 {
                var changed = bytes
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<changed.count, using: &generator)
                    changed[place] = UInt8.random(in: 0...255, using: &generator) & 0x7F
                }
                if let document = try? XMPDocument(changed, file: "a.xmp") {
                    readCount += 1
                    _ = SidecarFacts(document).facts(for: SidecarFacts.File())
                }
            }
        }
        #expect(readCount > 0)
    }
}
