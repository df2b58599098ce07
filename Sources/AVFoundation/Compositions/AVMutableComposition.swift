import AlbumenGraphics
public import CoreMedia
public import Foundation

/// A composition that can be changed. Use it from one thread at a time.
open class AVMutableComposition: AVComposition {
    /// The size of the pictures. It's the first video track's until you set it.
    open override var naturalSize: CGSize {
        get { super.naturalSize }
        set { setNaturalSize(newValue) }
    }

    /// Adds an empty track.
    ///
    /// - Parameter preferredTrackID: The number of the track. The method chooses another one if the number is
    ///   ``kCMPersistentTrackID_Invalid`` or in use.
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        let used = Set(parts.map(\.trackID))
        var identifier = preferredTrackID
        if identifier <= 0 || used.contains(identifier) {
            identifier = (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? 1
        }
        let track = AVMutableCompositionTrack(
            CompositionTrackState(identifier: identifier, mediaType: mediaType))
        track.composition = self
        parts.append(track)
        return track
    }

    open func removeTrack(_ track: AVCompositionTrack) {
        parts.removeAll { $0 === track }
    }

    /// Returns the first track to which segments of another track can be appended.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        mutableParts.first { $0.mediaType == track.mediaType }
    }

    /// Inserts a part of all video and sound tracks of an asset. Adds tracks if necessary. Later parts move.
    ///
    /// Blocks until the asset's properties have been read.
    ///
    /// - Parameter startTime: The time in this composition.
    /// - Throws: An ``AVError`` if the asset has no file or can't be read, or if the range is empty or outside of the
    ///   asset. The composition doesn't change then.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        if case .failure(let error) = asset.content.load() { throw error._nsError }
        let tracks = asset.tracks.filter { [.video, .audio].contains($0.mediaType) }
        guard !tracks.isEmpty else {
            throw AVError(.incompatibleAsset, "The asset has no video or sound track to insert.")._nsError
        }
        var free = mutableParts
        var changes: [(AVMutableCompositionTrack?, AVAssetTrack, [AVCompositionTrackSegment])] = []
        for track in tracks {
            let index = free.firstIndex { $0.mediaType == track.mediaType }
            let target = index.map { free.remove(at: $0) }
            let segments = try AVMutableCompositionTrack.segments(of: track, in: timeRange, at: startTime)
            changes.append((target, track, segments))
        }
        for (target, track, segments) in changes {
            let part =
                target
                ?? addMutableTrack(withMediaType: track.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
            part?.insert(segments, from: track, at: startTime)
        }
        for part in free { part.insertEmptyTimeRange(CMTimeRange(start: startTime, duration: timeRange.duration)) }
    }

    /// Inserts a pause into all tracks. Later parts move.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for part in mutableParts { part.insertEmptyTimeRange(timeRange) }
    }

    /// Removes a range from all tracks. Later parts move.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for part in mutableParts { part.removeTimeRange(timeRange) }
    }

    /// Makes a range of all tracks play faster or slower. Later parts move.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for part in mutableParts { part.scaleTimeRange(timeRange, toDuration: duration) }
    }

    private var mutableParts: [AVMutableCompositionTrack] { parts.compactMap { $0 as? AVMutableCompositionTrack } }
}
