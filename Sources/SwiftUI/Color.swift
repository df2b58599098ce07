public import UIKit

/// A colour as a value of a model.
public struct Color: Hashable, Sendable {
    fileprivate let value: UIColor

    /// Creates a colour from UIKit's.
    public init(uiColor: UIColor) {
        value = uiColor
    }

    /// Creates a colour in sRGB, with components from 0 to 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.init(uiColor: UIColor(red: red, green: green, blue: blue, alpha: opacity))
    }

    /// Creates a grey, from 0 (black) to 1 (white).
    public init(white: Double, opacity: Double = 1) {
        self.init(uiColor: UIColor(red: white, green: white, blue: white, alpha: opacity))
    }

    /// Creates a colour from its hue, saturation and brightness, each from 0 to 1.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        self.init(uiColor: UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: opacity))
    }

    /// Returns the colour with its opacity multiplied.
    public func opacity(_ opacity: Double) -> Color {
        Color(uiColor: value.withAlphaComponent(value.cgColor.alpha * opacity))
    }

    /// The Core Graphics colour.
    public var cgColor: CGColor? { value.cgColor }

    public static let clear = Color(uiColor: .clear)
    public static let black = Color(uiColor: .black)
    public static let white = Color(uiColor: .white)
    public static let gray = Color(uiColor: .systemGray)
    public static let red = Color(uiColor: .systemRed)
    public static let green = Color(uiColor: .systemGreen)
    public static let blue = Color(uiColor: .systemBlue)
    public static let orange = Color(uiColor: .systemOrange)
    public static let yellow = Color(uiColor: .systemYellow)
    public static let pink = Color(uiColor: .systemPink)
    public static let purple = Color(uiColor: .systemPurple)
    public static let teal = Color(uiColor: .systemTeal)
    public static let indigo = Color(uiColor: .systemIndigo)
    public static let brown = Color(uiColor: .systemBrown)
    public static let mint = Color(uiColor: .systemMint)
    public static let cyan = Color(uiColor: .systemCyan)
    public static let primary = Color(uiColor: .label)
    public static let secondary = Color(uiColor: .secondaryLabel)
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    public static let accentColor = Color(uiColor: .tintColor)
}

extension UIColor {
    /// Creates UIKit's colour from SwiftUI's.
    public convenience init(_ color: Color) {
        self.init(cgColor: color.value.cgColor)
    }
}
