import AlbumenGraphics
import Cancellation
import CoreMedia
import Foundation
import MediaRequests
import MediaWork

/// The file and the time of the frame that an asset shows at a time.
struct FrameSource: Sendable {
    private let file: MovieFile
    /// From the asset's time to the file's time, and from there to the time of the samples.
    private let mappings: [CMTimeMapping]
    private let time: CMTime
    private let naturalSize: CGSize
    private let transform: CGAffineTransform

    /// Reads the properties of the asset. Blocks.
    ///
    /// - Throws: An error if the asset can't be read or shows no picture at the time.
    init(_ asset: AVAsset, at requested: CMTime) throws(AVError) {
        if !(asset is AVComposition), case .failure(let error) = asset.content.load() { throw error }
        guard let track = asset.tracks(withMediaType: .video).first else {
            throw AVError(.noImageAtTime, "The asset has no video track, so it has no image.")
        }
        let time = CMTimeMaximum(requested, .zero)
        guard requested.isNumeric, time <= asset.duration else {
            throw AVError(
                .noImageAtTime, "The asset has no image at \(requested.seconds) seconds.",
                remedy: "Request a time within its duration of \(asset.duration.seconds) seconds.")
        }
        let segment = try Self.segment(of: track, at: time)
        var mappings = [segment.timeMapping]
        var shown = track
        if let part = segment as? AVCompositionTrackSegment, let source = part.file {
            file = source
            // The file has an edit list of its own.
            let original = Self.track(of: part, source, usedBy: track)
            guard !original.segments.isEmpty else {
                throw AVError(
                    .noImageAtTime, "The composition's file \(source.url.lastPathComponent) can't be read.",
                    remedy: "Restore the file, or create the composition again without it.")
            }
            mappings.append(
                try Self.segment(of: original, at: Self.mapped(time, through: mappings)).timeMapping)
            // The files of a composition can have different sizes and rotations.
            shown = original
        } else if let source = track.facts.file {
            file = source
        } else {
            throw AVError(.noImageAtTime, "The asset's video track has no file.")
        }
        self.mappings = mappings
        self.time = time
        naturalSize = shown.naturalSize
        transform = shown.preferredTransform
    }

    /// Returns the part that shows a picture at a time. A pause shows the picture that follows it, or the last one.
    private static func segment(of track: AVAssetTrack, at time: CMTime) throws(AVError) -> AVAssetTrackSegment {
        let segments = track.segments.filter { !$0.isEmpty && $0.timeMapping.source.duration > .zero }
        let shown = segments.first { $0.timeMapping.target.containsTime(time) }
        guard let segment = shown ?? segments.first(where: { $0.timeMapping.target.start > time }) ?? segments.last
        else { throw AVError(.noImageAtTime, "The asset's video track is empty.") }
        return segment
    }

    /// Returns the track of a composition's file.
    private static func track(
        of part: AVCompositionTrackSegment, _ file: MovieFile, usedBy track: AVAssetTrack
    ) -> AVAssetTrack {
        if let facts = (track as? AVCompositionTrack)?.state.source, facts.file == file,
            facts.identifier == part.sourceTrackID
        {
            return AVAssetTrack(facts, of: nil)
        }
        return AVURLAsset(file).track(withTrackID: part.sourceTrackID) ?? AVAssetTrack()
    }

    private static func mapped(_ time: CMTime, through mappings: [CMTimeMapping]) -> CMTime {
        mappings.reduce(time) { time, mapping in
            let inside = CMTimeClampToRange(time, range: mapping.target)
            return CMTimeMapTimeFromRangeToRange(inside, fromRange: mapping.target, toRange: mapping.source)
        }
    }

    /// Decodes the frame in the media worker. Blocks.
    func image(
        _ settings: AVAssetImageGenerator.Settings, _ cancellation: WorkCancellation?
    ) throws(AVError) -> (image: CGImage, actualTime: CMTime) {
        let rate = mappings.reduce(1) { $0 * $1.source.duration.seconds / max($1.target.duration.seconds, 1e-9) }
        let request = FrameRequest(
            time: MediaTime(Self.mapped(time, through: mappings)) ?? .zero,
            toleranceBefore: Self.tolerance(settings.toleranceBefore, rate),
            toleranceAfter: Self.tolerance(settings.toleranceAfter, rate),
            size: size(settings), appliesTransform: settings.appliesTransform)
        let result = MovieFileReading.withDescriptor(of: file, to: "be shown") {
            descriptor, present, pool throws(MediaError) in
            try pool.frame(descriptor: descriptor, present: present, request, cancellation: cancellation)
        }
        let (rendering, mediaTime) = try result.get()
        guard let picture = rendering.pictures.first else {
            throw AVError(.noImageAtTime, "The worker made no image.")
        }
        // A keyframe before a segment counts as its start.
        let reversed = mappings.reversed().map { CMTimeMapping(source: $0.target, target: $0.source) }
        return (CGImage(picture), Self.mapped(CMTime(mediaTime), through: reversed))
    }

    private static func tolerance(_ time: CMTime, _ rate: Double) -> MediaTime {
        if time.isPositiveInfinity { return MediaTime(value: 1_000_000_000, timescale: 1) }
        guard time.isNumeric, time > .zero else { return .zero }
        return MediaTime(seconds: min(time.seconds * rate, 1_000_000_000), timescale: 90_000)
    }

    private func size(_ settings: AVAssetImageGenerator.Settings) -> RenderRequest.Size {
        let turned = naturalSize.applying(transform)
        let upright =
            settings.appliesTransform ? CGSize(width: abs(turned.width), height: abs(turned.height)) : naturalSize
        let limits = [
            (settings.maximumSize.width, upright.width), (settings.maximumSize.height, upright.height),
        ]
        let scales = limits.filter { $0.0 > 0 && $0.1 > 0 }.map { $0.0 / $0.1 }
        guard let scale = scales.min(), scale < 1 else { return .full }
        return .longSide(max(1, Int((max(upright.width, upright.height) * scale).rounded())))
    }
}
