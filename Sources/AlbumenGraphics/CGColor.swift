public import Foundation

/// An immutable colour: the components of a colour space, and alpha.
///
/// Contexts treat the components as sRGB, or as its grey.
public final class CGColor: Hashable, Sendable {
    public static let black = CGColor(gray: 0, alpha: 1)
    public static let white = CGColor(gray: 1, alpha: 1)
    public static let clear = CGColor(gray: 0, alpha: 0)

    public let colorSpace: CGColorSpace?
    private let values: [CGFloat]

    private init(_ space: CGColorSpace, _ values: [CGFloat]) {
        colorSpace = space
        self.values = values.map { $0.isNaN ? 0 : $0 }
    }

    /// - Parameters:
    ///   - components: The components of the colour space, and alpha.
    /// - Returns: `nil` if the colour space isn't sRGB, the device's, or one of their greys.
    public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
        guard space.needsNoConversion else { return nil }
        self.init(space, Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1)))
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(CGColorSpace(CGColorSpace.sRGB, .rgb), [red, green, blue, alpha])
    }

    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(CGColorSpace(CGColorSpace.genericGrayGamma2_2, .monochrome), [gray, alpha])
    }

    /// The components of the colour space, followed by alpha.
    public var components: [CGFloat]? { values }
    /// The number of components with alpha.
    public var numberOfComponents: Int { values.count }
    /// The opacity, from 0 to 1.
    public var alpha: CGFloat { values.last ?? 1 }

    public func copy(alpha: CGFloat) -> CGColor? {
        colorSpace.map { CGColor($0, values.dropLast() + [alpha]) }
    }

    /// Red, green, blue and alpha.
    var parts: SIMD4<Double> {
        let colour = values.count > 3 ? Array(values.prefix(3)) : [CGFloat](repeating: values[0], count: 3)
        return SIMD4(Double(colour[0]), Double(colour[1]), Double(colour[2]), Double(alpha))
            .clamped(lowerBound: .zero, upperBound: .one)
    }

    public static func == (one: CGColor, other: CGColor) -> Bool {
        one.colorSpace == other.colorSpace && one.values == other.values
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(colorSpace)
        hasher.combine(values)
    }
}
