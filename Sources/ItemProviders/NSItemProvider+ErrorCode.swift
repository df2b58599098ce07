package import Foundation

extension NSItemProvider {
    /// The domain of a provider's errors.
    public static let errorDomain = "NSItemProviderErrorDomain"

    /// The codes of a provider's errors.
    public enum ErrorCode: Int, Sendable {
        /// The registered handler called nobody back.
        case unknownError = -1
        /// The provider has no such item, or it couldn't be loaded, or the load was cancelled. The underlying error
        /// names the reason. For a cancelled load, it's `CocoaError.userCancelled`.
        case itemUnavailableError = -1000
        /// The item has another class than the requested one.
        case unexpectedValueClassError = -1100
        /// The item can't be converted to the requested type.
        case unavailableCoercionError = -1200
    }
}

extension NSError {
    /// Creates an error of an item provider.
    package static func item(
        _ code: NSItemProvider.ErrorCode, _ message: String, underlying: (any Error)? = nil
    ) -> NSError {
        var information: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let underlying { information[NSUnderlyingErrorKey] = underlying as NSError }
        return NSError(domain: NSItemProvider.errorDomain, code: code.rawValue, userInfo: information)
    }

    /// Returns an error of this domain: `error` itself, or an error that names it as its reason.
    package static func itemUnavailable(_ identifier: String, because error: any Error) -> NSError {
        let reason = error as NSError
        guard reason.domain != NSItemProvider.errorDomain else { return reason }
        return item(
            .itemUnavailableError,
            "The item of type \(identifier) couldn't be loaded: \(reason.localizedDescription)", underlying: reason)
    }

    static func itemMissing(_ identifier: String) -> NSError {
        item(.itemUnavailableError, "The provider has no item of type \(identifier).")
    }

    package static func itemCancelled() -> NSError {
        item(
            .itemUnavailableError, "The load was cancelled.", underlying: CocoaError(.userCancelled))
    }
}
