import CLibAV
import MediaRequests

/// A step between the decoder and the encoder of pictures. Only one thread can use it.
protocol PictureStage: AnyObject {
    /// Receives frames in the order of their times. The frame is valid during the call.
    func submit(
        _ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry, _ position: FramePosition
    ) throws(MediaError)
    /// Encodes all frames that were submitted.
    func finish() throws(MediaError)
}

/// A frame's position in an export.
struct FramePosition {
    /// The time and the duration in the encoder's unit.
    var time: Int64
    var duration: Int64
    /// The time in the composition.
    var compositionTime: MediaTime
}

/// Frames in the size, shape and rotation of their movie.
final class ScaledPictures: PictureStage {
    private let scaler: PictureScaler
    private let sink: PictureSink

    init(_ format: PictureFormat, _ sink: PictureSink) throws(MediaError) {
        scaler = try PictureScaler(format)
        self.sink = sink
    }

    func submit(
        _ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry, _ position: FramePosition
    ) throws(MediaError) {
        try sink.encode(try scaler.converted(frame), at: position.time, lasting: position.duration)
    }

    func finish() {}
}

/// Frames of several movies, fitted into one size.
final class JoinedPictures: PictureStage {
    private let pictures: UprightPictures
    private let sink: PictureSink

    init(_ pictures: UprightPictures, _ sink: PictureSink) {
        self.pictures = pictures
        self.sink = sink
    }

    func submit(
        _ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry, _ position: FramePosition
    ) throws(MediaError) {
        try sink.encode(try pictures.converted(frame, geometry), at: position.time, lasting: position.duration)
    }

    func finish() {}
}
