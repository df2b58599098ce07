import CVipsBridge
import MediaContainers
package import MediaRequests
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
/// - Of an HDR picture with a gain map (ISO's, Apple's or Google's), these images are the base picture. It's made for
///   displays with sRGB's range.
///
/// If the request has a headroom, a picture with PQ, HLG or a gain map also has an HDR rendition (`HighDynamicRange`).
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
        if request.omitsOriginal, format == .jpeg, let rendering = try SufficientOriginal(view, plan, metadata).render()
        {
            return rendering
        }
        var decoded = try decode(view, outline, plan, frames: request.frames)
        decoded.takeColour(metadata, format)
        decoded.damage = outline.structure.damage ?? decoded.damage
        if request.headroom != nil, format == .jpeg, let map = JPEGGainMap.find(view, JPEGStructure(view)) {
            let gainMap = try HighDynamicRange.ifUsable { () throws(MediaError) in
                try map.decode(for: plan.stored, plan.largest)
            }
            decoded.range = gainMap.map(HighDynamicRange.gainMap)
        }
        return try plan.rendering(decoded)
    }

    /// Decodes an image in full size, in the colours of its file and without its rotation.
    ///
    /// - Returns: The picture and the EXIF orientation to apply. `nil` if only `render` decodes the format: JPEG and
    ///   raw.
    static func picture(
        _ bytes: UnsafeRawBufferPointer, _ request: RenderRequest
    ) throws(MediaError) -> (picture: DecodedPicture, orientation: Int)? {
        let view = ByteView(bytes)
        guard let format = ImageFormat(signatureOf: view), format != .jpeg else { return nil }
        if case .highEfficiency = format {
            let picture = try HighEfficiencyDecoder.decoded(view, request).picture
            return (picture, picture.turn)
        }
        guard let outline = PictureOutline(view, format, filename: request.filename), !outline.isRAW else { return nil }
        try outline.structure.checkSize()
        try outline.structure.checkCost()
        let plan = try RenderPlan(
            stored: PixelSize(width: outline.structure.width, height: outline.structure.height),
            orientation: outline.structure.orientation(outline.metadata(bytes)), request)
        let picture = try decode(view, outline, plan)
        if picture.turn != 1 { return (picture, picture.turn) }
        return (picture, request.keepsStoredOrientation ? 1 : plan.orientation)
    }

    private static func decode(
        _ view: ByteView, _ outline: PictureOutline, _ plan: RenderPlan, frames: Range<Int>? = nil
    ) throws(MediaError) -> DecodedPicture {
        let pages = frames ?? 0..<1
        guard !pages.isEmpty, (0...outline.structure.frameCount).contains(pages.upperBound) else {
            throw MediaError(.unreadable, "the file has no picture with this number")
        }
        switch outline.format {
        case .jpeg:
            return try JPEGDecoder(view).decode(plan.sizes)
        case .png:
            if let frames, outline.structure.frameCount > 1 {
                try plan.checkWhole()
                return try AnimatedPNG(view).decode(frames, plan)
            }
            guard PNGStructure.hasData(view) else { throw MediaError(.unreadable, PictureStructure.isEmpty) }
            if PNGStructure.isInterlaced(view) { try plan.checkWhole() }
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_PNG, plan)
        case .gif:
            try plan.checkWhole()
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_GIF, pages: pages, plan)
        case .webp:
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_WEBP, pages: pages, plan)
        case .jpeg2000:
            return try StillDecoder.decode(view.bytes, ALBUMEN_VIPS_JPEG_2000, plan)
        case .tiff, .raw:
            guard let tiff = TIFFStructure(view), let page = tiff.page else {
                throw MediaError(.unsupported, "the picture lies inside another of the file's pictures")
            }
            return try StillDecoder.decode(
                view.bytes, ALBUMEN_VIPS_TIFF, pages: page..<page + 1, hasAlpha: tiff.hasAlpha, plan)
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
