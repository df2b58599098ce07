public import Foundation

/// A rectangle in a tree of views, as a model: it has a frame and subviews, but nothing draws it.
///
/// It exists for classes of other modules that inherit from it. Unlike Apple's class, it inherits from `NSObject`, not
/// from `UIResponder`, and handles no events.
@preconcurrency @MainActor
open class UIView: NSObject, @preconcurrency NSCoding {
    /// The scaling of a view's content.
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0
        case scaleAspectFit = 1
        case scaleAspectFill = 2
        case redraw = 3
        case center = 4
        case top = 5
        case bottom = 6
        case left = 7
        case right = 8
        case topLeft = 9
        case topRight = 10
        case bottomLeft = 11
        case bottomRight = 12
    }

    /// The rectangle in the superview's coordinates, in points.
    open var frame: CGRect

    /// The rectangle in the view's own coordinates, in points. Changing its size keeps the center of the frame.
    open var bounds: CGRect {
        get { CGRect(origin: boundsOrigin, size: frame.size) }
        set {
            let center = center
            boundsOrigin = newValue.origin
            frame = CGRect(
                x: center.x - newValue.width / 2, y: center.y - newValue.height / 2, width: newValue.width,
                height: newValue.height)
        }
    }

    /// The center of the frame.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    open var contentMode: ContentMode
    open var isHidden: Bool
    open var alpha: CGFloat
    open var isUserInteractionEnabled: Bool
    open var clipsToBounds: Bool
    open var tag: Int

    /// The views in this view, from back to front.
    open private(set) var subviews: [UIView]
    open private(set) weak var superview: UIView?
    private var boundsOrigin: CGPoint

    /// A value of `intrinsicContentSize` for a side without a natural length.
    public static let noIntrinsicMetric: CGFloat = -1

    /// Creates a view with an empty frame.
    public nonisolated override convenience init() {
        self.init(frame: .zero)
    }

    public nonisolated init(frame: CGRect) {
        self.frame = frame
        contentMode = .scaleToFill
        isHidden = false
        alpha = 1
        isUserInteractionEnabled = true
        clipsToBounds = false
        tag = 0
        subviews = []
        boundsOrigin = .zero
        super.init()
    }

    /// Decodes the frame. Other properties get their defaults.
    public nonisolated required init?(coder: NSCoder) {
        frame = coder.decodeRect(forKey: "UIFrame")
        contentMode = .scaleToFill
        isHidden = false
        alpha = 1
        isUserInteractionEnabled = true
        clipsToBounds = false
        tag = 0
        subviews = []
        boundsOrigin = .zero
        super.init()
    }

    /// Encodes the frame. Call this on the main actor.
    open func encode(with coder: NSCoder) {
        coder.encode(frame, forKey: "UIFrame")
    }

    /// The size that the content needs, or ``noIntrinsicMetric`` for each side.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    /// Adds a view in front of the other subviews, and removes it from its superview.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    open func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
    }

    /// Does nothing, because nothing draws the view. Override it to arrange subviews.
    open func layoutSubviews() {}

    /// Does nothing, because nothing draws the view.
    open func setNeedsLayout() {}

    /// Calls `layoutSubviews()`.
    open func layoutIfNeeded() {
        layoutSubviews()
    }

    /// Does nothing, because nothing draws the view.
    open func setNeedsDisplay() {}
}
