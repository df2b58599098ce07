/// The digits of an integer in a message.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private let uppercase: Bool
    private let prefix: String
    private let explicitPositiveSign: Bool
    private let minDigits: Int

    /// Decimal digits.
    public static var decimal: OSLogIntegerFormatting { decimal(explicitPositiveSign: false) }

    /// Decimal digits, with `+` before a positive number if `explicitPositiveSign` is `true`.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 10, uppercase: false, prefix: "", explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }

    /// Hexadecimal digits in lower case.
    public static var hex: OSLogIntegerFormatting { hex() }

    /// Hexadecimal digits, with `0x` before them if `includePrefix` is `true`.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, uppercase: uppercase, prefix: includePrefix ? "0x" : "",
            explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }

    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { octal() }

    /// Octal digits, with `0o` before them if `includePrefix` is `true`.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, uppercase: false, prefix: includePrefix ? "0o" : "",
            explicitPositiveSign: explicitPositiveSign, minDigits: minDigits)
    }

    /// Hexadecimal and octal digits show the bits of a negative number, as `printf` does.
    func text(of number: some FixedWidthInteger) -> String {
        let isNegative = radix == 10 && number < 0
        let digits =
            radix == 10
            ? String(number.magnitude) : String(UInt64(truncatingIfNeeded: bits(of: number)), radix: radix)
        let zeros = String(repeating: "0", count: max(0, minDigits - digits.count))
        let sign = isNegative ? "-" : explicitPositiveSign && number >= 0 ? "+" : ""
        return sign + prefix + zeros + (uppercase ? digits.uppercased() : digits)
    }

    private func bits<T: FixedWidthInteger>(of number: T) -> T.Magnitude {
        T.Magnitude(truncatingIfNeeded: number)
    }
}
