import Foundation
import MediaContainers
import MediaWork
import Pixels

/// A HEIC picture as brightness and two differences of colour, decoded by libavcodec: reduced as such, and only then converted.
///
/// A colour sample is taken to lie in the midst of the pixels that share it.
struct HighEfficiencyPlanes {
    let planes: [SamplePlane]
    let differences: ColourDifferences
    /// What the coded picture itself says.
    let colour: SourceColour
    /// EXIF's number for how the container turns it.
    let turn: Int
    let isDamaged: Bool

    /// Of a smaller picture there is nothing to gain.
    private static let smallestSideInPixels = 32
    /// libswscale's filters want so many pixels.
    private static let smallestTargetInPixels = 16
    /// Reduced so much, or more, a picture is decoded coarsely.
    private static let coarseRatio = 8
    /// Coded bytes beyond the file's own: parameter sets are repeated for each tile.
    private static let marginInBytes = 1 << 20

    /// Nil where the picture is of a kind that libheif decodes whole instead: with alpha, grey, cropped, put together
    /// from others, or not HEVC.
    static func decode(
        _ picture: HighEfficiencyDecoder.Picture, of context: OpaquePointer, _ view: ByteView, _ boxes: FileBoxes,
        for sizes: [PixelSize]
    ) throws(MediaError) -> HighEfficiencyPlanes? {
        guard !picture.hasAlpha, let item = HighEfficiencyItem(picture.number, view, boxes) else { return nil }
        let size = picture.codedSize
        guard min(size.width, size.height) >= smallestSideInPixels,
            PictureTurn(orientation: item.orientation).turned(size) == picture.size,
            let tiles = CodedTiles.collect(
                picture.handle, of: context, limitInBytes: 2 * view.count + marginInBytes), !tiles.isEmpty,
            item.isGrid || tiles.count == 1,
            let canvas = try TileCanvas.decode(tiles, size, isCoarse: isCoarse(picture.size, for: sizes))
        else { return nil }
        var coding = picture.coding ?? (canvas.layout.matrix, canvas.layout.isFullRange)
        // 2: not told.
        if coding.matrix == 2 { coding.matrix = canvas.layout.matrix }
        guard let differences = ColourDifferences(matrix: coding.matrix, isFullRange: coding.isFullRange) else {
            return nil
        }
        return HighEfficiencyPlanes(
            planes: canvas.planes, differences: differences, colour: canvas.colour, turn: item.orientation,
            isDamaged: canvas.isDamaged)
    }

    private static func isCoarse(_ size: PixelSize, for sizes: [PixelSize]) -> Bool {
        sizes.allSatisfy { $0.longSide * coarseRatio <= size.longSide }
    }

    /// - Parameter sizes: of the turned picture, the largest first.
    func decoded(_ sizes: [PixelSize]) throws(MediaError) -> DecodedPicture {
        let turn = PictureTurn(orientation: turn)
        var decoded = DecodedPicture(rasters: [], colour: colour, turn: self.turn)
        if isDamaged { decoded.damage = PictureStructure.isCorrupt }
        // A later size is made of the first where that is at least twice as large.
        var first: [SamplePlane]?
        for size in sizes {
            // A turn and its opposite make the same of a size.
            let target = turn.turned(size)
            let source = first.flatMap { $0[0].size.longSide >= 2 * target.longSide ? $0 : nil } ?? planes
            let factor = (Self.smallestTargetInPixels - 1) / min(target.width, target.height) + 1
            let step = PixelSize(
                width: min(source[0].size.width, target.width * factor),
                height: min(source[0].size.height, target.height * factor))
            var scaled: [SamplePlane] = []
            for plane in source { scaled.append(try plane.scaled(to: step)) }
            if first == nil { first = scaled }
            decoded.rasters.append(try differences.raster(scaled).reduced(to: target))
        }
        return decoded
    }
}
