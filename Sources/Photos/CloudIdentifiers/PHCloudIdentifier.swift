public import Foundation

/// An identifier that means the same in every library: for an asset made of its original's bytes, so that one file
/// imported into two libraries has one cloud identifier; for an album or folder its own.
///
/// Two assets of the same bytes share theirs. Not one of Apple's: those mean nothing here, and these nothing there.
// Unchecked because open: all its own state is constant.
open class PHCloudIdentifier: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private static let codingKey = "stringValue"

    private let text: String

    /// Takes back what ``stringValue`` gave. Any text makes an identifier; whether it means something is found out by
    /// `PHPhotoLibrary.localIdentifierMappings(for:)`.
    public init(stringValue: String) {
        text = stringValue
    }

    /// Takes back what ``archivalStringValue`` gave; `nil` for an empty text.
    public init?(archivalStringValue archivalString: String) {
        guard !archivalString.isEmpty else { return nil }
        text = archivalString
    }

    /// `nil`, with the coder told why, if the archive has no identifier.
    public required init?(coder: NSCoder) {
        guard let value = coder.decodeObject(of: NSString.self, forKey: Self.codingKey) else {
            coder.failWithError(CocoaError(.coderValueNotFound))
            return nil
        }
        text = String(describing: value)
    }

    open class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(NSString(string: text), forKey: Self.codingKey)
    }

    /// The identifier as text, to be kept or sent elsewhere.
    open var stringValue: String { text }

    /// The identifier as text, to be kept or sent elsewhere: the same as ``stringValue``.
    open var archivalStringValue: String { text }

    /// The identifier itself, because it cannot change.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Identifiers of the same text are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHCloudIdentifier)?.text == text
    }

    open override var hash: Int { text.hashValue }
}
