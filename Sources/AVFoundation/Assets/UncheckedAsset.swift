/// Transfers an asset to another thread. Its properties can be read on any.
struct UncheckedAsset: @unchecked Sendable {
    let asset: AVAsset
}
