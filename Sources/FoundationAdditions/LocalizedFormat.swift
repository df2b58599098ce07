import Foundation

/// A translated format. Its specifiers can have positions, such as `%2$@`.
struct LocalizedFormat {
    private let format: String

    init(_ format: String) {
        self.format = format
    }

    /// Replaces each specifier with its argument. A specifier without an argument stays in the text.
    func text(with arguments: [String.LocalizationValue.Argument], locale: Locale) -> String {
        var text = ""
        var rest = format[...]
        var next = 0
        while let start = rest.firstIndex(of: "%") {
            text += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix("%%") {
                text += "%"
                rest = rest.dropFirst(2)
            } else if let (specifier, end) = Specifier.first(of: rest) {
                let index = specifier.position ?? next
                if specifier.position == nil { next += 1 }
                text +=
                    arguments.indices.contains(index)
                    ? specifier.text(of: arguments[index], locale: locale) : String(rest[..<end])
                rest = rest[end...]
            } else {
                text += "%"
                rest = rest.dropFirst()
            }
        }
        return text + rest
    }
}

extension LocalizedFormat {
    private struct Specifier {
        /// The index of the argument, if the specifier has one.
        let position: Int?
        private let layout: String
        private let conversion: Character

        /// Returns the specifier at the start of a text, and its end.
        static func first(of text: Substring) -> (specifier: Specifier, end: Substring.Index)? {
            var rest = text.dropFirst()
            var position: Int?
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), number > 0, rest.dropFirst(digits.count).first == "$" {
                position = number - 1
                rest = rest.dropFirst(digits.count + 1)
            }
            let layout = rest.prefix { "-+ #0123456789.'".contains($0) }
            rest = rest.dropFirst(layout.count).drop { "hlqLzjt".contains($0) }
            guard let conversion = rest.first, "@diuxXofFeEgGaA".contains(conversion) else { return nil }
            let specifier = Specifier(position: position, layout: String(layout), conversion: conversion)
            return (specifier, rest.index(after: rest.startIndex))
        }

        func text(of argument: String.LocalizationValue.Argument, locale: Locale) -> String {
            switch argument {
            case .text(let text):
                text
            case .integer(let number) where "di".contains(conversion):
                String(format: "%\(layout)lld", locale: locale, number)
            case .integer(let number) where "uxXo".contains(conversion):
                String(format: "%\(layout)ll\(conversion)", locale: locale, number)
            case .integer(let number):
                String(number)
            case .unsignedInteger(let number) where "diuxXo".contains(conversion):
                String(format: "%\(layout)ll\("di".contains(conversion) ? "u" : conversion)", locale: locale, number)
            case .unsignedInteger(let number):
                String(number)
            case .number(let number) where "fFeEgGaA".contains(conversion):
                String(format: "%\(layout)\(conversion)", locale: locale, number)
            case .number(let number):
                String(number)
            }
        }
    }
}
