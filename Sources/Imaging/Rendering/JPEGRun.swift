import CLibTurboJPEG
import MediaRequests
import Pixels

/// A call of libjpeg-turbo and its warnings.
struct JPEGRun {
    let handle: tjhandle
    let bytes: UnsafeRawBufferPointer
    private(set) var damage: String?

    /// The value of pixels that weren't decoded.
    private static let grey: UInt8 = 128
    /// Rejects images with more scans than any program writes.
    private static let flags = TJFLAG_LIMITSCANS

    init(handle: tjhandle, bytes: UnsafeRawBufferPointer) {
        self.handle = handle
        self.bytes = bytes
    }

    private var start: UnsafePointer<UInt8>? { bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) }

    /// Decodes luma and chroma separately, as the file stores them. Returns `nil` if the file doesn't store them that
    /// way, or if there is no reduction.
    mutating func planes(_ scaled: PixelSize, for sizes: [PixelSize]) throws(MediaError) -> JPEGPlanes? {
        guard JPEGPlanes.canBeScaled(scaled, to: sizes) else { return nil }
        var (width, height, subsampling, space): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
        let failure = tjDecompressHeader3(
            handle, start, UInt(bytes.count), &width, &height, &subsampling, &space)
        guard failure == 0, space == TJCS_YCbCr.rawValue else { return nil }
        let planes = try JPEGPlanes(size: scaled, subsampling: subsampling)
        planes.fill(with: Self.grey)
        var pointers = planes.pointers
        var strides = planes.strides
        let result = tjDecompressToYUVPlanes(
            handle, start, UInt(bytes.count), &pointers, Int32(scaled.width), &strides, Int32(scaled.height), Self.flags
        )
        try judge(result) { planes.isPlain(Self.grey) }
        return planes
    }

    mutating func raster(
        _ scaled: PixelSize, _ componentCount: Int, isInverted: Bool
    ) throws(MediaError) -> Raster {
        let (format, colours, alpha): (TJPF, RasterFormat.Colours, RasterFormat.Alpha) =
            switch componentCount {
            case 1: (TJPF_GRAY, .grey, .none)
            case 4: (TJPF_CMYK, .cmyk, .none)
            default: (TJPF_RGBA, .rgb, .opaque)
            }
        let count = scaled.width * scaled.height * (colours.rawValue + (alpha == .none ? 0 : 1))
        guard scaled.width * scaled.height <= RenderLimits.outputAreaInPixels else {
            throw MediaError(
                .limitExceeded,
                "a picture of \(scaled.width) by \(scaled.height) pixels takes more memory than albumen gives it")
        }
        let memory = try PixelMemory(count: count, isCleared: false)
        memory.fill(with: Self.grey)
        let samples = memory.base.assumingMemoryBound(to: UInt8.self)
        let result = tjDecompress2(
            handle, start, UInt(bytes.count), samples, Int32(scaled.width), 0, Int32(scaled.height),
            format.rawValue, Self.flags)
        try judge(result) { UnsafeBufferPointer(start: samples, count: count).allSatisfy { $0 == Self.grey } }
        if result != 0, alpha == .opaque {
            for index in stride(from: 3, to: count, by: 4) { samples[index] = 255 }
        }
        return Raster(
            memory: memory, size: scaled,
            RasterFormat(colours: colours, alpha: alpha, isInverted: isInverted && colours == .cmyk))
    }

    /// Returns whether a warning is harmless. Extraneous bytes before the end or between header segments are padding.
    /// Between scans, they are the rest of damaged data.
    private static func isHarmless(_ message: String) -> Bool {
        message.contains("extraneous bytes") && !["0xc4", "0xda"].contains { message.hasSuffix($0) }
    }

    /// Records damage.
    ///
    /// - Throws: An error if there is no image.
    private mutating func judge(_ result: Int32, isEmpty: () -> Bool) throws(MediaError) {
        guard result != 0 else { return }
        let message = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
        if tjGetErrorCode(handle) == TJERR_WARNING.rawValue {
            if message.hasPrefix("Premature end") {
                damage = PictureStructure.endsEarly
            } else if message.hasPrefix("Corrupt JPEG data"), !Self.isHarmless(message) {
                damage = PictureStructure.isCorrupt
            }
            return
        }
        if message.contains("nsufficient memory") {
            throw MediaError(.limitExceeded, "the picture takes more memory than albumen gives it")
        }
        if message.contains("scans") {
            throw MediaError(.limitExceeded, "the picture has more scans than any program writes")
        }
        if message.contains("nsupported") {
            throw MediaError(.unsupported, "nothing here decodes this JPEG: \(message)")
        }
        guard !isEmpty() else {
            throw MediaError(.unreadable, "the picture cannot be decoded; it may be damaged: \(message)")
        }
        damage = PictureStructure.isCorrupt
    }
}
