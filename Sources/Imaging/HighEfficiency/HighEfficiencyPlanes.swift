import Foundation
import MediaContainers
import MediaRequests
import Pixels

/// The luma and chroma planes of a HEIC picture, decoded by libavcodec. They are reduced before their conversion to
/// RGB.
///
/// A chroma sample is assumed to be at the centre of the pixels that share it.
struct HighEfficiencyPlanes {
    let planes: [SamplePlane]
    let differences: ColourDifferences
    /// The colour space that the coded picture itself declares.
    let colour: SourceColour
    /// The orientation that the container declares, as an EXIF number.
    let turn: Int
    let isDamaged: Bool

    /// The smallest side of a picture for which this type saves time.
    private static let smallestSideInPixels = 32
    /// The smallest target for libswscale's filters.
    private static let smallestTargetInPixels = 16
    /// The reduction from which a picture is decoded coarsely.
    private static let coarseRatio = 8
    /// The tolerance for coded bytes in addition to the file's own, because parameter sets repeat for each tile.
    private static let marginInBytes = 1 << 20

    /// Returns `nil` for pictures that libheif decodes instead: with alpha, grey, cropped, assembled from other
    /// pictures, or not HEVC.
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
        // 2 means unspecified.
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

    /// - Parameter sizes: The sizes of the upright picture, largest first.
    func decoded(_ sizes: [PixelSize]) throws(MediaError) -> DecodedPicture {
        let turn = PictureTurn(orientation: turn)
        var decoded = DecodedPicture(rasters: [], colour: colour, turn: self.turn)
        if isDamaged { decoded.damage = PictureStructure.isCorrupt }
        // Later sizes derive from the first one if it's at least twice as large.
        var first: [SamplePlane]?
        for size in sizes {
            // A rotation and its inverse change a size in the same way.
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
