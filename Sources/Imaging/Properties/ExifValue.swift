import MediaContainers
import MediaRequests

/// The bytes of a property as the value of a tag.
struct ExifValue {
    var kind: ExifTag.Kind
    var count: Int
    var bytes: [UInt8]

    /// Returns `nil` if the property can't be the tag's value.
    init?(_ property: ImageProperty, of tag: ExifTag, _ order: ByteView.Order) {
        kind = tag.kind
        bytes = []
        switch tag.form {
        case .plain where tag.kind == .text:
            guard let text = Self.text(property) else { return nil }
            bytes = Array(text.utf8.prefix { $0 != 0 }) + [0]
        case .plain, .list:
            guard Self.append(property.elements, tag.kind, to: &bytes, order) else { return nil }
        case .version:
            guard let digits = Self.digits(property) else { return nil }
            bytes = digits
        case .comment:
            guard let text = Self.text(property) else { return nil }
            if text.utf8.allSatisfy({ $0 < 0x80 }) {
                bytes = Array("ASCII\0\0\0".utf8) + Array(text.utf8)
            } else {
                bytes = Array("UNICODE\0".utf8) + text.utf16.flatMap { Self.bytes(Int($0), 2, order) }
            }
        case .degrees:
            guard let degrees = property.number.map({ abs($0) }), degrees <= 360 else { return nil }
            let millionths = Int((degrees * 3600e6).rounded())
            let parts = [(millionths / 3_600_000_000, 1), (millionths / 60_000_000 % 60, 1)]
            for (numerator, denominator) in parts + [(millionths % 60_000_000, 1_000_000)] {
                bytes += Self.bytes(numerator, 4, order) + Self.bytes(denominator, 4, order)
            }
        case .time:
            guard let parts = property.text?.split(separator: ":").map({ Double($0) }), parts.count == 3 else {
                return nil
            }
            let numbers = parts.compactMap { $0.map(ImageProperty.real) }
            guard numbers.count == 3, Self.append(numbers, .rational, to: &bytes, order) else { return nil }
        }
        guard !bytes.isEmpty else { return nil }
        count = bytes.count / kind.size
    }

    init(kind: ExifTag.Kind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
        count = bytes.count / kind.size
    }

    /// Returns the bytes of a number, which is at least 0.
    static func bytes(_ value: Int, _ width: Int, _ order: ByteView.Order) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (order == .little ? $0 : width - 1 - $0))) }
    }

    /// The text of a property. A number counts as its digits.
    private static func text(_ property: ImageProperty) -> String? {
        switch property {
        case .text(let text): text
        case .integer(let value): String(value)
        case .real(let value): value.isFinite ? String(value) : nil
        case .list(let values) where values.count == 1: text(values[0])
        case .boolean, .data, .list, .dictionary, .removal: nil
        }
    }

    private static func append(
        _ values: [ImageProperty], _ kind: ExifTag.Kind, to bytes: inout [UInt8], _ order: ByteView.Order
    ) -> Bool {
        let limit = 64
        guard !values.isEmpty, values.count <= limit else { return false }
        for value in values {
            guard let number = value.number else { return false }
            switch kind {
            case .byte, .undefined, .short, .long, .directory:
                guard let integer = Int(exactly: number.rounded()), (0..<1 << (8 * kind.size)).contains(integer) else {
                    return false
                }
                bytes += Self.bytes(integer, kind.size, order)
            case .rational, .signedRational:
                guard kind == .signedRational || number >= 0, let fraction = Self.fraction(number) else { return false }
                bytes += Self.bytes(fraction.numerator, 4, order) + Self.bytes(fraction.denominator, 4, order)
            case .text, .signedByte, .signedShort, .signedLong, .float, .double, .long8, .signedLong8: return false
            }
        }
        return true
    }

    /// Returns the simplest fraction that is as exact as 31 bits allow.
    static func fraction(_ number: Double) -> (numerator: Int, denominator: Int)? {
        let limit = Double(Int32.max)
        guard number.isFinite, abs(number) <= limit else { return nil }
        var rest = abs(number)
        var (numerator, denominator) = (1.0, 0.0)
        var before = (numerator: 0.0, denominator: 1.0)
        for _ in 0..<40 {
            let whole = rest.rounded(.down)
            let next = (
                numerator: whole * numerator + before.numerator, denominator: whole * denominator + before.denominator
            )
            guard next.numerator <= limit, next.denominator <= limit else { break }
            before = (numerator, denominator)
            (numerator, denominator) = next
            // Fractions in files have a few decimal digits, and floating point adds an error.
            if abs(numerator / denominator - abs(number)) <= abs(number) * 1e-11 { break }
            guard rest > whole else { break }
            rest = 1 / (rest - whole)
        }
        guard denominator > 0 else { return nil }
        return (Int(number < 0 ? -numerator : numerator), Int(denominator))
    }

    /// The four digits of a version such as 2, 3, 2.
    private static func digits(_ property: ImageProperty) -> [UInt8]? {
        let parts = property.elements.compactMap(\.integer)
        if case .text(let text) = property, text.utf8.count == 4 { return Array(text.utf8) }
        guard (1...3).contains(parts.count), (0...99).contains(parts[0]),
            parts.dropFirst().allSatisfy({ (0...9).contains($0) })
        else { return nil }
        let all = [parts[0] / 10, parts[0] % 10] + parts.dropFirst()
        return (all + Array(repeating: 0, count: 4 - all.count)).map { UInt8($0) + UInt8(ascii: "0") }
    }
}
