import Foundation

/// Whether a message shows an argument.
///
/// A private argument is written as `<private>`. If the environment variable `ALBUMEN_LOG_PRIVATE` is `1`, private
/// arguments are shown, as with a debugger on Apple's platforms. Sensitive arguments are never shown.
public struct OSLogPrivacy: Sendable {
    /// The text in place of an argument that isn't shown.
    public enum Mask: Sendable {
        /// A hash of the argument, which is the same for equal arguments in one process.
        case hash

        /// The word `<private>`.
        case none
    }

    enum Level {
        case auto
        case shown
        case hidden
        case sensitive
    }

    let level: Level
    let mask: Mask

    /// The argument is shown if it's a number or a Boolean.
    public static let auto = OSLogPrivacy(level: .auto, mask: .none)

    /// The argument is shown.
    public static let `public` = OSLogPrivacy(level: .shown, mask: .none)

    /// The argument isn't shown.
    public static let `private` = OSLogPrivacy(level: .hidden, mask: .none)

    /// The argument is never shown.
    public static let sensitive = OSLogPrivacy(level: .sensitive, mask: .none)

    /// The argument is shown if it's a number or a Boolean. Otherwise, the mask has its place.
    public static func auto(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(level: .auto, mask: mask)
    }

    /// The mask has the argument's place.
    public static func `private`(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(level: .hidden, mask: mask)
    }

    /// The mask always has the argument's place.
    public static func sensitive(mask: Mask) -> OSLogPrivacy {
        OSLogPrivacy(level: .sensitive, mask: mask)
    }

    private static let showsPrivate = ProcessInfo.processInfo.environment["ALBUMEN_LOG_PRIVATE"] == "1"

    /// Returns the text that a message shows for an argument.
    func redact(
        _ text: @autoclosure () -> String, isScalar: Bool, showsPrivate: Bool = OSLogPrivacy.showsPrivate
    ) -> String {
        let isShown =
            switch level {
            case .shown: true
            case .auto: isScalar || showsPrivate
            case .hidden: showsPrivate
            case .sensitive: false
            }
        if isShown { return text() }
        switch mask {
        case .none: return "<private>"
        case .hash:
            var hasher = Hasher()
            hasher.combine(text())
            let hash = withUnsafeBytes(of: hasher.finalize()) { Data($0) }
            return "<mask.hash: '\(hash.base64EncodedString())'>"
        }
    }
}
