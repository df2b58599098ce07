import CoreMedia
import Foundation
import MediaRequests

/// The files and the segments that an export of an asset reads.
struct ExportSource: Sendable {
    /// How far the tracks of a composition may differ, because the tracks of a file rarely end together.
    private static let toleranceInSeconds = 0.05

    /// The files, in the order of the segments' numbers. The first one decides the size of the pictures.
    let files: [MovieFile]
    /// Empty if the asset is one whole file.
    let segments: [VideoExport.Segment]
    let duration: CMTime
    let videoCodec: String?
    let audioCodec: String?
    let hasSound: Bool

    /// The first file.
    var url: URL { files[0].url }

    /// Reads the properties of the asset. Blocks.
    ///
    /// - Returns: `nil` if the asset has no video file, if it has a pause or more files than an export can read, or if
    ///   a part of its sound doesn't play with its own pictures.
    init?(_ asset: AVAsset) {
        let tracks = asset.tracks.filter { [.video, .audio].contains($0.mediaType) }
        guard let first = tracks.first(where: { $0.mediaType == .video }) else { return nil }
        duration = asset.duration
        let sound = tracks.first { $0.mediaType == .audio }
        videoCodec = first.facts.codec
        audioCodec = sound?.facts.codec
        hasSound = sound != nil
        guard asset is AVComposition else {
            guard let file = first.facts.file else { return nil }
            files = [file]
            segments = []
            return
        }
        let parts = tracks.compactMap { $0 as? AVCompositionTrack }
        guard parts.count == tracks.count, let video = parts.first(where: { $0.mediaType == .video }),
            let joined = Self.join(video, parts.filter { $0 !== video })
        else { return nil }
        (files, segments) = joined
    }

    /// Returns the segments of the video track, with the sound that plays at the same times.
    private static func join(
        _ video: AVCompositionTrack, _ others: [AVCompositionTrack]
    ) -> (files: [MovieFile], segments: [VideoExport.Segment])? {
        let pictures = video.state.segments
        guard !pictures.isEmpty else { return nil }
        var files: [MovieFile] = []
        var segments: [VideoExport.Segment] = []
        var used = Set<ObjectIdentifier>()
        for (index, picture) in pictures.enumerated() {
            guard let file = picture.file, !picture.isEmpty else { return nil }
            let isLast = index == pictures.count - 1
            var mapping = picture.timeMapping
            var isSilent = true
            for other in others {
                let match = other.state.segments.first { part in
                    part.file == file && !part.isEmpty
                        && isNear(part.timeMapping, picture.timeMapping, butEnd: isLast)
                }
                if let match {
                    used.insert(ObjectIdentifier(match))
                    if other.mediaType == .audio { isSilent = false }
                    // The longest track ends the export.
                    if isLast, match.timeMapping.target.end > mapping.target.end { mapping = match.timeMapping }
                } else if other.mediaType == .video {
                    return nil
                }
            }
            if !files.contains(file) { files.append(file) }
            guard let source = MediaTimeRange(mapping.source), let duration = MediaTime(mapping.target.duration),
                let number = files.firstIndex(of: file)
            else { return nil }
            var segment = VideoExport.Segment(file: number, source: source, targetDuration: duration)
            segment.isSilent = isSilent
            segments.append(segment)
        }
        // Sound that plays at other times than its pictures, or without any.
        let rest = others.flatMap(\.state.segments).filter { !$0.isEmpty && !used.contains(ObjectIdentifier($0)) }
        guard rest.isEmpty, files.count <= VideoExport.sourceLimit else { return nil }
        return (files, segments)
    }

    private static func isNear(_ one: CMTimeMapping, _ other: CMTimeMapping, butEnd isLast: Bool) -> Bool {
        func isNear(_ one: CMTime, _ other: CMTime) -> Bool {
            abs(one.seconds - other.seconds) <= toleranceInSeconds
        }
        guard isNear(one.source.start, other.source.start), isNear(one.target.start, other.target.start) else {
            return false
        }
        return isLast || isNear(one.source.end, other.source.end) && isNear(one.target.end, other.target.end)
    }
}
