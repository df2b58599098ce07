public import Foundation

/// The screen for which clients compute sizes in points.
///
/// A server may have no screen. The default describes a common phone, so that code which derives the size of
/// thumbnails from the screen gets a sensible value. Set the environment variable `ALBUMEN_SCREEN` to describe
/// another screen by its size in points and its scale, such as `1280x800@1`.
///
/// Unlike Apple's class, this class isn't isolated to the main actor.
public final class UIScreen: NSObject, Sendable {
    /// The main screen. All accesses return the same object.
    public static let main = UIScreen(described: ProcessInfo.processInfo.environment["ALBUMEN_SCREEN"])

    /// The size in points. The default is 375 by 667.
    public let bounds: CGRect

    /// The number of pixels per point. The default is 2.
    public let scale: CGFloat

    /// - Parameter description: The width, height and scale, such as `375x667@2`. Uses the default if the value is
    ///   `nil` or invalid.
    init(described description: String?) {
        let numbers = description?.wholeMatch(of: /(\d{1,5})x(\d{1,5})@(\d{1,2}(?:\.\d{1,3})?)/).flatMap { match in
            [match.1, match.2, match.3].compactMap { Double($0) }
        }
        let described = numbers.flatMap { $0.allSatisfy { $0 >= 1 } ? $0 : nil } ?? [375, 667, 2]
        bounds = CGRect(x: 0, y: 0, width: described[0], height: described[1])
        scale = CGFloat(described[2])
    }

    /// The same as `scale`.
    public var nativeScale: CGFloat { scale }

    /// The size in pixels.
    public var nativeBounds: CGRect {
        CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
    }
}
