public import Foundation

/// A part of the program's interface.
@preconcurrency @MainActor
open class UIScene: NSObject {
    /// The state of a scene.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    public nonisolated override init() {}

    /// `foregroundActive`.
    open var activationState: ActivationState { .foregroundActive }

    /// The title for people.
    open var title: String! = ""
}

/// The windows of the program. A program has one scene, ``UIApplication/connectedScenes``.
@preconcurrency @MainActor
open class UIWindowScene: UIScene {
    static let only = UIWindowScene()

    /// The windows that the program made visible, from back to front.
    open private(set) var windows: [UIWindow] = []

    /// The window that the program made the key window.
    open private(set) weak var keyWindow: UIWindow?

    /// The screen.
    open var screen: UIScreen { .main }

    /// The screen's appearance.
    open var traitCollection: UITraitCollection { .current }

    func show(_ window: UIWindow) {
        hide(window)
        windows.append(window)
    }

    func hide(_ window: UIWindow) {
        windows.removeAll { $0 === window }
        if keyWindow === window { keyWindow = nil }
    }

    func makeKey(_ window: UIWindow) {
        keyWindow = window
    }
}

/// The root of a tree of views and view controllers, as a model. Nothing draws it.
///
/// ```swift
/// let window = UIWindow(frame: UIScreen.main.bounds)
/// window.rootViewController = UIViewController()
/// window.makeKeyAndVisible()
/// ```
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// The view controller of the window's content. Its view is loaded when the window becomes visible.
    open var rootViewController: UIViewController?

    /// Creates a window of a scene, with the size of the screen.
    public convenience init(windowScene: UIWindowScene) {
        self.init(frame: windowScene.screen.bounds)
    }

    /// The program's scene.
    open var windowScene: UIWindowScene? { .only }

    /// Whether the window is the key window.
    open var isKeyWindow: Bool { UIWindowScene.only.keyWindow === self }

    /// Makes the window the key window.
    open func makeKey() {
        UIWindowScene.only.makeKey(self)
    }

    /// Shows the window in front of the others, and makes it the key window.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }

    /// Whether the window isn't among the scene's windows.
    open override var isHidden: Bool {
        get { !UIWindowScene.only.windows.contains { $0 === self } }
        set {
            guard !newValue else { return UIWindowScene.only.hide(self) }
            UIWindowScene.only.show(self)
            rootViewController?.loadViewIfNeeded()
        }
    }
}
