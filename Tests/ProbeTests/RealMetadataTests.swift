import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// What people and programs wrote into real photos. The expected values are exiftool's, as of version 12.57.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct RealMetadataTests {
    struct Description: Sendable, Equatable {
        var title: String?
        var caption: String?
        var keywords: [String] = []
        var rating: Int?
    }

    @Test(
        "title, caption, keywords and rating are exiftool's",
        arguments: [
            // Rated -1, rejected.
            ("Chars.jpg", Description(keywords: ["æÆøØåÅéÉüÜäÄöÖïÏñÑ", "abcdefghijklmnopqrstuvwxyz"])),
            (
                "digikam.jpg",
                Description(
                    title: "Digikam Title field", caption: "Digikam Caption field",
                    keywords: ["Æske Øllegård", "æÆøØåÅéÉüÜäÄöÖïÏñÑ"], rating: 4)
            ),
            ("exiftool.jpg", Description(keywords: ["Alvin the Squirrel", "USA", "Yosemite"])),
            ("mongolels.jpg", Description(title: "Mongol Els", caption: "Mongol Els", rating: 3)),
            ("picasa.jpg", Description(caption: "Image-Description", keywords: ["Frost", "Yard"])),
            ("portrait.jpg", Description(keywords: ["Marie Curie", "Pierre Curie"])),
            (
                "special_names.jpg",
                Description(keywords: [#"!@#$%^&*()_+"{"#, #""quoted "@#$ name" !@#$%^&*()_+"#, "}"])
            ),
            (
                "test image öüóőúéáű-.,.jpg",
                Description(
                    title: "Test caption", caption: "Test caption",
                    keywords: [
                        "Berkley", "USA", "special_chars űáéúőóüío?._:", "squirrel", "űáéúőóüö ŰÁÉÚŐÓÜÖ",
                    ], rating: 3)
            ),
            ("two_ratings.jpg", Description(rating: 3)),
            ("xmp_subject.jpg", Description(keywords: ["Max", "Spaß", "Yanik"])),
            (
                "makernotes/MWG.jpg",
                Description(
                    caption: "WRONG-XMP-Description",
                    keywords: [
                        "WRONG1of2-IPTC-Keywords", "WRONG2of2-IPTC-Keywords", "RIGHT1of2-XMP-Keywords",
                        "RIGHT2of2-XMP-Keywords",
                    ], rating: 3)
            ),
            (
                "makernotes/IPTC.jpg",
                Description(
                    title: "Test IPTC picture", caption: "A witty caption", keywords: ["ExifTool", "Test", "IPTC"])
            ),
        ])
    func descriptions(_ name: String, _ expected: Description) throws {
        let probe = try #require(try Probing.realMedia("metadata/\(name)"))
        let found = Description(
            title: probe.title, caption: probe.caption, keywords: probe.keywords, rating: probe.rating)
        #expect(found == expected)
    }

    @Test(
        "camera and lens match exiftool",
        arguments: [
            ("metadata/exiftool.jpg", "Canon", "Canon EOS 600D", "EF-S15-85mm f/3.5-5.6 IS USM"),
            ("metadata/test image öüóőúéáű-.,.jpg", "Canon", "óüöúőűáé ÓÜÖÚŐŰÁÉ", "EF-S15-85mm f/3.5-5.6 IS USM"),
            ("metadata/digikam.jpg", "FUJIFILM", "FinePix F601 ZOOM", nil),
            ("gps/with-location-zero-coordinate.jpg", "Apple", "iPhone 5c", "iPhone 5c back camera 4.12mm f/2.4"),
        ] as [(String, String, String, String?)])
    func cameras(_ path: String, _ make: String, _ model: String, _ lens: String?) throws {
        let probe = try #require(try Probing.realMedia(path))
        #expect(probe.cameraMake == make && probe.cameraModel == model && probe.lensModel == lens)
    }

    @Test(
        "exposures match exiftool in each format",
        arguments: [
            ("metadata/exiftool.jpg", .init(time: 0.0008, aperture: 5.6, iso: 160, focalLength: 85)),
            ("metadata/makernotes/Nikon.jpg", .init(time: 0.004686, aperture: 9.4, iso: 100, focalLength: 8.6)),
            ("metadata/makernotes/Canon.jpg", .init(time: 4, aperture: 14, iso: 100, focalLength: 34)),
            // The exposure time is an APEX value, which exiftool reports as such.
            ("metadata/makernotes/GPS.jpg", .init(time: 0.001381, aperture: 0.640234)),
            ("gps/exif_gps.jpg", .init()),
            (
                "heic/ski-throne.heic",
                .init(time: 0.000101, aperture: 1.78, iso: 64, focalLength: 6.765, focalLengthIn35mmFilm: 48)
            ),
            (
                "motion-photos/samsung-one-ui-6.heic",
                .init(time: 0.1, aperture: 1.8, iso: 200, focalLength: 5.4, focalLengthIn35mmFilm: 23)
            ),
            ("formats/flower.webp", .init(time: 0.002, aperture: 4.9, iso: 100, focalLength: 21.3125)),
            (
                "raw/raw-jpeg-pair/PXL_20240704.dng",
                .init(time: 0.06061, aperture: 1.9, iso: 744, focalLength: 6.81, focalLengthIn35mmFilm: 24)
            ),
            // The time is LibRaw's. exiftool computes 5.04 s, and exiv2 1 s.
            ("raw/CRW.CRW", .init(time: 4.9674, aperture: 5.657, iso: 100, focalLength: 31)),
        ] as [(String, MediaProbe.Exposure)])
    func exposures(_ path: String, _ expected: MediaProbe.Exposure) throws {
        let found = try #require(try Probing.realMedia(path)).exposure
        func expectLike(_ value: Double?, _ expected: Double?) {
            guard let value, let expected else { return #expect(value == expected) }
            #expect(abs(value / expected - 1) < 1e-3)
        }
        expectLike(found.time, expected.time)
        expectLike(found.aperture, expected.aperture)
        expectLike(found.focalLength, expected.focalLength)
        #expect(found.iso == expected.iso)
        #expect(found.focalLengthIn35mmFilm == expected.focalLengthIn35mmFilm)
    }

    @Test(
        "locations match exiftool in each hemisphere",
        arguments: [
            ("gps/with-location.jpg", 37.366_703, -122.033_383),
            ("gps/with-location-inv.jpg", -37.366_703, 122.033_383),
            ("metadata/digikam.jpg", 35.952_400, 139.863_356), ("metadata/Chars.jpg", 57.780_696, 14.162_922),
            ("gps/with-location-zero-coordinate.jpg", 51.553_250, -0.004_178),
        ])
    func places(_ path: String, _ latitude: Double, _ longitude: Double) throws {
        let location = try #require(try Probing.realMedia(path)?.location)
        #expect(abs(location.latitude - latitude) < 1e-5 && abs(location.longitude - longitude) < 1e-5)
    }

    @Test("an invalid location is ignored", arguments: ["gps/with-null-coordinates.jpg", "gps/empty_gps.jpg"])
    func noPlaces(_ path: String) throws {
        let probe = try #require(try Probing.realMedia(path))
        #expect(probe.location == nil)
    }

    @Test func `the preserved filename matches exiftool`() throws {
        #expect(try Probing.realMedia("metadata/special_names.jpg")?.preservedFileName == "special_names.jpg")
    }
}
