import CLibAV
import MediaRequests
import Pixels

/// Replaces the frames of a video one after another.
///
/// While the host thinks about a frame, the worker renders and encodes the one before, and decodes the next. One frame
/// waits for its answer at most. Only one thread can use it.
final class FrameStage: PictureStage {
    private let replacing: any FrameReplacing
    private let pictures: UprightPictures
    private let renderSize: PixelSize
    /// The frame that the host has.
    private let announced: FrameBuffer
    private var geometry: DisplayGeometry?
    private var position: FramePosition?
    /// The pixels of the announced frame, if they were needed.
    private var drawn: UnsafeRawBufferPointer?
    private var count = 0
    private let sink: PictureSink

    /// - Parameters:
    ///   - renderSize: The size of the rendered frames, which has even sides.
    init(
        _ replacing: any FrameReplacing, _ pictures: UprightPictures, renderSize: PixelSize, _ sink: PictureSink
    ) throws(MediaError) {
        self.replacing = replacing
        self.pictures = pictures
        self.renderSize = renderSize
        self.sink = sink
        announced = try FrameBuffer()
    }

    /// Announces a frame after the answer to the one before, which is then encoded.
    func submit(
        _ frame: UnsafeMutablePointer<AVFrame>, _ geometry: DisplayGeometry, _ position: FramePosition
    ) throws(MediaError) {
        try awaitAnswer()
        replacing.announce(FrameDescription(number: count, time: position.compositionTime, size: pictures.size))
        count += 1
        try encodeAnswer()
        av_frame_unref(announced.frame)
        guard av_frame_ref(announced.frame, frame) >= 0 else { throw .noMemoryForMovie }
        (self.geometry, self.position, drawn) = (geometry, position, nil)
    }

    /// Encodes the last frame.
    func finish() throws(MediaError) {
        try awaitAnswer()
        try encodeAnswer()
    }

    private func awaitAnswer() throws(MediaError) {
        guard position != nil, let geometry else { return }
        try replacing.awaitAnswer { () throws(MediaError) in try self.pixels(geometry) }
    }

    private func encodeAnswer() throws(MediaError) {
        guard let position, let geometry else { return }
        self.position = nil
        let rendered = try replacing.render(
            { () throws(MediaError) in try self.pixels(geometry) }, frameSize: pictures.size, size: renderSize)
        let frame =
            if let rendered { try pictures.converted(rendered, size: renderSize) } else {
                try pictures.converted(announced.frame, geometry)
            }
        try sink.encode(frame, at: position.time, lasting: position.duration)
    }

    /// Draws the announced frame once.
    private func pixels(_ geometry: DisplayGeometry) throws(MediaError) -> UnsafeRawBufferPointer {
        if let drawn { return drawn }
        let pixels = try pictures.pixels(of: announced.frame, geometry)
        drawn = pixels
        return pixels
    }
}
