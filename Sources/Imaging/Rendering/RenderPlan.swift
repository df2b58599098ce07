import MediaWork
import Pixels

/// Which pictures are to be made of a file, and how they are turned.
struct RenderPlan {
    /// The file's picture as stored.
    let stored: PixelSize
    /// EXIF's, 1 to 8: how the stored picture is to be turned.
    let orientation: Int
    private let request: RenderRequest

    /// - Throws: `limitExceeded` for a picture that is too large, or one that would be handed out too large.
    init(stored: PixelSize, orientation: Int, _ request: RenderRequest) throws(MediaError) {
        self.stored = stored
        self.orientation = orientation
        self.request = request
        for size in sizes(of: stored) where size.width * size.height > RenderLimits.outputAreaInPixels {
            throw MediaError(
                .limitExceeded, "a picture of \(size.width) by \(size.height) pixels is more than albumen hands out")
        }
    }

    /// The pictures' sizes, not turned, if the source were as large as given.
    func sizes(of source: PixelSize) -> [PixelSize] {
        request.sizes.map { size in
            switch size {
            case .full: source
            case .longSide(let limit): source.fitting(longSide: max(1, limit))
            }
        }
    }

    var sizes: [PixelSize] { sizes(of: stored) }

    /// The largest size asked for.
    var largest: PixelSize { sizes.max { $0.longSide < $1.longSide } ?? stored }

    /// Colours are converted on the reduced pictures, which are then turned.
    ///
    /// - Parameter isUpright: whether the decoded picture is turned already.
    func rendering(_ picture: DecodedPicture, isUpright: Bool = false) throws(MediaError) -> Rendering {
        let turn = isUpright ? 1 : orientation
        // A container that turns its picture leaves nothing to EXIF.
        let isTurnedFirst = picture.turn != 1
        let finish = RasterFinish(
            colour: picture.colour,
            orientation: isTurnedFirst ? picture.turn : (request.keepsStoredOrientation ? 1 : turn))
        var bitmaps: [Bitmap] = []
        for (index, raster) in picture.rasters.enumerated() {
            // Sizes that are the same share one raster, which can be finished but once.
            if let earlier = picture.rasters[..<index].firstIndex(where: { $0.memory === raster.memory }) {
                bitmaps.append(bitmaps[earlier])
            } else {
                bitmaps.append(try finish.bitmap(of: raster))
            }
        }
        return Rendering(
            pictures: bitmaps, orientation: request.keepsStoredOrientation ? turn : 1, damage: picture.damage)
    }

    /// Refuses a picture that no decoder can take apart, and so would be in memory whole.
    func checkWhole() throws(MediaError) {
        guard stored.width * stored.height <= RenderLimits.wholeAreaInPixels else {
            throw MediaError(
                .limitExceeded,
                "a picture of \(stored.width) by \(stored.height) pixels in this format takes more memory than albumen gives it"
            )
        }
    }
}
