import AlbumenTestSupport
import Foundation
import Testing

@testable import Pixels

/// Images with half floats.
@Suite struct HDRBitmapTests {
    /// Light that rises to the right in red and downwards in green.
    private static func ramp(width: Int, height: Int) -> HDRBitmap {
        HDRBitmap(width: width, height: height, hasAlpha: false, headroom: 4) { bytes in
            let pixels = bytes.bindMemory(to: UInt16.self)
            for index in 0..<width * height {
                let light = SIMD4(Float(index % width), Float(index / width), -0.25, 1)
                HalfFloat.write(light, to: pixels.baseAddress! + index * 4)
            }
        }
    }

    @Test func `half floats are those of the standard library`() {
        for bits in stride(from: UInt32(0), through: .max, by: 65_521) {
            let value = Float(bitPattern: bits)
            guard value.isFinite, abs(value) <= Float(Float16.greatestFiniteMagnitude) else { continue }
            let bits = HalfFloat.bits(SIMD4(repeating: value))
            #expect(bits == SIMD4(repeating: Float16(value).bitPattern), "\(value)")
        }
        for bits in UInt16.min...UInt16.max where bits & 0x7C00 != 0x7C00 {
            #expect(HalfFloat.value(bits) == Float(Float16(bitPattern: bits)))
            #expect(HalfFloat.bits(SIMD4(repeating: HalfFloat.value(bits))) == SIMD4(repeating: bits))
        }
        let special = HalfFloat.bits(SIMD4(.infinity, -1e9, .nan, -0.0) as SIMD4<Float>)
        #expect(special == SIMD4(0x7BFF, 0xFBFF, 0, 0x8000))
    }

    @Test("a reduction is the mean of its pixels", arguments: [(12, 8), (5, 3), (24, 16), (1, 1)])
    func reduced(_ width: Int, _ height: Int) {
        let scaled = Self.ramp(width: 24, height: 16).scaled(to: PixelSize(width: width, height: height))
        for (x, y) in [(0, 0), (width - 1, 0), (width / 2, height / 2), (width - 1, height - 1)] {
            let pixel = scaled.pixel(x, y)
            #expect(abs(pixel.x - ((Float(x) + 0.5) * 24 / Float(width) - 0.5)) < 0.03)
            #expect(abs(pixel.y - ((Float(y) + 0.5) * 16 / Float(height) - 0.5)) < 0.03)
            #expect(pixel.z == -0.25 && pixel.w == 1)
        }
        #expect(scaled.headroom == 4)
    }

    @Test func `an enlargement interpolates, and keeps the edges`() {
        let scaled = Self.ramp(width: 4, height: 3).scaled(to: PixelSize(width: 16, height: 12))
        #expect(scaled.pixel(0, 0).x == 0)
        #expect(scaled.pixel(15, 11) == SIMD4(3, 2, -0.25, 1))
        #expect(abs(scaled.pixel(8, 0).x - 1.625) < 0.002)
    }

    @Test func `parts, rotations and scaled images keep the rendition`() throws {
        let size = PixelSize(width: 24, height: 16)
        let picture = Bitmap(width: 24, height: 16, hasAlpha: false) { _ in }
            .with(hdr: Self.ramp(width: 24, height: 16))
        let part = try #require(picture.cropped(to: PixelRectangle(x: 3, y: 2, width: 5, height: 4)).hdr)
        #expect(part.size == PixelSize(width: 5, height: 4))
        #expect(part.pixel(0, 0) == SIMD4(3, 2, -0.25, 1))
        #expect(part.pixel(4, 3) == SIMD4(7, 5, -0.25, 1))
        for orientation in 1...8 {
            let upright = picture.upright(from: orientation)
            let hdr = try #require(upright.hdr)
            #expect(hdr.size == upright.size)
            #expect(hdr.size == PictureTurn(orientation: orientation).turned(size))
        }
        #expect(picture.upright(from: 6).hdr?.pixel(0, 0) == SIMD4(0, 15, -0.25, 1))
        #expect(picture.scaled(to: PixelSize(width: 12, height: 8)).hdr?.size == PixelSize(width: 12, height: 8))
        #expect(picture.byteCountInMemory == 24 * 16 * 12)
        #expect(picture.with(hdr: nil).hdr == nil)
        #expect(picture.copied().hdr == nil)
    }
}
