import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@Suite struct CGImageBytesTests {
    /// A layout of one pixel, and its value as premultiplied red, green, blue and alpha.
    struct Layout: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let alpha: CGImageAlphaInfo
        var order: CGBitmapInfo = []
        let pixel: [UInt8]

        var testDescription: String { name }
        var info: CGBitmapInfo { CGBitmapInfo(rawValue: order.rawValue | alpha.rawValue) }
    }

    static let layouts = [
        Layout(name: "RGBA", bytes: [10, 20, 30, 100], alpha: .premultipliedLast, pixel: [10, 20, 30, 100]),
        Layout(name: "ARGB", bytes: [100, 10, 20, 30], alpha: .premultipliedFirst, pixel: [10, 20, 30, 100]),
        Layout(
            name: "BGRA", bytes: [30, 20, 10, 100], alpha: .premultipliedFirst, order: .byteOrder32Little,
            pixel: [10, 20, 30, 100]),
        Layout(
            name: "ABGR", bytes: [100, 30, 20, 10], alpha: .premultipliedLast, order: .byteOrder32Little,
            pixel: [10, 20, 30, 100]),
        Layout(
            name: "RGBA, big", bytes: [10, 20, 30, 100], alpha: .premultipliedLast, order: .byteOrder32Big,
            pixel: [10, 20, 30, 100]),
        Layout(name: "RGBA, straight", bytes: [255, 100, 0, 51], alpha: .last, pixel: [51, 20, 0, 51]),
        Layout(name: "ARGB, straight", bytes: [51, 255, 100, 0], alpha: .first, pixel: [51, 20, 0, 51]),
        Layout(
            name: "BGRA, straight", bytes: [0, 100, 255, 51], alpha: .first, order: .byteOrder32Little,
            pixel: [51, 20, 0, 51]),
        Layout(name: "RGBX", bytes: [10, 20, 30, 7], alpha: .noneSkipLast, pixel: [10, 20, 30, 255]),
        Layout(name: "XRGB", bytes: [7, 10, 20, 30], alpha: .noneSkipFirst, pixel: [10, 20, 30, 255]),
        Layout(
            name: "BGRX", bytes: [30, 20, 10, 7], alpha: .noneSkipFirst, order: .byteOrder32Little,
            pixel: [10, 20, 30, 255]),
        Layout(name: "RGB", bytes: [10, 20, 30], alpha: .none, pixel: [10, 20, 30, 255]),
        Layout(name: "grey", bytes: [77], alpha: .none, pixel: [77, 77, 77, 255]),
    ]

    @Test(arguments: layouts)
    func `an image accepts each layout of pixels, with padding between the rows`(layout: Layout) throws {
        let gap: [UInt8] = [1, 2, 3, 4, 5]
        let row = layout.bytes + layout.bytes + layout.bytes
        let data = Data(row + gap + row)
        let image = try #require(
            Self.image(
                data, width: 3, height: 2, bitsPerPixel: layout.bytes.count * 8, bytesPerRow: row.count + gap.count,
                isGrey: layout.bytes.count == 1, layout.info))
        #expect(image.width == 3 && image.height == 2)
        #expect(image.pixelBytes == Array(repeatElement(layout.pixel, count: 6).joined()))
        #expect(image.alphaInfo == (layout.pixel[3] < 255 ? .premultipliedLast : .noneSkipLast))
    }

    @Test func `a premultiplied colour is clamped to its alpha`() throws {
        let image = try #require(Self.image(Data([200, 20, 30, 100]), .premultipliedLast))
        #expect(image.pixelBytes == [100, 20, 30, 100])
    }

    @Test func `an image created from another image's bytes has the same pixels`() throws {
        let image = CGImage(SampleBitmap.plain(width: 9, height: 4, red: 200, green: 100, blue: 50, alpha: 128))
        let space = try #require(image.colorSpace)
        let provider = try #require(image.dataProvider)
        let copy = CGImage(
            width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
            bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow, space: space,
            bitmapInfo: image.bitmapInfo, provider: provider, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)
        #expect(copy?.pixelBytes == image.pixelBytes)
    }

    struct Size: Sendable {
        let width: Int
        let height: Int
        let bytesPerRow: Int
        let byteCount: Int
    }

    @Test(arguments: [
        Size(width: 0, height: 1, bytesPerRow: 4, byteCount: 4),
        Size(width: 1, height: 0, bytesPerRow: 4, byteCount: 4),
        Size(width: -1, height: 1, bytesPerRow: 4, byteCount: 4),
        Size(width: 2, height: 1, bytesPerRow: 4, byteCount: 8),
        Size(width: 2, height: 2, bytesPerRow: 8, byteCount: 15),
        Size(width: 2, height: 2, bytesPerRow: -8, byteCount: 16),
        Size(width: 1, height: 1, bytesPerRow: 4, byteCount: 0),
        Size(width: .max, height: 1, bytesPerRow: .max, byteCount: 16),
        Size(width: 1, height: .max, bytesPerRow: .max, byteCount: 16),
        Size(width: 1 << 31, height: 1 << 31, bytesPerRow: 1 << 33, byteCount: 16),
    ])
    func `a size that exceeds the bytes returns nil`(size: Size) {
        #expect(
            Self.image(
                Data(count: size.byteCount), width: size.width, height: size.height, bytesPerRow: size.bytesPerRow,
                CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)) == nil)
    }

    @Test func `later changes of the bytes do not affect the image`() throws {
        let bytes = try #require(NSMutableData(length: 64))
        let provider = try #require(CGDataProvider(data: bytes))
        memset(bytes.mutableBytes, 255, 64)
        let image = try #require(
            CGImage(
                width: 4, height: 4, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 16,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider,
                decode: nil, shouldInterpolate: true, intent: .defaultIntent))
        #expect(image.pixelBytes == [UInt8](repeating: 0, count: 64))
    }

    @Test func `the last row needs no padding`() {
        #expect(
            Self.image(
                Data(count: 12 + 8), width: 2, height: 2, bytesPerRow: 12,
                CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)) != nil)
    }

    @Test(arguments: [
        CGBitmapInfo(rawValue: CGImageAlphaInfo.alphaOnly.rawValue),
        CGBitmapInfo(rawValue: CGBitmapInfo.floatComponents.rawValue | CGImageAlphaInfo.last.rawValue),
        CGBitmapInfo(rawValue: CGBitmapInfo.byteOrder16Little.rawValue | CGImageAlphaInfo.last.rawValue),
        CGBitmapInfo(rawValue: 0x1F), CGBitmapInfo(rawValue: 0x7000 | CGImageAlphaInfo.last.rawValue),
    ])
    func `an unsupported layout returns nil`(info: CGBitmapInfo) {
        #expect(Self.image(Data(count: 64), width: 2, height: 2, bytesPerRow: 8, info) == nil)
    }

    @Test func `pixels of a wide-gamut colour space are rejected`() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        #expect(space.isWideGamutRGB)
        let provider = try #require(CGDataProvider(data: Data(count: 4) as CFData))
        #expect(
            CGImage(
                width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider,
                decode: nil, shouldInterpolate: false, intent: .defaultIntent) == nil)
        #expect(CGColorSpace(name: "no such colour space") == nil)
    }

    @Test func `sixteen bits per component and a decode array return nil`() throws {
        let provider = try #require(CGDataProvider(data: Data(count: 64) as CFData))
        let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue)
        let space = CGColorSpaceCreateDeviceRGB()
        #expect(
            CGImage(
                width: 1, height: 1, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: 8, space: space,
                bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
                == nil)
        #expect(
            CGImage(
                width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
                bitmapInfo: info, provider: provider, decode: [1, 0, 1, 0, 1, 0], shouldInterpolate: false,
                intent: .defaultIntent) == nil)
    }

    private static func image(_ data: Data, _ alpha: CGImageAlphaInfo) -> CGImage? {
        image(data, width: 1, height: 1, bytesPerRow: 4, CGBitmapInfo(rawValue: alpha.rawValue))
    }

    private static func image(
        _ data: Data, width: Int, height: Int, bitsPerPixel: Int = 32, bytesPerRow: Int, isGrey: Bool = false,
        _ info: CGBitmapInfo
    ) -> CGImage? {
        CGDataProvider(data: data as CFData).flatMap { provider in
            CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bitsPerPixel,
                bytesPerRow: bytesPerRow,
                space: isGrey ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(), bitmapInfo: info,
                provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
    }
}
