import Albumen
import Records

/// A frame of a burst in the output of `info --json`.
struct BurstFrameDocument: Encodable {
    /// Case names of `PHAssetBurstSelectionType`.
    let burstSelectionTypes: [String]
    let localIdentifier: String
    let originalFilename: String?
    let representsBurst: Bool

    init(_ entry: AssetEntry) {
        burstSelectionTypes = entry.asset.burstSelectionTypes.names
        localIdentifier = entry.localIdentifier
        originalFilename = entry.primaryResource?.originalFilename
        representsBurst = entry.asset.representsBurst
    }
}

extension AssetRecord {
    /// Whether the user keeps this frame of a burst.
    var isKeptFrame: Bool { burstIdentifier != nil && burstSelectionTypes.contains(.userPick) }
}

extension LibraryView {
    /// Returns the frames of an asset's burst in the order in which they were taken, without frames in Recently
    /// Deleted. Returns an empty array if the asset belongs to no burst.
    func burstFrames(of asset: AssetRecord) throws -> [AssetEntry] {
        var frames: [AssetEntry] = []
        guard let burst = try burst(of: asset) else { return frames }
        try forEachEntry(of: burst.frames.map(\.id)) { frames.append($0) }
        return frames
    }
}
