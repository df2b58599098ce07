import CVipsBridge
import MediaContainers
package import MediaWork
import Pixels

/// Decodes still images to sRGB with eight bits per channel. Any thread can call it. It only keeps the colour profile
/// of a file for the next one.
///
/// Colours are converted after the reduction, relative colorimetric with black point compensation:
/// - With an ICC profile (Display P3, Adobe RGB, a press), colours inside sRGB's gamut stay the same, and others are
///   clipped.
/// - A JPEG without a profile is Adobe RGB (1998) if its EXIF contains `R03`. Any other file without a profile is sRGB.
/// - In HEIF and AVIF without a profile, the coded colour numbers count. With PQ and HLG, light below three quarters of
///   white stays the same, and brighter light is compressed into the remaining range (`CodedColour`).
/// - Of an HDR picture with a gain map (ISO's, Apple's or Google's), only the base picture is used. It's made for
///   displays with sRGB's range.
package enum ImageRenderer {
    /// Makes the requested images. The sizes of upright images are those of `PixelSize.fitting(longSide:)` on the size
    /// that `ImageProber` returns. As an exception, a camera's preview that is nearly as large as its raw picture
    /// replaces it, in the preview's own size.
    ///
    /// - Parameters:
    ///   - bytes: The entire file.
    ///   - request: The requested images.
    /// - Returns: `nil` if the bytes don't have the signature of an image. If a part of the image is missing, the
    ///   result has a `damage`.
    /// - Throws: `unreadable`, `unsupported` or `limitExceeded`, each with a reason. `noPreview` if the request is for
    ///   a preview and there is none that is much quicker than the image.
    package static func render(
        _ bytes: UnsafeRawBufferPointer, _ request: RenderRequest
    ) throws(MediaError) -> Rendering? {
        let view = ByteView(bytes)
        guard let format = ImageFormat(signatureOf: view) else { return nil }
        guard !request.sizes.isEmpty else { return Rendering(pictures: []) }
        if case .highEfficiency = format { return try HighEfficiencyDecoder.render(view, request) }
        guard let outline = PictureOutline(view, format, filename: request.filename) else {
            throw ImageProber.unreadable
        }
        try outline.structure.checkSize()
        try outline.structure.checkCost()
        let metadata = outline.metadata(bytes)
        let plan = try RenderPlan(
            stored: PixelSize(width: outline.structure.width, height: outline.structure.height),
            orientation: outline.structure.orientation(metadata), request)
        if outline.isRAW {
            var rendering = try RawDecoder(plan: plan).render(bytes, request.source)
            rendering.damage = outline.structure.damage ?? rendering.damage
            return rendering
        }
        if request.source == .preview {
            guard format == .jpeg else { throw PreviewRules.none }
            var preview = try JPEGPreview(decoder: JPEGDecoder(view), plan: plan).decode()
            preview.takeColour(metadata, format)
            return try plan.rendering(preview)
        }
        var decoded = try decode(view, outline, plan)
        decoded.takeColour(metadata, format)
        decoded.damage = outline.structure.damage ?? decoded.damage
        return try plan.rendering(decoded)
    }

    private static func decode(
        _ view: ByteView, _ outline: PictureOutline, _ plan: RenderPlan
    ) throws(MediaError) -> DecodedPicture {
        switch outline.format {
        case .jpeg:
            return try JPEGDecoder(view).decode(plan.sizes)
        case .png:
            guard PNGStructure.hasData(view) else { throw MediaError(.unreadable, PictureStructure.isEmpty) }
            if PNGStructure.isInterlaced(view) { try plan.checkWhole() }
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_PNG, plan)
        case .gif:
            try plan.checkWhole()
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_GIF, plan)
        case .webp:
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_WEBP, plan)
        case .jpeg2000:
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_JPEG_2000, plan)
        case .tiff, .raw:
            guard let tiff = TIFFStructure(view), let page = tiff.page else {
                throw MediaError(.unsupported, "the picture lies inside another of the file's pictures")
            }
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_TIFF, page: page, hasAlpha: tiff.hasAlpha, plan)
        case .bitmap:
            try plan.checkWhole()
            return try FrameDecoder.bitmap(view.bytes).decode(plan)
        case .photoshop:
            try plan.checkWhole()
            return try FrameDecoder.photoshop(view.bytes).decode(plan)
        case .highEfficiency:
            throw ImageProber.unreadable
        }
    }
}

extension DecodedPicture {
    /// Applies the colour space that EXIF declares if the file contains no better information.
    fileprivate mutating func takeColour(_ metadata: MetadataReading, _ format: ImageFormat) {
        guard format == .jpeg, colour == .untagged, metadata.values?.hasColoursOfAdobe == true else { return }
        colour = .coded(.adobe)
    }
}
