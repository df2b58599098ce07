import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

/// Images that the worker decodes from files and from bytes.
@Suite struct UIImageFileTests {
    private static let size = PixelSize(width: 240, height: 160)

    @Test func `a PNG decodes to the same pixels`() throws {
        let bitmap = SampleBitmap.gradient(width: 37, height: 23)
        let data = try #require(UIImage(cgImage: CGImage(bitmap)).pngData())
        let image = try #require(UIImage(data: data))
        #expect(image.size == CGSize(width: 37, height: 23))
        #expect(image.cgImage?.alphaInfo == .noneSkipLast)
        #expect(image.cgImage?.pixelBytes == CGImage(bitmap).pixelBytes)
    }

    @Test func `a PNG preserves transparency`() throws {
        let bitmap = SampleBitmap.plain(width: 5, height: 4, red: 255, blue: 255, alpha: 51)
        let data = try #require(UIImage(cgImage: CGImage(bitmap)).pngData())
        let image = try #require(UIImage(data: data))
        #expect(image.cgImage?.alphaInfo == .premultipliedLast)
        let colour = try #require(image.cgImage).bitmap.colour(x: 2, y: 2)
        #expect(colour == (51, 0, 51, 51))
    }

    @Test func `a JPEG decodes to nearly the same pixels`() throws {
        let bitmap = SampleBitmap.gradient(width: 160, height: 120)
        let data = try #require(UIImage(cgImage: CGImage(bitmap)).jpegData(compressionQuality: 0.95))
        #expect(data.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
        let picture = try #require(UIImage(data: data)?.cgImage).bitmap
        #expect(picture.meanDifference(from: bitmap) < 4)
    }

    @Test func `a lower quality takes fewer bytes, and any number is accepted`() throws {
        let image = UIImage(cgImage: CGImage(SampleBitmap.gradient(width: 160, height: 120)))
        let sizes = try [0, 0.5, 1].map { try #require(image.jpegData(compressionQuality: $0)).count }
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
        #expect(image.jpegData(compressionQuality: -3)?.count == sizes[0])
        #expect(image.jpegData(compressionQuality: 7)?.count == sizes[2])
        #expect(image.jpegData(compressionQuality: .nan) != nil)
    }

    @Test func `transparent pixels are white in a JPEG`() throws {
        let bitmap = SampleBitmap.plain(width: 16, height: 16, red: 255, alpha: 51)
        let data = try #require(UIImage(cgImage: CGImage(bitmap)).jpegData(compressionQuality: 1))
        let colour = try JPEGCodec.decode(data).colour(x: 8, y: 8)
        #expect(colour.red >= 252 && (200...208).contains(colour.green) && (200...208).contains(colour.blue))
    }

    /// §4.4: EXIF orientations.
    @Test(arguments: [
        UIImage.Orientation.up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ])
    func `a file's orientation rotates the image but not its stored pixels`(orientation: UIImage.Orientation) throws {
        let upright = SampleBitmap.gradient(width: Self.size.width, height: Self.size.height)
        let image = try #require(UIImage(data: Self.turned(upright, orientation)))
        #expect(image.imageOrientation == orientation)
        #expect(image.size == CGSize(width: 240, height: 160))
        let stored = try #require(image.cgImage)
        let isOnItsSide = [.left, .leftMirrored, .right, .rightMirrored].contains(orientation)
        #expect(stored.width == (isOnItsSide ? 160 : 240) && stored.height == (isOnItsSide ? 240 : 160))

        for data in [image.jpegData(compressionQuality: 1), image.pngData()] {
            let written = try #require(data)
            let again = try #require(UIImage(data: written))
            #expect(again.imageOrientation == .up)
            #expect(try #require(again.cgImage).bitmap.meanDifference(from: upright) < 5)
        }
    }

    @Test func `an image's scale comes from its filename`() throws {
        let folder = try TemporaryFolder()
        let data = try SampleMedia.photograph(width: 60, height: 40)
        let plain = try folder.write(data, to: "one.jpg")
        let double = try folder.write(data, to: "one@2x.jpg")
        let image = try #require(UIImage(contentsOfFile: plain.path))
        #expect(image.size == CGSize(width: 60, height: 40) && image.scale == 1)
        #expect(UIImage(contentsOfFile: double.path)?.size == CGSize(width: 30, height: 20))
        #expect(UIImage(data: data, scale: 4)?.size == CGSize(width: 15, height: 10))

        try FileManager.default.removeItem(at: plain)
        #expect(image.cgImage?.width == 60)
    }

    @Test func `a file without an image returns nil`() throws {
        let folder = try TemporaryFolder()
        #expect(UIImage(contentsOfFile: folder.file("missing.jpg").path) == nil)
        #expect(UIImage(contentsOfFile: folder.path) == nil)
        #expect(UIImage(contentsOfFile: "") == nil)
        #expect(UIImage(contentsOfFile: "/dev/zero") == nil)
        let pipe = folder.file("pipe.jpg").path
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(UIImage(contentsOfFile: pipe) == nil)
        try folder.write(Data(), to: "empty.jpg")
        #expect(UIImage(contentsOfFile: folder.file("empty.jpg").path) == nil)

        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("a letter and no picture".utf8)) == nil)
        #expect(UIImage(data: Data(repeating: 0xFF, count: 100_000)) == nil)
        #expect(UIImage(data: SampleMedia.movie()) == nil)
        #expect(UIImage(data: SampleMedia.jpeg().prefix(20)) == nil)
    }

    @Test func `an image whose header declares too many pixels returns nil`() {
        var png = Array(SampleMedia.png(width: 1, height: 1))
        png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        png.replaceSubrange(29..<33, with: SampleMedia.bigEndian32(Int(Checksum.crc32(Array(png[12..<29])))))
        #expect(UIImage(data: Data(png)) == nil)
    }

    @Test func `a slice of data decodes from its start index`() throws {
        let picture = SampleMedia.png(width: 7, height: 5)
        let letter = Data(repeating: 1, count: 100) + picture + Data(repeating: 2, count: 100)
        #expect(UIImage(data: letter[100..<100 + picture.count])?.size == CGSize(width: 7, height: 5))
    }

    @Test func `an animated image shows its first frame`() throws {
        let image = try #require(UIImage(data: SampleMedia.gif(width: 16, height: 12, frames: 3)))
        #expect(image.size == CGSize(width: 16, height: 12))
        let colour = try #require(image.cgImage).bitmap.colour(x: 3, y: 3)
        #expect(colour == (0, 255, 0, 255))
    }

    @Test func `many threads can use one image`() throws {
        let bitmap = SampleBitmap.gradient(width: 160, height: 120)
        let image = try #require(UIImage(data: PNGCodec.encode(bitmap)))
        let expected = CGImage(bitmap).pixelBytes
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            #expect(image.size == CGSize(width: 160, height: 120))
            #expect(image.cgImage?.pixelBytes == expected)
            #expect(image.cgImage === image.cgImage)
            if index % 4 == 0 { #expect(image.preparingThumbnail(of: CGSize(width: 16, height: 12)) != nil) }
            if index % 4 == 1 { #expect(image.jpegData(compressionQuality: 0.5) != nil) }
        }
    }

    @Test func `many threads can decode at the same time`() throws {
        let pictures = try (1...8).map { try PNGCodec.encode(SampleBitmap.gradient(width: 20 * $0, height: 20)) }
        DispatchQueue.concurrentPerform(iterations: 32) { index in
            let image = UIImage(data: pictures[index % 8])
            #expect(image?.cgImage?.width == 20 * (index % 8 + 1))
        }
    }

    /// Returns a JPEG with rotated pixels and the EXIF orientation that makes them upright.
    private static func turned(_ upright: Bitmap, _ orientation: UIImage.Orientation) throws -> Data {
        let (number, inverse): (UInt16, Int) =
            switch orientation {
            case .up: (1, 1)
            case .upMirrored: (2, 2)
            case .down: (3, 3)
            case .downMirrored: (4, 4)
            case .leftMirrored: (5, 5)
            case .right: (6, 8)
            case .rightMirrored: (7, 7)
            case .left: (8, 6)
            }
        let stored = try JPEGCodec.encode(upright.upright(from: inverse), quality: 95)
        var exif = SampleMedia.Exif()
        exif.orientation = number
        let block = Data("Exif\0\0".utf8) + Data(ExifBlock.bytes(exif))
        let segment = Data([0xFF, 0xE1] + SampleMedia.bigEndian16(block.count + 2)) + block
        return stored.prefix(2) + segment + stored.dropFirst(2)
    }
}

extension Bitmap {
    /// Returns the mean difference of the colours, from 0 to 255, or a larger number if the sizes differ.
    func meanDifference(from other: Bitmap) -> Double {
        guard size == other.size else { return .infinity }
        var sum = 0
        for y in 0..<height {
            for x in 0..<width {
                let (one, two) = (colour(x: x, y: y), other.colour(x: x, y: y))
                sum += abs(Int(one.red) - Int(two.red)) + abs(Int(one.green) - Int(two.green))
                sum += abs(Int(one.blue) - Int(two.blue))
            }
        }
        return Double(sum) / Double(3 * width * height)
    }
}
