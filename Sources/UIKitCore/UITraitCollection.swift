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
    private static let program = UITraitCollection(userInterfaceStyle: .light)
    private static let currentKey = "albumen.UITraitCollection.current"

    /// The environment of the current thread. The default is the program's environment.
    open class var current: UITraitCollection {
        get { Thread.current.threadDictionary[currentKey] as? UITraitCollection ?? program }
        set { Thread.current.threadDictionary[currentKey] = newValue }
    }

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
