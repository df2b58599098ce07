import Cancellation
package import Foundation
import MediaRequests
package import Pixels

/// The pixels of one image as encoded tiles, in its own size and in halves of it.
///
/// A client that shows a part of a large image needs only the tiles of that part. The levels come from one decode.
package struct TilePyramid: Sendable {
    /// One size of the image.
    package struct Level: Sendable {
        package let size: PixelSize
        /// Row by row from the top.
        fileprivate let tiles: [Data]

        fileprivate var columnCount: Int { TilePyramid.count(size.width) }
    }

    /// The length of a tile's sides in pixels. The last tiles of a row or column are smaller.
    package static let tileSide = 1024
    /// A level with at most this long side has no smaller one, because a rendition shows the whole image in that size.
    package static let smallestLongSide = 2880

    /// The largest first. There is at least one.
    package let levels: [Level]

    /// Encodes the tiles of all levels.
    ///
    /// - Throws: `cancelled` soon after the cancellation.
    init(of bitmap: Bitmap, _ cancellation: WorkCancellation? = nil) throws {
        var levels: [Level] = []
        var bitmap = bitmap
        while true {
            levels.append(try Self.level(of: bitmap, cancellation))
            guard bitmap.longSide / 2 > Self.smallestLongSide else { break }
            bitmap = bitmap.scaled(to: bitmap.size.half)
        }
        self.levels = levels
    }

    package var byteCount: Int { levels.reduce(0) { $0 + $1.tiles.reduce(0) { $0 + $1.count } } }

    /// Returns a tile as a JPEG, or as a PNG if the image has transparency. Returns `nil` if there is no such tile.
    package func tile(level: Int, column: Int, row: Int) -> Data? {
        guard levels.indices.contains(level) else { return nil }
        let (columnCount, tiles) = (levels[level].columnCount, levels[level].tiles)
        guard column >= 0, column < columnCount, row >= 0, row < tiles.count / columnCount else { return nil }
        return tiles[row * columnCount + column]
    }

    private static func level(of bitmap: Bitmap, _ cancellation: WorkCancellation?) throws -> Level {
        let isOpaque = bitmap.isOpaque
        var tiles: [Data] = []
        for row in 0..<count(bitmap.height) {
            for column in 0..<count(bitmap.width) {
                if cancellation?.isCancelled == true { throw MediaError.cancelled }
                let place = PixelRectangle(x: column * tileSide, y: row * tileSide, width: tileSide, height: tileSide)
                tiles.append(try DerivativeCodec.encodePixels(bitmap.cropped(to: place), isOpaque: isOpaque))
            }
        }
        return Level(size: bitmap.size, tiles: tiles)
    }

    /// Returns the number of tiles along a side.
    private static func count(_ side: Int) -> Int { (side + tileSide - 1) / tileSide }
}

extension PixelSize {
    /// Half the length of each side, rounded up.
    fileprivate var half: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
