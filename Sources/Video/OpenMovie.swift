import CLibAV
import MediaRequests

/// An open video file, and the facts in its outermost structure.
struct OpenMovie {
    let format: VideoFormat
    let movie: MovieFile
    /// The date of the movie's user data.
    let userDate: String?
    /// The reason why the file is truncated, or `nil` if it's complete.
    let damage: String?

    /// - Parameters:
    ///   - descriptor: The descriptor of a regular file.
    ///   - purpose: The needed part of the movie.
    /// - Returns: `nil` if the bytes don't have the signature of a video.
    /// - Throws: `unreadable` if the file contains neither audio nor video, `encrypted` if the audio or the video is
    ///   encrypted.
    init?(descriptor: Int32, for purpose: MovieFile.Purpose = .facts) throws(MediaError) {
        guard let source = DescriptorSource(descriptor: descriptor) else {
            throw MediaError(.unreadable, "not a regular file")
        }
        let signature = source.bytes(at: 0, limit: VideoFormat.signatureLimitInBytes)
        guard let format = VideoFormat(signature: signature) else { return nil }
        let boxes = format.demuxer == "mov" ? MovieBoxes(source) : nil
        let endsEarly = boxes?.isCutShort ?? (Self.chunkEnd(signature, format) > source.count)
        let isCutShort = endsEarly || boxes?.hasMediaData == false
        if boxes?.isEncrypted == true {
            throw MediaError(
                .encrypted,
                "the movie is encrypted and can't be shown without its key; import a copy without copy protection")
        }
        damage = isCutShort ? "the file ends before its movie does" : nil
        guard let movie = MovieFile(source, format, for: purpose), !movie.isEmpty else {
            throw MediaError(
                .unreadable, damage ?? "the file starts like a video, but holds no movie; it may be damaged")
        }
        self.format = format
        self.movie = movie
        userDate = boxes?.userDate
    }

    /// Returns the end of the outermost chunk of an AVI file, or 0 for other formats.
    private static func chunkEnd(_ signature: [UInt8], _ format: VideoFormat) -> Int {
        guard format.demuxer == "avi", signature.count >= 8 else { return 0 }
        return 8 + signature[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
