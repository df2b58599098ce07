@testable import MotionPhotos

/// Photos around made videos.
enum MadePhoto {
    static let camera = #"xmlns:GCamera="http://ns.google.com/photos/1.0/camera/""#
    static let container =
        #"xmlns:Container="http://ns.google.com/photos/1.0/container/""#
        + #" xmlns:Item="http://ns.google.com/photos/1.0/container/item/""#

    /// Returns an XMP packet.
    static func packet(_ attributes: String, _ elements: String = "") -> String {
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" \(attributes)>\(elements)</rdf:Description>
        </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """
    }

    static func item(_ type: String, _ semantic: String, length: String, padding: String = "0") -> String {
        """
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="\(type)" Item:Semantic="\(semantic)"
        Item:Length="\(length)" Item:Padding="\(padding)"/></rdf:li>
        """
    }

    /// Returns a packet of Motion Photo 1.0.
    static func motionPhoto(
        length: String, padding: String = "0", time: String = "1500000", flag: String = "1", others: String = ""
    ) -> String {
        let items =
            item("image/jpeg", "Primary", length: "0") + others
            + item("video/mp4", "MotionPhoto", length: length, padding: padding)
        return packet(
            "\(camera) \(container) GCamera:MotionPhoto=\"\(flag)\""
                + " GCamera:MotionPhotoPresentationTimestampUs=\"\(time)\"",
            "<Container:Directory><rdf:Seq>\(items)</rdf:Seq></Container:Directory>")
    }

    static func microVideo(offset: String, time: String = "500000") -> String {
        packet(
            "\(camera) GCamera:MicroVideo=\"1\" GCamera:MicroVideoVersion=\"1\" GCamera:MicroVideoOffset=\"\(offset)\""
                + " GCamera:MicroVideoPresentationTimestampUs=\"\(time)\"")
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + MadeVideo.number(content.count + 2, 2) + content
    }

    /// Returns a JPEG with a packet of XMP and other segments.
    static func jpeg(_ packet: String? = nil, _ segments: [UInt8] = [], sampleCount: Int = 1_000) -> [UInt8] {
        let mark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        var file: [UInt8] = [0xFF, 0xD8]
        if let packet { file += segment(0xE1, mark + Array(packet.utf8)) }
        file += segments
        file += segment(0xDB, [UInt8](repeating: 1, count: 65))
        file += segment(0xDA, [1, 1, 0, 0, 63, 0])
        for number in 0..<sampleCount {
            file += number % 50 == 0 ? [0xFF, 0] : [UInt8(truncatingIfNeeded: number % 251)]
        }
        return file + [0xFF, 0xD9]
    }

    /// Returns the segments of extended XMP.
    static func extended(_ packet: String, digest: String, partSize: Int = 300) -> [UInt8] {
        let bytes = Array(packet.utf8)
        return stride(from: 0, to: bytes.count, by: partSize).flatMap { position in
            let part = bytes[position..<min(position + partSize, bytes.count)]
            return segment(
                0xE1,
                Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8) + MadeVideo.number(bytes.count, 4)
                    + MadeVideo.number(position, 4) + part)
        }
    }

    /// Returns the segment with an index of pictures. Offsets count from its byte order.
    static func index(_ pictures: [(size: Int, offset: Int)]) -> [UInt8] {
        let entries = pictures.flatMap {
            MadeVideo.number(0, 4) + MadeVideo.number($0.size, 4) + MadeVideo.number($0.offset, 4)
                + MadeVideo.number(0, 4)
        }
        let directory =
            MadeVideo.number(1, 2) + MadeVideo.number(0xB002, 2) + MadeVideo.number(7, 2)
            + MadeVideo.number(entries.count, 4) + MadeVideo.number(26, 4) + MadeVideo.number(0, 4)
        return segment(0xE2, Array("MPF\0MM\0*".utf8) + MadeVideo.number(8, 4) + directory + entries)
    }

    // MARK: Trailers

    static func littleEndian(_ value: Int, _ size: Int) -> [UInt8] { MadeVideo.number(value, size).reversed() }

    /// Returns Samsung's trailer with a block for each type, in order.
    static func samsung(_ blocks: [(type: Int, name: String, data: [UInt8])]) -> [UInt8] {
        let bytes = blocks.map {
            littleEndian(0, 2) + littleEndian($0.type, 2) + littleEndian($0.name.utf8.count, 4) + Array($0.name.utf8)
                + $0.data
        }
        var distance = bytes.reduce(0) { $0 + $1.count }
        var index = Array("SEFH".utf8) + littleEndian(107, 4) + littleEndian(blocks.count, 4)
        for (block, bytes) in zip(blocks, bytes) {
            index += littleEndian(0, 2) + littleEndian(block.type, 2) + littleEndian(distance, 4)
            index += littleEndian(bytes.count, 4)
            distance -= bytes.count
        }
        return bytes.flatMap(\.self) + index + littleEndian(index.count, 4) + Array("SEFT".utf8)
    }

    static let dateBlock = (type: 0x0A01, name: "Image_UTC_Data", data: Array("1577836800000".utf8))

    static func huawei(_ length: Int) -> [UInt8] {
        let text = "v2_f31              " + "LIVE_\(length)"
        return Array(text.utf8) + [UInt8](repeating: 0x20, count: 40 - text.utf8.count)
    }

    // MARK: HEIF

    /// Returns a HEIF file with a packet of XMP. Its picture is only some bytes.
    static func heif(
        _ packet: String, brand: String = "heic", isInData: Bool = false, longNumbers: Bool = false
    ) -> [UInt8] {
        let type = MadeVideo.box("ftyp", Array(brand.utf8) + MadeVideo.number(0, 4) + Array("mif1\(brand)".utf8))
        let bytes = Array(packet.utf8)
        let size = longNumbers ? 4 : 2
        let entry = MadeVideo.box(
            "infe",
            [longNumbers ? 3 : 2, 0, 0, 0] + MadeVideo.number(2, size) + [0, 0]
                + Array("mime\0application/rdf+xml\0".utf8))
        let picture = MadeVideo.box(
            "infe", [longNumbers ? 3 : 2, 0, 0, 0] + MadeVideo.number(1, size) + [0, 0] + Array("hvc1\0".utf8))
        let information = MadeVideo.box(
            "iinf", [longNumbers ? 1 : 0, 0, 0, 0] + MadeVideo.number(2, longNumbers ? 4 : 2) + picture + entry)
        let data = MadeVideo.box("mdat", (isInData ? [] : bytes) + [UInt8](repeating: 9, count: 100))
        let place = isInData ? 0 : type.count + 8
        let locations = MadeVideo.box(
            "iloc",
            [longNumbers ? 2 : 1, 0, 0, 0, 0x44, 0] + MadeVideo.number(1, longNumbers ? 4 : 2)
                + MadeVideo.number(2, size) + [0, isInData ? 1 : 0, 0, 0, 0, 1] + MadeVideo.number(place, 4)
                + MadeVideo.number(bytes.count, 4))
        let idat = isInData ? MadeVideo.box("idat", bytes) : []
        return type + data + MadeVideo.box("meta", [0, 0, 0, 0] + information + locations + idat)
    }
}
