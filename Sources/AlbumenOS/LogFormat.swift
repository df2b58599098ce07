import Foundation

/// A format of `os_log`, such as `"%{public}@ has %d photos"`.
struct LogFormat {
    private let format: Substring

    init(_ format: StaticString) {
        self.format = "\(format)"[...]
    }

    func text(with arguments: [Any]) -> String {
        var text = ""
        var rest = format
        var pending = arguments[...]
        while let start = rest.firstIndex(of: "%") {
            text += rest[..<start]
            rest = rest[start...].dropFirst()
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
            } else if let specifier = Specifier(&rest) {
                text += pending.popFirst().map(specifier.text) ?? "<missing>"
            } else {
                text += "%"
            }
        }
        return text + rest
    }
}

extension LogFormat {
    /// A specifier after its `%`.
    private struct Specifier {
        private let privacy: OSLogPrivacy
        private let layout: String
        private let conversion: Character

        /// Removes the specifier from the start of a format. Returns `nil` if there is none, and then removes nothing.
        init?(_ format: inout Substring) {
            var rest = format
            var options: [Substring] = []
            if rest.first == "{" {
                guard let end = rest.firstIndex(of: "}") else { return nil }
                options = rest.dropFirst().prefix(upTo: end).split(separator: ",")
                rest = rest[end...].dropFirst()
            }
            let layout = rest.prefix { "-+ #0123456789.".contains($0) }
            rest = rest.dropFirst(layout.count).drop { "hlqLzjt".contains($0) }
            guard let conversion = rest.popFirst(), "@sScCdiDuUxXoOfFeEgGaAp".contains(conversion) else { return nil }
            privacy = Self.privacy(of: options.map { $0.trimmingCharacters(in: .whitespaces) })
            self.layout = String(layout)
            self.conversion = conversion
            format = rest
        }

        private static func privacy(of options: [String]) -> OSLogPrivacy {
            let mask: OSLogPrivacy.Mask = options.contains("mask.hash") ? .hash : .none
            if options.contains("sensitive") { return .sensitive(mask: mask) }
            if options.contains("private") { return .private(mask: mask) }
            return options.contains("public") ? .public : .auto(mask: mask)
        }

        func text(of argument: Any) -> String {
            let isScalar = argument is any BinaryInteger || argument is any BinaryFloatingPoint || argument is Bool
            return privacy.redact(formatted(argument), isScalar: isScalar)
        }

        private func formatted(_ argument: Any) -> String {
            switch (conversion, argument) {
            case ("d", let number as any BinaryInteger), ("i", let number as any BinaryInteger),
                ("D", let number as any BinaryInteger):
                String(format: "%\(layout)lld", Int64(truncatingIfNeeded: number))
            case ("u", let number as any BinaryInteger), ("U", let number as any BinaryInteger):
                String(format: "%\(layout)llu", UInt64(truncatingIfNeeded: number))
            case ("x", let number as any BinaryInteger), ("X", let number as any BinaryInteger),
                ("o", let number as any BinaryInteger):
                String(format: "%\(layout)ll\(conversion)", UInt64(truncatingIfNeeded: bits(of: number)))
            case ("d", let boolean as Bool), ("i", let boolean as Bool):
                boolean ? "1" : "0"
            case (_, let number as any BinaryFloatingPoint) where "fFeEgGaA".contains(conversion):
                String(format: "%\(layout)\(conversion)", Double(number))
            case (_, let error as any Error) where !(argument is NSObject):
                String(describing: error)
            default:
                String(describing: argument)
            }
        }

        /// The bits of a negative number in its own width, as `printf` shows them.
        private func bits(of number: some BinaryInteger) -> some BinaryInteger {
            number.bitWidth >= 64
                ? UInt64(truncatingIfNeeded: number)
                : UInt64(truncatingIfNeeded: number) & ((1 << UInt64(number.bitWidth)) - 1)
        }
    }
}
