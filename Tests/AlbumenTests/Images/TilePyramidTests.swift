import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import MediaRequests
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The tiles of large images.
@Suite struct TilePyramidTests {
    @Test func `tiles cover the image exactly`() throws {
        let bitmap = SampleBitmap.gradient(width: 2100, height: 1030)
        let pyramid = try TilePyramid(of: bitmap)
        #expect(pyramid.levels.map(\.size) == [bitmap.size])
        var area = 0
        for row in 0..<2 {
            for column in 0..<3 {
                let tile = try JPEGCodec.decode(#require(pyramid.tile(level: 0, column: column, row: row)))
                area += tile.width * tile.height
                let place = PixelRectangle(x: column * 1024, y: row * 1024, width: 1024, height: 1024)
                #expect(tile.size == bitmap.cropped(to: place).size)
                let (x, y) = (tile.width / 2, tile.height / 2)
                let (found, expected) = (tile.colour(x: x, y: y), bitmap.colour(x: place.x + x, y: place.y + y))
                #expect(abs(Int(found.red) - Int(expected.red)) <= 8, "\(column) \(row)")
                #expect(abs(Int(found.green) - Int(expected.green)) <= 8, "\(column) \(row)")
            }
        }
        #expect(area == 2100 * 1030)
    }

    @Test(arguments: [(0, 3, 0), (0, 0, 2), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1), (Int.max, 0, 0)])
    func `there is no tile outside of the image`(level: Int, column: Int, row: Int) throws {
        let pyramid = try TilePyramid(of: SampleBitmap.gradient(width: 2100, height: 1030))
        #expect(pyramid.tile(level: level, column: column, row: row) == nil)
    }

    @Test(arguments: [[(1, 1)], [(5760, 10)], [(5762, 10), (2881, 5)], [(7, 11_523), (4, 5762), (2, 2881)]])
    func `levels end at the size of a rendition`(sizes: [(width: Int, height: Int)]) throws {
        let pyramid = try TilePyramid(of: SampleBitmap.plain(width: sizes[0].width, height: sizes[0].height, red: 90))
        #expect(pyramid.levels.map(\.size) == sizes.map { PixelSize(width: $0.width, height: $0.height) })
    }

    /// A single pixel is visible in a tile, which a stored image with reduced chroma would blur.
    @Test func `a tile keeps single pixels`() throws {
        let side = 64
        let bitmap = Bitmap(width: side, height: side, hasAlpha: false) { pixels in
            for index in 0..<side * side {
                let isRed = (index % side + index / side) % 2 == 0
                for (channel, value) in [(0, isRed ? 220 : 30), (1, 40), (2, isRed ? 30 : 220), (3, 255)] {
                    pixels[index * 4 + channel] = UInt8(value)
                }
            }
        }
        let tile = try JPEGCodec.decode(#require(TilePyramid(of: bitmap).tile(level: 0, column: 0, row: 0)))
        for x in 8..<16 {
            let colour = tile.colour(x: x, y: 8)
            #expect((colour.red > colour.blue) == (x % 2 == 0), "\(x): \(colour)")
        }
    }

    @Test func `transparency is preserved in all tiles`() throws {
        let pyramid = try TilePyramid(of: SampleBitmap.plain(width: 1030, height: 8, red: 200, alpha: 128))
        for column in 0..<2 {
            let tile = try PNGCodec.decode(#require(pyramid.tile(level: 0, column: column, row: 0)))
            #expect(tile.hasAlpha)
        }
    }

    @Test func `tiling ends when it's cancelled`() throws {
        let cancellation = WorkCancellation()
        cancellation.cancel()
        #expect(throws: MediaError.cancelled) {
            try TilePyramid(of: SampleBitmap.gradient(width: 10, height: 10), cancellation)
        }
    }

    @Test func `the tiles of the oldest images are dropped first`() throws {
        let pyramid = try TilePyramid(of: SampleBitmap.gradient(width: 400, height: 300))
        let pyramids = TilePyramids(limitInBytes: pyramid.byteCount * 2)
        let digests = try (0..<3).map { try BlobDigest(hashing: Data([UInt8($0)])) }
        for digest in digests.prefix(2) { pyramids.insert(pyramid, for: digest) }
        // Used last.
        #expect(pyramids[digests[0]] != nil)
        pyramids.insert(pyramid, for: digests[2])
        #expect(digests.map { pyramids[$0] != nil } == [true, false, true])
        #expect(pyramids.byteCount == pyramid.byteCount * 2)
        pyramids.insert(pyramid, for: digests[2])
        #expect(pyramids.byteCount == pyramid.byteCount * 2)
    }

    @Test func `the newest image keeps its tiles whatever their size`() throws {
        let pyramid = try TilePyramid(of: SampleBitmap.gradient(width: 400, height: 300))
        let pyramids = TilePyramids(limitInBytes: 1)
        let digests = try (0..<2).map { try BlobDigest(hashing: Data([UInt8($0)])) }
        for digest in digests { pyramids.insert(pyramid, for: digest) }
        #expect(digests.map { pyramids[$0] != nil } == [false, true])
    }
}
