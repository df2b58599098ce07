package import Foundation

/// The parameters of a gain map, for files that tests put together.
package struct SampleGainMap: Sendable {
    package struct Channel: Sendable {
        package var minimum = 0.0
        package var maximum = 2.0
        package var gamma = 1.0
        package var baseOffset = 1.0 / 64
        package var alternateOffset = 1.0 / 64

        package init(
            minimum: Double = 0, maximum: Double = 2, gamma: Double = 1, baseOffset: Double = 1.0 / 64,
            alternateOffset: Double = 1.0 / 64
        ) {
            self.minimum = minimum
            self.maximum = maximum
            self.gamma = gamma
            self.baseOffset = baseOffset
            self.alternateOffset = alternateOffset
        }
    }

    /// One, or three.
    package var channels: [Channel]
    /// Binary logarithms.
    package var baseHeadroom: Double
    package var alternateHeadroom: Double
    package var usesBaseColours: Bool

    package init(
        channels: [Channel] = [Channel()], baseHeadroom: Double = 0, alternateHeadroom: Double = 2,
        usesBaseColours: Bool = true
    ) {
        self.channels = channels
        self.baseHeadroom = baseHeadroom
        self.alternateHeadroom = alternateHeadroom
        self.usesBaseColours = usesBaseColours
    }

    /// The properties of Ultra HDR.
    package var packet: String {
        func attribute(_ name: String, _ values: [Double]) -> String {
            Set(values).count == 1 ? " hdrgm:\(name)=\"\(values[0])\"" : ""
        }
        func element(_ name: String, _ values: [Double]) -> String {
            guard Set(values).count > 1 else { return "" }
            let items = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            return "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
        }
        let values = [
            ("GainMapMin", channels.map(\.minimum)), ("GainMapMax", channels.map(\.maximum)),
            ("Gamma", channels.map(\.gamma)), ("OffsetSDR", channels.map(\.baseOffset)),
            ("OffsetHDR", channels.map(\.alternateOffset)), ("HDRCapacityMin", [baseHeadroom]),
            ("HDRCapacityMax", [alternateHeadroom]),
        ]
        return """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"\
            \(values.map(attribute).joined())>\(values.map(element).joined())</rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }

    /// The parameters in the form of ISO 21496-1.
    ///
    /// - Parameter commonDenominator: The denominator of all fractions, as libultrahdr writes it. `nil` gives each
    ///   fraction its own.
    package func standard(commonDenominator: Int? = nil) -> [UInt8] {
        let denominator = commonDenominator ?? 1_000_000
        func fraction(_ value: Double) -> [UInt8] {
            let numerator = Int((value * Double(denominator)).rounded())
            let bytes = SampleMedia.bigEndian32(numerator & 0xFFFF_FFFF)
            return commonDenominator == nil ? bytes + SampleMedia.bigEndian32(denominator) : bytes
        }
        var flags = channels.count == 3 ? 0x80 : 0
        if usesBaseColours { flags |= 0x40 }
        if commonDenominator != nil { flags |= 0x08 }
        var bytes: [UInt8] = [0, 0, 0, 0, UInt8(flags)]
        if commonDenominator != nil { bytes += SampleMedia.bigEndian32(denominator) }
        bytes += fraction(baseHeadroom) + fraction(alternateHeadroom)
        for channel in channels {
            bytes += fraction(channel.minimum) + fraction(channel.maximum) + fraction(channel.gamma)
            bytes += fraction(channel.baseOffset) + fraction(channel.alternateOffset)
        }
        return bytes
    }
}

extension SampleMedia {
    /// The ways to write a gain map's parameters into a JPEG.
    package enum GainMapForm: Sendable {
        /// XMP, as Ultra HDR does.
        case packet(String)
        /// The segment of ISO 21496-1.
        case standard([UInt8])
    }

    /// Returns a JPEG with a gain map as its second picture.
    ///
    /// - Parameters:
    ///   - base: The photo, and `map` the gain map, both as JPEG.
    ///   - shift: Added to the map's offset in the index.
    package static func gainMapJPEG(base: Data, map: Data, _ form: GainMapForm, shift: Int = 0) -> Data {
        let mark = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
        let second: Data
        switch form {
        case .packet(let packet):
            second = inserting(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8), into: map)
        case .standard(let parameters):
            second = inserting(0xE2, mark + parameters, into: map)
        }
        // The index has the same length whatever its numbers are.
        let marked = inserting(0xE2, mark + [0, 0, 0, 0], into: base)
        let length = inserting(0xE2, index(first: 0, second: 0, offset: 0), into: marked).count
        // After the start of the image and the segment's marker, length and mark.
        let start = 2 + 4 + 4
        let pictures = index(first: length, second: second.count, offset: length - start + shift)
        return inserting(0xE2, pictures, into: marked) + second
    }

    /// The index of two pictures, according to CIPA DC-007.
    private static func index(first: Int, second: Int, offset: Int) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            bigEndian16(tag) + bigEndian16(type) + bigEndian32(count) + value
        }
        var bytes = Array("MPF\0MM\0*".utf8) + bigEndian32(8) + bigEndian16(3)
        bytes += entry(0xB000, 7, 4, Array("0100".utf8)) + entry(0xB001, 4, 1, bigEndian32(2))
        bytes += entry(0xB002, 7, 32, bigEndian32(50)) + bigEndian32(0)
        bytes += bigEndian32(0x0003_0000) + bigEndian32(first) + bigEndian32(0) + bigEndian32(0)
        bytes += bigEndian32(0) + bigEndian32(second) + bigEndian32(offset) + bigEndian32(0)
        return bytes
    }

    /// Inserts a segment behind a JPEG's first marker.
    private static func inserting(_ marker: UInt8, _ content: [UInt8], into jpeg: Data) -> Data {
        jpeg.prefix(2) + Data([0xFF, marker] + bigEndian16(content.count + 2) + content) + jpeg.dropFirst(2)
    }
}
