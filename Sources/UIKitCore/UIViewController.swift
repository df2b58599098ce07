public import Foundation

/// An object that owns a view and presents other view controllers, as a model: there are no windows, and nothing draws
/// the views.
///
/// A view controller whose content is elsewhere, such as in a browser, overrides ``viewDidAppear(_:)`` to open it and
/// ``viewDidDisappear(_:)`` to close it. Unlike Apple's class, it inherits from `NSObject`, not from `UIResponder`.
@preconcurrency @MainActor
open class UIViewController: NSObject, @preconcurrency NSCoding {
    /// The title for people.
    open var title: String?

    private var loadedView: UIView?

    /// The view controller that this one presented, until it's dismissed.
    open private(set) var presentedViewController: UIViewController?

    /// The view controller that presented this one.
    open private(set) weak var presentingViewController: UIViewController?

    /// Whether the view controller is about to appear because it's being presented.
    open private(set) var isBeingPresented: Bool

    /// Whether the view controller is about to disappear because it's being dismissed.
    open private(set) var isBeingDismissed: Bool

    /// Creates a view controller without a file of views. Linux has none.
    public nonisolated override convenience init() {
        self.init(nibName: nil, bundle: nil)
    }

    /// Creates a view controller.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: Ignored. Override ``loadView()`` to create the view.
    ///   - nibBundleOrNil: Ignored.
    public nonisolated init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        isBeingPresented = false
        isBeingDismissed = false
        super.init()
    }

    /// Decodes the title.
    public nonisolated required init?(coder: NSCoder) {
        title = coder.decodeObject(of: NSString.self, forKey: "UITitle") as String?
        isBeingPresented = false
        isBeingDismissed = false
        super.init()
    }

    /// Encodes the title. Call this on the main actor.
    open func encode(with coder: NSCoder) {
        coder.encode(title as NSString?, forKey: "UITitle")
    }

    // MARK: The view

    /// The view. The first access loads it.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { loadedView = newValue }
    }

    /// The view, or `nil` if it isn't loaded.
    open var viewIfLoaded: UIView? { loadedView }

    open var isViewLoaded: Bool { loadedView != nil }

    /// Creates the view, with the size of the screen. Override it to set ``view`` to another view.
    open func loadView() {
        loadedView = UIView(frame: UIScreen.main.bounds)
    }

    /// Loads the view and calls ``viewDidLoad()``, unless it's loaded.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    /// Called after the view was loaded. Does nothing.
    open func viewDidLoad() {}

    /// Called before a presented view controller appears. Does nothing.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called after a view controller was presented. Does nothing.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called before a view controller is dismissed. Does nothing.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called after a view controller was dismissed. Does nothing.
    open func viewDidDisappear(_ animated: Bool) {}

    // MARK: Presenting

    /// Presents a view controller.
    ///
    /// Loads its view, and calls ``viewWillAppear(_:)``, ``viewDidAppear(_:)`` and the completion handler before it
    /// returns. Nothing is animated. Does nothing but write a message to standard error if this view controller already
    /// presents another, or if the other one is already presented. Apple's framework raises an exception in the second
    /// case.
    ///
    /// - Parameter flag: Passed to the calls.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        let presented = viewControllerToPresent
        guard presentedViewController == nil else {
            return Self.report("\(type(of: self)) already presents a view controller. Dismiss that one first.")
        }
        guard presented !== self, presented.presentingViewController == nil else {
            return Self.report("\(type(of: presented)) is already presented, or would present itself.")
        }
        presentedViewController = presented
        presented.presentingViewController = self
        presented.isBeingPresented = true
        presented.loadViewIfNeeded()
        presented.viewWillAppear(flag)
        presented.viewDidAppear(flag)
        presented.isBeingPresented = false
        completion?()
    }

    /// Dismisses the view controller that this one presented, and everything above it. If this one presents nothing, it
    /// is dismissed itself.
    ///
    /// Calls ``viewWillDisappear(_:)``, ``viewDidDisappear(_:)`` and the completion handler before it returns.
    ///
    /// - Parameter flag: Passed to the calls.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            presented.removeFromPresenter(flag)
            completion?()
        } else if let presenter = presentingViewController {
            presenter.dismiss(animated: flag, completion: completion)
        } else {
            completion?()
        }
    }

    private func removeFromPresenter(_ animated: Bool) {
        presentedViewController?.removeFromPresenter(animated)
        isBeingDismissed = true
        viewWillDisappear(animated)
        presentingViewController?.presentedViewController = nil
        presentingViewController = nil
        viewDidDisappear(animated)
        isBeingDismissed = false
    }

    private static func report(_ message: String) {
        FileHandle.standardError.write(Data("UIKit: \(message)\n".utf8))
    }
}
