import CLibAV
import MediaRequests

/// The pictures of one of an export's movies.
struct PictureSource {
    let streamIndex: Int
    let stream: AVStream
    let clock: StreamClock
    let frameRate: AVRational
    let geometry: DisplayGeometry

    var frameDuration: Double { 1 / av_q2d(frameRate) }

    /// Whether frames of both have the same size, shape, rotation and colours, so that one format fits both.
    func isLike(_ other: PictureSource) -> Bool {
        let (own, theirs) = (stream.codecpar.pointee, other.stream.codecpar.pointee)
        let (colours, others) = (FrameColours(own), FrameColours(theirs))
        return own.width == theirs.width && own.height == theirs.height && geometry == other.geometry
            && colours.primaries == others.primaries && colours.transfer == others.transfer
    }
}
