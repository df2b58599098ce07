import CLibAV
package import MediaRequests
import Pixels

/// Decodes small pictures of frames that are evenly spread over a movie. Any thread can call it. It keeps no state.
package enum MovieFrames {
    /// Movies up to this duration are decoded in whole, because they can have a single keyframe.
    private static let shortInSeconds = 10.0
    /// The largest number of frames to decode after a keyframe of a longer movie.
    private static let followingLimit = 24
    private static let shortLimit = 1500
    private static let countLimit = 64

    /// - Parameter descriptor: The descriptor of a regular file. Its position doesn't change.
    /// - Returns: One upright picture for each frame, all of the same size.
    /// - Throws: `notMedia`, `unreadable`, `unsupported` or `limitExceeded`.
    package static func render(
        descriptor: Int32, _ request: MovieFramesRequest
    ) throws(MediaError) -> Rendering {
        guard let movie = try PartMovie(descriptor: descriptor) else {
            throw MediaError(.notMedia, "not a video of a kind that albumen knows")
        }
        guard (1...countLimit).contains(request.count) else {
            throw MediaError(.limitExceeded, "a movie shows 1 to \(countLimit) frames at a time")
        }
        let decoder = try SpanDecoder(
            movie.reader(of: movie.videoIndex), threadCount: PartMovie.threadCount)
        let size = movie.geometry.uprightSize.fitting(longSide: max(1, request.longSide))
        let step = movie.duration / Double(request.count)
        let limit = movie.duration <= shortInSeconds ? shortLimit : followingLimit
        var pictures: [Bitmap] = []
        var position: Double?
        var last: VideoFrame?
        for number in 0..<request.count {
            let time = (Double(number) + 0.5) * step
            let isNear = position.map { time - $0 < 1 || limit == shortLimit } ?? false
            if !isNear { decoder.seek(backTo: time) }
            for _ in 0..<limit {
                if isNear, let position, position >= time { break }
                guard let frame = try decoder.next() else { break }
                (last, position) = (frame.frame, frame.time)
                if frame.time >= time { break }
            }
            guard let last else { break }
            pictures += try FrameConversion(frame: last, geometry: movie.geometry).bitmaps([size])
        }
        guard let first = pictures.first else {
            throw MediaError(.unreadable, "none of the movie's frames can be decoded; it may be damaged")
        }
        // A truncated movie has no frames for its end.
        while pictures.count < request.count { pictures.append(pictures.last ?? first) }
        return Rendering(pictures: pictures)
    }
}
