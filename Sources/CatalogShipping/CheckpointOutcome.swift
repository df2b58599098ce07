/// The result of `CatalogShipper.checkpointIfNeeded(pages:)`.
package enum CheckpointOutcome: Sendable, Hashable {
    /// The WAL is shorter than the limit.
    case notNeeded
    /// The file has all frames. The next writer starts the WAL again.
    case complete
    /// A reader, a long transaction or another checkpoint kept frames from being copied. Try again later.
    case heldBack
}
