import MediaContainers
import MediaRequests
import Pixels

/// A preview of a JPEG that is quicker than its image: the thumbnail in its EXIF block, or a coarse decode.
struct JPEGPreview {
    let decoder: JPEGDecoder
    let plan: RenderPlan

    /// - Throws: `noPreview` if there is no thumbnail and a coarse decode wouldn't be much quicker.
    func decode() throws(MediaError) -> DecodedPicture {
        if let thumbnail = thumbnail() { return thumbnail }
        guard let size = coarseSize else { throw PreviewRules.none }
        return try decoder.decode(plan.sizes(of: size))
    }

    /// Returns the embedded thumbnail. Without its own profile, it has the picture's colour space.
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

    /// The size of the smallest scale that is sufficient for a preview. `nil` if no such scale is smaller than the one
    /// at which the picture itself would be decoded.
    private var coarseSize: PixelSize? {
        [8, 4, 2].lazy.filter { $0 > decoder.denominator(for: plan.largest) }
            .map { decoder.size(dividedBy: $0) }
            .first { $0.longSide >= RenderRequest.previewLimitInPixels }
    }
}
