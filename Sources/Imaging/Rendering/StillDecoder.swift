import CVipsBridge
import MediaRequests
import Pixels

/// Decodes PNG, GIF, WebP, TIFF and JPEG 2000 with libvips, strip by strip if the format allows it.
enum StillDecoder {
    /// - Parameter pages: The pages of a TIFF, or the frames of an animated file. Only the latter can be several.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, _ format: albumen_vips_format, pages: Range<Int> = 0..<1,
        hasAlpha: Bool = true,
        _ plan: RenderPlan
    ) throws(MediaError) -> DecodedPicture {
        let largest = plan.largest
        let rows = DecodedRows(target: largest, imageCount: pages.count)
        let picture = try Vips.use { () throws(MediaError) in
            var picture = albumen_vips_picture()
            var receiver = rows.receiver
            let isGood = albumen_vips_decode(
                bytes.baseAddress, bytes.count, format, Int32(clamping: pages.lowerBound), Int32(clamping: pages.count),
                hasAlpha ? 1 : 0,
                Int32(plan.stored.width), Int32(plan.stored.height), Int32(largest.width), Int32(largest.height),
                &receiver, &picture)
            guard isGood != 0 else { throw rows.failure ?? failure(picture.text, format) }
            return picture
        }
        defer { albumen_vips_free(picture.profile) }
        var decoded = DecodedPicture(rasters: [])
        for raster in try rows.rasters() { decoded.rasters += try raster.reduced(to: plan.sizes) }
        if let profile = picture.profile {
            let bytes = UnsafeRawBufferPointer(start: profile, count: picture.profile_count)
            decoded.colour = SourceColour(profile: bytes)
        }
        if !picture.text.isEmpty { decoded.damage = PictureStructure.isCorrupt }
        return decoded
    }

    private static func failure(_ text: String, _ format: albumen_vips_format) -> MediaError {
        if text.contains("memory") {
            return MediaError(.limitExceeded, "the picture takes more memory than albumen gives it: \(text)")
        }
        // libvips considers the screen size of some GIFs wrong and uses the size of the first frame.
        if format == ALBUMEN_VIPS_GIF, text.contains("size that its header") {
            return MediaError(.unsupported, "nothing here decodes a GIF whose frames are not of its screen's size")
        }
        return MediaError(.unreadable, "the picture cannot be decoded; it may be damaged: \(text)")
    }
}

/// Reduces the rows that libvips decodes. Several images arrive one below the other.
private final class DecodedRows {
    private let target: PixelSize
    private let imageCount: Int
    private var size = PixelSize(width: 0, height: 0)
    private var format: RasterFormat?
    private var reducer: RasterReducer?
    /// The number of rows that the current image lacks.
    private var missingRows = 0
    private var finished: [Raster] = []
    private(set) var failure: MediaError?

    init(target: PixelSize, imageCount: Int) {
        self.target = target
        self.imageCount = imageCount
    }

    /// The functions that libvips' shim calls. They don't retain this object.
    var receiver: albumen_vips_receiver {
        albumen_vips_receiver(
            context: Unmanaged.passUnretained(self).toOpaque(),
            start: { context, layout in
                guard let context, let layout else { return 0 }
                return DecodedRows.of(context).attempt { rows throws(MediaError) in try rows.start(layout.pointee) }
            },
            rows: { context, samples, bytesPerRow, count in
                guard let context, let samples else { return 0 }
                return DecodedRows.of(context).attempt { rows throws(MediaError) in
                    try rows.append(samples, bytesPerRow: bytesPerRow, count: Int(count))
                }
            })
    }

    func rasters() throws(MediaError) -> [Raster] {
        guard finished.count == imageCount else { throw ImageProber.unreadable }
        return finished
    }

    private func start(_ layout: albumen_vips_layout) throws(MediaError) {
        guard Int(layout.height) % imageCount == 0 else { throw ImageProber.unreadable }
        size = PixelSize(width: Int(layout.width), height: Int(layout.height) / imageCount)
        format = RasterFormat(layout)
        try startImage()
    }

    private func startImage() throws(MediaError) {
        guard let format else { return }
        reducer = try RasterReducer(format, from: size, to: target)
        missingRows = size.height
    }

    private func append(_ samples: UnsafeRawPointer, bytesPerRow: Int, count: Int) throws(MediaError) {
        var row = 0
        while row < count, let reducer {
            let part = min(missingRows, count - row)
            try reducer.append(samples + row * bytesPerRow, bytesPerRow: bytesPerRow, count: part)
            row += part
            missingRows -= part
            guard missingRows == 0 else { continue }
            finished.append(try reducer.finish())
            self.reducer = nil
            if finished.count < imageCount { try startImage() }
        }
    }

    private func attempt(_ body: (DecodedRows) throws(MediaError) -> Void) -> Int32 {
        do throws(MediaError) {
            try body(self)
            return 1
        } catch {
            failure = error
            return 0
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer) -> DecodedRows {
        Unmanaged<DecodedRows>.fromOpaque(context).takeUnretainedValue()
    }
}

extension RasterFormat {
    fileprivate init(_ layout: albumen_vips_layout) {
        self.init(
            colours: Colours(rawValue: Int(layout.colours.rawValue)) ?? .rgb,
            alpha: layout.has_alpha == 0 ? .none : .straight, bytesPerSample: Int(layout.bytes_per_sample),
            maximum: layout.bytes_per_sample == 2 ? 65535 : 255)
    }
}

extension albumen_vips_picture {
    /// The library's message, or an empty string.
    fileprivate var text: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
