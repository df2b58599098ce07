import AlbumenTestSupport
import CoreImage
import Foundation
import ImageIO
import Pixels
import Testing

/// The properties of image files.
@Suite struct PropertyTests {
    /// Small files of many cameras and programs.
    static let files = [
        "orientation-jpeg/Landscape_6.jpg", "bursts/burst-A/IMG_0101.JPG", "gps/thompson-springs.jpg",
        "formats/test.heic", "formats/exif.png", "formats/test.tiff", "heic/IMG_8062.HEIC", "metadata/digikam.jpg",
        "metadata/exiftool.jpg", "metadata/makernotes/Apple.jpg", "metadata/makernotes/Canon.jpg",
        "metadata/makernotes/IPTC.jpg", "metadata/makernotes/Nikon.jpg", "metadata/makernotes/GPS.jpg",
    ]

    /// All intact pictures of the collection, with `script/test --long`.
    static let chosen: [String] = {
        guard TestLength.isLong, let facts = try? RealMedia.facts() else { return files }
        return facts.filter { $0["media"] == "image" && $0["decodes"] == "yes" }.compactMap { $0["path"] }
            .filter { !$0.hasPrefix("corrupt/") }
            .filter {
                ["jpg", "jpeg", "heic", "heif", "hif", "png", "tif", "tiff"].contains(
                    ($0 as NSString).pathExtension.lowercased())
            }
    }()

    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        .enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)))
    func `properties agree with exiftool's values (§10.18)`() throws {
        let urls = Self.chosen.map { RealMedia.folder.appending(path: $0) }
        let expected = try ExifToolProperties.read(urls)
        try #require(expected.count == urls.count)
        for (url, values) in zip(urls, expected) {
            let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
            let properties = try #require(
                CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any], "\(url.path)")
            for tag in ExifToolProperties.tags {
                let own = (properties[tag.dictionary] as? [String: Any])?[tag.key]
                let other = values[tag.name].flatMap {
                    let text = "\($0)".trimmingCharacters(in: .whitespaces)
                    return text.isEmpty || text == "undef" || text == "inf" ? nil : $0
                }
                switch (own, other) {
                case (nil, nil): break
                // exiftool prints unknown coordinates, which are 0/0, as 0.
                case (nil, let other?) where ["0", "00:00:00"].contains("\(other)"): break
                case (let own?, let other?):
                    #expect(ExifToolProperties.areEqual(own, other), "\(url.lastPathComponent) \(tag.name)")
                default:
                    Issue.record(
                        "\(url.lastPathComponent) \(tag.name): \(own.map { "\($0)" } ?? "-"), \(other.map { "\($0)" } ?? "-")"
                    )
                }
            }
        }
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `dictionaries have Apple's keys and types`() throws {
        let properties = try ImageFixtures.properties(ImageFixtures.photograph())
        #expect(properties[kCGImagePropertyPixelWidth as String] as? Int == 8)
        #expect(properties[kCGImagePropertyDepth] as? Int == 8)
        #expect(properties[kCGImagePropertyColorModel] as? String == kCGImagePropertyColorModelRGB)
        let exif = try #require(properties[kCGImagePropertyExifDictionary as String] as? [String: Any])
        #expect(exif["LensModel"] as? String == exif[kCGImagePropertyExifLensModel] as? String)
        #expect(exif[kCGImagePropertyExifISOSpeedRatings] as? [Int] != nil)
        #expect((exif[kCGImagePropertyExifVersion] as? [Int])?.first == 2)
        #expect(exif[kCGImagePropertyExifFNumber] as? Double != nil)
        let tiff = try #require(properties["{TIFF}"] as? [String: Any])
        #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Apple")
        let maker = try #require(properties[kCGImagePropertyMakerAppleDictionary] as? [String: Any])
        #expect((maker["3"] as? [String: Any])?["timescale"] as? Int == 1_000_000_000)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `a CIImage has the properties of its file`() throws {
        let data = try ImageFixtures.photograph()
        let expected = NSDictionary(dictionary: try ImageFixtures.properties(data))
        let image = try #require(CIImage(data: data))
        #expect(NSDictionary(dictionary: image.properties) == expected)
        #expect(CIImage(color: .red).properties.isEmpty)
        let cropped = image.cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(NSDictionary(dictionary: cropped.properties) == expected)
    }

    @Test func `a file that isn't an image has a state and no images`() throws {
        for (bytes, status) in [
            (Data("no picture".utf8), CGImageSourceStatus.statusUnknownType), (Data(), .statusUnknownType),
            (Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xD9]), .statusInvalidData),
        ] {
            let source = try ImageFixtures.source(bytes)
            #expect(CGImageSourceGetStatus(source) == status)
            #expect(CGImageSourceGetCount(source) == 0)
            #expect(CGImageSourceGetType(source) == nil)
            #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
            #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
        }
        #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/nonexistent") as CFURL, nil) == nil)
    }

    @Test func `an incremental source gets its bytes step by step`() throws {
        let jpeg = try JPEGCodec.encode(SampleBitmap.gradient(width: 64, height: 48), quality: 90)
        let source = CGImageSourceCreateIncremental(nil)
        #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
        CGImageSourceUpdateData(source, jpeg.prefix(20) as CFData, false)
        #expect(CGImageSourceGetStatus(source) == .statusReadingHeader)
        CGImageSourceUpdateData(source, jpeg.prefix(jpeg.count - 40) as CFData, false)
        #expect(CGImageSourceGetStatus(source) == .statusIncomplete)
        let partial = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
        #expect(partial.width == 64 && partial.height == 48)
        CGImageSourceUpdateData(source, jpeg as CFData, true)
        #expect(CGImageSourceGetStatus(source) == .statusComplete)
        #expect(CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete)
        #expect(CGImageSourceGetStatusAtIndex(source, 1) == .statusInvalidData)
        // The final bytes stay.
        CGImageSourceUpdateData(source, Data() as CFData, true)
        #expect(CGImageSourceGetCount(source) == 1)
        let cut = try ImageFixtures.source(jpeg.prefix(jpeg.count - 40))
        #expect(CGImageSourceGetStatus(cut) == .statusUnexpectedEOF)
    }

    @Test func `a thumbnail has the requested size and orientation`() throws {
        var jpeg = try JPEGCodec.encode(SampleBitmap.gradient(width: 80, height: 40), quality: 90)
        jpeg = try ImageFixtures.recoded(jpeg, as: "public.jpeg", [kCGImagePropertyOrientation: 6])
        let source = try ImageFixtures.source(jpeg)
        func size(_ options: [CFString: Any]) -> [Int]? {
            CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary).map { [$0.width, $0.height] }
        }
        let always = kCGImageSourceCreateThumbnailFromImageAlways
        let longSide = kCGImageSourceThumbnailMaxPixelSize
        #expect(size([always: true, longSide: 20]) == [20, 10])
        #expect(size([always: true, longSide: 20, kCGImageSourceCreateThumbnailWithTransform: true]) == [10, 20])
        #expect(size([always: kCFBooleanTrue as Any]) == [80, 40])
        #expect(size([kCGImageSourceCreateThumbnailFromImageIfAbsent: true, longSide: CGFloat(40)]) == [40, 20])
        #expect(size([always: true, longSide: 1000]) == [80, 40])
        #expect(size([always: true, longSide: 0]) == nil)
        #expect(CGImageSourceCreateThumbnailAtIndex(source, 1, [always: true] as CFDictionary) == nil)
    }
}
