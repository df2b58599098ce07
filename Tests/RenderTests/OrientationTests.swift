import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// EXIF's eight ways to turn a picture (§4.1).
@Suite struct OrientationTests {
    /// Where the upright picture's pixel lies in the stored one of this size, as EXIF's table has it.
    private static func storedPlace(
        ofUpright x: Int, _ y: Int, _ orientation: Int, _ stored: PixelSize
    ) -> (x: Int, y: Int) {
        let (right, bottom) = (stored.width - 1, stored.height - 1)
        return switch orientation {
        case 2: (right - x, y)
        case 3: (right - x, bottom - y)
        case 4: (x, bottom - y)
        case 5: (y, x)
        case 6: (y, bottom - x)
        case 7: (right - y, bottom - x)
        case 8: (right - y, x)
        default: (x, y)
        }
    }

    @Test("rotation moves each stored pixel to its position", arguments: 1...8)
    func upright(_ orientation: Int) throws {
        let photograph = try JPEGCodec.encode(SampleBitmap.gradient(width: 83, height: 45), quality: 95)
        let file = SampleFile.inserting(orientation: UInt16(orientation), into: photograph)
        let stored = try Rendered.picture(photograph)
        let upright = try Rendered.picture(file)
        #expect(upright.size == (orientation < 5 ? stored.size : PixelSize(width: 45, height: 83)))
        #expect(try Rendered.probedSize(file) == upright.size)
        var differences = 0
        for y in 0..<upright.height {
            for x in 0..<upright.width {
                let place = Self.storedPlace(ofUpright: x, y, orientation, stored.size)
                if upright.pixel(x, y) != stored.pixel(place.x, place.y) { differences += 1 }
            }
        }
        #expect(differences == 0)
    }

    @Test("a picture with the stored orientation reports it", arguments: 1...8)
    func stored(_ orientation: Int) throws {
        let photograph = try SampleMedia.photograph(width: 83, height: 45)
        let file = SampleFile.inserting(orientation: UInt16(orientation), into: photograph)
        let rendering = try #require(try Rendered.rendering(file, keepsStoredOrientation: true))
        #expect(rendering.orientation == orientation)
        #expect(rendering.pictures[0].pixels == (try Rendered.picture(photograph)).pixels)
    }

    @Test("an invalid orientation has no effect", arguments: [0, 9, 65535])
    func nonsense(_ orientation: UInt16) throws {
        let photograph = try SampleMedia.photograph(width: 83, height: 45)
        let file = SampleFile.inserting(orientation: orientation, into: photograph)
        let rendering = try #require(try Rendered.rendering(file))
        #expect(rendering.orientation == 1)
        #expect(rendering.pictures[0].size == PixelSize(width: 83, height: 45))
    }

    @Test("reduced pictures and other formats are rotated, too", arguments: [6, 8] as [UInt16])
    func reduced(_ orientation: UInt16) throws {
        let photograph = try SampleMedia.photograph(width: 640, height: 480)
        let file = SampleFile.inserting(orientation: orientation, into: photograph)
        let small = try Rendered.picture(file, .longSide(100))
        #expect(small.size == PixelSize(width: 75, height: 100))
        // Red grows to the right and green to the bottom of the stored picture.
        let corner = small.pixel(orientation == 6 ? 70 : 4, orientation == 6 ? 4 : 95)
        #expect(isNear(Array(corner.prefix(2)), [10, 10], within: 16))

        var exif = SampleMedia.Exif()
        exif.orientation = orientation
        let png = SampleMedia.png(width: 32, height: 24, exif: exif)
        #expect(try Rendered.picture(png).size == PixelSize(width: 24, height: 32))
    }
}
