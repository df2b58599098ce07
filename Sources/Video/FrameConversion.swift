import CLibAV
import CLibSwscale
import MediaRequests
import Pixels

/// Converts a decoded frame to images: upright, with square pixels, in sRGB. Transparent areas become black.
struct FrameConversion {
    let frame: VideoFrame
    let geometry: DisplayGeometry

    /// The largest enlargement. A frame that needs more doesn't match the file's header.
    private static let growthLimit = 4

    private static let unconvertible = MediaError(.unsupported, "the movie's kind of pixels is not known here")

    /// Makes images of the given upright sizes. All of them derive from the largest.
    func bitmaps(_ sizes: [PixelSize]) throws(MediaError) -> [Bitmap] {
        guard let largest = sizes.max(by: { $0.longSide < $1.longSide }) else { return [] }
        let first = try bitmap(largest)
        return sizes.map { first.scaled(to: $0) }
    }

    private func bitmap(_ size: PixelSize) throws(MediaError) -> Bitmap {
        let decoded = frame.size
        guard geometry.storedSize.width <= decoded.width * Self.growthLimit,
            geometry.storedSize.height <= decoded.height * Self.growthLimit
        else {
            throw MediaError(.unreadable, "the movie's frames are not of the size that its header says")
        }
        let pixels = try pixels(geometry.turned(size)).turned(geometry.orientation)
        guard let bitmap = pixels.becomeBitmap() else { throw Self.unconvertible }
        return bitmap
    }

    private func pixels(_ size: PixelSize) throws(MediaError) -> PosterPixels {
        let colours = FrameColours(frame.frame.pointee)
        if colours.isWide {
            let samples = try PosterPixels(size: size, bytesPerPixel: 2 * Bitmap.bytesPerPixel)
            try scale(into: samples, AV_PIX_FMT_RGBA64LE, colours)
            return try WideColours(colours).converted(samples)
        }
        let pixels = try PosterPixels(size: size)
        try scale(into: pixels, AV_PIX_FMT_RGBA, colours)
        if frame.hasAlpha { Self.layOnBlack(pixels) }
        return pixels
    }

    private func scale(
        into pixels: PosterPixels, _ format: AVPixelFormat, _ colours: FrameColours
    ) throws(MediaError) {
        let (source, target) = (frame.size, pixels.size)
        guard sws_isSupportedInput(frame.pixelFormat) > 0 else { throw Self.unconvertible }
        let isReduced = target.width <= source.width && target.height <= source.height && target != source
        let flags = (isReduced ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT
        guard
            let context = sws_getContext(
                Int32(source.width), Int32(source.height), frame.pixelFormat, Int32(target.width),
                Int32(target.height), format, flags, nil, nil, nil)
        else { throw Self.unconvertible }
        defer { sws_freeContext(context) }
        // This call fails for RGB frames, which need no setting.
        sws_setColorspaceDetails(
            context, sws_getCoefficients(colours.matrix), frame.isFullRange ? 1 : 0,
            sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16)
        let planes = frame.frame.pointee.data
        let strides = frame.frame.pointee.linesize
        let input: [UnsafePointer<UInt8>?] = [planes.0, planes.1, planes.2, planes.3].map {
            $0.map { UnsafePointer($0) }
        }
        var output: [UnsafeMutablePointer<UInt8>?] = [
            pixels.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, nil,
        ]
        let rows = sws_scale(
            context, input, [strides.0, strides.1, strides.2, strides.3], 0, Int32(source.height), &output,
            [Int32(pixels.bytesPerRow), 0, 0, 0])
        guard rows == Int32(target.height) else { throw Self.unconvertible }
    }

    static func layOnBlack(_ pixels: PosterPixels) {
        let bytes = pixels.bytes
        for index in stride(from: 0, to: bytes.count, by: Bitmap.bytesPerPixel) {
            let alpha = Int(bytes[index + 3])
            for channel in index..<index + 3 { bytes[channel] = UInt8((Int(bytes[channel]) * alpha + 127) / 255) }
            bytes[index + 3] = 255
        }
    }
}
