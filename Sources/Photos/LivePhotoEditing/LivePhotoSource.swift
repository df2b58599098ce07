import AVFoundation
import AlbumenGraphics
import CoreImage
import Foundation
import MediaRequests
import MediaWork
import Pixels
import SystemCalls
import SystemPackage

/// The two files of a Live Photo to edit, and the facts about them.
struct LivePhotoSource: Sendable {
    let photo: URL
    let video: URL
    /// The photo, with its stored orientation.
    let fullSizeImage: CIImage
    let orientation: CGImagePropertyOrientation
    let duration: CMTime
    /// The time of the photo in the video. The middle of the video if it doesn't contain the time.
    var photoTime: CMTime
    /// The upright size of the video's frames.
    let videoSize: PixelSize
    let videoCodec: String?
    let audioCodec: String?
    let hasSound: Bool

    /// Reads the facts. Blocks for the media worker.
    ///
    /// - Throws: An error with the reason if a file can't be read.
    init(photo: URL, video: URL, orientation: Int32) throws {
        self.photo = photo
        self.video = video
        self.orientation = CGImagePropertyOrientation(rawValue: UInt32(clamping: orientation)) ?? .up
        guard let image = CIImage(contentsOf: photo) else {
            throw RequestFailure.unreadable(photo.path, "it isn't a photo")
        }
        fullSizeImage = image
        let workers = try WorkerPool.shared()
        let name = video.lastPathComponent
        let (movie, probe) = try FileDescriptor.withFile(video) { descriptor in
            (
                try workers.describeMovie(descriptor: descriptor, filename: name),
                try workers.probe(descriptor: descriptor, filename: name)
            )
        }
        duration = CMTime(value: movie.duration.value, timescale: movie.duration.timescale)
        let stillImageTime = try movie.stillImageTime ?? Self.timeInMotionPhoto(photo, workers)
        photoTime =
            stillImageTime.map { CMTime(value: $0.value, timescale: $0.timescale) }
            ?? CMTimeMultiplyByRatio(duration, multiplier: 1, divisor: 2)
        videoSize = PixelSize(width: probe.pixelWidth, height: probe.pixelHeight)
        videoCodec = movie.tracks.first { $0.kind == .video }?.codec
        let sound = movie.tracks.first { $0.kind == .audio }
        audioCodec = sound?.codec
        hasSound = sound != nil
    }

    /// Returns the photo's time in the video that a motion photo contains.
    private static func timeInMotionPhoto(_ photo: URL, _ workers: WorkerPool) throws -> MediaTime? {
        try FileDescriptor.withFile(photo) { descriptor in
            try workers.probe(descriptor: descriptor, filename: photo.lastPathComponent)
        }.motionVideo?.photoTime.map { MediaTime(seconds: $0) }
    }

    var uprightImage: CIImage { fullSizeImage.oriented(orientation) }

    /// Returns an export that keeps the codecs if a QuickTime movie can contain them.
    ///
    /// - Parameters:
    ///   - copiesVideo: Whether the frames stay as they are.
    ///   - audioVolume: The factor of the sound's amplitude.
    func export(copiesVideo: Bool, audioVolume: Double, contentIdentifier: String) -> VideoExport {
        let container = MovieContainer.mov
        let isCopied = copiesVideo && container.holds(videoCodec: videoCodec, audioCodec: nil)
        let keepsSound = audioVolume == 1 && container.holds(videoCodec: nil, audioCodec: audioCodec)
        let audio: AudioEncoding =
            !hasSound || audioVolume == 0 ? .none : keepsSound ? .copy : .aac(bitsPerSecond: 192_000)
        var export = VideoExport(
            video: isCopied ? .copy : .h264(VideoLimits(quality: .highest)), audio: audio, container: container)
        if audio != .none { export.audioVolume = audioVolume }
        export.addedMetadata = [
            ExportedMetadata.Entry(key: "com.apple.quicktime.content.identifier", value: contentIdentifier)
        ]
        export.stillImageTime = MediaTime(value: photoTime.value, timescale: photoTime.timescale)
        return export
    }
}

extension FileDescriptor {
    /// Opens a file for reading, and calls a closure with its descriptor.
    static func withFile<Answer>(_ url: URL, _ body: (Int32) throws -> Answer) throws -> Answer {
        guard url.isFileURL else { throw RequestFailure.noFile(url) }
        let path = url.path(percentEncoded: false)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw RequestFailure.unreadable(path, "\(Errno.current)") }
        defer { Glibc.close(descriptor) }
        return try body(descriptor)
    }
}
