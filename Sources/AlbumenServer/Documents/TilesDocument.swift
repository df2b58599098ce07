import Albumen
import Pixels

/// The tiles of a picture.
struct TilesDocument: Encodable {
    struct Level: Encodable {
        let width: Int
        let height: Int
    }

    /// The address of a tile, without its level, column and row.
    let address: String
    /// The length of a tile's sides in pixels.
    let side: Int
    /// The sizes of the picture, the largest first. Each is half as long as the one before.
    let levels: [Level]

    init(_ pyramid: TilePyramid, address: String) {
        self.address = address
        side = TilePyramid.tileSide
        levels = pyramid.levels.map { Level(width: $0.size.width, height: $0.size.height) }
    }
}
