import AlbumenTestSupport
import Foundation
import ImageIO
import Pixels
import Testing

/// Files that destinations write.
@Suite struct DestinationTests {
    static let files =
        PropertyTests.chosen.count > PropertyTests.files.count
        ? PropertyTests.chosen
        : [
            "orientation-jpeg/Landscape_6.jpg", "dates/old_photo.jpg", "formats/exif.png", "formats/test.tiff",
            "metadata/digikam.jpg", "metadata/exiftool.jpg", "metadata/makernotes/Apple.jpg",
            "metadata/makernotes/Canon.jpg", "metadata/makernotes/ExtendedXMP.jpg", "metadata/makernotes/IPTC.jpg",
            "metadata/makernotes/Nikon.jpg", "metadata/makernotes/XMP.jpg",
        ]

    @Test(
        .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
        .enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)), arguments: files)
    func `an image of a source keeps its tags in each format (§10.18)`(path: String) throws {
        let original = RealMedia.folder.appending(path: path)
        let before = try ExifTool.carriedTags(of: original)
        let folder = try TemporaryFolder()
        let data = try Data(contentsOf: original)
        // HEIC takes long to encode, and each format is tried with every file only in the long run.
        let isSmall = data.count < 300_000
        for type in ImageFixtures.types where type == "public.jpeg" || isSmall {
            let file = folder.url.appending(path: "result.\(ImageFixtures.ending(type))")
            try ImageFixtures.recoded(data, as: type, [kCGImageDestinationImageMaxPixelSize: 100]).write(to: file)
            let after = try ExifTool.carriedTags(of: file)
            for (key, value) in before where after[key] != value {
                if isNotCarried(key, to: type) { continue }
                Issue.record("\(path) as \(type): \(key) was \(value) and is \(after[key] ?? "missing")")
            }
            let others = after.keys.filter { before[$0] == nil && !$0.hasPrefix("EXIF:IFD0:Resolution") }
            #expect(
                others.allSatisfy { type == "public.tiff" && $0.hasSuffix("Resolution") },
                "\(path) as \(type): \(others)")
        }
    }

    private func isNotCarried(_ key: String, to type: String) -> Bool {
        // HEIF has no place for IPTC, and only a JPEG has XMP in two parts.
        if type == "public.heic", key.hasPrefix("IPTC") { return true }
        if type != "public.jpeg", key.hasSuffix(":HasExtendedXMP") { return true }
        // These tags contain positions of thumbnails, belong to other images of a HEIC, or to a video after the image.
        return [":OtherImageLength", ":OtherImageStart", ":PreviewImageStart"].contains { key.hasSuffix($0) }
            || [
                "XMP:XMP-HDRGainMap:", "XMP:XMP-apdi:", "XMP:XMP-portraitEffectsMatte:",
                "XMP:XMP-semanticSegmentationMatte:", "MakerNotes:Samsung:",
            ].contains { key.hasPrefix($0) }
    }

    @Test(arguments: ImageFixtures.types)
    func `properties of a new file are read again`(type: String) throws {
        let result = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(result, type as CFString, 1, nil))
        let properties: [CFString: Any] = [
            kCGImagePropertyOrientation: 6,
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifLensModel: "Lens", kCGImagePropertyExifExposureTime: 0.008,
                kCGImagePropertyExifISOSpeedRatings: [400], kCGImagePropertyExifUserComment: "Grüße",
                kCGImagePropertyExifExposureBiasValue: -0.5,
                kCGImagePropertyExifDateTimeOriginal: "2024:05:06 07:08:09",
            ] as [CFString: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: 52.123456, kCGImagePropertyGPSLatitudeRef: "S",
                kCGImagePropertyGPSTimeStamp: "12:34:56.5", kCGImagePropertyGPSAltitudeRef: 1,
            ] as [CFString: Any],
            kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Maker", kCGImagePropertyTIFFArtist: "Ärtist"],
            kCGImagePropertyIPTCDictionary: [
                kCGImagePropertyIPTCKeywords: ["eins", "zwei ü"], kCGImagePropertyIPTCCaptionAbstract: "Caption",
            ] as [CFString: Any],
            kCGImagePropertyMakerAppleDictionary: ["17": "4F6E-IDENTIFIER"],
        ]
        CGImageDestinationAddImage(
            destination, CGImage(SampleBitmap.gradient(width: 40, height: 20)), properties as CFDictionary)
        try #require(CGImageDestinationFinalize(destination))
        #expect(!CGImageDestinationFinalize(destination))
        let data = Data(bytes: result.bytes, count: result.length)
        let source = try ImageFixtures.source(data)
        #expect(CGImageSourceGetType(source) == type)
        let read = try ImageFixtures.properties(data)
        let isTurned = type == "public.heic"
        #expect(read[kCGImagePropertyOrientation] as? Int == (isTurned ? nil : 6))
        #expect(read[kCGImagePropertyPixelWidth] as? Int == (isTurned ? 20 : 40))
        let exif = try #require(read["{Exif}"] as? [String: Any])
        #expect(exif["LensModel"] as? String == "Lens" && exif["ExposureTime"] as? Double == 0.008)
        #expect(exif["ISOSpeedRatings"] as? [Int] == [400] && exif["UserComment"] as? String == "Grüße")
        #expect(exif["ExposureBiasValue"] as? Double == -0.5)
        #expect(exif["DateTimeOriginal"] as? String == "2024:05:06 07:08:09")
        #expect(exif["ExifVersion"] as? [Int] == [2, 3, 2])
        let location = try #require(read["{GPS}"] as? [String: Any])
        #expect(abs((location["Latitude"] as? Double ?? 0) - 52.123456) < 1e-9)
        #expect(location["LatitudeRef"] as? String == "S" && location["TimeStamp"] as? String == "12:34:56.5")
        #expect((read["{TIFF}"] as? [String: Any])?["Artist"] as? String == "Ärtist")
        #expect((read["{MakerApple}"] as? [String: Any])?["17"] as? String == "4F6E-IDENTIFIER")
        guard !isTurned else { return }
        let iptc = try #require(read["{IPTC}"] as? [String: Any])
        #expect(
            iptc["Keywords"] as? [String] == ["eins", "zwei ü"] && iptc["Caption/Abstract"] as? String == "Caption")
    }

    @Test func `AddImage keeps the keys and types of a maker note, and writes the image's own size`() throws {
        let maker: [String: Any] = [
            "1": 14, "2": Data([1, 2, 3, 4, 5, 6, 7, 8]),
            "3": ["epoch": 0, "flags": 1, "timescale": 1_000_000_000, "value": 7_211_123_456_789],
            "8": [0.25, -0.5, 1.0], "17": "4F6E-IDENTIFIER", "33": 1.5,
            "64": ["name": "é", "list": [1, "two", 3.5] as [Any]] as [String: Any],
            "78": 9_000_000_000,
        ]
        let result = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(result, "public.jpeg", 1, nil))
        let properties: [String: Any] = [
            kCGImagePropertyExifDictionary: ["PixelXDimension": 4032, "PixelYDimension": 3024],
            kCGImagePropertyMakerAppleDictionary: maker,
        ]
        CGImageDestinationAddImage(
            destination, CGImage(SampleBitmap.gradient(width: 40, height: 20)), properties as CFDictionary)
        try #require(CGImageDestinationFinalize(destination))
        let read = try ImageFixtures.properties(Data(bytes: result.bytes, count: result.length))
        let exif = try #require(read["{Exif}"] as? [String: Any])
        #expect(exif["PixelXDimension"] as? Int == 40 && exif["PixelYDimension"] as? Int == 20)
        let note = try #require(read["{MakerApple}"] as? [String: Any])
        #expect(NSDictionary(dictionary: note) == NSDictionary(dictionary: maker))
    }

    @Test func `a decoded image has the type of its file`() throws {
        let source = try ImageFixtures.source(SampleMedia.png())
        #expect(CGImageSourceCreateImageAtIndex(source, 0, nil)?.utType == "public.png")
        #expect(CGImage(SampleBitmap.gradient(width: 4, height: 2)).utType == nil)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `changes are merged over the source's properties`() throws {
        let original = try ImageFixtures.photograph()
        let before = try ImageFixtures.properties(original)
        let changed = try ImageFixtures.recoded(
            original, as: "public.jpeg",
            [
                "{Exif}": ["LensModel": "Other", "FNumber": kCFNull as Any], "{GPS}": kCFNull as Any,
                "{MakerApple}": ["17": "NEW"],
            ])
        let after = try ImageFixtures.properties(changed)
        var exif = try #require(before["{Exif}"] as? [String: Any])
        exif["LensModel"] = "Other"
        exif["FNumber"] = nil
        for key in ["PixelXDimension", "PixelYDimension"] { exif[key] = 8 }
        #expect(NSDictionary(dictionary: exif) == after["{Exif}"] as? NSDictionary)
        #expect(after["{GPS}"] == nil && (before["{TIFF}"] as? NSDictionary) == after["{TIFF}"] as? NSDictionary)
        var maker = try #require(before["{MakerApple}"] as? [String: Any])
        maker["17"] = "NEW"
        #expect(NSDictionary(dictionary: maker) == after["{MakerApple}"] as? NSDictionary)
        // The same properties change nothing.
        let same = try ImageFixtures.recoded(original, as: "public.jpeg", before)
        #expect(try same == ImageFixtures.recoded(original, as: "public.jpeg"))
    }

    @Test(.enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)))
    func `a removed location is nowhere in the file`() throws {
        let packet = SampleMedia.xmpPacket(
            [("exif:GPSLatitude", "48,8.25N"), ("exif:GPSLongitude", "11,34.5E"), ("exif:ExifVersion", "0221")],
            elements: "<exif:GPSTimeStamp>2020-01-01</exif:GPSTimeStamp>")
        let png = try ImageFixtures.recoded(
            SampleMedia.png(texts: [("XML:com.adobe.xmp", packet)]), as: "public.jpeg",
            ["{GPS}": ["Latitude": 48.125, "LatitudeRef": "N", "MapDatum": "SECRET-DATUM"]])
        #expect(try ImageFixtures.properties(png)["{GPS}"] != nil)
        let cleaned = try ImageFixtures.recoded(png, as: "public.jpeg", ["{GPS}": kCFNull as Any])
        #expect(cleaned.firstRange(of: Data("SECRET-DATUM".utf8)) == nil)
        #expect(cleaned.firstRange(of: Data("GPS".utf8)) == nil && cleaned.firstRange(of: Data("0221".utf8)) != nil)
        let folder = try TemporaryFolder()
        let file = try folder.write(cleaned, to: "cleaned.jpg")
        #expect(try ExifTool.run("-s3", "-GPS:all", "-XMP:GPSLatitude", "-warning", file.path).isEmpty)
    }

    @Test func `a destination refuses other types and missing images`() throws {
        let data = NSMutableData()
        #expect(CGImageDestinationCreateWithData(data, "com.adobe.pdf" as CFString, 1, nil) == nil)
        #expect(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 2, nil) == nil)
        #expect(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 0, nil) == nil)
        let empty = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        #expect(!CGImageDestinationFinalize(empty))
        let broken = try #require(CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil))
        CGImageDestinationAddImageFromSource(broken, try ImageFixtures.source(Data("no picture".utf8)), 0, nil)
        #expect(!CGImageDestinationFinalize(broken) && data.length == 0)
        let image = CGImage(SampleBitmap.gradient(width: 8, height: 8))
        let nowhere = try #require(
            CGImageDestinationCreateWithURL(URL(fileURLWithPath: "/nonexistent/a.jpg") as CFURL, "public.jpeg", 1, nil))
        CGImageDestinationAddImage(nowhere, image, nil)
        #expect(!CGImageDestinationFinalize(nowhere))
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a.png")
        let good = try #require(CGImageDestinationCreateWithURL(file as CFURL, "public.png", 1, nil))
        CGImageDestinationAddImage(good, image, [kCGImageDestinationLossyCompressionQuality: 0.5] as CFDictionary)
        #expect(CGImageDestinationFinalize(good))
        #expect(try PNGCodec.decode(Data(contentsOf: file)).meanDifference(from: image.bitmap) == 0)
    }

    @Test func `a destination that isn't finalized writes nothing`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Data("before".utf8), to: "a.jpg")
        let data = NSMutableData(data: Data("before".utf8))
        let image = CGImage(SampleBitmap.gradient(width: 8, height: 8))
        for destination in [
            CGImageDestinationCreateWithURL(file as CFURL, "public.jpeg", 1, nil),
            CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil),
        ] {
            CGImageDestinationAddImage(try #require(destination), image, nil)
        }
        #expect(data.length == 6)
        #expect(try Data(contentsOf: file) == Data("before".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.jpg"])
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `properties of wrong types change nothing`() throws {
        let original = try ImageFixtures.photograph()
        let expected = try ImageFixtures.recoded(original, as: "public.jpeg")
        let wrong: [String: Any] = [
            "{Exif}": "text", "{GPS}": ["list"], "{TIFF}": 5, "{IPTC}": Data([1]), "{MakerApple}": true,
            "Orientation": "sideways", "DPIWidth": "wide", kCGImageDestinationLossyCompressionQuality: ["much"],
            kCGImageDestinationImageMaxPixelSize: -5, "unknown": Date(),
        ]
        #expect(try ImageFixtures.recoded(original, as: "public.jpeg", wrong) == expected)
        let inside: [String: Any] = [
            "{Exif}": [
                "FNumber": "wide", "ISOSpeedRatings": ["fast"], "LensModel": ["a", "b"], "ExposureTime": -1,
                "DateTimeOriginal": Date(), "ExifVersion": [1000], "unknown": 1,
            ] as [String: Any],
            "{GPS}": ["Latitude": "north", "TimeStamp": "noon", "AltitudeRef": 1000] as [String: Any],
            "{MakerApple}": ["no number": 1, "17": ["a": 1]] as [String: Any],
        ]
        let properties = try ImageFixtures.properties(
            ImageFixtures.recoded(original, as: "public.jpeg", inside))
        #expect(
            NSDictionary(dictionary: properties)
                == NSDictionary(dictionary: try ImageFixtures.properties(expected)))
        // An orientation is refused if it's a number, but not one of the eight.
        let data = NSMutableData()
        let destination = try #require(CGImageDestinationCreateWithData(data, "public.jpeg", 1, nil))
        CGImageDestinationSetProperties(destination, nil)
        CGImageDestinationAddImageFromSource(
            destination, try ImageFixtures.source(original), 0, ["Orientation": 9] as CFDictionary)
        #expect(!CGImageDestinationFinalize(destination) && data.length == 0)
    }

    @Test func `the quality decides the size`() throws {
        let jpeg = try JPEGCodec.encode(SampleBitmap.gradient(width: 64, height: 48), quality: 95)
        for type in ["public.jpeg", "public.heic"] {
            let sizes = try [0.1, 0.95].map {
                try ImageFixtures.recoded(jpeg, as: type, [kCGImageDestinationLossyCompressionQuality: $0]).count
            }
            #expect(sizes[0] < sizes[1], "\(type)")
        }
    }
}
