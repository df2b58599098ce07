import AlbumenGraphics
public import CoreMedia
public import Foundation

/// An asset that consists of parts of other assets.
///
/// Its tracks are ``AVCompositionTrack``s. A composition has no URL. An ``AVAssetExportSession`` writes one to a file if
/// its video has no pauses, and all sound plays together with the pictures of the same file. The first part decides the
/// size, and parts of other sizes are fitted into it. Parts without sound are silent.
open class AVComposition: AVAsset, NSMutableCopying {
    var parts: [AVCompositionTrack]
    private var ownSize: CGSize?

    /// Creates an empty composition.
    public override init() {
        parts = []
        super.init()
    }

    init(_ parts: [AVCompositionTrack], naturalSize: CGSize?) {
        self.parts = parts
        ownSize = naturalSize
        super.init(AssetContent(AssetFacts()))
        for part in parts { part.composition = self }
    }

    func setNaturalSize(_ size: CGSize?) {
        ownSize = size
    }

    /// The end of the longest track.
    open override var duration: CMTime {
        parts.reduce(.zero) { CMTimeMaximum($0, $1.timeRange.end) }
    }

    override var permits: [MoviePermit] {
        var seen = Set<ObjectIdentifier>()
        return parts.flatMap { $0.state.segments.compactMap(\.permit) }
            .filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// The tracks. All of them are ``AVCompositionTrack``s.
    open override var tracks: [AVAssetTrack] { parts }

    open override var naturalSize: CGSize { ownSize ?? super.naturalSize }

    open override func track(withTrackID trackID: CMPersistentTrackID) -> AVCompositionTrack? {
        parts.first { $0.trackID == trackID }
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        AVComposition(parts.map { AVCompositionTrack($0.state) }, naturalSize: ownSize)
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableComposition(parts.map { AVMutableCompositionTrack($0.state) }, naturalSize: ownSize)
    }

    /// Returns `loaded`, because a composition comes with its values.
    open override func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        .loaded
    }
}
