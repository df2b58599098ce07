/// The name of an LTX file in a backup: its level and its transactions.
package struct LTXName: Hashable, Sendable {
    /// 0 for files as shipped, 1…3 for merged files, 9 for snapshots.
    package let level: Int
    package let transactions: ClosedRange<UInt64>

    /// The level of snapshots.
    package static let snapshotLevel = 9
    /// The levels that a name can have.
    package static let levels = 0...9

    /// Creates a name.
    ///
    /// - Precondition: `level` is in 0…9. `transactions` doesn't begin with 0.
    package init(level: Int, transactions: ClosedRange<UInt64>) {
        precondition(Self.levels.contains(level) && transactions.lowerBound > 0)
        self.level = level
        self.transactions = transactions
    }

    /// Whether the file has the whole database.
    package var isSnapshot: Bool { transactions.lowerBound == 1 }

    /// The file's name in the folder of its level.
    package var text: String {
        "\(Self.hexadecimal(transactions.lowerBound, 16))-\(Self.hexadecimal(transactions.upperBound, 16)).ltx"
    }

    /// The file's key in an object store, below the prefix of the backup.
    package var key: String { "\(Self.hexadecimal(UInt64(level), 4))/\(text)" }

    /// The file's path below the folder of a backup.
    package var path: String { "ltx/\(level)/\(text)" }

    /// Reads a file's name. Returns `nil` if it isn't a name in exactly the form of ``text``.
    package init?(level: Int, text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard
            Self.levels.contains(level), bytes.count == 37, bytes[16] == UInt8(ascii: "-"),
            bytes[33...].elementsEqual(".ltx".utf8),
            let first = Self.number(bytes[..<16]), let last = Self.number(bytes[17..<33]),
            first > 0, first <= last
        else { return nil }
        self.init(level: level, transactions: first...last)
    }

    /// Reads a key of an object store. Returns `nil` if it isn't in exactly the form of ``key``.
    package init?(key: some StringProtocol) {
        let parts = key.split(separator: "/", omittingEmptySubsequences: false)
        guard
            parts.count == 2, parts[0].utf8.count == 4, let level = Self.number(parts[0].utf8),
            let level = Int(exactly: level)
        else { return nil }
        self.init(level: level, text: parts[1])
    }

    /// Reads a path in a folder. Returns `nil` if it isn't in exactly the form of ``path``.
    package init?(path: some StringProtocol) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard
            parts.count == 3, parts[0] == "ltx", parts[1].utf8.count == 1, let level = Self.number(parts[1].utf8),
            let level = Int(exactly: level)
        else { return nil }
        self.init(level: level, text: parts[2])
    }

    private static func hexadecimal(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns the value of up to 16 lowercase hexadecimal digits.
    private static func number(_ digits: some Sequence<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
