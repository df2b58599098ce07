import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.4: the size of a requested image. `ImageLayoutTests` covers the arithmetic.
@Suite struct ImageRequestSizeTests {
    let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
    }

    @Test(
        "the resize mode determines the size, in pixels at scale 1 (§4.1.2, §4.4.3)",
        arguments: [
            (PHImageRequestOptionsResizeMode.exact, PHImageContentMode.aspectFit, CGSize(width: 300, height: 225)),
            (.exact, .aspectFill, CGSize(width: 400, height: 300)),
            (.fast, .aspectFit, CGSize(width: 500, height: 375)),
            (.fast, .default, CGSize(width: 500, height: 375)),
            (.none, .aspectFit, CGSize(width: 1440, height: 1080)),
        ])
    func sizes(mode: PHImageRequestOptionsResizeMode, contentMode: PHImageContentMode, size: CGSize) throws {
        let image = try image(CGSize(width: 300, height: 300), contentMode) { $0.resizeMode = mode }
        #expect(image.size == size)
        #expect(image.scale == 1)
        #expect(image.imageOrientation == .up)
        #expect(image.cgImage?.width == Int(size.width))
    }

    @Test("§4.4.2: the maximum size returns all pixels in any mode")
    func maximumSize() throws {
        for mode in [PHImageRequestOptionsResizeMode.none, .fast, .exact] {
            let image = try image(PHImageManagerMaximumSize, .aspectFill) { $0.resizeMode = mode }
            #expect(image.size == CGSize(width: 2000, height: 1500))
        }
    }

    @Test(
        "§4.2, §4.4.3: without resizing, the smallest stored size that covers the target is returned",
        arguments: [(256, 256), (257, 1440), (1440, 1440), (1441, 2000), (5000, 2000)])
    func storedSizes(target: Int, longSide: Int) throws {
        let image = try image(CGSize(width: target, height: target), .aspectFit) { $0.resizeMode = .none }
        #expect(image.size == CGSize(width: longSide, height: longSide * 3 / 4))
    }

    @Test("nil options are the default options (§4.2)")
    func noOptions() throws {
        let calls = try fixture.request(try fixture.addPhotograph(), 300)
        #expect(calls.last?.size == CGSize(width: 500, height: 375))
    }

    @Test("§4.4.6: a crop only applies with exact, also at the maximum size")
    func crop() throws {
        let part = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let small = try image(CGSize(width: 100, height: 100), .aspectFit) {
            $0.resizeMode = .exact
            $0.normalizedCropRect = part
        }
        #expect(small.size == CGSize(width: 100, height: 75))
        // The lower right quarter of the gradient.
        let corner = try #require(small.cgImage?.bitmap.colour(x: 98, y: 73))
        let middle = try #require(small.cgImage?.bitmap.colour(x: 1, y: 1))
        #expect(corner.red > 235 && corner.green > 235)
        #expect(abs(Int(middle.red) - 128) < 16 && abs(Int(middle.green) - 128) < 16)
        let large = try image(PHImageManagerMaximumSize, .default) {
            $0.resizeMode = .exact
            $0.normalizedCropRect = part
        }
        #expect(large.size == CGSize(width: 1000, height: 750))
        let whole = try image(PHImageManagerMaximumSize, .default) { $0.normalizedCropRect = part }
        #expect(whole.size == CGSize(width: 2000, height: 1500))
    }

    @Test("§4.4.7: an image is upright for any orientation")
    func upright() throws {
        var exif = SampleMedia.Exif()
        exif.orientation = 6
        let bytes = SampleMedia.jpeg(width: 64, height: 48, exif: exif)
        let asset = try fixture.add("IMG_6.JPG", bytes, width: 48, height: 64)
        let calls = try fixture.request(asset, 1000, fixture.options { $0.isSynchronous = true })
        #expect(calls.last?.size == CGSize(width: 48, height: 64))
    }

    private func image(
        _ target: CGSize, _ contentMode: PHImageContentMode, _ change: (PHImageRequestOptions) -> Void
    ) throws -> UIImage {
        try #require(fixture.image(of: try fixture.addPhotograph(), target, contentMode, change))
    }
}
