import CVipsBridge
import MediaWork
import Pixels

/// Decodes PNG, GIF, WebP, TIFF and JPEG 2000 with libvips, strip by strip if the format allows it.
enum StillDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, _ format: albumen_vips_format, page: Int = 0, hasAlpha: Bool = true,
        _ plan: RenderPlan
    ) throws(MediaError) -> DecodedPicture {
        let largest = plan.largest
        let picture = try Vips.use { () throws(MediaError) in
            var picture = albumen_vips_picture()
            let isGood = albumen_vips_decode(
                bytes.baseAddress, bytes.count, format, Int32(clamping: page), hasAlpha ? 1 : 0,
                Int32(plan.stored.width), Int32(plan.stored.height), Int32(largest.width), Int32(largest.height),
                &picture)
            guard isGood != 0 else { throw failure(picture.text, format) }
            return picture
        }
        defer { albumen_vips_free(picture.profile) }
        var decoded = DecodedPicture(rasters: try Raster(picture.raster).reduced(to: plan.sizes))
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
