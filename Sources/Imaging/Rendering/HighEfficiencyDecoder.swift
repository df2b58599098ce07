import CLibHeif
import Foundation
import MediaWork
import Pixels

/// HEIF and AVIF by libheif, which turns and cuts the picture as the container says. libheif itself refuses sides of more than 32,768
/// pixels.
enum HighEfficiencyDecoder {
    /// Thumbnails looked at.
    private static let thumbnailLimit = 8
    private static let profileLimitInBytes = 8 << 20

    static func render(_ view: ByteView, _ request: RenderRequest) throws(MediaError) -> Rendering {
        let rendering = try HighEfficiencyPicture.withPrimary(view) { picture, sequence throws(MediaError) in
            try render(picture, HighEfficiencyPicture.structure(of: picture, view, sequence), request)
        }
        guard let rendering else { throw ImageProber.unreadable }
        return rendering
    }

    private static func render(
        _ picture: OpaquePointer, _ structure: PictureStructure, _ request: RenderRequest
    ) throws(MediaError) -> Rendering? {
        try structure.checkSize()
        let plan = try RenderPlan(
            stored: PixelSize(width: structure.width, height: structure.height), orientation: 1, request)
        try plan.checkWhole()
        let thumbnail = thumbnail(of: picture, plan, isPreview: request.source == .preview)
        defer { thumbnail.map { heif_image_handle_release($0) } }
        if request.source == .preview, thumbnail == nil { throw PreviewRules.none }
        let source = thumbnail ?? picture
        let raster = try raster(of: source)
        let sizes = request.source == .preview ? plan.sizes(of: raster.raster.size) : plan.sizes
        var decoded = DecodedPicture(rasters: try raster.raster.reduced(to: sizes))
        decoded.colour = thumbnail.flatMap { colour(of: $0) } ?? colour(of: picture) ?? .untagged
        decoded.damage = structure.damage ?? (raster.isDamaged ? PictureStructure.isCorrupt : nil)
        return try plan.rendering(decoded)
    }

    /// The smallest embedded thumbnail of the picture's shape that will do; the caller releases it.
    private static func thumbnail(of picture: OpaquePointer, _ plan: RenderPlan, isPreview: Bool) -> OpaquePointer? {
        var identifiers = [heif_item_id](repeating: 0, count: thumbnailLimit)
        let count = heif_image_handle_get_list_of_thumbnail_IDs(picture, &identifiers, Int32(thumbnailLimit))
        var best: (handle: OpaquePointer, size: PixelSize)?
        for identifier in identifiers.prefix(Int(max(0, count))) {
            var handle: OpaquePointer?
            guard heif_image_handle_get_thumbnail(picture, identifier, &handle).code == heif_error_Ok, let handle else {
                continue
            }
            let size = PixelSize(
                width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle)))
            let isLargeEnough = size.width >= plan.largest.width && size.height >= plan.largest.height
            let isUseful =
                PreviewRules.isPreview(size, of: plan.stored) && (isPreview || isLargeEnough)
                && size.longSide < best?.size.longSide ?? Int.max
                && heif_image_handle_has_alpha_channel(handle) == heif_image_handle_has_alpha_channel(picture)
            if isUseful { swap(&best, with: (handle, size)) } else { heif_image_handle_release(handle) }
        }
        return best?.handle
    }

    private static func swap(
        _ best: inout (handle: OpaquePointer, size: PixelSize)?, with other: (handle: OpaquePointer, size: PixelSize)
    ) {
        if let best { heif_image_handle_release(best.handle) }
        best = other
    }

    private static func raster(of picture: OpaquePointer) throws(MediaError) -> (raster: Raster, isDamaged: Bool) {
        let hasAlpha = heif_image_handle_has_alpha_channel(picture) != 0
        let isDeep = heif_image_handle_get_luma_bits_per_pixel(picture) > 8
        let chroma =
            isDeep
            ? (hasAlpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
            : (hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB)
        var image: OpaquePointer?
        let failure = heif_decode_image(picture, &image, heif_colorspace_RGB, chroma, nil)
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
            memory: memory, size: PixelSize(width: width, height: height), colours: .rgb,
            alpha: hasAlpha ? (isPremultiplied ? .premultiplied : .straight) : .none, bytesPerSample: bytesPerSample,
            maximum: isDeep && (9...16).contains(bits) ? 1 << bits - 1 : (isDeep ? 65535 : 255))
        return (raster, heif_image_get_decoding_warnings(image, 0, nil, 0) > 0)
    }

    private static func colour(of picture: OpaquePointer) -> SourceColour? {
        let count = heif_image_handle_get_raw_color_profile_size(picture)
        if count > 0, count <= profileLimitInBytes {
            var profile = [UInt8](repeating: 0, count: count)
            if heif_image_handle_get_raw_color_profile(picture, &profile).code == heif_error_Ok {
                return .profile(profile)
            }
        }
        var coded: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_handle_get_nclx_color_profile(picture, &coded).code == heif_error_Ok, let coded else {
            return nil
        }
        defer { heif_nclx_color_profile_free(coded) }
        let colour = coded.pointee
        // 2: not told.
        guard colour.color_primaries.rawValue != 2 || colour.transfer_characteristics.rawValue != 2 else { return nil }
        let isTold = colour.color_primary_white_y > 0
        return .coded(
            CodedColour(
                primaries: isTold
                    ? [
                        colour.color_primary_red_x, colour.color_primary_red_y, colour.color_primary_green_x,
                        colour.color_primary_green_y, colour.color_primary_blue_x, colour.color_primary_blue_y,
                        colour.color_primary_white_x, colour.color_primary_white_y,
                    ].map { Double($0) } : CodedColour.standardPrimaries,
                transfer: Int(colour.transfer_characteristics.rawValue)))
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
