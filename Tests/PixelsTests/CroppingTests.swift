import AlbumenTestSupport
import Testing

@testable import Pixels

/// `Bitmap.cropped(to:)` and `Bitmap.isOpaque`.
@Suite struct CroppingTests {
    let bitmap = SampleBitmap.irregular(width: 50, height: 40)

    @Test func `cropping returns the pixels in the rectangle`() {
        let part = bitmap.cropped(to: PixelRectangle(x: 11, y: 7, width: 20, height: 9))
        #expect(part.size == PixelSize(width: 20, height: 9))
        for (x, y) in [(0, 0), (19, 0), (0, 8), (19, 8), (7, 3)] {
            #expect(part.colour(x: x, y: y) == bitmap.colour(x: x + 11, y: y + 7))
        }
    }

    @Test func `cropping ignores the area outside of the image`() {
        #expect(
            bitmap.cropped(to: PixelRectangle(x: -5, y: 30, width: 10, height: 100)).size
                == PixelSize(width: 5, height: 10))
        #expect(
            bitmap.cropped(to: PixelRectangle(x: 40, y: 0, width: .max, height: .max)).size
                == PixelSize(width: 10, height: 40))
    }

    @Test func `cropping to the entire image returns the same image`() {
        #expect(bitmap.cropped(to: PixelRectangle(x: 0, y: 0, width: 50, height: 40)) === bitmap)
    }

    @Test func `padding between rows does not affect the result`() {
        let rectangle = PixelRectangle(x: 3, y: 4, width: 5, height: 6)
        let spaced = SampleBitmap.spaced(bitmap, bytesPerRow: 50 * 4 + 12)
        #expect(spaced.cropped(to: rectangle).pixels == bitmap.cropped(to: rectangle).pixels)
    }

    @Test func `an image with an unused alpha channel is opaque`() {
        let unused = Bitmap(width: 9, height: 9, hasAlpha: true) { $0.initializeMemory(as: UInt8.self, repeating: 255) }
        #expect(unused.isOpaque)
        #expect(bitmap.isOpaque)
        for index in [0, 40, 80] {
            let used = Bitmap(width: 9, height: 9, hasAlpha: true) { bytes in
                bytes.initializeMemory(as: UInt8.self, repeating: 255)
                bytes[index * 4 + 3] = 254
            }
            #expect(!used.isOpaque)
        }
    }

    @Test func `padding between rows does not affect opacity`() {
        let unused = Bitmap(width: 9, height: 9, hasAlpha: true) { $0.initializeMemory(as: UInt8.self, repeating: 255) }
        #expect(SampleBitmap.spaced(unused, bytesPerRow: 9 * 4 + 8).isOpaque)
    }
}
