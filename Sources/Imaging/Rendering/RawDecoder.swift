import CLibRaw
import Foundation
import MediaContainers
import MediaRequests
import Pixels

/// Decodes a camera's raw file. Uses the JPEG that the camera embedded if it's large enough. Otherwise, LibRaw develops
/// the picture with the camera's white balance.
struct RawDecoder {
    /// The relative size from which a preview replaces the picture.
    private static let nearlyWhole = 0.9

    let plan: RenderPlan

    func render(_ bytes: UnsafeRawBufferPointer, _ source: RenderRequest.Source) throws(MediaError) -> Rendering {
        if let preview = try opened(bytes, { preview($0, source) }) { return preview }
        if source == .preview { throw PreviewRules.none }
        // Opens the file again, because LibRaw can't develop a picture after it failed to read the preview.
        return try opened(bytes) { raw throws(MediaError) in try plan.rendering(develop(raw)) }
    }

    private static let damaged = "This RAW file is damaged or its camera isn't supported."

    private func opened<Answer>(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeMutableRawPointer) throws(MediaError) -> Answer
    ) throws(MediaError) -> Answer {
        guard let raw = albumen_raw_open(bytes.baseAddress, bytes.count) else {
            throw MediaError(.unsupported, Self.damaged)
        }
        defer { albumen_raw_close(raw) }
        return try body(raw)
    }

    /// Returns the embedded preview, or `nil` if there is no suitable one.
    private func preview(_ raw: UnsafeMutableRawPointer, _ source: RenderRequest.Source) -> Rendering? {
        var count = 0
        guard let start = albumen_raw_preview(raw, &count), count > 0,
            let decoder = try? JPEGDecoder(ByteView(UnsafeRawBufferPointer(start: start, count: count)))
        else { return nil }
        let size = decoder.size
        // Some cameras rotate the preview themselves.
        let turned = PixelSize(width: size.height, height: size.width)
        let isUpright = plan.orientation >= 5 && PreviewRules.isPreview(turned, of: plan.stored)
        guard isUpright || PreviewRules.isPreview(size, of: plan.stored) else { return nil }
        let isLargeEnough =
            size.longSide >= plan.largest.longSide
            || Double(size.longSide) >= Self.nearlyWhole * Double(plan.stored.longSide)
        guard source == .preview || isLargeEnough, let decoded = try? decoder.decode(plan.sizes(of: size)),
            decoded.damage == nil
        else { return nil }
        return try? plan.rendering(decoded, isUpright: isUpright)
    }

    private static func failure(_ code: Int32) -> MediaError {
        let kind: MediaError.Code =
            switch code {
            case LIBRAW_UNSUFFICIENT_MEMORY.rawValue: .exhausted
            case LIBRAW_TOO_BIG.rawValue: .limitExceeded
            case LIBRAW_FILE_UNSUPPORTED.rawValue: .unsupported
            default: .unreadable
            }
        let reason = "LibRaw cannot develop the picture: \(String(cString: libraw_strerror(code)))"
        return MediaError(kind, [.unsupported, .unreadable].contains(kind) ? damaged : reason)
    }

    private func develop(_ raw: UnsafeMutableRawPointer) throws(MediaError) -> DecodedPicture {
        try plan.checkWhole()
        let isHalf = plan.largest.width <= plan.stored.width / 2 && plan.largest.height <= plan.stored.height / 2
        var (width, height, code): (Int32, Int32, Int32) = (0, 0, 0)
        var samples: UnsafePointer<UInt8>?
        guard let image = albumen_raw_develop(raw, isHalf ? 1 : 0, &width, &height, &samples, &code), let samples else {
            throw Self.failure(code)
        }
        let size = PixelSize(width: Int(width), height: Int(height))
        let raster = Raster(
            memory: PixelMemory(
                takingOver: UnsafeMutableRawPointer(mutating: samples), count: size.width * size.height * 3,
                release: { [address = UInt(bitPattern: image)] _ in
                    albumen_raw_free(UnsafeMutableRawPointer(bitPattern: address))
                }),
            size: size, RasterFormat(colours: .rgb))
        return DecodedPicture(rasters: try raster.reduced(to: plan.sizes))
    }
}
