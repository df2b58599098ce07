import Foundation

/// The digits of a floating-point number in a message.
public struct OSLogFloatFormatting: Sendable {
    private let conversion: String
    private let precision: Int
    private let explicitPositiveSign: Bool

    private static func make(
        _ conversion: String, _ precision: Int, _ explicitPositiveSign: Bool, _ uppercase: Bool
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? conversion.uppercased() : conversion, precision: precision,
            explicitPositiveSign: explicitPositiveSign)
    }

    /// Six decimal places.
    public static var fixed: OSLogFloatFormatting { fixed() }

    /// A number of decimal places.
    public static func fixed(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("f", precision, explicitPositiveSign, uppercase)
    }

    /// A mantissa and an exponent, such as `1.500000e+03`.
    public static var exponential: OSLogFloatFormatting { exponential() }

    /// A mantissa with a number of decimal places, and an exponent.
    public static func exponential(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("e", precision, explicitPositiveSign, uppercase)
    }

    /// The shorter form of ``fixed`` and ``exponential``.
    public static var hybrid: OSLogFloatFormatting { hybrid() }

    /// The shorter form of ``fixed`` and ``exponential``, with a number of significant digits.
    public static func hybrid(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("g", precision, explicitPositiveSign, uppercase)
    }

    func text(of number: Double) -> String {
        String(format: "%\(explicitPositiveSign ? "+" : "").\(max(0, precision))\(conversion)", number)
    }
}
