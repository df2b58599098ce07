public import Foundation

/// The appearance of an interface.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

/// The environment of an interface: the light appearance, and the scale of the screen.
// Unchecked because the class is open. Its stored properties are constant.
open class UITraitCollection: NSObject, @unchecked Sendable {
    /// The environment of this program. All accesses return the same object.
    public static let current = UITraitCollection(userInterfaceStyle: .light)

    private let style: UIUserInterfaceStyle

    /// Creates a collection with an appearance.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        style = userInterfaceStyle
    }

    public override convenience init() {
        self.init(userInterfaceStyle: .unspecified)
    }

    /// The appearance.
    open var userInterfaceStyle: UIUserInterfaceStyle { style }

    /// The number of pixels per point.
    open var displayScale: CGFloat { UIScreen.main.scale }

    /// The kind of the device: `unspecified`.
    open var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }
}
