public import Foundation

extension String {
    /// A text with interpolated values, whose format is a key in a table of localized strings.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
        /// The text with format specifiers in place of the values.
        let format: String
        let arguments: [Argument]

        /// Creates a value without interpolation. The text can contain `%`.
        public init(_ value: String) {
            self.init(stringLiteral: value)
        }

        public init(stringLiteral value: String) {
            format = value
            arguments = []
        }

        public init(stringInterpolation: StringInterpolation) {
            format = stringInterpolation.format
            arguments = stringInterpolation.arguments
        }

        enum Argument: Equatable, Sendable {
            case text(String)
            case integer(Int64)
            case unsignedInteger(UInt64)
            case number(Double)
        }

        /// Returns the text of a key, with the values in place of the specifiers.
        func localized(key: String, table: String?, bundle: Bundle?, locale: Locale) -> String {
            let text = (bundle ?? .main).localizedString(forKey: key, value: format, table: table)
            // Only an interpolated text is a format.
            return arguments.isEmpty ? text : LocalizedFormat(text).text(with: arguments, locale: locale)
        }
    }
}

extension String.LocalizationValue {
    /// The parts of a text with interpolated values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var format = ""
        var arguments: [Argument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            format.reserveCapacity(literalCapacity + 4 * interpolationCount)
            arguments.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            format += literal.replacingOccurrences(of: "%", with: "%%")
        }

        /// Appends a text (`%@`).
        public mutating func appendInterpolation(_ string: String) {
            append("%@", .text(string))
        }

        /// Appends a text (`%@`).
        public mutating func appendInterpolation(_ substring: Substring) {
            append("%@", .text(String(substring)))
        }

        /// Appends an integer (`%lld` or `%llu`).
        public mutating func appendInterpolation<T: FixedWidthInteger>(_ value: T) {
            append(T.isSigned ? "%lld" : "%llu", Self.argument(value))
        }

        /// Appends an integer with a specifier such as `%04d`.
        public mutating func appendInterpolation<T: FixedWidthInteger>(_ value: T, specifier: String) {
            append(specifier, Self.argument(value))
        }

        /// Appends a number (`%lf` for `Double`, `%f` for other types).
        public mutating func appendInterpolation<T: BinaryFloatingPoint>(_ value: T) {
            append(T.self == Double.self ? "%lf" : "%f", .number(Double(value)))
        }

        /// Appends a number with a specifier such as `%.1f`.
        public mutating func appendInterpolation<T: BinaryFloatingPoint>(_ value: T, specifier: String) {
            append(specifier, .number(Double(value)))
        }

        /// Appends an object's description (`%@`).
        public mutating func appendInterpolation(_ value: NSObject) {
            append("%@", .text(value.description))
        }

        /// Appends a formatted value (`%@`).
        public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
        where F.FormatOutput == String {
            append("%@", .text(format.format(value)))
        }

        private mutating func append(_ specifier: String, _ argument: Argument) {
            format += specifier
            arguments.append(argument)
        }

        private static func argument<T: FixedWidthInteger>(_ value: T) -> Argument {
            T.isSigned
                ? .integer(Int64(truncatingIfNeeded: value)) : .unsignedInteger(UInt64(truncatingIfNeeded: value))
        }
    }
}
