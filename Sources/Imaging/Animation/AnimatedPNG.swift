import CLibAV
import Foundation
import MediaContainers
import MediaRequests
import Pixels

/// The frames of an animated PNG. libavcodec decodes them one after another, because a frame can contain only the
/// changes.
struct AnimatedPNG {
    struct Frame {
        /// The chunks of the frame, with the one that controls it.
        var range: Range<Int>
        /// The delay in seconds.
        var delay: Double
    }

    private let view: ByteView
    /// The chunks before the first frame, from the header on.
    private var head: Range<Int>
    private(set) var frames: [Frame] = []
    /// The number of times to play the animation, or 0 for no end.
    private(set) var loopCount = 0

    init(_ view: ByteView) {
        self.view = view
        head = 8..<8
        var isHead = true
        for chunk in PNGChunkSequence(view) {
            guard chunk.type != "IEND", frames.count < ImageFileDescription.frameLimit,
                let content = view.part(at: chunk.content.lowerBound, count: chunk.content.count).map(ByteView.init)
            else { break }
            let end = min(view.count, chunk.end)
            switch chunk.type {
            case "acTL":
                loopCount = content.uint32(at: 4) ?? 0
                if isHead { head = 8..<end }
            case "fcTL":
                isHead = false
                frames.append(Frame(range: chunk.offset..<end, delay: Self.delay(content)))
            case "IDAT", "fdAT":
                isHead = false
                // A picture before the first frame isn't part of the animation.
                if let last = frames.indices.last { frames[last].range = frames[last].range.lowerBound..<end }
            default:
                if isHead { head = 8..<end }
            }
        }
    }

    private static func delay(_ control: ByteView) -> Double {
        let denominator = control.uint16(at: 22) ?? 0
        return Double(control.uint16(at: 20) ?? 0) / Double(denominator == 0 ? 100 : denominator)
    }

    /// Decodes frames. Also decodes those before them.
    func decode(_ indexes: Range<Int>, _ plan: RenderPlan) throws(MediaError) -> DecodedPicture {
        guard !indexes.isEmpty, indexes.upperBound <= frames.count else {
            throw MediaError(.unreadable, "the file has no picture with this number")
        }
        av_log_set_level(AV_LOG_QUIET)
        guard let decoder = avcodec_find_decoder(AV_CODEC_ID_APNG) else {
            throw MediaError(.unsupported, "the FFmpeg on this machine has no decoder for this picture")
        }
        var context = avcodec_alloc_context3(decoder)
        defer { avcodec_free_context(&context) }
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        guard let context, let frame, let extra = av_mallocz(head.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            throw FrameDecoder.noMemory
        }
        UnsafeMutableRawBufferPointer(start: extra, count: head.count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: view.bytes[head]))
        // The context frees it.
        context.pointee.extradata = extra.assumingMemoryBound(to: UInt8.self)
        context.pointee.extradata_size = Int32(clamping: head.count)
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(RenderLimits.wholeAreaInPixels)
        guard avcodec_open2(context, decoder, nil) == 0 else { throw FrameDecoder.unreadable }
        var picture = DecodedPicture(rasters: [])
        for index in 0..<indexes.upperBound {
            try decode(frames[index].range, context, into: frame)
            guard indexes.contains(index) else { continue }
            guard Int(frame.pointee.width) == plan.stored.width, Int(frame.pointee.height) == plan.stored.height else {
                throw MediaError(.unreadable, "the picture is not of the size that its header says; it may be damaged")
            }
            let raster = try FrameDecoder.raster(of: frame, plan.stored, AV_CODEC_ID_APNG)
            picture.rasters += try raster.reduced(to: plan.sizes)
        }
        return picture
    }

    private func decode(
        _ range: Range<Int>, _ context: UnsafeMutablePointer<AVCodecContext>, into frame: UnsafeMutablePointer<AVFrame>
    ) throws(MediaError) {
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        guard let packet, let count = Int32(exactly: range.count), av_new_packet(packet, count) == 0 else {
            throw FrameDecoder.noMemory
        }
        UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: range.count)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: view.bytes[range]))
        guard avcodec_send_packet(context, packet) == 0, avcodec_receive_frame(context, frame) == 0 else {
            throw FrameDecoder.unreadable
        }
    }
}
