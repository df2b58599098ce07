import AlbumenGraphics
import AlbumenTestSupport
import CoreImage
import Foundation
import ImageIO
import Pixels
import Testing
import UIKit

/// The properties of a file, on their way through filters into another file.
@Suite struct PropertyCarryingTests {
    private let context = CIContext()
    private let standard: CGColorSpace

    init() throws {
        standard = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    }

    /// A JPEG of 96 × 64 stored pixels with date, camera, place and orientation.
    private func photograph(orientation: Int = 6) throws -> Data {
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
        let properties: [String: Any] = [
            kCGImagePropertyOrientation: orientation,
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifDateTimeOriginal: "2024:05:07 09:12:44", "PixelXDimension": 1, "PixelYDimension": 1,
            ] as [String: Any],
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Maker"],
            kCGImagePropertyGPSDictionary: ["Latitude": 48.125, "LatitudeRef": "N"] as [String: Any],
        ]
        CGImageDestinationAddImage(
            destination, CGImage(SampleBitmap.gradient(width: 96, height: 64)), properties as CFDictionary)
        try #require(CGImageDestinationFinalize(destination))
        return Data(bytes: data.bytes, count: data.length)
    }

    private func properties(_ data: Data?) throws -> [String: Any] {
        let file = try #require(data)
        let source = try #require(CGImageSourceCreateWithData(file as CFData, nil))
        return try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
    }

    /// Checks that a file has the photograph's date, camera and place, and its own size.
    private func check(_ data: Data?, orientation: Int?, width: Int, height: Int, _ comment: Comment? = nil) throws {
        let found = try properties(data)
        let exif = found["{Exif}"] as? [String: Any]
        #expect(exif?["DateTimeOriginal"] as? String == "2024:05:07 09:12:44", comment)
        #expect((found["{TIFF}"] as? [String: Any])?["Make"] as? String == "Maker", comment)
        #expect((found["{GPS}"] as? [String: Any])?["Latitude"] as? Double == 48.125, comment)
        #expect(found["PixelWidth"] as? Int == width && found["PixelHeight"] as? Int == height, comment)
        #expect(exif?["PixelXDimension"] as? Int == width && exif?["PixelYDimension"] as? Int == height, comment)
        let found1 = found[kCGImagePropertyOrientation] as? Int
        #expect(found1 == orientation || (orientation == 1 && found1 == nil), comment)
    }

    @Test func `a filtered and cropped photograph keeps date, camera, place and orientation`() throws {
        let image = try #require(CIImage(data: photograph()))
        let filtered = image.applyingFilter("CIPhotoEffectMono").cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
        try check(
            context.jpegRepresentation(of: filtered, colorSpace: standard), orientation: 6, width: 40, height: 30)
        try check(
            context.pngRepresentation(of: filtered, format: .RGBA8, colorSpace: standard), orientation: 6, width: 40,
            height: 30)
        try check(
            context.tiffRepresentation(of: filtered, format: .RGBA8, colorSpace: standard), orientation: 6, width: 40,
            height: 30)
        #expect(filtered.properties[kCGImagePropertyOrientation] as? Int == 6)
        let overlay = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 5, height: 5)).composited(over: image)
        try check(context.jpegRepresentation(of: overlay, colorSpace: standard), orientation: 6, width: 96, height: 64)
    }

    @Test func `an image that was made upright has no other orientation`() throws {
        let data = try photograph()
        let applied = try #require(CIImage(data: data, options: [.applyOrientationProperty: true]))
        let stored = try #require(CIImage(data: data))
        let turned = stored.transformed(by: stored.orientationTransform(forExifOrientation: 6))
        for (image, name) in [(applied, "applied"), (stored.oriented(.right), "oriented"), (turned, "transformed")] {
            #expect(image.properties[kCGImagePropertyOrientation] as? Int == 1, "\(name)")
            try check(
                context.jpegRepresentation(of: image, colorSpace: standard), orientation: 1, width: 64, height: 96,
                "\(name)")
        }
        // Neither a move nor a small turn makes it upright.
        let moved = stored.transformed(by: CGAffineTransform(translationX: 3, y: 4))
        #expect(moved.properties[kCGImagePropertyOrientation] as? Int == 6)
        #expect(stored.transformed(by: CGAffineTransform(rotationAngle: 0.1)).properties["Orientation"] as? Int == 6)
    }

    @Test func `HEIC files are upright, and JPEGs of HEIC files keep the properties`() throws {
        let image = try #require(CIImage(data: photograph()))
        let heic = try #require(context.heifRepresentation(of: image, format: .RGBA8, colorSpace: standard))
        try check(heic, orientation: 1, width: 64, height: 96)
        let again = try #require(CIImage(data: heic))
        try check(context.jpegRepresentation(of: again, colorSpace: standard), orientation: 1, width: 64, height: 96)
    }

    @Test func `an option leaves all properties out, but not the orientation`() throws {
        let image = try #require(CIImage(data: photograph()))
        let data = try #require(
            context.jpegRepresentation(of: image, colorSpace: standard, options: [.omitsProperties: true]))
        let found = try properties(data)
        #expect(found["{GPS}"] == nil && (found["{TIFF}"] as? [String: Any])?["Make"] == nil)
        #expect(found[kCGImagePropertyOrientation] as? Int == 6)
        #expect(data.firstRange(of: Data("2024:05:07".utf8)) == nil && data.firstRange(of: Data("Maker".utf8)) == nil)
    }

    @Test(arguments: [10, 100_000])
    func `a censored picture has no copies of the original in its XMP`(length: Int) throws {
        let secret = String(repeating: "U0VDUkVU", count: length / 8 + 1)
        let packet = SampleMedia.xmpPacket(
            [("xmlns:GImage", "http://ns.google.com/photos/1.0/image/"), ("GImage:Data", secret)],
            elements: "<xmp:Thumbnails><rdf:Alt><rdf:li>\(secret)</rdf:li></rdf:Alt></xmp:Thumbnails>"
                + "<photoshop:City>Lisbon</photoshop:City>")
        // A PNG contains a packet of any length, and the JPEG that is made of it continues the packet in further segments.
        let image = try #require(CIImage(data: SampleMedia.png(texts: [("XML:com.adobe.xmp", packet)])))
        let censored = CIImage(color: .black).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2)).composited(
            over: image)
        let files = [
            context.jpegRepresentation(of: censored, colorSpace: standard),
            context.pngRepresentation(of: censored, format: .RGBA8, colorSpace: standard),
            context.tiffRepresentation(of: censored, format: .RGBA8, colorSpace: standard),
        ]
        for file in files {
            let file = try #require(file)
            #expect(file.firstRange(of: Data("U0VDUkVU".utf8)) == nil)
            #expect(file.firstRange(of: Data("Lisbon".utf8)) != nil)
        }
    }

    @Test func `a client's properties replace those of the file`() throws {
        let image = try #require(CIImage(data: photograph()))
        let changed = image.settingProperties([
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Other"], kCGImagePropertyOrientation: 3,
        ]).applyingFilter("CIPhotoEffectNoir")
        #expect(changed.properties["{GPS}"] == nil)
        let found = try properties(context.jpegRepresentation(of: changed, colorSpace: standard))
        #expect((found["{TIFF}"] as? [String: Any])?["Make"] as? String == "Other" && found["{GPS}"] == nil)
        #expect(found[kCGImagePropertyOrientation] as? Int == 3)
        // The client's own properties come back.
        let round = image.settingProperties(image.properties)
        try check(context.jpegRepresentation(of: round, colorSpace: standard), orientation: 6, width: 96, height: 64)
        let pixels = CIImage(cgImage: CGImage(SampleBitmap.gradient(width: 96, height: 64)))
        #expect(pixels.properties.isEmpty)
        try check(
            context.jpegRepresentation(of: pixels.settingProperties(image.properties), colorSpace: standard),
            orientation: 6, width: 96, height: 64)
    }
}
