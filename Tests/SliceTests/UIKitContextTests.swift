import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

/// UIKit's contexts.
@Suite struct UIKitContextTests {
    @Test func `UIKit's context has its origin at the upper left, in points`() throws {
        #expect(UIGraphicsGetCurrentContext() == nil)
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 4, height: 3), false, 2)
        let context = try #require(UIGraphicsGetCurrentContext())
        #expect(context.width == 8 && context.height == 6)
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext()?.cgImage)
        UIGraphicsEndImageContext()
        #expect(image.bitmap.colour(x: 1, y: 1) == (255, 0, 0, 255) && image.bitmap.colour(x: 2, y: 2).alpha == 0)
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test func `the current context draws images upside down unless it's flipped`() throws {
        let bitmap = SampleBitmap.gradient(width: 20, height: 10)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 10), format: format)
        let flipped = renderer.image { context in
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            context.cgContext.draw(CGImage(bitmap), in: CGRect(x: 0, y: 0, width: 20, height: 10))
        }
        #expect(try #require(flipped.cgImage).bitmap.meanDifference(from: bitmap.upright(from: 4)) == 0)
        let upright = renderer.image { context in
            context.cgContext.translateBy(x: 0, y: 10)
            context.cgContext.scaleBy(x: 1, y: -1)
            context.cgContext.draw(CGImage(bitmap), in: CGRect(x: 0, y: 0, width: 20, height: 10))
        }
        #expect(try #require(upright.cgImage).bitmap.meanDifference(from: bitmap) == 0)
    }

    @Test func `an image follows the context's transformation and clip`() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10), format: format).image { context in
            context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 10))
            context.cgContext.translateBy(x: 4, y: 2)
            UIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, red: 255))).draw(at: .zero)
            context.cgContext.setFillColor(CGColor(gray: 1, alpha: 1))
            context.fill(CGRect(x: -4, y: -2, width: 1, height: 1), blendMode: .normal)
        }
        let bitmap = try #require(image.cgImage).bitmap
        #expect(bitmap.colour(x: 4, y: 2) == (255, 0, 0, 255) && bitmap.colour(x: 5, y: 2).alpha == 0)
        #expect(bitmap.colour(x: 4, y: 1).alpha == 0 && bitmap.colour(x: 0, y: 0) == (255, 255, 255, 255))
    }

    @Test func `a client's own context can be the current one`() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        UIGraphicsPushContext(context)
        #expect(UIGraphicsGetCurrentContext() === context)
        UIImage(cgImage: CGImage(SampleBitmap.plain(width: 1, height: 1, red: 255))).draw(at: .zero)
        UIGraphicsPopContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(try #require(context.makeImage()).bitmap.colour(x: 0, y: 3) == (255, 0, 0, 255))
    }

    @Test func `a renderer without an area still has a context to draw on`() {
        let image = UIGraphicsImageRenderer(size: .zero).image { context in
            context.cgContext.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        #expect(image.cgImage == nil)
    }

    @Test(arguments: [(0.9, UInt8(0x11)), (1.0, 0x11), (0.89, 0x22)])
    func `from a quality of 0.9, a JPEG keeps the colour of each pixel`(quality: Double, sampling: UInt8) throws {
        let image = UIImage(cgImage: CGImage(SampleBitmap.gradient(width: 64, height: 64)))
        let bytes = try #require(image.jpegData(compressionQuality: quality))
        // The sampling factors of the first component follow its number in the frame header.
        let frame = try #require(bytes.firstRange(of: Data([0xFF, 0xC0])))
        #expect(bytes[frame.lowerBound + 11] == sampling)
    }
}
