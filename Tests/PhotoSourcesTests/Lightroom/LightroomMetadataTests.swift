import Foundation
import Records
import Testing

@testable import PhotoSources

/// The XMP in a catalogue, which alone has the titles (imports 6, Lightroom).
@Suite struct LightroomMetadataTests {
    /// XMP as Lightroom stores it: the length of the text, and zlib's bytes.
    private static let compressed = """
        AAABZ3icbZDPToQwEMZfpamJNxjBExW6MbvZizffoNBZtrGUhg6h+vQWIZgYb9/MfPObP/UpetV9ILEWe+Mazk+yjiIOfkBSLA7W
        BREbrvTYokh6TQOX9aRv4v1y3R0pavidyAuAZVny5Tkfpx6KqqrgqYSyzJIjC5+OVMxceNgBFwzdZDyZ0e0gfWD8PNkfiO4ALQ7o
        KECRF8DZ2qracaa0rqy1IEMWN+KrpU1YsxKFVa5vuEYu3xR9YQ1b7R9PzDTe1GyJy7Mi9qgG/8L02P+2wDEAjpnw54w9kz6T1PFH
        +Q10eHmx
        """

    private func data() throws -> Data {
        try #require(Data(base64Encoded: Self.compressed, options: .ignoreUnknownCharacters))
    }

    private func plain(_ body: String) -> Data {
        Data(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            \(body)</rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    private static let dublinCore = "http://purl.org/dc/elements/1.1/"

    @Test("imports 6: the title is in the compressed XMP, in the default language")
    func compressedTitle() throws {
        let catalog = try MadeLightroom()
        try catalog.addItem()
        try catalog.insert("Adobe_AdditionalMetadata", ["image": 1, "xmp": try data()])
        let item = try catalog.item()
        #expect(item.facts.title == .known("Cat & dog"))
        #expect(item.facts.caption == .unknown)
    }

    @Test("imports 3.3: the title of an old catalogue's XMP, with any prefix")
    func plainTitle() {
        let alternative = plain(
            """
            <rdf:Description xmlns:z="\(Self.dublinCore)"><z:title><rdf:Alt><rdf:li xml:lang="fr">Chat</rdf:li>
            </rdf:Alt></z:title></rdf:Description>
            """)
        #expect(LightroomMetadata.title(in: alternative) == "Chat")
        let attribute = plain("<rdf:Description xmlns:z='\(Self.dublinCore)' z:title='A &lt;cat&gt;'/>")
        #expect(LightroomMetadata.title(in: attribute) == "A <cat>")
        let other = plain(
            """
            <rdf:Description xmlns:dc="urn:other"><dc:title><rdf:Alt><rdf:li>No</rdf:li></rdf:Alt></dc:title>
            </rdf:Description>
            """)
        #expect(LightroomMetadata.title(in: other) == nil)
    }

    @Test("imports general: damaged XMP, and XMP that grows beyond its length, is no title")
    func damaged() throws {
        let whole = try data()
        #expect(LightroomMetadata.title(in: whole) != nil)
        for count in 0..<whole.count - 40 { #expect(LightroomMetadata.title(in: whole.prefix(count)) == nil) }
        var claimed = whole
        claimed.replaceSubrange(0..<4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        #expect(LightroomMetadata.title(in: claimed) == nil)
        claimed.replaceSubrange(0..<4, with: [0, 0, 0, 10])
        #expect(LightroomMetadata.text(of: claimed)?.count == 10)
        #expect(LightroomMetadata.title(in: claimed) == nil)
    }

    @Test("imports general: entities, depth and prefixes of XMP are bounded")
    func hostile() {
        let entity = "<!DOCTYPE a [<!ENTITY x 'y'>]><a/>"
        #expect(LightroomMetadata.title(in: Data(entity.utf8)) == nil)
        let deep = String(repeating: "<a>", count: 50_000)
        #expect(LightroomMetadata.title(in: Data(deep.utf8)) == nil)
        let prefixes = (0..<1_000).map { "xmlns:p\($0)='u'" }.joined(separator: " ")
        #expect(LightroomMetadata.title(in: Data("<a \(prefixes)/>".utf8)) == nil)
        let large = "<a>" + String(repeating: "x", count: 2 << 20)
        #expect(LightroomMetadata.title(in: Data(large.utf8)) == nil)
    }
}
