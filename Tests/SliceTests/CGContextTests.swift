import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

/// Drawing on bitmaps (`§6.1`, `§6.4.1`).
@Suite struct CGContextTests {
    private static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!
    private static let withAlpha = CGImageAlphaInfo.premultipliedLast.rawValue
    private static let opaque = CGImageAlphaInfo.noneSkipLast.rawValue
    private static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

    private func context(_ width: Int, _ height: Int, info: UInt32 = withAlpha) throws -> CGContext {
        try #require(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: Self.sRGB,
                bitmapInfo: info))
    }

    private func picture(_ context: CGContext) throws -> Bitmap {
        try #require(context.makeImage()).bitmap
    }

    @Test func `the origin is at the lower left`() throws {
        let context = try context(4, 3)
        context.setFillColor(Self.red)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let bitmap = try picture(context)
        #expect(bitmap.colour(x: 0, y: 2) == (255, 0, 0, 255))
        #expect(bitmap.colour(x: 0, y: 0) == (0, 0, 0, 0) && bitmap.colour(x: 1, y: 2) == (0, 0, 0, 0))
    }

    @Test func `an image is drawn upright, and pixel by pixel at its own size`() throws {
        let bitmap = SampleBitmap.gradient(width: 40, height: 30)
        let context = try context(40, 30)
        context.draw(CGImage(bitmap), in: CGRect(x: 0, y: 0, width: 40, height: 30))
        #expect(try picture(context).meanDifference(from: bitmap) == 0)
    }

    @Test(arguments: [
        (2, CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 20, ty: 0)),
        (3, CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 20, ty: 30)),
        (4, CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 30)),
        (5, CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 20, ty: 30)),
        (6, CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 30)),
        (7, CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)),
        (8, CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 20, ty: 0)),
    ])
    func `rotations by 90 degrees and mirrorings keep each pixel`(orientation: Int, transform: CGAffineTransform) throws
    {
        let size = orientation > 4 ? PixelSize(width: 30, height: 20) : PixelSize(width: 20, height: 30)
        let bitmap = SampleBitmap.gradient(width: size.width, height: size.height)
        let context = try context(20, 30)
        context.concatenate(transform)
        context.draw(CGImage(bitmap), in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
        #expect(try picture(context).meanDifference(from: bitmap.upright(from: orientation)) == 0)
    }

    @Test func `a rotation by another angle shows the middle in place, with smooth edges`() throws {
        let context = try context(60, 60)
        context.translateBy(x: 30, y: 30)
        context.rotate(by: .pi / 6)
        context.draw(
            CGImage(SampleBitmap.plain(width: 200, height: 100, green: 255)),
            in: CGRect(x: -20, y: -10, width: 40, height: 20))
        let bitmap = try picture(context)
        #expect(bitmap.colour(x: 30, y: 30) == (0, 255, 0, 255))
        // 15 pixels along the rotated axis, which rises to the right.
        #expect(bitmap.colour(x: 30 + 13, y: 30 - 8) == (0, 255, 0, 255))
        #expect(bitmap.colour(x: 30 + 13, y: 30 + 8) == (0, 0, 0, 0))
        let alphas = Set((0..<60).map { bitmap.colour(x: $0, y: 30).alpha })
        #expect(alphas.contains { $0 > 0 && $0 < 255 })
    }

    @Test func `a rotated pattern agrees with its formula`() throws {
        // A ramp from left to right, rotated by 30 degrees, is a ramp along the rotated axis.
        let ramp = Bitmap(width: 256, height: 256, hasAlpha: false) { pixels in
            for index in 0..<256 * 256 {
                let value = UInt32(index % 256)
                pixels.storeBytes(of: 0xFF00_0000 | value * 0x1_0101, toByteOffset: index * 4, as: UInt32.self)
            }
        }
        let context = try context(100, 100)
        context.translateBy(x: 50, y: 50)
        context.rotate(by: .pi / 6)
        context.draw(CGImage(ramp), in: CGRect(x: -128, y: -128, width: 256, height: 256))
        let bitmap = try picture(context)
        for (x, y) in [(10, 10), (50, 50), (90, 20), (30, 80)] {
            let (right, up) = (Double(x) + 0.5 - 50, 50 - Double(y) - 0.5)
            let expected = right * cos(.pi / 6) + up * sin(.pi / 6) + 128 - 0.5
            #expect(abs(Double(bitmap.colour(x: x, y: y).red) - expected) <= 1)
        }
    }

    @Test func `a fill with edges between pixels covers them in part`() throws {
        let context = try context(4, 4)
        context.setFillColor(gray: 1, alpha: 1)
        context.fill(CGRect(x: 0.5, y: 1, width: 2, height: 1.25))
        let bitmap = try picture(context)
        #expect(bitmap.colour(x: 0, y: 2).alpha == 128 && bitmap.colour(x: 1, y: 2).alpha == 255)
        #expect(bitmap.colour(x: 2, y: 2).alpha == 128 && bitmap.colour(x: 1, y: 1).alpha == 64)
        #expect(bitmap.colour(x: 3, y: 2).alpha == 0)
    }

    @Test func `clips add up, and a restored state removes them`() throws {
        let context = try context(10, 10)
        context.setFillColor(Self.red)
        context.saveGState()
        context.clip(to: CGRect(x: 2, y: 2, width: 5, height: 5))
        context.clip(to: [CGRect(x: 0, y: 0, width: 4, height: 10), CGRect(x: 5, y: 0, width: 1, height: 10)])
        #expect(context.boundingBoxOfClipPath == CGRect(x: 2, y: 2, width: 4, height: 5))
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        let clipped = try picture(context)
        #expect(clipped.colour(x: 2, y: 5).alpha == 255 && clipped.colour(x: 5, y: 5).alpha == 255)
        #expect(clipped.colour(x: 4, y: 5).alpha == 0 && clipped.colour(x: 6, y: 5).alpha == 0)
        #expect(clipped.colour(x: 2, y: 9).alpha == 0)
        context.clear(CGRect(x: 2, y: 2, width: 1, height: 1))
        context.restoreGState()
        context.clear(CGRect(x: 5, y: 0, width: 1, height: 10))
        context.restoreGState()
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 10, height: 10))
        let cleared = try picture(context)
        #expect(cleared.colour(x: 5, y: 5).alpha == 0 && cleared.colour(x: 2, y: 7).alpha == 0)
        #expect(cleared.colour(x: 3, y: 7).alpha == 255)
    }

    @Test func `an image replaces the content only inside of a rotated clip`() throws {
        let context = try context(40, 40)
        context.setFillColor(Self.red)
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
        context.translateBy(x: 20, y: 20)
        context.rotate(by: .pi / 4)
        context.clip(to: CGRect(x: -10, y: -10, width: 20, height: 20))
        context.setBlendMode(.copy)
        context.draw(
            CGImage(SampleBitmap.plain(width: 4, height: 4, blue: 255, alpha: 51)),
            in: CGRect(x: -40, y: -40, width: 80, height: 80))
        let bitmap = try picture(context)
        #expect(bitmap.colour(x: 20, y: 20) == (0, 0, 51, 51))
        #expect(bitmap.colour(x: 9, y: 9) == (255, 0, 0, 255) && bitmap.colour(x: 20, y: 3) == (255, 0, 0, 255))
        #expect(bitmap.colour(x: 20, y: 8) == (0, 0, 51, 51))
    }

    @Test(arguments: [
        (CGBlendMode.multiply, UInt8(100)), (.screen, 228), (.plusLighter, 255), (.darken, 128), (.lighten, 200),
        (.difference, 72), (.copy, 128), (.destinationOver, 200), (.sourceAtop, 128), (.clear, 0),
    ])
    func `blend modes follow their formulas`(mode: CGBlendMode, expected: UInt8) throws {
        let context = try context(2, 2)
        context.setFillColor(gray: 200 / 255, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        context.setBlendMode(mode)
        context.setFillColor(gray: 128 / 255, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        let result = try picture(context).colour(x: 0, y: 0).red
        #expect(abs(Int(result) - Int(expected)) <= 1)
    }

    @Test func `the opacity applies to images and fills`() throws {
        let context = try context(2, 1, info: Self.opaque)
        context.setAlpha(0.5)
        context.setFillColor(gray: 1, alpha: 0.5)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.draw(
            CGImage(SampleBitmap.plain(width: 1, height: 1, red: 200)), in: CGRect(x: 1, y: 0, width: 1, height: 1))
        let bitmap = try picture(context)
        #expect(bitmap.colour(x: 0, y: 0) == (64, 64, 64, 255) && bitmap.colour(x: 1, y: 0) == (100, 0, 0, 255))
    }

    @Test func `without interpolation, pixels stay squares`() throws {
        let small = Bitmap(width: 2, height: 1, hasAlpha: false) { pixels in
            pixels.storeBytes(of: 0xFF00_0000, as: UInt32.self)
            pixels.storeBytes(of: 0xFFFF_FFFF, toByteOffset: 4, as: UInt32.self)
        }
        let context = try context(10, 1)
        context.interpolationQuality = .none
        context.draw(CGImage(small), in: CGRect(x: 0, y: 0, width: 10, height: 1))
        let bitmap = try picture(context)
        #expect((0..<10).map { bitmap.colour(x: $0, y: 0).red } == [0, 0, 0, 0, 0, 255, 255, 255, 255, 255])
        context.interpolationQuality = .high
        context.draw(CGImage(small), in: CGRect(x: 0, y: 0, width: 10, height: 1))
        let smooth = try picture(context)
        #expect(Set((0..<10).map { smooth.colour(x: $0, y: 0).red }).count > 2)
    }

    @Test(arguments: [
        (CGImageAlphaInfo.premultipliedLast.rawValue, [UInt8](arrayLiteral: 10, 20, 30, 255)),
        (CGImageAlphaInfo.premultipliedFirst.rawValue, [255, 10, 20, 30]),
        (
            CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
            [30, 20, 10, 255]
        ),
        (CGImageAlphaInfo.premultipliedLast.rawValue | CGBitmapInfo.byteOrder32Little.rawValue, [255, 30, 20, 10]),
    ])
    func `drawing writes a client's memory in its layout`(info: UInt32, expected: [UInt8]) throws {
        var pixels = [UInt8](repeating: 7, count: 3 * 16)
        try pixels.withUnsafeMutableBytes { memory in
            let context = try #require(
                CGContext(
                    data: memory.baseAddress, width: 2, height: 3, bitsPerComponent: 8, bytesPerRow: 16,
                    space: Self.sRGB, bitmapInfo: info))
            #expect(context.data == memory.baseAddress && context.bytesPerRow == 16 && context.bitsPerPixel == 32)
            context.setFillColor(red: 10 / 255, green: 20 / 255, blue: 30 / 255, alpha: 1)
            context.fill(CGRect(x: 0, y: 2, width: 1, height: 1))
            let image = try #require(context.makeImage())
            #expect(image.bitmap.colour(x: 0, y: 0) == (10, 20, 30, 255))
        }
        #expect(Array(pixels[0..<4]) == expected)
        #expect(pixels[4...].allSatisfy { $0 == 7 }, "other pixels and the padding of rows stay")
    }

    @Test func `a grey context stores brightness`() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 3, height: 1, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue))
        context.setFillColor(Self.red)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.draw(
            CGImage(SampleBitmap.plain(width: 1, height: 1, red: 90, green: 90, blue: 90)),
            in: CGRect(x: 1, y: 0, width: 1, height: 1))
        let greys = try #require(context.data).assumingMemoryBound(to: UInt8.self)
        #expect((greys[0], greys[1], greys[2]) == (76, 90, 0))
        #expect(try picture(context).colour(x: 1, y: 0) == (90, 90, 90, 255))
    }

    /// The program of a tutorial: each pixel becomes grey, in memory that `CFDataCreateMutableCopy` returned.
    @Test func `pixels changed through mutable data become an image`() throws {
        let bitmap = SampleBitmap.gradient(width: 30, height: 20)
        let image = CGImage(bitmap)
        let data = try #require(image.dataProvider?.data)
        let copy: CFMutableData = CFDataCreateMutableCopy(kCFAllocatorDefault, 0, data)
        let bytes: UnsafeMutablePointer<UInt8> = CFDataGetMutableBytePtr(copy)
        for index in stride(from: 0, to: CFDataGetLength(copy), by: 4) {
            let mean = (Int(bytes[index]) + Int(bytes[index + 1]) + Int(bytes[index + 2])) / 3
            for channel in 0..<3 { bytes[index + channel] = UInt8(mean) }
        }
        let space = try #require(image.colorSpace)
        let context = try #require(
            CGContext(
                data: bytes, width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
                bytesPerRow: image.bytesPerRow, space: space, bitmapInfo: image.bitmapInfo.rawValue))
        let grey = try #require(context.makeImage())
        let (before, after) = (bitmap.colour(x: 20, y: 10), grey.bitmap.colour(x: 20, y: 10))
        #expect(after.red == UInt8((Int(before.red) + Int(before.green) + Int(before.blue)) / 3))
        #expect(after.red == after.green && after.green == after.blue && after.alpha == 255)
        #expect(image.bitmap.colour(x: 20, y: 10) == before, "the copy has memory of its own")
        let jpeg = try #require(UIImageJPEGRepresentation(UIImage(cgImage: grey), 1))
        #expect(try JPEGCodec.decode(jpeg).meanDifference(from: grey.bitmap) < 1)
        let png = try #require(UIImagePNGRepresentation(UIImage(cgImage: grey)))
        #expect(try PNGCodec.decode(png).meanDifference(from: grey.bitmap) == 0)
    }

    @Test(arguments: [
        (0, 4, 0), (-1, 4, 0), (4, .min, 0), (32_768, 4, 0), (.max, .max, 0), (4, 4, 15), (4, 4, 18), (4, 4, -16),
        (30_000, 30_000, 0), (4, 30_000, .max), (4, 30_000, 40_000),
    ])
    func `a size that can't be allocated has no context`(width: Int, height: Int, bytesPerRow: Int) {
        #expect(
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: bytesPerRow,
                space: Self.sRGB, bitmapInfo: Self.withAlpha) == nil)
    }

    @Test func `layouts that Core Graphics can't draw have no context`() {
        func context(_ bits: Int, _ space: CGColorSpace, _ info: UInt32) -> CGContext? {
            CGContext(
                data: nil, width: 4, height: 4, bitsPerComponent: bits, bytesPerRow: 0, space: space, bitmapInfo: info)
        }
        #expect(context(16, Self.sRGB, Self.withAlpha) == nil)
        #expect(context(8, Self.sRGB, CGImageAlphaInfo.last.rawValue) == nil)
        #expect(context(8, Self.sRGB, CGImageAlphaInfo.none.rawValue) == nil)
        #expect(context(8, CGColorSpaceCreateDeviceGray(), Self.withAlpha) == nil)
        #expect(context(8, Self.sRGB, 99) == nil)
        #expect(CGColorSpace(name: CGColorSpace.displayP3).flatMap { context(8, $0, Self.withAlpha) } == nil)
    }

    @Test func `numbers without meaning draw nothing`() throws {
        let context = try context(4, 4)
        let image = CGImage(SampleBitmap.plain(width: 4, height: 4, red: 255))
        context.setFillColor(Self.red)
        for value in [CGFloat.nan, .infinity, -.infinity] {
            context.saveGState()
            context.fill(CGRect(x: value, y: 0, width: 2, height: 2))
            context.draw(image, in: CGRect(x: 0, y: value, width: 2, height: 2))
            context.scaleBy(x: value, y: 1)
            context.fill(CGRect(x: 1, y: 1, width: 2, height: 2))
            context.draw(image, in: CGRect(x: 1, y: 1, width: 2, height: 2))
            context.restoreGState()
        }
        context.saveGState()
        context.rotate(by: 0.3)
        context.scaleBy(x: 1e-30, y: 1e30)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
        context.scaleBy(x: 0, y: 0)
        context.draw(image, in: CGRect(x: 0, y: 0, width: 4, height: 4))
        context.restoreGState()
        context.draw(image, in: .null)
        #expect(try picture(context).colour(x: 0, y: 0) == (0, 0, 0, 0))
        context.setFillColor(red: .nan, green: 2, blue: -1, alpha: 1)
        context.fill(CGRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300))
        #expect(try picture(context).colour(x: 3, y: 3) == (0, 255, 0, 255))
    }

    @Test func `a rotated image far beyond the edges is drawn in its place`() throws {
        let context = try context(20, 20)
        context.translateBy(x: 10, y: 10)
        context.rotate(by: .pi / 4)
        context.draw(
            CGImage(SampleBitmap.plain(width: 10, height: 10, green: 255)),
            in: CGRect(x: -1e6, y: -1e6, width: 2e6, height: 2e6))
        context.setFillColor(Self.red)
        context.fill(CGRect(x: 0, y: -1e7, width: 1e7, height: 2e7))
        let bitmap = try picture(context)
        #expect(bitmap.colour(x: 2, y: 10) == (0, 255, 0, 255) && bitmap.colour(x: 17, y: 10) == (255, 0, 0, 255))
    }
}
