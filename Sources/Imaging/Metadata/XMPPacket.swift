import CExiv2

/// An XMP packet, in which only single properties change, so that all other bytes stay the same.
struct XMPPacket {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The properties that repeat those of IPTC, for ImageIO's keys.
    static let names = [
        "Keywords": "dc:subject", "Caption/Abstract": "dc:description", "ObjectName": "dc:title",
        "Byline": "dc:creator", "CopyrightNotice": "dc:rights", "City": "photoshop:City",
        "Province/State": "photoshop:State", "Country/PrimaryLocationName": "photoshop:Country",
        "Country/PrimaryLocationCode": "Iptc4xmpCore:CountryCode", "SubLocation": "Iptc4xmpCore:Location",
        "Headline": "photoshop:Headline", "Credit": "photoshop:Credit", "Source": "photoshop:Source",
        "SpecialInstructions": "photoshop:Instructions", "BylineTitle": "photoshop:AuthorsPosition",
        "Writer/Editor": "photoshop:CaptionWriter", "DateCreated": "photoshop:DateCreated",
        "OriginalTransmissionReference": "photoshop:TransmissionReference", "Category": "photoshop:Category",
        "SupplementalCategory": "photoshop:SupplementalCategories", "Urgency": "photoshop:Urgency",
    ]

    /// Returns the packet with another orientation and size.
    func carried(_ size: CarriedSize) -> XMPPacket {
        var packet = self
        packet.replaceNumbers(of: "tiff:Orientation", with: size.orientation)
        for name in ["tiff:ImageWidth", "exif:PixelXDimension"] { packet.replaceNumbers(of: name, with: size.width) }
        for name in ["tiff:ImageLength", "exif:PixelYDimension"] { packet.replaceNumbers(of: name, with: size.height) }
        return packet
    }

    /// The JPEG segments with the packet. A packet that is too long for one continues in segments of Extended XMP.
    var segments: [[UInt8]] {
        var packet = bytes
        // White space at the end of a packet is room for changes.
        if packet.count > Self.limitInBytes, let trimmed = withoutPadding { packet = trimmed }
        guard packet.count > Self.limitInBytes else {
            return [JPEGSegments.segment(0xE1, JPEGSegments.xmpMark + packet)]
        }
        guard let parts = ExtendedXMP.split(packet, limit: Self.limitInBytes) else { return [] }
        return [JPEGSegments.segment(0xE1, JPEGSegments.xmpMark + parts.main)]
            + parts.extensions.map { JPEGSegments.segment(0xE1, $0) }
    }

    static let limitInBytes = 65_533 - JPEGSegments.xmpMark.count

    /// The packet without the white space before its end mark.
    private var withoutPadding: [UInt8]? {
        guard let end = bytes.lastRange(of: Array("<?xpacket".utf8)) else { return nil }
        let content = bytes[..<end.lowerBound]
        guard let last = content.lastIndex(where: { $0 > 0x20 }) else { return nil }
        return Array(content[...last]) + bytes[end.lowerBound...]
    }

    /// Replaces the digits of an attribute or of a simple element.
    private mutating func replaceNumbers(of name: String, with value: Int) {
        let (name, digits) = (Array(name.utf8), Array(String(value).utf8))
        var position = 0
        while let found = bytes[position...].firstRange(of: name) {
            position = found.upperBound
            var place = position
            func skip(_ characters: String) {
                let characters = Array(characters.utf8)
                while place < bytes.count, characters.contains(bytes[place]) { place += 1 }
            }
            skip(" \t\r\n")
            guard place < bytes.count, bytes[place] == UInt8(ascii: "=") || bytes[place] == UInt8(ascii: ">") else {
                continue
            }
            skip(" \t\r\n=>\"'")
            let start = place
            skip("0123456789")
            guard start < place else { continue }
            bytes.replaceSubrange(start..<place, with: digits)
            position = start + digits.count
        }
    }
}

// MARK: - Pictures

extension XMPPacket {
    /// The properties that contain pictures, or sound, in base64: thumbnails, and the originals, depths and sounds that
    /// Google's cameras add.
    private static let pictures: Set<String> = [
        "xmp:Thumbnails", "xap:Thumbnails", "xmpGImg:image", "xapGImg:image", "GImage:Data", "GDepth:Data",
        "GDepth:Confidence", "GAudio:Data",
    ]

    var hasPictures: Bool { Self.pictures.contains { bytes.firstRange(of: Array($0.utf8)) != nil } }

    var withoutPictures: XMPPacket { removing(Self.pictures.contains) }
}

// MARK: - Removing and adding properties

extension XMPPacket {
    /// Returns the packet with the properties of an extension, which has the same form. If the extension isn't valid,
    /// returns the packet alone.
    func merged(with extended: [UInt8]?) -> XMPPacket {
        let (opening, closing) = (Array("<rdf:Description".utf8), Array("</rdf:RDF>".utf8))
        guard let extended, let start = extended.firstRange(of: opening), let end = extended.lastRange(of: closing),
            start.lowerBound < end.lowerBound, let place = bytes.lastRange(of: closing)
        else { return self }
        var packet = self
        packet.bytes.insert(contentsOf: extended[start.lowerBound..<end.lowerBound], at: place.lowerBound)
        packet = packet.removing { $0 == "xmpNote:HasExtendedXMP" }
        let isValid = packet.bytes.withUnsafeBufferPointer {
            albumen_xmp_is_valid($0.baseAddress, $0.count) != 0
        }
        return isValid ? packet : self
    }

    /// Returns the packet without some properties, which can be attributes or elements.
    func removing(_ isRemoved: (String) -> Bool) -> XMPPacket {
        var result = XMPPacket([])
        var position = 0
        while let colon = bytes[position...].firstIndex(of: UInt8(ascii: ":")) {
            guard let name = name(around: colon), isRemoved(String(decoding: bytes[name], as: UTF8.self)),
                let range = property(name), range.lowerBound >= position
            else {
                result.bytes += bytes[position...colon]
                position = colon + 1
                continue
            }
            result.bytes += bytes[position..<range.lowerBound]
            position = range.upperBound
        }
        result.bytes += bytes[position...]
        return result
    }

    private func name(around colon: Int) -> Range<Int>? {
        var (start, end) = (colon, colon + 1)
        while start > 0, bytes[start - 1].isOfName { start -= 1 }
        while end < bytes.count, bytes[end].isOfName { end += 1 }
        return start < colon && end > colon + 1 ? start..<end : nil
    }

    /// Returns the range of an attribute with the space before it, or of an element with its content.
    private func property(_ name: Range<Int>) -> Range<Int>? {
        guard name.lowerBound > 0 else { return nil }
        let before = bytes[name.lowerBound - 1]
        if before == UInt8(ascii: "<") {
            let closing = Array("</".utf8) + bytes[name] + Array(">".utf8)
            guard let bracket = bytes[name.upperBound...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
            if bytes[bracket - 1] == UInt8(ascii: "/") { return name.lowerBound - 1..<bracket + 1 }
            return bytes[bracket...].firstRange(of: closing).map { name.lowerBound - 1..<$0.upperBound }
        }
        guard before <= 0x20 else { return nil }
        var place = name.upperBound
        while place < bytes.count, bytes[place] <= 0x20 || bytes[place] == UInt8(ascii: "=") { place += 1 }
        guard place > name.upperBound, place < bytes.count,
            [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[place]),
            let end = bytes[(place + 1)...].firstIndex(of: bytes[place])
        else { return nil }
        return name.lowerBound - 1..<end + 1
    }
}

extension UInt8 {
    fileprivate var isOfName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension Collection where Element: Equatable {
    func lastRange(of other: some BidirectionalCollection<Element>) -> Range<Index>?
    where Self: BidirectionalCollection {
        guard let reversed = self.reversed().firstRange(of: other.reversed()) else { return nil }
        return reversed.upperBound.base..<reversed.lowerBound.base
    }
}
