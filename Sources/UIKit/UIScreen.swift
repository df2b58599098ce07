public import Foundation

/// The screen that sizes in points are meant for. There may be none: it is that of a common phone, so that code which asks it
/// for the size of thumbnails gets a sensible one. `ALBUMEN_SCREEN` in the environment describes another in points and
/// their pixels, such as `1280x800@1`.
///
/// Not bound to the main actor, unlike Apple's.
public final class UIScreen: NSObject, Sendable {
    /// Every call gives the same screen.
    public static let main = UIScreen(described: ProcessInfo.processInfo.environment["ALBUMEN_SCREEN"])

    /// In points: 375 by 667, where nothing else is described.
    public let bounds: CGRect

    /// Pixels to a point: 2, where nothing else is described.
    public let scale: CGFloat

    /// - Parameter description: width, height and scale as in `375x667@2`. Nil and whatever cannot be read stand for that.
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

    /// In pixels.
    public var nativeBounds: CGRect {
        CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
    }
}
