import AlbumenTestSupport
import Foundation
import MediaWork
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
