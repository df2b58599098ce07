import CVipsBridge
import MediaContainers
package import MediaWork
import Pixels

/// Decodes a still picture into sRGB of eight bits. Any thread; no file leaves anything behind but its colour profile.
///
/// Colours are converted on the reduced pictures, relative colorimetric with black point compensation:
/// - Of an ICC profile (Display P3, Adobe RGB, a press), what sRGB has is shown as it is, and what it has not is cut off.
/// - A JPEG without one whose EXIF says so by `R03` is Adobe RGB (1998); any other file is sRGB.
/// - The numbers in HEIF and AVIF count where there is no profile. PQ and HLG keep all that is darker than three quarters of
///   white; brighter light is pressed into the rest (`CodedColour`).
/// - Of an HDR picture with a gain map (ISO's, Apple's, Google's), the base picture is shown, which is made for displays like
///   sRGB's.
package enum ImageRenderer {
    /// Makes the pictures asked for. An upright picture's sizes are those of `PixelSize.fitting(longSide:)` on the size that
    /// `ImageProber` tells, except that a camera's preview nearly as large as its raw picture stands for that in its own
    /// size.
    ///
    /// - Parameter bytes: the whole file.
    /// - Returns: nil where the bytes bear no image's signature. A picture of which a part is missing has `damage`.
    /// - Throws: `unreadable`, `unsupported`, `limitExceeded`, each with a reason; `noPreview` where a preview is asked for
    ///   and there is nothing much quicker than the picture.
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
    /// What EXIF says of the colours, where nothing better does.
    fileprivate mutating func takeColour(_ metadata: MetadataReading, _ format: ImageFormat) {
        guard format == .jpeg, colour == .untagged, metadata.values?.hasColoursOfAdobe == true else { return }
        colour = .coded(.adobe)
    }
}
