/// A message with arguments, made of a string literal in a call of ``Logger``.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    private let interpolation: OSLogInterpolation

    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    public init(stringInterpolation: OSLogInterpolation) {
        interpolation = stringInterpolation
    }

    /// The text with its arguments, of which some are redacted.
    var text: String { interpolation.text }
}
