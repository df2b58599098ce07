import Catalog
package import Records

/// A burst, seen from one of its frames.
package struct Burst: Sendable {
    package let identifier: String
    /// The frames in order of capture, without frames in Recently Deleted. Hidden frames are included only if the
    /// burst is seen from a hidden frame.
    package let frames: [BurstFrame]

    /// The key photo, if it is among the frames.
    package var representative: BurstFrame? { frames.first(where: \.representsBurst) }
}

extension LibraryView {
    /// Returns the burst of an asset, or `nil` if the asset isn't a frame of a burst.
    ///
    /// - Complexity: O(*n*) for *n* frames of the burst.
    package func burst(of asset: AssetRecord) throws -> Burst? {
        guard let identifier = asset.burstIdentifier else { return nil }
        let frames = try catalog.read { try $0.burstFrames(identifier, scope: scope) }
        return Burst(
            identifier: identifier, frames: frames.filter { !$0.isTrashed && (asset.isHidden || !$0.isHidden) })
    }

    /// Returns the frames that remain if the given assets are deleted: the other frames of their bursts.
    ///
    /// - Returns: The UUIDs of the frames, and the number of their bursts.
    /// - Complexity: O(*n* + *f*) for *n* assets and *f* frames of their bursts.
    package func otherFrames(ofBurstsOf uuids: [String]) throws -> (bursts: Int, frames: [String]) {
        let records = try assets(uuids: uuids)
        // One asset of each burst leads to all frames; a hidden asset leads to hidden frames too.
        var bursts: [String: AssetRecord] = [:]
        for asset in records.values where asset.trashedDate == nil {
            guard let identifier = asset.burstIdentifier, bursts[identifier]?.isHidden != true else { continue }
            bursts[identifier] = asset
        }
        let named = Set(uuids)
        let others = try bursts.sorted { $0.key < $1.key }.map { _, asset in
            try burst(of: asset)?.frames.map(\.uuid).filter { !named.contains($0) } ?? []
        }.filter { !$0.isEmpty }
        return (others.count, others.flatMap(\.self))
    }
}

extension AssetFetch {
    /// Restricts the fetch to the frames of bursts, including the frames that a burst hides.
    package mutating func restrictToBurstFrames() {
        includesAllBurstMembers = true
        restrictions.append(.not(.isNull(.burstIdentifier)))
    }
}

extension AssetRecord {
    /// Whether a timeline shows the asset as the stack of its burst.
    package var isStack: Bool { burstIdentifier != nil && representsBurst && trashedDate == nil }

    /// Returns the number of frames in the burst, seen from this frame. Counts hidden frames only if this frame is
    /// hidden.
    package func frameCount(of counts: [String: BurstCount]) -> Int {
        guard let count = burstIdentifier.flatMap({ counts[$0] }) else { return 0 }
        return count.visible + (isHidden ? count.hidden : 0)
    }
}
