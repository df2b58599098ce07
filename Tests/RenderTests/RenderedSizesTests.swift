import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// Which sizes come of a file (§4.2).
@Suite struct RenderedSizesTests {
    @Test(
        "each requested size is made from one decode",
        arguments: [(1600, 1200), (1201, 800), (640, 480), (97, 1600), (1441, 1441), (300, 20)])
    func sizes(_ width: Int, _ height: Int) throws {
        let photograph = try SampleMedia.photograph(width: width, height: height)
        let png = try PNGCodec.encode(SampleBitmap.gradient(width: width, height: height))
        let picture = PixelSize(width: width, height: height)
        for file in [photograph, png] {
            let rendering = try #require(
                try Rendered.rendering(file, [.full, .longSide(1440), .longSide(256), .longSide(64)]))
            #expect(
                rendering.pictures.map(\.size) == [
                    picture, picture.fitting(longSide: 1440), picture.fitting(longSide: 256),
                    picture.fitting(longSide: 64),
                ])
            #expect(rendering.damage == nil)
        }
    }

    @Test("a picture is never enlarged", arguments: [RenderRequest.Size.longSide(4000), .full])
    func small(_ size: RenderRequest.Size) throws {
        let rendering = try #require(
            try Rendered.rendering(SampleMedia.photograph(width: 120, height: 80), [size, .longSide(256)]))
        #expect(rendering.pictures.map(\.size) == [PixelSize](repeating: PixelSize(width: 120, height: 80), count: 2))
        #expect(rendering.pictures[0].pixels == rendering.pictures[1].pixels)
    }

    @Test(
        "a reduced photograph matches the entire one",
        arguments: [(1600, 1200), (1000, 750), (2000, 600), (333, 257)])
    func likeness(_ width: Int, _ height: Int) throws {
        let photograph = try SampleMedia.photograph(width: width, height: height)
        let pictures = try #require(try Rendered.rendering(photograph, [.longSide(300), .longSide(100)])).pictures
        for picture in pictures {
            let expected = SampleBitmap.gradient(width: picture.width, height: picture.height)
            // Away from the blue chequer's edges.
            for (x, y) in [(1, 1), (3, 5), (5, 3), (7, 7), (9, 15), (15, 13)] {
                let column = picture.width * x / 16
                let row = picture.height * y / 16
                #expect(
                    isNear(picture.pixel(column, row), expected.pixel(column, row).map(Int.init), within: 12),
                    "\(picture.size) at \(column), \(row)")
            }
        }
    }

    @Test func `no requested sizes result in no pictures, and a file without an image returns nil`() throws {
        let rendering = try Rendered.rendering(SampleMedia.photograph(width: 64, height: 48), [])
        #expect(rendering?.pictures.isEmpty == true)
        #expect(try Rendered.rendering(Data("a text, and not a picture at all".utf8)) == nil)
        #expect(try Rendered.rendering(Data()) == nil)
    }
}
