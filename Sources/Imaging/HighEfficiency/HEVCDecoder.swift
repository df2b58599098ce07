import CLibAV
import Foundation
import MediaContainers

/// Decodes single HEVC pictures with libavcodec on the caller's thread.
struct HEVCDecoder: Sendable {
    /// The largest number of pixels of one picture.
    var limitInPixels: Int
    /// Whether to skip the last step, which smooths the edges of blocks. The rest of the picture doesn't depend on it,
    /// and a considerable reduction makes the difference invisible.
    let isCoarse: Bool

    /// A picture in libavcodec's memory.
    // Unchecked because nobody writes to the frame after it is decoded.
    final class Frame: @unchecked Sendable {
        let frame: UnsafeMutablePointer<AVFrame>
        /// Whether a part of the data was wrong or missing.
        let isDamaged: Bool

        fileprivate init(_ frame: UnsafeMutablePointer<AVFrame>, isDamaged: Bool) {
            self.frame = frame
            self.isDamaged = isDamaged
        }

        deinit {
            var frame: UnsafeMutablePointer<AVFrame>? = frame
            av_frame_free(&frame)
        }
    }

    /// Never changes and is never freed.
    nonisolated(unsafe) private static let codec: UnsafePointer<AVCodec>? = {
        av_log_set_level(AV_LOG_QUIET)
        return avcodec_find_decoder(AV_CODEC_ID_HEVC)
    }()

    /// Decodes a picture. Returns `nil` if no part of it can be decoded, or if it exceeds the limit.
    func decode(_ tile: CodedTile) -> Frame? {
        let stream = Self.startCodes(tile.bytes)
        // The first attempt fails on any error. The second one accepts errors and decodes as much as possible.
        let recognition = AV_EF_EXPLODE | (isCoarse ? 0 : AV_EF_CRCCHECK)
        if let frame = decode(stream.bytes, recognition) {
            return Frame(frame, isDamaged: !stream.isWhole)
        }
        return decode(stream.bytes, 0).map { Frame($0, isDamaged: true) }
    }

    /// Returns the units with a start code instead of the length. Both have four bytes.
    private static func startCodes(_ bytes: [UInt8]) -> (bytes: [UInt8], isWhole: Bool) {
        var result = bytes
        var offset = 0
        while offset < bytes.count {
            guard let length = bytes.withUnsafeBytes({ ByteView($0).uint32(at: offset) }),
                length <= bytes.count - offset - 4
            else { return (Array(result[..<offset]), false) }
            result.replaceSubrange(offset..<offset + 4, with: [0, 0, 0, 1])
            offset += 4 + length
        }
        return (result, true)
    }

    private func decode(_ bytes: [UInt8], _ recognition: Int32) -> UnsafeMutablePointer<AVFrame>? {
        guard let codec = Self.codec, let count = Int32(exactly: bytes.count), count > 0 else { return nil }
        var context = avcodec_alloc_context3(codec)
        defer { avcodec_free_context(&context) }
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let context, let packet, av_new_packet(packet, count) == 0 else { return nil }
        memcpy(packet.pointee.data, bytes, bytes.count)
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(limitInPixels)
        context.pointee.err_recognition = recognition
        if isCoarse { context.pointee.skip_loop_filter = AVDISCARD_ALL }
        guard avcodec_open2(context, codec, nil) == 0, avcodec_send_packet(context, packet) == 0,
            avcodec_send_packet(context, nil) == 0
        else { return nil }
        var frame = av_frame_alloc()
        guard let decoded = frame, avcodec_receive_frame(context, decoded) == 0,
            recognition == 0
                || decoded.pointee.flags & AV_FRAME_FLAG_CORRUPT == 0
                    && decoded.pointee.decode_error_flags == 0
        else {
            av_frame_free(&frame)
            return nil
        }
        return decoded
    }
}
