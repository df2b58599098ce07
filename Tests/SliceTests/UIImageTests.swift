import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import UIKitCore

@Suite struct UIImageTests {
    @Test func `an image created from pixels has a scale of 1`() {
        let pixels = CGImage(SampleBitmap.gradient(width: 30, height: 20))
        let image = UIImage(cgImage: pixels)
        #expect(image.cgImage === pixels)
        #expect(image.size == CGSize(width: 30, height: 20))
        #expect(image.scale == 1 && image.imageOrientation == .up)
    }

    @Test(arguments: [
        (UIImage.Orientation.up, CGSize(width: 15, height: 10)), (.upMirrored, CGSize(width: 15, height: 10)),
        (.down, CGSize(width: 15, height: 10)), (.downMirrored, CGSize(width: 15, height: 10)),
        (.left, CGSize(width: 10, height: 15)), (.leftMirrored, CGSize(width: 10, height: 15)),
        (.right, CGSize(width: 10, height: 15)), (.rightMirrored, CGSize(width: 10, height: 15)),
    ])
    func `the size is that of the upright image in points`(orientation: UIImage.Orientation, size: CGSize) {
        let pixels = CGImage(SampleBitmap.gradient(width: 30, height: 20))
        let image = UIImage(cgImage: pixels, scale: 2, orientation: orientation)
        #expect(image.size == size)
        #expect(image.scale == 2 && image.imageOrientation == orientation)
        #expect(image.cgImage?.width == 30)
    }

    @Test(arguments: [0, -1, CGFloat.nan, .infinity])
    func `an invalid scale means 1`(scale: CGFloat) {
        let pixels = CGImage(SampleBitmap.gradient(width: 3, height: 2))
        let image = UIImage(cgImage: pixels, scale: scale, orientation: .up)
        #expect(image.scale == 1 && image.size == CGSize(width: 3, height: 2))
    }

    @Test func `an empty image has no pixels and no files`() {
        let image = UIImage()
        #expect(image.cgImage == nil)
        #expect(image.size == .zero && image.scale == 1)
        #expect(image.jpegData(compressionQuality: 1) == nil)
        #expect(image.pngData() == nil)
        #expect(image.preparingForDisplay() == nil)
        #expect(image.preparingThumbnail(of: CGSize(width: 10, height: 10)) == nil)
    }

    @Test func `images with the same pixels are equal`() {
        let bitmap = SampleBitmap.gradient(width: 6, height: 5)
        let image = UIImage(cgImage: CGImage(bitmap))
        let same = UIImage(cgImage: CGImage(SampleBitmap.gradient(width: 6, height: 5)))
        #expect(image.isEqual(same) && image == same && image.hash == same.hash)
        #expect(Set([image, same]).count == 1)
        #expect(image != UIImage(cgImage: CGImage(SampleBitmap.plain(width: 6, height: 5))))
        #expect(image != UIImage(cgImage: CGImage(bitmap), scale: 2, orientation: .up))
        #expect(image != UIImage(cgImage: CGImage(bitmap), scale: 1, orientation: .down))
        #expect(UIImage() == UIImage() && image != UIImage())
        #expect(!image.isEqual("image") && !image.isEqual(nil))
    }

    @Test func `the description contains the size in points`() {
        let image = UIImage(
            cgImage: CGImage(SampleBitmap.gradient(width: 31, height: 20)), scale: 2, orientation: .right)
        #expect(image.description.hasPrefix("<UIImage:0x"))
        #expect(image.description.hasSuffix(" anonymous {10, 15.5}>"))
    }

    @Test func `orientations have Apple's raw values`() {
        let all: [UIImage.Orientation] = [
            .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
        ]
        #expect(all.map(\.rawValue) == Array(0...7))
    }

    @Test func `a subclass inherits the initializers and can override the size`() throws {
        final class Badge: UIImage, @unchecked Sendable {
            override var size: CGSize { CGSize(width: 1, height: 1) }
        }
        let badge = Badge(cgImage: CGImage(SampleBitmap.gradient(width: 6, height: 5)))
        #expect(badge.size == CGSize(width: 1, height: 1))
        #expect(badge.description.hasPrefix("<Badge:0x"))
        #expect(Badge(data: Data()) == nil)
    }
}

@Suite struct UIScreenTests {
    @Test func `the size of the screen in pixels is its size in points times its scale`() {
        let screen = UIScreen.main
        #expect(screen === UIScreen.main)
        #expect(screen.scale >= 1 && screen.nativeScale == screen.scale)
        #expect(screen.bounds.origin == .zero && screen.bounds.width > 0 && screen.bounds.height > 0)
        #expect(screen.nativeBounds.width == screen.bounds.width * screen.scale)
        #expect(screen.nativeBounds.height == screen.bounds.height * screen.scale)
    }

    @Test func `the environment can describe another screen`() {
        let screen = UIScreen(described: "1280x800@1.5")
        #expect(screen.bounds == CGRect(x: 0, y: 0, width: 1280, height: 800) && screen.scale == 1.5)
        #expect(screen.nativeBounds.size == CGSize(width: 1920, height: 1200))
    }

    @Test(arguments: [nil, "", "1280x800", "0x800@1", "1280x800@0.5", "-1x5@2", "999999x1@1", "axb@c", " 1x1@1"])
    func `an invalid description of a screen has no effect`(description: String?) {
        let screen = UIScreen(described: description)
        #expect(screen.bounds.size == CGSize(width: 375, height: 667) && screen.scale == 2)
    }
}
