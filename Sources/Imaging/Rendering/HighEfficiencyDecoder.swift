import CLibHeif
import Foundation
import MediaContainers
import MediaRequests
import Pixels

/// Decodes HEIF and AVIF with libheif, which applies the container's rotation and crop. libheif rejects sides of more
/// than 32,768 pixels.
enum HighEfficiencyDecoder {
    /// The largest number of thumbnails to check.
    private static let thumbnailLimit = 8

    static func render(_ view: ByteView, _ request: RenderRequest) throws(MediaError) -> Rendering {
        let decoded = try decoded(view, request)
        return try decoded.plan.rendering(decoded.picture)
    }

    /// A decoded picture in its own colours.
    struct Decoded {
        var picture: DecodedPicture
        var plan: RenderPlan
    }

    static func decoded(_ view: ByteView, _ request: RenderRequest) throws(MediaError) -> Decoded {
        let answer = try HighEfficiencyPicture.withPrimary(view) {
            primary, context, boxes throws(MediaError) in
            let structure = HighEfficiencyPicture.structure(of: primary, view, boxes)
            try structure.checkSize()
            let plan = try RenderPlan(
                stored: PixelSize(width: structure.width, height: structure.height), orientation: 1, request)
            try plan.checkWhole()
            let range =
                request.headroom == nil || request.source == .preview
                ? nil : HighEfficiencyPicture.range(of: primary, view, boxes)
            // A gain map belongs to the picture, not to its thumbnail.
            let thumbnail =
                range == nil ? thumbnail(of: primary, plan, isPreview: request.source == .preview) : nil
            defer { thumbnail.map { heif_image_handle_release($0.handle) } }
            if request.source == .preview, thumbnail == nil { throw PreviewRules.none }
            let picture = thumbnail ?? Picture(handle: primary)
            let sizes = request.source == .preview ? plan.sizes(of: picture.size) : plan.sizes
            let planes = try HighEfficiencyPlanes.decode(picture, of: context, view, boxes, for: sizes)
            var decoded: DecodedPicture
            if let planes { decoded = try planes.decoded(sizes) } else { decoded = try decode(picture.handle, sizes) }
            if let colour = picture.colour ?? Picture(handle: primary).colour { decoded.colour = colour }
            decoded.damage = structure.damage ?? decoded.damage
            decoded.range = try HighDynamicRange.ifUsable { () throws(MediaError) in
                try range?.decode(primary, isTurned: planes == nil, plan.largest)
            }
            return Decoded(picture: decoded, plan: plan)
        }
        guard let answer else { throw ImageProber.unreadable }
        return answer
    }

    /// A picture in a file.
    struct Picture {
        let handle: OpaquePointer
        /// The picture's number, or `nil` for the primary picture.
        var number: Int?

        /// The size after the container's rotation and crop.
        var size: PixelSize {
            PixelSize(
                width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle)))
        }

        /// The size of the coded picture.
        var codedSize: PixelSize {
            PixelSize(
                width: Int(heif_image_handle_get_ispe_width(handle)),
                height: Int(heif_image_handle_get_ispe_height(handle)))
        }

        var hasAlpha: Bool { heif_image_handle_has_alpha_channel(handle) != 0 }
    }

    /// Returns the smallest sufficient thumbnail with the picture's aspect ratio. The caller releases it.
    private static func thumbnail(of primary: OpaquePointer, _ plan: RenderPlan, isPreview: Bool) -> Picture? {
        var identifiers = [heif_item_id](repeating: 0, count: thumbnailLimit)
        let count = heif_image_handle_get_list_of_thumbnail_IDs(primary, &identifiers, Int32(thumbnailLimit))
        var best: Picture?
        for identifier in identifiers.prefix(Int(max(0, count))) {
            var handle: OpaquePointer?
            guard heif_image_handle_get_thumbnail(primary, identifier, &handle).code == heif_error_Ok, let handle else {
                continue
            }
            let thumbnail = Picture(handle: handle, number: Int(identifier))
            let size = thumbnail.size
            let isLargeEnough = size.width >= plan.largest.width && size.height >= plan.largest.height
            let isUseful =
                PreviewRules.isPreview(size, of: plan.stored) && size.longSide <= plan.stored.longSide
                && (isPreview || isLargeEnough) && size.longSide < best?.size.longSide ?? Int.max
                && thumbnail.hasAlpha == Picture(handle: primary).hasAlpha
            if let released = isUseful ? best : thumbnail { heif_image_handle_release(released.handle) }
            if isUseful { best = thumbnail }
        }
        return best
    }

    /// Decodes any picture with libheif.
    private static func decode(
        _ picture: OpaquePointer, _ sizes: [PixelSize]
    ) throws(MediaError) -> DecodedPicture {
        let (raster, isDamaged) = try raster(of: picture)
        return DecodedPicture(
            rasters: try raster.reduced(to: sizes), damage: isDamaged ? PictureStructure.isCorrupt : nil)
    }

    /// - Parameter isTurned: Whether the container's rotation and crop apply.
    static func raster(
        of picture: OpaquePointer, isTurned: Bool = true
    ) throws(MediaError) -> (raster: Raster, isDamaged: Bool) {
        let hasAlpha = heif_image_handle_has_alpha_channel(picture) != 0
        let isDeep = heif_image_handle_get_luma_bits_per_pixel(picture) > 8
        let chroma =
            isDeep
            ? (hasAlpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
            : (hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB)
        let options = isTurned ? nil : heif_decoding_options_alloc()
        defer { heif_decoding_options_free(options) }
        options?.pointee.ignore_transformations = 1
        var image: OpaquePointer?
        let failure = heif_decode_image(picture, &image, heif_colorspace_RGB, chroma, options)
        guard failure.code == heif_error_Ok, let image else { throw error(failure) }
        defer { heif_image_release(image) }
        var stride: Int32 = 0
        let width = Int(heif_image_get_width(image, heif_channel_interleaved))
        let height = Int(heif_image_get_height(image, heif_channel_interleaved))
        let bits = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved))
        guard width > 0, height > 0, let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
        else { throw ImageProber.unreadable }
        let isPremultiplied = heif_image_handle_is_premultiplied_alpha(picture) != 0
        let bytesPerSample = isDeep ? 2 : 1
        let rowSize = width * (hasAlpha ? 4 : 3) * bytesPerSample
        let memory = try PixelMemory(count: rowSize * height)
        for row in 0..<height { memcpy(memory.base + row * rowSize, plane + row * Int(stride), rowSize) }
        let raster = Raster(
            memory: memory, size: PixelSize(width: width, height: height),
            RasterFormat(
                colours: .rgb, alpha: hasAlpha ? (isPremultiplied ? .premultiplied : .straight) : .none,
                bytesPerSample: bytesPerSample,
                maximum: isDeep && (9...16).contains(bits) ? 1 << bits - 1 : (isDeep ? 65535 : 255)))
        return (raster, heif_image_get_decoding_warnings(image, 0, nil, 0) > 0)
    }

    private static func error(_ failure: heif_error) -> MediaError {
        let message = failure.message.map { String(cString: $0) } ?? ""
        return switch failure.code {
        case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
            MediaError(.unsupported, "nothing here decodes this picture: \(message)")
        case heif_error_Memory_allocation_error:
            MediaError(.limitExceeded, "the picture takes more memory than albumen gives it: \(message)")
        default:
            MediaError(.unreadable, "the picture cannot be decoded; it may be damaged: \(message)")
        }
    }
}
