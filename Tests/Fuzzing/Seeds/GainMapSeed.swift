/// A JPEG with a gain map, put together from a JPEG.
enum GainMapSeed {
    private static let mark = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

    /// Returns a JPEG that is its own gain map, with the parameters of ISO 21496-1 and of Ultra HDR.
    static func jpeg(of base: [UInt8]) -> [UInt8] {
        let fractions = [0, 1, 2, 1, 0, 1, 2, 1, 1, 1, 1, 64, 1, 64]
        let map = inserting(
            0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + packet).utf8),
            into: inserting(0xE2, mark + [0, 0, 0, 0, 0x40] + ByteWriter.longs(fractions), into: base))
        // The index has the same length whatever its numbers are.
        let length = inserting(0xE2, index(first: 0, second: 0, offset: 0), into: base).count
        let pictures = index(first: length, second: map.count, offset: length - 10)
        return inserting(0xE2, pictures, into: base) + map
    }

    private static let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"\
         hdrgm:GainMapMax="2.0" hdrgm:HDRCapacityMax="2.0"/></rdf:RDF></x:xmpmeta>
        """

    private static func index(first: Int, second: Int, offset: Int) -> [UInt8] {
        var bytes = Array("MPF\0MM\0*".utf8) + ByteWriter.longs([8]) + ByteWriter.shorts([1, 0xB002, 7])
        bytes += ByteWriter.longs([32, 26, 0, 0x0003_0000, first, 0, 0, 0, second, offset, 0])
        return bytes
    }

    /// Inserts a segment behind the first marker.
    private static func inserting(_ marker: UInt8, _ content: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
        Array(jpeg[..<2]) + [0xFF, marker] + ByteWriter.shorts([content.count + 2]) + content + Array(jpeg[2...])
    }
}
