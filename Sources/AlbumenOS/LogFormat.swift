import Foundation

/// A format of `os_log`, such as `"%{public}@ has %d photos"`.
struct LogFormat {
    private let format: Substring

    init(_ format: StaticString) {
        self.init("\(format)")
    }

    init(_ format: String) {
        self.format = format[...]
    }

    func text(with arguments: [Any]) -> String {
        var text = ""
        var rest = format
        var pending = arguments[...]
        // The number of arguments of an unknown specifier is unknown too, so later ones can belong to other specifiers.
        var hasUnknownSpecifier = false
        while let start = rest.firstIndex(of: "%") {
            text += rest[..<start]
            rest = rest[start...].dropFirst()
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
            } else if let specifier = Specifier(&rest) {
                let own = pending.prefix(specifier.argumentCount)
                pending = pending.dropFirst(own.count)
                text += specifier.text(of: Array(own), isHidden: hasUnknownSpecifier)
            } else {
                text += "%"
                hasUnknownSpecifier = true
            }
        }
        return text + rest
    }
}

extension LogFormat {
    /// A specifier after its `%`.
    private struct Specifier {
        private let privacy: OSLogPrivacy
        /// The flags, the width and the precision. An asterisk stands for a number among the arguments.
        private let layout: String
        private let conversion: Character

        /// The number of arguments: those of the width and precision, and the value.
        var argumentCount: Int { layout.count { $0 == "*" } + 1 }

        /// Removes the specifier from the start of a format. Returns `nil` if there is none, and then removes nothing.
        init?(_ format: inout Substring) {
            var rest = format
            var options: [Substring] = []
            if rest.first == "{" {
                guard let end = rest.firstIndex(of: "}"), !rest[..<end].contains("%") else { return nil }
                options = rest.dropFirst().prefix(upTo: end).split(separator: ",")
                rest = rest[end...].dropFirst()
            }
            let layout = rest.prefix { "-+ #0123456789.*".contains($0) }
            rest = rest.dropFirst(layout.count).drop { "hlqLzjt".contains($0) }
            guard let conversion = rest.popFirst(), "@sScCdiDuUxXoOfFeEgGaApP".contains(conversion) else { return nil }
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

        /// - Parameter isHidden: Whether the arguments can belong to another specifier, whose privacy is unknown.
        func text(of arguments: [Any], isHidden: Bool) -> String {
            guard arguments.count == argumentCount, let argument = arguments.last else { return "<missing>" }
            let isScalar = argument is any BinaryInteger || argument is any BinaryFloatingPoint || argument is Bool
            let layout = layout(with: arguments.dropLast())
            return (isHidden ? .sensitive : privacy).redact(formatted(argument, layout), isScalar: isScalar)
        }

        /// The layout with numbers in place of its asterisks.
        private func layout(with numbers: ArraySlice<Any>) -> String {
            var numbers = numbers
            return layout.reduce(into: "") { layout, character in
                guard character == "*" else { return layout.append(character) }
                let number = (numbers.popFirst() as? any BinaryInteger).map { Int(clamping: $0) } ?? 0
                // As in printf, a negative width means the left side, and a negative precision means none.
                if layout.last == ".", number < 0 {
                    layout.removeLast()
                } else {
                    layout += String(min(max(number, -1000), 1000))
                }
            }
        }

        private func formatted(_ argument: Any, _ layout: String) -> String {
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
            case ("P", let data as Data):
                data.map { String(format: "%02x", $0) }.joined()
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
