import Foundation

/// The track objects of an asset, made once, so that each access returns the same objects.
// Unchecked because tracks aren't Sendable. They're immutable, like their asset.
final class KeptTracks: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: [AVAssetTrack]?

    /// Returns the tracks. Doesn't keep an empty result, because a failure may not last.
    ///
    /// - Parameter make: Makes the tracks. It can block.
    func tracks(_ make: () -> [AVAssetTrack]) -> [AVAssetTrack] {
        if let kept = lock.withLock({ kept }) { return kept }
        let made = make()
        guard !made.isEmpty else { return made }
        return lock.withLock {
            if let kept { return kept }
            kept = made
            return made
        }
    }
}
