import Foundation
import MediaContainers

extension GainMapMetadata {
    private static let namespace = "http://ns.adobe.com/hdr-gain-map/1.0/"

    /// Reads the binary form of ISO 21496-1 (annex C), which JPEG segments and HEIF items contain.
    ///
    /// - Returns: `nil` if the bytes end early, if they need a later version of the standard, or if a number isn't
    ///   usable.
    init?(standard view: ByteView) {
        // libultrahdr sets the bit 0x04 for a base picture that's brighter than the alternate one.
        guard view.uint16(at: 0) == 0, view.uint16(at: 2) != nil, let flags = view.byte(at: 4), flags & 0x04 == 0
        else { return nil }
        var reader = FractionReader(view: view, position: 5)
        // libultrahdr writes one denominator for all numbers if this bit is set.
        if flags & 0x08 != 0 {
            guard let denominator = view.uint32(at: 5), denominator > 0 else { return nil }
            reader = FractionReader(view: view, position: 9, denominator: Double(denominator))
        }
        guard let base = reader.next(), let alternate = reader.next() else { return nil }
        var channels: [Channel] = []
        for _ in 0..<(flags & 0x80 != 0 ? 3 : 1) {
            guard let minimum = reader.next(isSigned: true), let maximum = reader.next(isSigned: true),
                let gamma = reader.next(), let baseOffset = reader.next(isSigned: true),
                let alternateOffset = reader.next(isSigned: true)
            else { return nil }
            channels.append(
                Channel(
                    minimum: minimum, maximum: maximum, gamma: gamma, baseOffset: baseOffset,
                    alternateOffset: alternateOffset))
        }
        let metadata = GainMapMetadata(
            channels: channels, baseHeadroom: base, alternateHeadroom: alternate, usesBaseColours: flags & 0x40 != 0)
        guard let checked = metadata.checked() else { return nil }
        self = checked
    }

    /// Reads the properties of an Ultra HDR gain map.
    ///
    /// - Returns: `nil` if a required property is missing, if a number isn't usable, or if the base picture is the
    ///   brighter one.
    init?(packet: UnsafeRawBufferPointer) {
        guard let values = XMPValues(packet, namespace: Self.namespace), values.text("Version") != nil,
            values.text("BaseRenditionIsHDR")?.lowercased() != "true"
        else { return nil }
        func numbers(_ name: String, _ standard: Double?) -> [Double] {
            let numbers = values.numbers(name, limit: 3)
            return numbers.isEmpty ? [standard].compactMap { $0 } : numbers
        }
        let minimum = numbers("GainMapMin", 0)
        let maximum = numbers("GainMapMax", nil)
        let gamma = numbers("Gamma", 1)
        let baseOffset = numbers("OffsetSDR", 1.0 / 64)
        let alternateOffset = numbers("OffsetHDR", 1.0 / 64)
        let all = [minimum, maximum, gamma, baseOffset, alternateOffset]
        guard all.allSatisfy({ $0.count == 1 || $0.count == 3 }),
            let alternate = values.numbers("HDRCapacityMax", limit: 1).first
        else { return nil }
        let channels = (0..<(all.map(\.count).max() ?? 1)).map { index in
            func value(_ numbers: [Double]) -> Double { numbers[numbers.count == 1 ? 0 : index] }
            return Channel(
                minimum: value(minimum), maximum: value(maximum), gamma: value(gamma),
                baseOffset: value(baseOffset), alternateOffset: value(alternateOffset))
        }
        let metadata = GainMapMetadata(
            channels: channels, baseHeadroom: numbers("HDRCapacityMin", 0)[0], alternateHeadroom: alternate)
        guard let checked = metadata.checked() else { return nil }
        self = checked
    }
}

/// Reads fractions one after another.
private struct FractionReader {
    let view: ByteView
    var position: Int
    /// The denominator of all fractions, or `nil` if each has its own.
    var denominator: Double?

    /// Returns `nil` if the bytes end or the denominator is 0.
    mutating func next(isSigned: Bool = false) -> Double? {
        guard let bits = view.uint32(at: position) else { return nil }
        let numerator = isSigned ? Double(Int32(truncatingIfNeeded: bits)) : Double(bits)
        position += 4
        if let denominator { return numerator / denominator }
        guard let own = view.uint32(at: position), own > 0 else { return nil }
        position += 4
        return numerator / Double(own)
    }
}
