public import AlbumenGraphics
public import Foundation

/// A colour in sRGB, not premultiplied by its alpha.
// Unchecked because the class is open. Its stored properties are constant.
open class CIColor: NSObject, @unchecked Sendable {
    public let red: CGFloat
    public let green: CGFloat
    public let blue: CGFloat
    public let alpha: CGFloat

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: 1)
    }

    /// Creates opaque black.
    public override convenience init() {
        self.init(red: 0, green: 0, blue: 0, alpha: 1)
    }

    /// - Parameter string: Three or four numbers between spaces, such as `1.0 0.5 0.0 1.0`. Missing numbers are 0, and a
    ///   missing alpha is 1.
    public convenience init(string: String) {
        let numbers = string.split(whereSeparator: { " []".contains($0) }).map { Double($0) ?? 0 }
        func number(_ index: Int, _ missing: Double) -> CGFloat {
            CGFloat(numbers.indices.contains(index) ? numbers[index] : missing)
        }
        self.init(red: number(0, 0), green: number(1, 0), blue: number(2, 0), alpha: number(3, 1))
    }

    open var numberOfComponents: Int { 4 }
    open var colorSpace: CGColorSpace { CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB() }
    open var stringRepresentation: String {
        [red, green, blue, alpha].map { String(format: "%g", Double($0)) }.joined(separator: " ")
    }

    open class var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
    open class var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
    open class var gray: CIColor { CIColor(red: 0.5, green: 0.5, blue: 0.5) }
    open class var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
    open class var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
    open class var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
    open class var cyan: CIColor { CIColor(red: 0, green: 1, blue: 1) }
    open class var magenta: CIColor { CIColor(red: 1, green: 0, blue: 1) }
    open class var yellow: CIColor { CIColor(red: 1, green: 1, blue: 0) }
    open class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIColor else { return false }
        return [red, green, blue, alpha] == [other.red, other.green, other.blue, other.alpha]
    }

    open override var hash: Int { [red, green, blue, alpha].hashValue }
    open override var description: String { stringRepresentation }
}
