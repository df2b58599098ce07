public import Foundation

/// An identifier that is valid in all libraries.
///
/// The cloud identifier of an asset derives from the bytes of its original, so a file that is imported into two
/// libraries has one cloud identifier. Two assets with the same bytes share it. An album or folder has its own cloud
/// identifier.
///
/// Albumen and Apple's framework can't use each other's cloud identifiers.
// Unchecked because the class is open. All stored properties are constant.
open class PHCloudIdentifier: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
    private static let codingKey = "stringValue"

    private let text: String

    /// Creates an identifier from its text. Any text creates an identifier.
    /// `PHPhotoLibrary.localIdentifierMappings(for:)` finds out whether it's valid.
    @available(*, deprecated, renamed: "init(archivalStringValue:)")
    public init(stringValue: String) {
        text = stringValue
    }

    /// Creates an identifier from ``archivalStringValue``. Any other text creates an identifier.
    /// `PHPhotoLibrary.localIdentifierMappings(for:)` finds out whether it's valid.
    ///
    /// - Returns: `nil` if the text is empty.
    public init?(archivalStringValue archivalString: String) {
        guard !archivalString.isEmpty else { return nil }
        text = archivalString
    }

    /// Creates an identifier from the catalog's text.
    init(text: String) {
        self.text = text
    }

    /// Returns `nil`, and sets the coder's error, if the archive contains no identifier.
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

    /// The identifier as text. The same as ``archivalStringValue``.
    @available(*, deprecated, renamed: "archivalStringValue")
    open var stringValue: String { text }

    /// The identifier as text, for storage or transfer.
    open var archivalStringValue: String { text }

    /// Returns the identifier itself, because it's immutable.
    open func copy(with zone: NSZone? = nil) -> Any {
        self
    }

    /// Returns whether both identifiers have the same text.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? PHCloudIdentifier)?.text == text
    }

    open override var hash: Int { text.hashValue }
}
