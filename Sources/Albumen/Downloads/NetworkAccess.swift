package import MediaWork

/// Whether a request may fetch an original that is elsewhere.
package enum NetworkAccess: Sendable {
    case refused
    /// `progress` is told how much of it is there, from 0 to 1, in rising order, on a thread of the download's. `cancellation` ends a
    /// call that blocks.
    case allowed(progress: (@Sendable (Double) -> Void)? = nil, cancellation: WorkCancellation? = nil)
}
