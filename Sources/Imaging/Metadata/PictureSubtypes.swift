import CExiv2
import MediaWork

/// PhotoKit's kinds of pictures, as the camera's tags tell them.
///
/// Depth effect and HDR follow what the camera did to the picture (EXIF's custom rendering, Apple's HDR tag) and not what
/// else the file carries: since about 2020 phones put a gain map, and since 2023 often a depth map, beside any photo.
enum PictureSubtypes {
    static func subtypes(
        _ values: albumen_metadata, isAnimated: Bool, filename: String
    ) -> MediaProbe.Subtypes {
        var subtypes: MediaProbe.Subtypes = isAnimated ? .photoAnimation : []
        // Apple's values: 2 HDR, 3 HDR whose plain original was kept, 4 that original, 6 panorama, 7 portrait in HDR,
        // 8 portrait.
        switch values.custom_rendered {
        case 2, 3: subtypes.insert(.photoHDR)
        case 6: subtypes.insert(.photoPanorama)
        case 7: subtypes.formUnion([.photoHDR, .photoDepthEffect])
        case 8: subtypes.insert(.photoDepthEffect)
        default: break
        }
        if values.apple_hdr_image_type == 3 { subtypes.insert(.photoHDR) }
        if isPanorama(values) { subtypes.insert(.photoPanorama) }
        if isScreenshot(values, filename: filename) { subtypes.insert(.photoScreenshot) }
        return subtypes
    }

    private static func isPanorama(_ values: albumen_metadata) -> Bool {
        if values.xmp_panorama_projection.text != nil { return true }
        return values.xmp_panorama_viewer.text?.lowercased() == "true"
    }

    /// Apple's systems say so in the user comment; Android's only in the name, which counts where no camera is named.
    private static func isScreenshot(_ values: albumen_metadata, filename: String) -> Bool {
        if values.user_comment.text == "Screenshot" || values.xmp_user_comment.text == "Screenshot" { return true }
        return values.make.text == nil && filename.lowercased().hasPrefix("screenshot_")
    }
}
