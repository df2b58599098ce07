import AVFoundation
import Albumen
import Foundation
import Records

/// A version of a video, which plays from a file in the library's folder.
struct RequestedVideo: Sendable {
    private let file: URL
    private let slowMotion: SlowMotion?
    private let permit: MoviePermit
    let filename: String

    /// - Throws: An error if the bytes are missing, or if the app may no longer see the asset.
    init(_ source: PictureSource, version: AssetVersion, for client: ImageClient) throws {
        try self.init(source, version == .current ? client.view.slowMotion(of: client.record) : nil, for: client)
    }

    /// - Throws: An error if the bytes are missing.
    init(_ source: PictureSource, _ slowMotion: SlowMotion?, for client: ImageClient) throws {
        file = try client.view.namedOriginalURL(of: source)
        permit = client.permit.makeMoviePermit()
        self.slowMotion = slowMotion
        filename = source.filename
    }

    /// Whether a part of the video plays slowed.
    var isSlowed: Bool { slowMotion != nil }

    /// Returns an `AVURLAsset` of the file, or an `AVComposition` if a part plays slowed. The composition reads the
    /// file, which blocks. Both read the file only while the app may see the asset.
    ///
    /// - Throws: An error if the file can't be read.
    func makeAsset() throws -> AVAsset {
        let original = AVURLAsset(url: file, permit: permit)
        return try slowMotion.map { try Self.composition(of: original, $0) } ?? original
    }

    /// Returns a composition of the whole file, with the slowed range stretched. Sound slows with the picture.
    private static func composition(of original: AVURLAsset, _ slowMotion: SlowMotion) throws -> AVComposition {
        let composition = AVMutableComposition()
        let duration = original.duration
        try composition.insertTimeRange(CMTimeRange(start: .zero, duration: duration), of: original, at: .zero)
        for segment in slowMotion.segments(ofVideoLasting: duration.seconds) where segment.rate != 1 {
            composition.scaleTimeRange(
                CMTimeRange(start: Self.time(segment.source.start), duration: Self.time(segment.source.duration)),
                toDuration: Self.time(segment.playedDuration))
        }
        guard let copy = composition.copy() as? AVComposition else { return composition }
        return copy
    }

    /// Returns a time in nanoseconds, the unit of Apple's AAE files.
    private static func time(_ seconds: Double) -> CMTime {
        CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }
}
