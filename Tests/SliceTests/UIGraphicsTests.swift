import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

/// Drawing into contexts, which clients use to reduce images.
@Suite struct UIGraphicsTests {
    @Test func `drawing into a smaller rectangle scales the image`() throws {
        let bitmap = SampleBitmap.gradient(width: 400, height: 300)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 40, height: 30), false, 2)
        UIImage(cgImage: CGImage(bitmap)).draw(in: CGRect(x: 0, y: 0, width: 40, height: 30))
        let image = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()

        let small = try #require(image)
        #expect(small.size == CGSize(width: 40, height: 30) && small.scale == 2)
        let expected = bitmap.scaled(to: PixelSize(width: 80, height: 60))
        #expect(try #require(small.cgImage).bitmap.meanDifference(from: expected) == 0)
    }

    @Test func `a scale of 0 means the screen's scale`() throws {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 5), true, 0)
        defer { UIGraphicsEndImageContext() }
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        #expect(image.scale == UIScreen.main.scale)
        #expect(image.cgImage?.width == Int(10 * UIScreen.main.scale))
    }

    @Test func `an opaque context starts black, any other transparent`() throws {
        for (isOpaque, alpha) in [(true, UInt8(255)), (false, 0)] {
            UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 3), isOpaque, 1)
            defer { UIGraphicsEndImageContext() }
            let image = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage)
            let colour = image.bitmap.colour(x: 1, y: 1)
            #expect(colour == (0, 0, 0, alpha))
            #expect(image.alphaInfo == (isOpaque ? .noneSkipLast : .premultipliedLast))
        }
    }

    @Test func `drawing covers the current content at a position`() throws {
        let red = UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, red: 255)))
        let blue = UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, blue: 255, alpha: 51)))
        UIGraphicsBeginImageContext(CGSize(width: 10, height: 10))
        defer { UIGraphicsEndImageContext() }
        red.draw(at: CGPoint(x: 2, y: 3))
        blue.draw(at: CGPoint(x: 4, y: 5))
        let picture = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        #expect(picture.colour(x: 1, y: 3) == (0, 0, 0, 0))
        #expect(picture.colour(x: 2, y: 3) == (255, 0, 0, 255))
        #expect(picture.colour(x: 4, y: 5) == (204, 0, 51, 255))
        #expect(picture.colour(x: 7, y: 8) == (0, 0, 51, 51))
        #expect(picture.colour(x: 8, y: 9) == (0, 0, 0, 0))
    }

    @Test func `drawing uses the opacity and the blend mode`() throws {
        let red = UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, red: 255)))
        let clear = UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, blue: 255, alpha: 51)))
        let whole = CGRect(x: 0, y: 0, width: 4, height: 4)
        UIGraphicsBeginImageContext(whole.size)
        defer { UIGraphicsEndImageContext() }
        red.draw(in: whole, blendMode: .normal, alpha: 0.4)
        let faint = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        #expect(faint.colour(x: 2, y: 2) == (102, 0, 0, 102))
        clear.draw(in: whole, blendMode: .copy, alpha: 1)
        let replaced = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        #expect(replaced.colour(x: 2, y: 2) == (0, 0, 51, 51))
        #expect(faint.colour(x: 2, y: 2) == (102, 0, 0, 102), "an image made before does not change")
    }

    @Test func `a rotated image is drawn upright`() throws {
        let bitmap = SampleBitmap.gradient(width: 30, height: 20)
        let image = UIImage(cgImage: CGImage(bitmap), scale: 1, orientation: .right)
        UIGraphicsBeginImageContext(image.size)
        defer { UIGraphicsEndImageContext() }
        image.draw(at: .zero)
        let picture = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        #expect(picture.width == 20 && picture.height == 30)
        #expect(picture.colour(x: 19, y: 0) == bitmap.colour(x: 0, y: 0))
        #expect(picture.colour(x: 0, y: 0) == bitmap.colour(x: 0, y: 19))
        #expect(picture.colour(x: 19, y: 29) == bitmap.colour(x: 29, y: 0))
    }

    @Test func `drawing ignores pixels outside of the context`() throws {
        let bitmap = SampleBitmap.gradient(width: 30, height: 20)
        UIGraphicsBeginImageContext(CGSize(width: 8, height: 6))
        defer { UIGraphicsEndImageContext() }
        UIImage(cgImage: CGImage(bitmap)).draw(at: CGPoint(x: -10, y: -12))
        let picture = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        #expect(picture.colour(x: 0, y: 0) == bitmap.colour(x: 10, y: 12))
        #expect(picture.colour(x: 7, y: 5) == bitmap.colour(x: 17, y: 17))
    }

    @Test func `an image can be drawn a thousand times as large`() throws {
        let bitmap = SampleBitmap.gradient(width: 200, height: 100)
        UIGraphicsBeginImageContext(CGSize(width: 20, height: 20))
        defer { UIGraphicsEndImageContext() }
        // The pixel at 150, 60 covers more than the canvas.
        UIImage(cgImage: CGImage(bitmap)).draw(
            in: CGRect(x: -150_490, y: -60_490, width: 200_000, height: 100_000))
        let picture = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        let (drawn, expected) = (picture.colour(x: 10, y: 10), bitmap.colour(x: 150, y: 60))
        #expect(abs(Int(drawn.red) - Int(expected.red)) <= 2 && abs(Int(drawn.green) - Int(expected.green)) <= 2)
        #expect(drawn.alpha == 255)
    }

    @Test(arguments: [
        CGRect(x: 0, y: 0, width: CGFloat.nan, height: 4), CGRect(x: 0, y: 0, width: 0, height: 4),
        CGRect(x: 100, y: 0, width: 4, height: 4), CGRect(x: -1e300, y: 0, width: 4, height: 4),
        CGRect(x: CGFloat.infinity, y: 0, width: 4, height: 4),
    ])
    func `a rectangle outside of the context draws nothing`(rectangle: CGRect) throws {
        UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
        defer { UIGraphicsEndImageContext() }
        UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, red: 255))).draw(in: rectangle)
        let picture = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage).bitmap
        #expect(picture.colour(x: 0, y: 0) == (0, 0, 0, 0))
    }

    @Test func `contexts nest, and each thread has its own`() throws {
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        UIGraphicsBeginImageContext(CGSize(width: 4, height: 4))
        UIGraphicsBeginImageContext(CGSize(width: 8, height: 8))
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.size.width == 8)
        let isDone = DispatchSemaphore(value: 0)
        let other = Thread {
            #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
            UIGraphicsEndImageContext()
            isDone.signal()
        }
        other.start()
        isDone.wait()
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.size.width == 4)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }

    @Test(arguments: [
        CGSize.zero, CGSize(width: -5, height: 5), CGSize(width: CGFloat.nan, height: 5),
        CGSize(width: CGFloat.infinity, height: 5), CGSize(width: 30_000, height: 30_000),
    ])
    func `a context without an area or over the limit has no image`(size: CGSize) {
        UIGraphicsBeginImageContext(size)
        UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, red: 255))).draw(at: .zero)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        #expect(UIGraphicsImageRenderer(size: size, format: format).image { _ in }.cgImage == nil)
    }

    @Test func `drawing without a context does nothing`() {
        UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4))).draw(at: .zero)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }
}

@Suite struct UIGraphicsImageRendererTests {
    @Test func `a renderer uses the screen's scale`() throws {
        let bitmap = SampleBitmap.gradient(width: 60, height: 40)
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 30, height: 20))
        let image = renderer.image { _ in
            UIImage(cgImage: CGImage(bitmap)).draw(in: CGRect(x: 0, y: 0, width: 30, height: 20))
        }
        #expect(image.size == CGSize(width: 30, height: 20) && image.scale == UIScreen.main.scale)
        #expect(image.cgImage?.width == Int(30 * UIScreen.main.scale))
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }

    @Test func `a renderer uses the format's scale and opacity and the origin of its bounds`() throws {
        let format = UIGraphicsImageRendererFormat.default()
        format.scale = 1
        format.opaque = true
        let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 5, y: 6, width: 10, height: 8), format: format)
        #expect(renderer.format.opaque)
        let image = renderer.image { context in
            UIImage(cgImage: CGImage(SampleBitmap.plain(width: 2, height: 2, green: 255))).draw(at: CGPoint(x: 5, y: 6))
            #expect(context.currentImage.size == CGSize(width: 10, height: 8))
        }
        let picture = try #require(image.cgImage).bitmap
        #expect(picture.width == 10 && picture.height == 8)
        #expect(picture.colour(x: 1, y: 1) == (0, 255, 0, 255))
        #expect(picture.colour(x: 2, y: 2) == (0, 0, 0, 255))
    }

    @Test func `a renderer encodes files`() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let bitmap = SampleBitmap.gradient(width: 240, height: 160)
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 240, height: 160), format: format)
        let png = renderer.pngData { _ in UIImage(cgImage: CGImage(bitmap)).draw(at: .zero) }
        #expect(try PNGCodec.decode(png).meanDifference(from: bitmap) == 0)
        let jpeg = renderer.jpegData(withCompressionQuality: 1) { _ in
            UIImage(cgImage: CGImage(bitmap)).draw(at: .zero)
        }
        #expect(try JPEGCodec.decode(jpeg).meanDifference(from: bitmap) < 5)
    }
}

@Suite struct UIImageThumbnailTests {
    @Test func `a thumbnail is upright and has the requested size`() throws {
        let bitmap = SampleBitmap.gradient(width: 400, height: 200)
        let image = UIImage(cgImage: CGImage(bitmap), scale: 2, orientation: .right)
        let small = try #require(image.preparingThumbnail(of: CGSize(width: 25, height: 50)))
        #expect(small.size == CGSize(width: 25, height: 50) && small.imageOrientation == .up)
        let expected = bitmap.upright(from: 6).scaled(to: PixelSize(width: 50, height: 100))
        #expect(try #require(small.cgImage).bitmap.meanDifference(from: expected) < 1)
    }

    @Test func `a file's thumbnail shows its image`() async throws {
        let image = try #require(UIImage(data: SampleMedia.photograph(width: 400, height: 300)))
        let small = try #require(await image.byPreparingThumbnail(ofSize: CGSize(width: 100, height: 75)))
        #expect(small.size == CGSize(width: 100, height: 75))
        let expected = SampleBitmap.gradient(width: 400, height: 300).scaled(to: PixelSize(width: 100, height: 75))
        #expect(try #require(small.cgImage).bitmap.meanDifference(from: expected) < 6)
    }

    @Test(arguments: [CGSize.zero, CGSize(width: -1, height: 5), CGSize(width: CGFloat.nan, height: 5)])
    func `an invalid size returns nil`(size: CGSize) {
        let image = UIImage(cgImage: CGImage(SampleBitmap.gradient(width: 40, height: 20)))
        #expect(image.preparingThumbnail(of: size) == nil)
    }

    @Test func `all three methods prepare an image`() async throws {
        let image = try #require(UIImage(data: SampleMedia.photograph(width: 40, height: 30)))
        #expect(image.preparingForDisplay()?.size == image.size)
        #expect(await image.byPreparingForDisplay()?.size == image.size)
        let prepared = await withCheckedContinuation { continuation in
            image.prepareForDisplay { continuation.resume(returning: $0) }
        }
        #expect(prepared?.size == image.size)
        let thumbnail = await withCheckedContinuation { continuation in
            image.prepareThumbnail(of: CGSize(width: 4, height: 3)) { continuation.resume(returning: $0) }
        }
        #expect(thumbnail?.size == CGSize(width: 4, height: 3))
    }
}
