import ArgumentParser
import Foundation

/// A number of bytes as an argument, such as `20GB`, and as text.
struct ByteSize: ExpressibleByArgument, Equatable {
    private static let units: [(suffix: String, factor: Double)] = [
        ("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("KB", 1e3), ("T", 1e12), ("G", 1e9), ("M", 1e6), ("K", 1e3), ("B", 1),
        ("", 1),
    ]

    let bytes: Int64

    init?(argument: String) {
        let text = argument.uppercased()
        guard let unit = Self.units.first(where: { text.hasSuffix($0.suffix) }),
            let number = Double(text.dropLast(unit.suffix.count)), number.isFinite, number >= 0,
            let bytes = Int64(exactly: (number * unit.factor).rounded())
        else { return nil }
        self.bytes = bytes
    }

    static func text(_ byteCount: Int64) -> String {
        byteCount.formatted(.byteCount(style: .file, spellsOutZero: false).locale(Locale(identifier: "en_US_POSIX")))
    }
}
