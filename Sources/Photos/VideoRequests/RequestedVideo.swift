import AVFoundation
import Foundation
import MediaRequests
import PhotoLibrary
import Records

/// A version of a video, which plays from a file in the library's folder, or from pieces of a remote one. The file has
/// its own URL, so that a client that writes there changes no original.
struct RequestedVideo: Sendable {
    private let file: URL
    private let slowMotion: SlowMotion?
    private let permit: MoviePermit
    private let remote: RemoteMovie?
    let filename: String

    /// - Parameter isStreamed: Whether bytes that aren't on this machine come when the video is read.
    /// - Throws: An error if the bytes are missing, or if the app may no longer see the asset.
    init(
        _ source: PictureSource, version: AssetVersion, isStreamed: Bool = false, for client: ImageClient
    ) throws {
        let slowMotion = version == .current ? try client.view.slowMotion(of: client.record) : nil
        guard isStreamed else {
            try self.init(source, slowMotion, for: client)
            return
        }
        let view = client.view
        let remote = RemoteMovie(
            readParts: { body in
                try view.originals.reading(source) { descriptor, present throws(MediaError) in
                    do {
                        try body(descriptor, present)
                    } catch let error as MediaError {
                        throw error
                    } catch {
                        throw MediaError(.unreadable, "\(error)")
                    }
                }
            },
            fetch: {
                try view.originals.fetch(source, .allowed())
                _ = try view.namedOriginalURL(of: source)
            })
        self.init(source, try view.plannedOriginalURL(of: source), remote, slowMotion, for: client)
    }

    /// - Throws: An error if the bytes are missing.
    init(_ source: PictureSource, _ slowMotion: SlowMotion?, for client: ImageClient) throws {
        self.init(source, try client.view.namedOriginalURL(of: source), nil, slowMotion, for: client)
    }

    private init(
        _ source: PictureSource, _ file: URL, _ remote: RemoteMovie?, _ slowMotion: SlowMotion?, for client: ImageClient
    ) {
        (self.file, self.remote, self.slowMotion) = (file, remote, slowMotion)
        permit = client.permit.makeMoviePermit()
        filename = source.filename
    }

    /// Whether a part of the video plays slowed.
    var isSlowed: Bool { slowMotion != nil }

    /// Returns an `AVURLAsset` of the file, or an `AVComposition` if a part plays slowed. The composition reads the
    /// file, which blocks. Both read the file only while the app may see the asset.
    ///
    /// - Throws: An error if the file can't be read.
    func makeAsset() throws -> AVAsset {
        let original = AVURLAsset(url: file, permit: permit, remote: remote)
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
