/// A JPEG with all kinds of metadata that the worker reads.
enum MetadataSeed {
    static func adding(to seed: Corpus.Seed) -> Corpus.Seed {
        let exif = Array("Exif\0\0".utf8) + TIFFWriter.file(exifEntries)
        let xmp = Array(("http://ns.adobe.com/xap/1.0/\0" + packet).utf8)
        let segments = segment(0xE1, exif) + segment(0xE1, xmp) + segment(0xED, photoshopBlock)
        return Corpus.Seed(
            name: "metadata-" + seed.name, bytes: seed.bytes.prefix(2) + segments + seed.bytes.dropFirst(2))
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + ByteWriter.shorts([content.count + 2]) + content
    }

    private static let exifEntries: [(tag: Int, value: TIFFWriter.Value)] = [
        (271, .text("Albumen")), (272, .text("Sample 1")), (274, .shorts([6])), (306, .text("2024:05:07 09:33:04")),
        (18246, .shorts([4])), (700, .bytes(Array(packet.utf8))), (33723, .bytes(iptc)),
        (
            34665,
            .directory([
                (33434, .rationals([(1, 125)])), (33437, .rationals([(28, 10)])),
                (36867, .text("2024:05:07 09:33:04")), (36868, .text("2024:05:07 09:33:04")),
                (36881, .text("+08:00")), (37521, .text("25")), (42036, .text("Lens")), (40962, .longs([96])),
                (37500, .bytes(appleNote)),
                (37510, .bytes(Array("UNICODE\0A comment".utf8))),
            ])
        ),
        (
            34853,
            .directory([
                (1, .text("N")), (2, .rationals([(48, 1), (8, 1), (1234, 100)])), (3, .text("E")),
                (4, .rationals([(11, 1), (34, 1), (5678, 100)])), (5, .bytes([0])), (6, .rationals([(520, 1)])),
                (7, .rationals([(7, 1), (33, 1), (4, 1)])), (29, .text("2024:05:07")),
            ])
        ),
    ]

    /// A phone's maker note: a directory with offsets from its own start.
    private static let appleNote: [UInt8] =
        Array("Apple iOS\0\0\u{1}MM".utf8) + ByteWriter.shorts([2]) + ByteWriter.shorts([10, 9])
        + ByteWriter.longs([1, 3])
        + ByteWriter.shorts([17, 2]) + ByteWriter.longs([37, 44, 0])
        + Array("0D7C4A1F-5A63-4D0C-9F5B-0123456789AB\0".utf8)

    private static let packet = """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" \
        xmp:Rating="4" xmp:CreateDate="2024-05-07T09:33:04.25+08:00" exif:GPSLatitude="48,8.2N" \
        GPano:ProjectionType="equirectangular"><dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag>\
        </dc:subject><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Title</rdf:li></rdf:Alt></dc:title>\
        </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """

    private static let iptc =
        dataset(5, "Title") + dataset(25, "keyword") + dataset(55, "20240507") + dataset(60, "093304+0800")
        + dataset(120, "Text")

    private static func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
        [0x1C, 2, number] + ByteWriter.shorts([text.utf8.count]) + Array(text.utf8)
    }

    private static let photoshopBlock: [UInt8] =
        Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0] + ByteWriter.longs([iptc.count]) + iptc
        + (iptc.count.isMultiple(of: 2) ? [] : [0])
}
