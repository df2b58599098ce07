import UIKit

/// The colours of an album, as apps keep them in their settings.
public struct AlbumTheme: Equatable, Sendable {
    public let background: UIColor
    public let text: UIColor

    public init(background: UIColor) {
        self.background = background
        text = background.isDark ? .white : .label
    }

    public init?(hex: String) {
        let digits = hex.hasPrefix("#") ? String(hex.dropFirst()) : hex
        guard digits.count == 6, let number = Int(digits, radix: 16) else { return nil }
        self.init(
            background: UIColor(
                red: CGFloat(number >> 16 & 0xff) / 255, green: CGFloat(number >> 8 & 0xff) / 255,
                blue: CGFloat(number & 0xff) / 255, alpha: 1))
    }

    public func archived() throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: background, requiringSecureCoding: true)
    }

    public static func unarchived(_ data: Data) throws -> AlbumTheme? {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: UIColor.self, from: data).map(AlbumTheme.init)
    }
}

extension UIColor {
    var isDark: Bool {
        var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        getRed(&red, green: &green, blue: &blue, alpha: nil)
        return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
    }

    public func blended(with other: UIColor, fraction: CGFloat) -> UIColor {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        var (otherRed, otherGreen, otherBlue, otherAlpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        other.getRed(&otherRed, green: &otherGreen, blue: &otherBlue, alpha: &otherAlpha)
        return UIColor(
            red: red + (otherRed - red) * fraction, green: green + (otherGreen - green) * fraction,
            blue: blue + (otherBlue - blue) * fraction, alpha: alpha + (otherAlpha - alpha) * fraction)
    }
}

public enum Badge {
    public static func image(_ color: UIColor, side: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: side, height: side))
        }
    }

    public static func icon(named name: String) -> UIImage {
        let configuration = UIImage.SymbolConfiguration(pointSize: 20, weight: .semibold, scale: .large)
        let symbol = UIImage(systemName: name, withConfiguration: configuration) ?? image(.systemGray4, side: 20)
        return symbol.withTintColor(.systemBlue, renderingMode: .alwaysOriginal)
    }
}
