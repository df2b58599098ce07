public import UIKitCore

// The values are those of the Human Interface Guidelines for iOS 17, in the light appearance.

extension UIColor {
    public class var systemRed: UIColor { .bytes(255, 59, 48) }
    public class var systemGreen: UIColor { .bytes(52, 199, 89) }
    public class var systemBlue: UIColor { .bytes(0, 122, 255) }
    public class var systemOrange: UIColor { .bytes(255, 149, 0) }
    public class var systemYellow: UIColor { .bytes(255, 204, 0) }
    public class var systemPink: UIColor { .bytes(255, 45, 85) }
    public class var systemPurple: UIColor { .bytes(175, 82, 222) }
    public class var systemTeal: UIColor { .bytes(48, 176, 199) }
    public class var systemIndigo: UIColor { .bytes(88, 86, 214) }
    public class var systemBrown: UIColor { .bytes(162, 132, 94) }
    public class var systemMint: UIColor { .bytes(0, 199, 190) }
    public class var systemCyan: UIColor { .bytes(50, 173, 230) }
    public class var systemGray: UIColor { .bytes(142, 142, 147) }
    public class var systemGray2: UIColor { .bytes(174, 174, 178) }
    public class var systemGray3: UIColor { .bytes(199, 199, 204) }
    public class var systemGray4: UIColor { .bytes(209, 209, 214) }
    public class var systemGray5: UIColor { .bytes(229, 229, 234) }
    public class var systemGray6: UIColor { .bytes(242, 242, 247) }
    public class var tintColor: UIColor { .bytes(0, 122, 255) }

    // MARK: Parts of an interface

    public class var label: UIColor { .bytes(0, 0, 0) }
    public class var secondaryLabel: UIColor { .bytes(60, 60, 67, alpha: 0.6) }
    public class var tertiaryLabel: UIColor { .bytes(60, 60, 67, alpha: 0.3) }
    public class var quaternaryLabel: UIColor { .bytes(60, 60, 67, alpha: 0.18) }
    public class var placeholderText: UIColor { .bytes(60, 60, 67, alpha: 0.3) }
    public class var link: UIColor { .bytes(0, 122, 255) }
    public class var separator: UIColor { .bytes(60, 60, 67, alpha: 0.29) }
    public class var opaqueSeparator: UIColor { .bytes(198, 198, 200) }
    public class var systemFill: UIColor { .bytes(120, 120, 128, alpha: 0.2) }
    public class var secondarySystemFill: UIColor { .bytes(120, 120, 128, alpha: 0.16) }
    public class var tertiarySystemFill: UIColor { .bytes(118, 118, 128, alpha: 0.12) }
    public class var quaternarySystemFill: UIColor { .bytes(116, 116, 128, alpha: 0.08) }
    public class var systemBackground: UIColor { .bytes(255, 255, 255) }
    public class var secondarySystemBackground: UIColor { .bytes(242, 242, 247) }
    public class var tertiarySystemBackground: UIColor { .bytes(255, 255, 255) }
    public class var systemGroupedBackground: UIColor { .bytes(242, 242, 247) }
    public class var secondarySystemGroupedBackground: UIColor { .bytes(255, 255, 255) }
    public class var tertiarySystemGroupedBackground: UIColor { .bytes(242, 242, 247) }
    /// Text on a light background.
    public class var darkText: UIColor { UIColor(white: 0, alpha: 1) }
    /// Text on a dark background.
    public class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }

    private static func bytes(_ red: Int, _ green: Int, _ blue: Int, alpha: Double = 1) -> UIColor {
        UIColor(
            red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: alpha)
    }
}
