public import AlbumenGraphics
public import Foundation

/// A colour with an opacity.
///
/// A colour has either the components of sRGB or a grey. Colours are immutable, and you can use them from any thread.
/// A dynamic colour has the value that it has at its creation, which is the light one by default.
// Unchecked because the class is open. Its stored property is constant, and subclasses must keep that rule.
open class UIColor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private let value: CGColor

    /// Creates a colour from a Core Graphics colour.
    public init(cgColor: CGColor) {
        value = cgColor
    }

    /// Creates a grey.
    ///
    /// - Parameters:
    ///   - white: The grey, from 0 (black) to 1 (white).
    ///   - alpha: The opacity, from 0 to 1.
    public init(white: CGFloat, alpha: CGFloat) {
        value = CGColor(gray: white, alpha: Self.unit(alpha))
    }

    /// Creates a colour in sRGB. Components less than 0 or greater than 1 are outside of sRGB. Drawing clamps them.
    ///
    /// - Parameter alpha: The opacity, from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        value = CGColor(red: red, green: green, blue: blue, alpha: Self.unit(alpha))
    }

    /// Creates a colour in sRGB from its hue, saturation and brightness, each from 0 to 1.
    public init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        let rgb = ColorMath.rgb(hue: Self.unit(hue), saturation: Self.unit(saturation), brightness: brightness)
        value = CGColor(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: Self.unit(alpha))
    }

    /// Creates a colour in sRGB from components of Display P3. The result can have components outside of 0 to 1.
    public init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let rgb = ColorMath.sRGB(displayP3Red: displayP3Red, green: green, blue: blue)
        value = CGColor(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: Self.unit(alpha))
    }

    /// Creates the present value of a dynamic colour.
    ///
    /// - Parameter dynamicProvider: Called once, before the initializer returns, with ``UITraitCollection/current``.
    public convenience init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        self.init(cgColor: dynamicProvider(.current).cgColor)
    }

    /// Returns `nil`, because Linux has no asset catalogs.
    public convenience init?(named name: String) {
        nil
    }

    /// Decodes the components and the opacity.
    public required init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSArray.self, NSNumber.self]
        guard let numbers = coder.decodeObject(of: classes, forKey: "UIComponents") as? [NSNumber] else { return nil }
        let components = numbers.map { CGFloat($0.doubleValue) }
        switch components.count {
        case 2: value = CGColor(gray: components[0], alpha: components[1])
        case 4: value = CGColor(red: components[0], green: components[1], blue: components[2], alpha: components[3])
        default: return nil
        }
    }

    open class var supportsSecureCoding: Bool { true }

    /// Encodes the components and the opacity. Apple's classes can't read the archive.
    open func encode(with coder: NSCoder) {
        let numbers = (value.components ?? []).map { NSNumber(value: Double($0)) }
        coder.encode(numbers as NSArray, forKey: "UIComponents")
    }

    /// Returns the colour itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The Core Graphics colour: in sRGB, or a grey.
    open var cgColor: CGColor { value }

    /// Returns the colour with another opacity.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(cgColor: value.copy(alpha: Self.unit(alpha)) ?? value)
    }

    /// Stores the components in sRGB. They can be outside of 0 to 1.
    ///
    /// - Returns: `true`, because all colours convert to sRGB.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        red?.pointee = components.red
        green?.pointee = components.green
        blue?.pointee = components.blue
        alpha?.pointee = components.alpha
        return true
    }

    /// Stores the hue, saturation and brightness, each from 0 to 1. The hue of a grey is 0.
    ///
    /// - Returns: `true`, because all colours convert.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        let hsb = ColorMath.hsb(red: components.red, green: components.green, blue: components.blue)
        hue?.pointee = hsb.hue
        saturation?.pointee = hsb.saturation
        brightness?.pointee = hsb.brightness
        alpha?.pointee = components.alpha
        return true
    }

    /// Stores the grey and the opacity.
    ///
    /// - Returns: `false`, without storing anything, if the red, green and blue components differ.
    @discardableResult
    open func getWhite(
        _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let components = components
        guard components.red == components.green, components.green == components.blue else { return false }
        white?.pointee = components.red
        alpha?.pointee = components.alpha
        return true
    }

    // MARK: Drawing

    /// Makes the colour the fill colour of the current context of this thread. Has no effect if there is none.
    open func setFill() {
        UIGraphicsGetCurrentContext()?.setFillColor(cgColor)
    }

    /// Calls ``setFill()``. Contexts draw no lines, so there is no colour for them.
    open func set() {
        setFill()
    }

    // MARK: Appearances

    /// Returns the colour itself, because it has no other values.
    open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor { self }

    /// Returns whether both colours have the same colour space, components and opacity. As on Apple's platforms, a grey
    /// differs from the same colour in sRGB.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return cgColor == other.cgColor
    }

    open override var hash: Int { cgColor.hashValue }

    open override var description: String {
        let components = cgColor.components ?? []
        let name = components.count == 2 ? "UIExtendedGrayColorSpace" : "UIExtendedSRGBColorSpace"
        return ([name] + components.map { String(format: "%g", Double($0)) }).joined(separator: " ")
    }

    /// Red, green, blue and alpha.
    package var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let values = cgColor.components ?? []
        switch values.count {
        case 2: return (values[0], values[0], values[0], values[1])
        case 4: return (values[0], values[1], values[2], values[3])
        default: return (0, 0, 0, cgColor.alpha)
        }
    }

    private static func unit(_ value: CGFloat) -> CGFloat {
        value.isNaN ? 0 : min(1, max(0, value))
    }
}
