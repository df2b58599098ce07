import AlbumenGraphics
import AlbumenTestSupport
import CoreImage
import Foundation
import Pixels
import Testing
import UIKit

/// Sources from files, and rendered files.
@Suite struct FileTests {
    private let context = CIContext()
    private let folder: TemporaryFolder
    private let standard: CGColorSpace
    private let wide: CGColorSpace

    init() throws {
        folder = try TemporaryFolder()
        standard = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        wide = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    }

    private var gradient: Bitmap { SampleBitmap.gradient(width: 96, height: 64) }

    private func jpeg(quality: Int = 95) throws -> Data { try JPEGCodec.encode(gradient, quality: quality) }

    private func quality(_ value: Double) -> [CIImageRepresentationOption: Any] {
        [CIImageRepresentationOption(rawValue: kCGImageDestinationLossyCompressionQuality): value]
    }

    @Test func `a JPEG streams through a graph into a JPEG`() throws {
        let original = try jpeg()
        let image = try #require(CIImage(data: original))
        #expect(image.extent == CGRect(x: 0, y: 0, width: 96, height: 64))
        let part = image.cropped(to: CGRect(x: 16, y: 8, width: 48, height: 40))
        let data = try #require(context.jpegRepresentation(of: part, colorSpace: standard))
        let expected = try JPEGCodec.decode(original).cropped(to: PixelRectangle(x: 16, y: 16, width: 48, height: 40))
        #expect(try JPEGCodec.decode(data).meanDifference(from: expected) < 4)
        // The same request gives the same bytes.
        #expect(context.jpegRepresentation(of: part, colorSpace: standard) == data)
    }

    @Test func `a crop of a JPEG keeps its samples, wherever it is moved`() throws {
        let original = try jpeg()
        let image = try #require(CIImage(data: original)).transformed(
            by: CGAffineTransform(translationX: -30, y: 1000))
        let part = image.cropped(to: CGRect(x: -25, y: 1010, width: 33, height: 21))
        #expect(part.extent == CGRect(x: -25, y: 1010, width: 33, height: 21))
        let data = try #require(context.jpegRepresentation(of: part, colorSpace: standard, options: quality(1)))
        let expected = try JPEGCodec.decode(original).cropped(to: PixelRectangle(x: 5, y: 33, width: 33, height: 21))
        #expect(try JPEGCodec.decode(data).meanDifference(from: expected) < 0.5)
    }

    @Test func `from quality 0.9, a JPEG keeps the full resolution of colours`() throws {
        let image = CIImage(cgImage: CGImage(gradient))
        for (value, factors) in [(0.89, 0x22), (0.9, 0x11), (1.0, 0x11)] {
            let data = try #require(
                context.jpegRepresentation(of: image, colorSpace: standard, options: quality(value)))
            let frame = try #require(data.firstRange(of: Data([0xFF, 0xC0])))
            #expect(Int(data[frame.lowerBound + 11]) == factors, "\(value)")
        }
        let sizes = try [0.1, 0.5, 0.9].map {
            try #require(context.jpegRepresentation(of: image, colorSpace: standard, options: quality($0))).count
        }
        #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    }

    @Test func `files contain their colour space's profile`() throws {
        let image = CIImage(cgImage: CGImage(gradient))
        for (space, name) in [(standard, "sRGB"), (wide, "Display P3")] {
            let files = [
                try #require(context.jpegRepresentation(of: image, colorSpace: space)),
                try #require(context.tiffRepresentation(of: image, format: .RGBA8, colorSpace: space)),
            ]
            for file in files { #expect(file.range(of: Data("acsp".utf8)) != nil, "\(name)") }
            // The profile makes the colours come back.
            for file in files + [try #require(context.pngRepresentation(of: image, format: .RGBA8, colorSpace: space))]
            {
                let picture = try #require(UIImage(data: file)?.cgImage).bitmap
                #expect(picture.meanDifference(from: gradient) < 3, "\(name)")
            }
        }
        let grey = try #require(CGColorSpace(name: CGColorSpace.linearGray))
        #expect(context.jpegRepresentation(of: image, colorSpace: grey) == nil)
    }

    @Test func `Display P3 survives from file to file`() throws {
        // Display P3's red in sRGB's encoding.
        let red = CIImage(color: CIColor(red: 1.093, green: -0.2267, blue: -0.1501))
            .cropped(to: CGRect(x: 0, y: 0, width: 32, height: 32))
        var data = try #require(context.jpegRepresentation(of: red, colorSpace: wide, options: quality(1)))
        for _ in 0..<2 {
            // The codec ignores the profile.
            let colour = try JPEGCodec.decode(data).colour(x: 16, y: 16)
            #expect(colour.red >= 252 && colour.green <= 6 && colour.blue <= 6)
            let image = try #require(CIImage(data: data))
            data = try #require(context.jpegRepresentation(of: image, colorSpace: wide, options: quality(1)))
        }
        let narrow = try #require(CIImage(data: data).flatMap { context.createCGImage($0, from: $0.extent) })
        #expect(narrow.bitmap.colour(x: 16, y: 16).red == 255)
    }

    @Test func `a PNG and a TIFF keep transparency, and sixteen bits`() throws {
        let image = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.2))
            .cropped(to: CGRect(x: 0, y: 0, width: 6, height: 5))
        for format in [CIFormat.RGBA8, .RGBA16] {
            let png = try #require(context.pngRepresentation(of: image, format: format, colorSpace: standard))
            #expect(png[24] == (format == .RGBA16 ? 16 : 8))
            let tiff = try #require(context.tiffRepresentation(of: image, format: format, colorSpace: standard))
            for file in [png, tiff] {
                let colour = try #require(UIImage(data: file)?.cgImage).bitmap.colour(x: 2, y: 2)
                #expect(colour == (51, 0, 0, 51))
            }
        }
        let opaque = try #require(context.jpegRepresentation(of: image, colorSpace: standard))
        let colour = try JPEGCodec.decode(opaque).colour(x: 3, y: 3)
        #expect(colour.red >= 253 && colour.green > 200)
    }

    @Test func `HEIC is encoded in a process of its own`() throws {
        let image = CIImage(cgImage: CGImage(gradient))
        let data = try #require(
            context.heifRepresentation(of: image, format: .RGBA8, colorSpace: wide, options: quality(0.95)))
        #expect(data[4..<12] == Data("ftypheic".utf8))
        #expect(try #require(UIImage(data: data)?.cgImage).bitmap.meanDifference(from: gradient) < 6)
        // As a source it has the same colours, with and without the conversion to sRGB by its decoder.
        let source = try #require(CIImage(data: data))
        let again = try #require(context.createCGImage(source, from: source.extent))
        #expect(again.bitmap.meanDifference(from: try #require(UIImage(data: data)?.cgImage).bitmap) < 1)
        let deep = try context.heif10Representation(of: image, colorSpace: standard)
        #expect(try #require(UIImage(data: deep)?.cgImage).bitmap.meanDifference(from: gradient) < 6)
    }

    @Test func `files are written, and errors say why not`() throws {
        let image = CIImage(cgImage: CGImage(gradient))
        let url = folder.url.appendingPathComponent("result.jpg")
        try context.writeJPEGRepresentation(of: image, to: url, colorSpace: standard)
        #expect(CIImage(contentsOf: url)?.extent == image.extent)
        let endless = CIImage(color: .red)
        #expect(throws: (any Error).self) {
            try context.writeJPEGRepresentation(of: endless, to: url, colorSpace: standard)
        }
        #expect(context.jpegRepresentation(of: endless, colorSpace: standard) == nil)
        #expect(CIImage(contentsOf: url)?.extent == image.extent)
    }

    @Test func `a file keeps its stored orientation unless an option applies it`() throws {
        var exif = SampleMedia.Exif()
        exif.orientation = 6
        let data = SampleMedia.jpeg(width: 64, height: 48, exif: exif)
        #expect(CIImage(data: data)?.extent.size == CGSize(width: 64, height: 48))
        let upright = try #require(CIImage(data: data, options: [.applyOrientationProperty: true]))
        #expect(upright.extent.size == CGSize(width: 48, height: 64))
        let picture = try #require(context.createCGImage(upright, from: upright.extent))
        #expect(picture.width == 48 && picture.height == 64)
    }

    @Test func `bytes without an image give no image`() {
        #expect(CIImage(data: Data()) == nil)
        #expect(CIImage(data: Data("no image".utf8)) == nil)
        #expect(CIImage(contentsOf: folder.url.appendingPathComponent("none.jpg")) == nil)
        #expect(CIImage(contentsOf: URL(string: "https://example.org/a.jpg")!) == nil)
        #expect(CIImage(image: UIImage()) == nil)
    }

    @Test func `a PNG is a source, too, several times in one graph`() throws {
        let png = try PNGCodec.encode(gradient)
        let image = try #require(CIImage(data: png))
        let mirrored = image.oriented(.upMirrored).cropped(to: CGRect(x: 0, y: 0, width: 48, height: 64))
        let picture = try #require(context.createCGImage(mirrored.composited(over: image), from: image.extent)).bitmap
        for x in [3, 40] {
            let (colour, expected) = (picture.colour(x: x, y: 9), gradient.colour(x: 95 - x, y: 9))
            #expect(abs(Int(colour.red) - Int(expected.red)) <= 1)
        }
        #expect(abs(Int(picture.colour(x: 90, y: 9).red) - Int(gradient.colour(x: 90, y: 9).red)) <= 1)
    }
}
