public import Foundation

/// The parts of a message. Arguments are closures, which run when the message is written.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private var parts: [() -> String] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: String) {
        guard !literal.isEmpty else { return }
        parts.append { literal }
    }

    var text: String { parts.map { $0() }.joined() }

    private mutating func append(
        _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, isScalar: Bool = false, _ text: @escaping () -> String
    ) {
        parts.append { align.pad(privacy.redact(text(), isScalar: isScalar)) }
    }
}

// MARK: - Scalars

extension OSLogInterpolation {
    /// Appends an integer, which is public unless `privacy` hides it.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isScalar: true) { format.text(of: number()) }
    }

    /// Appends a number, which is public unless `privacy` hides it.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isScalar: true) { format.text(of: number()) }
    }

    /// Appends a number, which is public unless `privacy` hides it.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isScalar: true) { format.text(of: Double(number())) }
    }

    /// Appends a number, which is public unless `privacy` hides it.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> CGFloat, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isScalar: true) { format.text(of: Double(number())) }
    }

    /// Appends a Boolean, which is public unless `privacy` hides it.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
        append(.none, privacy, isScalar: true) { format.text(of: boolean()) }
    }
}

// MARK: - Texts and objects

extension OSLogInterpolation {
    /// Appends a text, which is private unless `privacy` shows it.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy) { argumentString() }
    }

    /// Appends a value's description, which is private unless `privacy` shows it.
    // Otherwise, this overload wins for integers, because it has fewer parameters.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy) { value().description }
    }

    /// Appends the name of a type, which is private unless `privacy` shows it.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy) { String(describing: value()) }
    }

    /// Appends an object's description, which is private unless `privacy` shows it.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
    ) {
        append(.none, privacy) { argumentObject().description }
    }

    /// Appends an error's description, which is private unless `privacy` shows it.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) {
        append(.none, privacy) { String(describing: error()) }
    }
}
