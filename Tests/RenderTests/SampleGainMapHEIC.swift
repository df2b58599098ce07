import AlbumenTestSupport
import Foundation
import Testing

/// A HEIC with a gain map as an auxiliary picture, as Apple's cameras write it.
struct SampleGainMapHEIC {
    var width = 256
    var height = 64
    /// The samples of red, green and blue.
    var base: [UInt16]
    var coding = SampleHEIC.Coding()
    /// Further boxes that describe the picture.
    var descriptions: [[UInt8]] = []
    var mapWidth = 128
    var mapHeight = 32
    var map: [UInt16]
    /// The gain map's XMP.
    var packet: String? = Self.packet(headroom: 4)
    /// The content of a `tmap` item without its version.
    var parameters: [UInt8]?
    /// The type of the auxiliary picture.
    var type = "urn:com:apple:photo:2020:aux:hdrgainmap"
    /// Quarter turns counterclockwise, of both pictures.
    var angle: UInt8 = 0

    static func packet(headroom: Double?) -> String {
        let value = headroom.map { "<HDRGainMap:HDRGainMapHeadroom>\($0)</HDRGainMap:HDRGainMapHeadroom>" } ?? ""
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/">\
            <HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>\(value)\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }

    private struct Item {
        var number: Int
        var type: String
        var data: [UInt8]
        var isInMetaBox = false
    }

    func file() throws -> Data {
        let (description, data) = try SampleGrid.parts(
            of: SampleHEIC.picture(width: width, height: height, samples: base, coding))
        let (mapDescription, mapData) = try SampleGrid.parts(
            of: SampleHEIC.picture(width: mapWidth, height: mapHeight, samples: map))
        var items = [Item(number: 1, type: "hvc1", data: data), Item(number: 2, type: "hvc1", data: mapData)]
        if let packet { items.append(Item(number: 3, type: "mime", data: Array(packet.utf8))) }
        if let parameters {
            items.append(Item(number: 4, type: "tmap", data: [0] + parameters, isInMetaBox: true))
        }
        let start = SampleMedia.box("ftyp", Array("heic".utf8) + SampleMedia.bigEndian32(0) + Array("mif1heic".utf8))
        // Offsets take the same room whatever they are.
        let length = meta(items, description, mapDescription, offset: 0).count
        let head = start + meta(items, description, mapDescription, offset: start.count + length + 8)
        return Data(head + SampleMedia.box("mdat", items.filter { !$0.isInMetaBox }.flatMap(\.data)))
    }

    private func meta(
        _ items: [Item], _ description: [UInt8], _ mapDescription: [UInt8], offset: Int
    ) -> [UInt8] {
        func entry(_ item: Item) -> [UInt8] {
            let content = item.type == "mime" ? Array("application/rdf+xml\0".utf8) : []
            return SampleMedia.fullBox(
                "infe", version: 2,
                SampleMedia.bigEndian16(item.number) + [0, 0] + Array(item.type.utf8) + [0] + content)
        }
        func reference(_ kind: String, from source: Int, to targets: [Int]) -> [UInt8] {
            SampleMedia.box(kind, ([source, targets.count] + targets).flatMap(SampleMedia.bigEndian16))
        }
        var references = reference("auxl", from: 2, to: [1])
        if packet != nil { references += reference("cdsc", from: 3, to: [2]) }
        if parameters != nil { references += reference("dimg", from: 4, to: [1, 2]) }
        var places: [UInt8] = []
        var (position, innerPosition) = (offset, 0)
        for item in items {
            places += SampleMedia.bigEndian16(item.number) + SampleMedia.bigEndian16(item.isInMetaBox ? 1 : 0)
            places += SampleMedia.bigEndian16(0) + SampleMedia.bigEndian16(1)
            places += SampleMedia.bigEndian32(item.isInMetaBox ? innerPosition : position)
            places += SampleMedia.bigEndian32(item.data.count)
            if item.isInMetaBox { innerPosition += item.data.count } else { position += item.data.count }
        }
        let count = SampleMedia.bigEndian16(items.count)
        let inner = items.filter(\.isInMetaBox).flatMap(\.data)
        return SampleMedia.fullBox(
            "meta",
            SampleMedia.fullBox(
                "hdlr", SampleMedia.bigEndian32(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                + SampleMedia.fullBox("pitm", SampleMedia.bigEndian16(1))
                + SampleMedia.fullBox("iloc", version: 1, [0x44, 0] + count + places)
                + SampleMedia.fullBox("iinf", count + items.flatMap(entry)) + SampleMedia.fullBox("iref", references)
                + properties(description, mapDescription) + (inner.isEmpty ? [] : SampleMedia.box("idat", inner)))
    }

    private func properties(_ description: [UInt8], _ mapDescription: [UInt8]) -> [UInt8] {
        func extents(_ width: Int, _ height: Int) -> [UInt8] {
            SampleMedia.fullBox("ispe", SampleMedia.bigEndian32(width) + SampleMedia.bigEndian32(height))
        }
        let container =
            extents(width, height) + description + extents(mapWidth, mapHeight) + mapDescription
            + SampleMedia.fullBox("auxC", Array("\(type)\0".utf8)) + SampleMedia.box("irot", [angle])
            + descriptions.flatMap { $0 }
        let own: [UInt8] = [1, 0x82, 0x86] + descriptions.indices.map { UInt8(7 + $0) }
        var associations = SampleMedia.bigEndian16(1) + [UInt8(own.count)] + own
        associations += SampleMedia.bigEndian16(2) + [4, 3, 0x84, 5, 0x86]
        return SampleMedia.box(
            "iprp",
            SampleMedia.box("ipco", container)
                + SampleMedia.fullBox("ipma", SampleMedia.bigEndian32(2) + associations))
    }
}
