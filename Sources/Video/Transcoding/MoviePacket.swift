import CLibAV
import MediaRequests

/// An encoded packet that is filled again and again. Only one thread can use it.
final class MoviePacket {
    let packet: UnsafeMutablePointer<AVPacket>

    init() throws(MediaError) {
        guard let packet = av_packet_alloc() else { throw .noMemoryForMovie }
        self.packet = packet
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }
}

/// A decoded frame of picture or sound that is filled again and again. Only one thread can use it.
final class FrameBuffer {
    let frame: UnsafeMutablePointer<AVFrame>

    init() throws(MediaError) {
        guard let frame = av_frame_alloc() else { throw .noMemoryForMovie }
        self.frame = frame
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }
}

extension MediaError {
    static let noMemoryForMovie = MediaError(
        .limitExceeded, "the movie takes more memory to export than albumen gives it")
}
