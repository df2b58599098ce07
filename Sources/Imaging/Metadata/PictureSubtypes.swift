import CExiv2
import MediaRequests

/// PhotoKit's subtypes of pictures, according to the camera's tags.
///
/// Depth effect and HDR depend on how the camera processed the picture (EXIF's custom rendering, Apple's HDR tag) and
/// not on other data in the file. Since about 2020, phones add a gain map to any photo, and since 2023 often a depth
/// map.
enum PictureSubtypes {
    static func subtypes(
        _ values: albumen_metadata, isAnimated: Bool, filename: String
    ) -> MediaProbe.Subtypes {
        var subtypes: MediaProbe.Subtypes = isAnimated ? .photoAnimation : []
        // Apple's values: 2 is HDR, 3 is HDR with a separate original, 4 is that original, 6 is a panorama, 7 is a
        // portrait in HDR, and 8 is a portrait.
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

    /// Returns whether the picture is a screenshot. Apple's systems note it in the user comment. Android's only note
    /// it in the filename, which counts if the file names no camera.
    private static func isScreenshot(_ values: albumen_metadata, filename: String) -> Bool {
        if values.user_comment.text == "Screenshot" || values.xmp_user_comment.text == "Screenshot" { return true }
        return values.make.text == nil && filename.lowercased().hasPrefix("screenshot_")
    }
}
