import MediaRequests
import Pixels

/// The images to make from a file, and their rotation.
struct RenderPlan {
    /// The size of the file's image without its orientation.
    let stored: PixelSize
    /// The EXIF orientation of the stored image, 1 to 8.
    let orientation: Int
    private let request: RenderRequest

    /// - Throws: `limitExceeded` if the image or an output image is too large.
    init(stored: PixelSize, orientation: Int, _ request: RenderRequest) throws(MediaError) {
        self.stored = stored
        self.orientation = orientation
        self.request = request
        for size in sizes(of: stored) where size.width * size.height > RenderLimits.outputAreaInPixels {
            throw MediaError(
                .limitExceeded, "a picture of \(size.width) by \(size.height) pixels is more than albumen hands out")
        }
    }

    /// Returns the sizes of the output images without rotation, for a source of a given size.
    func sizes(of source: PixelSize) -> [PixelSize] {
        request.sizes.map { size in
            switch size {
            case .full: source
            case .longSide(let limit): source.fitting(longSide: max(1, limit))
            }
        }
    }

    var sizes: [PixelSize] { sizes(of: stored) }

    /// The largest requested size.
    var largest: PixelSize { sizes.max { $0.longSide < $1.longSide } ?? stored }

    /// Converts the colours of the reduced images and then rotates them.
    ///
    /// - Parameter isUpright: Whether the decoded image is already upright.
    func rendering(_ picture: DecodedPicture, isUpright: Bool = false) throws(MediaError) -> Rendering {
        let turn = isUpright ? 1 : orientation
        // If the container rotates its image, EXIF's orientation doesn't apply.
        let isTurnedFirst = picture.turn != 1
        let applied = isTurnedFirst ? picture.turn : (request.keepsStoredOrientation ? 1 : turn)
        let finish = RasterFinish(colour: picture.colour, orientation: applied)
        var bitmaps: [Bitmap] = []
        for (index, raster) in picture.rasters.enumerated() {
            // Equal sizes share a raster, and a raster can be finished only once.
            if let earlier = picture.rasters[..<index].firstIndex(where: { $0.memory === raster.memory }) {
                bitmaps.append(bitmaps[earlier])
            } else {
                // Comes first, because the finish can overwrite the raster.
                let hdr = try HighDynamicRange.ifUsable { () throws(MediaError) in
                    guard let headroom = request.headroom else { return nil as HDRBitmap? }
                    return try picture.range?.bitmap(
                        of: raster, picture.colour, toHeadroom: headroom, orientation: applied)
                }
                bitmaps.append(try finish.bitmap(of: raster).with(hdr: hdr))
            }
        }
        return Rendering(
            pictures: bitmaps, orientation: request.keepsStoredOrientation ? turn : 1, damage: picture.damage)
    }

    /// Rejects an image that a decoder can only decode as a whole and that needs too much memory.
    func checkWhole() throws(MediaError) {
        guard stored.width * stored.height <= RenderLimits.wholeAreaInPixels else {
            throw MediaError(
                .limitExceeded,
                "a picture of \(stored.width) by \(stored.height) pixels in this format "
                    + "takes more memory than albumen gives it"
            )
        }
    }
}
