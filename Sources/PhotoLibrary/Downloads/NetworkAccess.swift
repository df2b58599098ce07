package import Cancellation

/// Whether a request may download a remote original.
package enum NetworkAccess: Sendable {
    case refused
    /// Allows the download. `progress` receives its fraction from 0 to 1, in ascending order, on a thread of the
    /// download. `cancellation` ends a blocking call.
    case allowed(progress: (@Sendable (Double) -> Void)? = nil, cancellation: WorkCancellation? = nil)
}
