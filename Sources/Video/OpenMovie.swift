import CLibAV
import MediaWork

/// A video file that is open, and what its outermost structure says.
struct OpenMovie {
    let format: VideoFormat
    let movie: MovieFile
    /// The date of the movie's user data.
    let userDate: String?
    /// Why the file is known to be cut short; nil for a whole one.
    let damage: String?

    /// - Returns: nil where the bytes bear no video's signature.
    /// - Throws: `unreadable` where they do and there is neither sound nor picture, `encrypted` if the sound or the pictures
    ///   are encrypted.
    init?(descriptor: Int32) throws(MediaError) {
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
        guard let movie = MovieFile(source, format), !movie.isEmpty else {
            throw MediaError(
                .unreadable, damage ?? "the file starts like a video, but holds no movie; it may be damaged")
        }
        self.format = format
        self.movie = movie
        userDate = boxes?.userDate
    }

    /// Where the outermost chunk of an AVI file ends; 0 for other formats.
    private static func chunkEnd(_ signature: [UInt8], _ format: VideoFormat) -> Int {
        guard format.demuxer == "avi", signature.count >= 8 else { return 0 }
        return 8 + signature[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
