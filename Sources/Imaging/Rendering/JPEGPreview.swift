import MediaContainers
import MediaWork
import Pixels

/// What can be had of a JPEG sooner than its picture: the thumbnail in its EXIF block, or a coarse decode.
struct JPEGPreview {
    let decoder: JPEGDecoder
    let plan: RenderPlan

    /// - Throws: `noPreview` where there is no thumbnail, and a coarse decode would not be much quicker.
    func decode() throws(MediaError) -> DecodedPicture {
        if let thumbnail = thumbnail() { return thumbnail }
        guard let size = coarseSize else { throw PreviewRules.none }
        return try decoder.decode(plan.sizes(of: size))
    }

    /// The embedded thumbnail. Its colours are the picture's, whose profile it does not repeat.
    private func thumbnail() -> DecodedPicture? {
        for block in decoder.structure.picture?.exifBlocks ?? [] {
            for view in TIFFStructure(ByteView(block))?.embeddedPictures ?? [] {
                guard let thumbnail = try? JPEGDecoder(view), PreviewRules.isPreview(thumbnail.size, of: decoder.size),
                    var decoded = try? thumbnail.decode(plan.sizes(of: thumbnail.size)), decoded.damage == nil
                else { continue }
                if decoded.colour == .untagged { decoded.colour = decoder.colour }
                decoded.damage = decoder.structure.picture?.damage
                return decoded
            }
        }
        return nil
    }

    /// The smallest scale that makes a preview, where the picture itself would be decoded at a larger one.
    private var coarseSize: PixelSize? {
        [8, 4, 2].lazy.filter { $0 > decoder.denominator(for: plan.largest) }
            .map { decoder.size(dividedBy: $0) }
            .first { $0.longSide >= RenderRequest.previewLimitInPixels }
    }
}
