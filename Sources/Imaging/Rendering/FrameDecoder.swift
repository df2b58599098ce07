import CLibAV
import CLibSwscale
import Foundation
import MediaRequests
import Pixels

/// Decodes formats that libavcodec treats as one frame: Windows bitmaps and the flattened image in Photoshop
/// documents. Ignores their colour profiles, which cameras don't write.
struct FrameDecoder {
    private let bytes: UnsafeRawBufferPointer
    private let codec: AVCodecID

    static func bitmap(_ bytes: UnsafeRawBufferPointer) -> FrameDecoder {
        FrameDecoder(bytes: bytes, codec: AV_CODEC_ID_BMP)
    }

    static func photoshop(_ bytes: UnsafeRawBufferPointer) -> FrameDecoder {
        FrameDecoder(bytes: bytes, codec: AV_CODEC_ID_PSD)
    }

    static let unreadable = MediaError(.unreadable, "the picture cannot be decoded; it may be damaged")
    static let noMemory = MediaError(.limitExceeded, "the picture takes more memory than albumen gives it")

    func decode(_ plan: RenderPlan) throws(MediaError) -> DecodedPicture {
        av_log_set_level(AV_LOG_QUIET)
        guard let decoder = avcodec_find_decoder(codec) else {
            throw MediaError(.unsupported, "the FFmpeg on this machine has no decoder for this picture")
        }
        var context = avcodec_alloc_context3(decoder)
        defer { avcodec_free_context(&context) }
        var packet = av_packet_alloc()
        defer { av_packet_free(&packet) }
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        guard let context, let packet, let frame, let count = Int32(exactly: bytes.count),
            av_new_packet(packet, count) == 0, let base = bytes.baseAddress
        else { throw Self.noMemory }
        memcpy(packet.pointee.data, base, bytes.count)
        context.pointee.thread_count = 1
        context.pointee.max_pixels = Int64(RenderLimits.wholeAreaInPixels)
        guard avcodec_open2(context, decoder, nil) == 0, avcodec_send_packet(context, packet) == 0,
            avcodec_receive_frame(context, frame) == 0
        else { throw Self.unreadable }
        guard Int(frame.pointee.width) == plan.stored.width, Int(frame.pointee.height) == plan.stored.height else {
            throw MediaError(.unreadable, "the picture is not of the size that its header says; it may be damaged")
        }
        var decoded = DecodedPicture(rasters: try raster(of: frame, plan.stored).reduced(to: plan.sizes))
        if frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 { decoded.damage = PictureStructure.isCorrupt }
        return decoded
    }

    private func raster(of frame: UnsafeMutablePointer<AVFrame>, _ size: PixelSize) throws(MediaError) -> Raster {
        try Self.raster(of: frame, size, codec)
    }

    static func raster(
        of frame: UnsafeMutablePointer<AVFrame>, _ size: PixelSize, _ codec: AVCodecID
    ) throws(MediaError) -> Raster {
        let format = AVPixelFormat(frame.pointee.format)
        let flags = SWS_POINT | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT
        let (width, height) = (Int32(size.width), Int32(size.height))
        guard let scaler = sws_getContext(width, height, format, width, height, AV_PIX_FMT_RGBA, flags, nil, nil, nil)
        else { throw MediaError(.unsupported, "the picture's kind of pixels is not known here") }
        defer { sws_freeContext(scaler) }
        let memory = try PixelMemory(count: size.width * size.height * Bitmap.bytesPerPixel)
        let planes = frame.pointee.data
        let strides = frame.pointee.linesize
        let input: [UnsafePointer<UInt8>?] = [planes.0, planes.1, planes.2, planes.3].map {
            $0.map { UnsafePointer($0) }
        }
        // libswscale uses four planes and strides, whatever the format.
        let output: [UnsafeMutablePointer<UInt8>?] = [memory.base.assumingMemoryBound(to: UInt8.self), nil, nil, nil]
        let rows = sws_scale(
            scaler, input, [strides.0, strides.1, strides.2, strides.3], 0, height, output,
            [width * Int32(Bitmap.bytesPerPixel), 0, 0, 0])
        guard rows == height else { throw noMemory }
        let mark = av_pix_fmt_desc_get(format)?.pointee.flags ?? 0
        // In a Photoshop document, the fourth channel can also be a saved selection.
        let hasAlpha = mark & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 && codec != AV_CODEC_ID_PSD
        return Raster(
            memory: memory, size: size, RasterFormat(colours: .rgb, alpha: hasAlpha ? .straight : .opaque))
    }
}
