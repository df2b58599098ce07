import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@Suite struct CGImageTests {
    @Test func `the properties of an image describe the bytes of its data provider`() throws {
        let image = CGImage(SampleBitmap.gradient(width: 5, height: 3))
        #expect(image.width == 5 && image.height == 3)
        #expect(image.bitsPerComponent == 8 && image.bitsPerPixel == 32 && image.bytesPerRow == 20)
        #expect(image.alphaInfo == .noneSkipLast)
        #expect(image.bitmapInfo.rawValue == CGImageAlphaInfo.noneSkipLast.rawValue)
        #expect(image.colorSpace?.name == CGColorSpace.sRGB)
        #expect(image.colorSpace?.model == .rgb && image.colorSpace?.numberOfComponents == 3)

        let data = try #require(image.pixelBytes)
        try #require(data.count == 60)
        for (x, y) in [(0, 0), (4, 0), (2, 1), (4, 2)] {
            let colour = image.bitmap.colour(x: x, y: y)
            let pixel = Array(data[y * 20 + x * 4..<y * 20 + x * 4 + 4])
            #expect(pixel == [colour.red, colour.green, colour.blue, colour.alpha])
        }
    }

    @Test func `an image with transparency has premultiplied bytes`() throws {
        let image = CGImage(SampleBitmap.plain(width: 1, height: 1, red: 255, alpha: 51))
        #expect(image.alphaInfo == .premultipliedLast)
        #expect(image.pixelBytes == [51, 0, 0, 51])
    }

    @Test func `the data provider's rows have no padding`() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * 12, alignment: 4)
        for index in memory.indices { memory[index] = UInt8(index) }
        let bitmap = Bitmap(
            takingOver: UnsafeRawPointer(try #require(memory.baseAddress)), width: 2, height: 2, bytesPerRow: 12,
            hasAlpha: false, release: { $0.deallocate() })
        #expect(CGImage(bitmap).pixelBytes == [0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19])
    }

    @Test func `changing a copy of the bytes does not affect the image`() throws {
        let image = CGImage(SampleBitmap.plain(width: 2, height: 2, green: 7))
        let data = try #require(image.dataProvider?.data)
        let changed = NSMutableData(data: data as Data)
        memset(changed.mutableBytes, 99, changed.length)
        #expect(image.bitmap.colour(x: 1, y: 1).green == 7)
        #expect(image.pixelBytes?.contains(99) == false)
    }

    @Test func `a pixel can be read with Core Foundation's pointer`() throws {
        let image = CGImage(SampleBitmap.gradient(width: 10, height: 8))
        let data = try #require(image.dataProvider?.data)
        #expect(CFDataGetLength(data) == 320)
        let pointer: UnsafePointer<UInt8> = CFDataGetBytePtr(data)
        let colour = image.bitmap.colour(x: 7, y: 5)
        let offset = 5 * image.bytesPerRow + 7 * 4
        #expect(pointer[offset] == colour.red && pointer[offset + 1] == colour.green)
        withExtendedLifetime(data) {}
    }

    @Test func `cropping counts from the upper left corner`() throws {
        let image = CGImage(SampleBitmap.gradient(width: 10, height: 8))
        let part = try #require(image.cropping(to: CGRect(x: 2, y: 3, width: 4, height: 5)))
        #expect(part.width == 4 && part.height == 5)
        for (x, y) in [(0, 0), (3, 4)] {
            #expect(part.bitmap.colour(x: x, y: y) == image.bitmap.colour(x: x + 2, y: y + 3))
        }
    }

    @Test(arguments: [
        (CGRect(x: 0.5, y: 1.5, width: 2, height: 2), CGRect(x: 0, y: 1, width: 3, height: 3)),
        (CGRect(x: -5, y: -5, width: 8, height: 7), CGRect(x: 0, y: 0, width: 3, height: 2)),
        (CGRect(x: 8, y: 6, width: 100, height: 1e12), CGRect(x: 8, y: 6, width: 2, height: 2)),
        (CGRect(x: 6, y: 6, width: -4, height: -3), CGRect(x: 2, y: 3, width: 4, height: 3)),
    ])
    func `cropping standardizes, extends and clips the rectangle`(asked: CGRect, got: CGRect) throws {
        let image = CGImage(SampleBitmap.gradient(width: 10, height: 8))
        let part = try #require(image.cropping(to: asked))
        #expect(part.width == Int(got.width) && part.height == Int(got.height))
        #expect(part.bitmap.colour(x: 0, y: 0) == image.bitmap.colour(x: Int(got.minX), y: Int(got.minY)))
    }

    @Test(arguments: [
        CGRect(x: 10, y: 0, width: 5, height: 5), CGRect(x: 0, y: 0, width: 0, height: 5), CGRect.null,
        CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5), CGRect(x: 0, y: 0, width: CGFloat.nan, height: 5),
    ])
    func `cropping to a rectangle outside of the image returns nil`(asked: CGRect) {
        #expect(CGImage(SampleBitmap.gradient(width: 10, height: 8)).cropping(to: asked) == nil)
    }

    @Test func `cropping to an infinite rectangle returns the entire image`() {
        let image = CGImage(SampleBitmap.gradient(width: 10, height: 8))
        let part = image.cropping(to: .infinite)
        #expect(part?.width == 10 && part?.height == 8)
    }

    @Test func `equality compares the identity of images and the meaning of colour spaces`() {
        let bitmap = SampleBitmap.plain(width: 1, height: 1)
        let image = CGImage(bitmap)
        #expect(image == image.copy())
        #expect(image != CGImage(bitmap))
        #expect(CGColorSpace(name: CGColorSpace.sRGB) == image.colorSpace)
        #expect(CGColorSpaceCreateDeviceRGB() == CGColorSpaceCreateDeviceRGB())
        #expect(CGColorSpaceCreateDeviceRGB() != CGColorSpaceCreateDeviceGray())
    }

    @Test func `constants have Apple's raw values`() {
        let orientations: [CGImagePropertyOrientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        #expect(orientations.map(\.rawValue) == Array(1...8))
        let alphas: [CGImageAlphaInfo] = [
            .none, .premultipliedLast, .premultipliedFirst, .last, .first, .noneSkipLast, .noneSkipFirst, .alphaOnly,
        ]
        #expect(alphas.map(\.rawValue) == Array(0...7))
        let orders: [CGBitmapInfo] = [.byteOrder16Little, .byteOrder32Little, .byteOrder16Big, .byteOrder32Big]
        #expect(orders.map(\.rawValue) == [0x1000, 0x2000, 0x3000, 0x4000])
        #expect(CGBitmapInfo.alphaInfoMask.rawValue == 31 && CGBitmapInfo.byteOrderMask.rawValue == 0x7000)
        #expect(CGBitmapInfo.floatComponents.rawValue == 256)
    }
}
