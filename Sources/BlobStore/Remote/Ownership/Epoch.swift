/// The number of an ownership of a library's place, from 1. Each owner has another one, and the highest is valid.
package struct Epoch: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The folder of the owners' records.
    static let recordPrefix = "albumen/owner/"
    private static let digitCount = 16

    package let number: UInt64

    /// Returns `nil` for zero.
    package init?(_ number: UInt64) {
        guard number > 0 else { return nil }
        self.number = number
    }

    /// Returns `nil` unless the text has exactly 16 lower-case hexadecimal digits. So an epoch has only one spelling.
    package init?(hexadecimal text: some StringProtocol) {
        guard text.utf8.count == Self.digitCount,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let number = UInt64(text, radix: 16)
        else { return nil }
        self.init(number)
    }

    /// The 16 lower-case hexadecimal digits.
    package var hexadecimal: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: Self.digitCount - digits.utf8.count) + digits
    }

    package var description: String { hexadecimal }

    /// The next epoch, or `nil` after the last one.
    package var next: Epoch? { number == .max ? nil : Epoch(number + 1) }

    package static func < (left: Epoch, right: Epoch) -> Bool { left.number < right.number }

    /// The name of the owner's record.
    package var recordName: RemoteName { name(Self.recordPrefix + hexadecimal) }
    /// The name of the document that the owner stores when it gives the library away.
    package var releaseName: RemoteName { name("\(Self.recordPrefix)\(hexadecimal)-released") }
    /// The name of the owner's advice.
    package var headName: RemoteName { name("\(Self.recordPrefix)\(hexadecimal)-head") }
    /// The start of the names of the epoch's objects of the catalog.
    package var catalogPrefix: String { "albumen/catalog/e\(hexadecimal)/" }

    private func name(_ text: String) -> RemoteName {
        guard let name = RemoteName(text) else { preconditionFailure("Digits and letters are a name.") }
        return name
    }
}

extension Epoch: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let epoch = Epoch(hexadecimal: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "This isn't an epoch.")
        }
        self = epoch
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hexadecimal)
    }
}
