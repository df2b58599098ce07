import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// The exposure time, aperture, ISO speed and focal length that a camera wrote.
@Suite struct PictureExposureTests {
    private func exposure(_ tags: SampleMedia.Exif.Tag..., xmp: [(String, String)] = []) throws -> MediaProbe.Exposure {
        var exif = SampleMedia.Exif()
        exif.tags = tags
        let packet = xmp.isEmpty ? nil : SampleMedia.xmpPacket(xmp.map { (name: $0.0, value: $0.1) })
        return try #require(try Probing.picture(SampleMedia.jpeg(exif: exif, xmp: packet))).exposure
    }

    private func expectNothing(_ tags: SampleMedia.Exif.Tag...) throws {
        for tag in tags { #expect(try exposure(tag) == MediaProbe.Exposure(), "\(tag)") }
    }

    @Test func `all values of EXIF are read`() throws {
        let found = try exposure(
            .exposureTime((1, 250)), .fNumber((56, 10)), .isoSpeedRatings(200), .focalLength((24, 1)),
            .focalLengthIn35mmFilm(36))
        #expect(
            found
                == MediaProbe.Exposure(
                    time: 0.004, aperture: 5.6, iso: 200, focalLength: 24, focalLengthIn35mmFilm: 36))
    }

    @Test func `a picture without a camera has no exposure`() throws {
        #expect(try exposure() == MediaProbe.Exposure())
        #expect(try Probing.picture(SampleMedia.gif(frames: 1))?.exposure == MediaProbe.Exposure())
    }

    @Test func `fractions of zero and values of zero are ignored`() throws {
        try expectNothing(
            .exposureTime((1, 0)), .exposureTime((0, 0)), .exposureTime((0, 1)), .fNumber((0, 1)), .fNumber((28, 0)),
            .isoSpeedRatings(0), .focalLength((0, 1)), .focalLength((24, 0)), .focalLengthIn35mmFilm(0),
            .apertureValue((0, 1)), .shutterSpeedValue((0, 1)), .shutterSpeedValue((8, 0)))
    }

    @Test func `impossible values are ignored`() throws {
        let most = 0xFFFF_FFFF
        try expectNothing(
            .exposureTime((most, 1)), .exposureTime((1, most)), .fNumber((most, 1)), .fNumber((1, most)),
            .recommendedExposureIndex(most), .focalLength((most, 1)), .focalLength((1, most)),
            .shutterSpeedValue((-1000, 1)), .shutterSpeedValue((1000, 1)), .apertureValue((most, 1)))
    }

    @Test func `an ISO speed of more than 16 bits is in another tag`() throws {
        #expect(try exposure(.isoSpeedRatings(65_534)).iso == 65_534)
        #expect(try exposure(.isoSpeedRatings(65_535)).iso == nil)
        #expect(try exposure(.isoSpeedRatings(65_535), .recommendedExposureIndex(102_400)).iso == 102_400)
        #expect(try exposure(.isoSpeedRatings(65_535), .standardOutputSensitivity(204_800)).iso == 204_800)
        #expect(try exposure(.recommendedExposureIndex(400), .standardOutputSensitivity(320)).iso == 400)
        #expect(try exposure(.isoSpeedRatings(100), .recommendedExposureIndex(400)).iso == 100)
    }

    @Test func `APEX values count if the plain ones are missing`() throws {
        let found = try exposure(.shutterSpeedValue((8, 1)), .apertureValue((5, 1)))
        #expect(found.time == 1.0 / 256)
        #expect(abs((found.aperture ?? 0) - 5.657) < 0.001)
        #expect(try exposure(.shutterSpeedValue((-2, 1))).time == 4)
        let both = try exposure(
            .shutterSpeedValue((8, 1)), .exposureTime((1, 250)), .apertureValue((5, 1)), .fNumber((56, 10)))
        #expect((both.time, both.aperture) == (0.004, 5.6))
        #expect(try exposure(.shutterSpeedValue((8, 1)), .exposureTime((1, 0))).time == 1.0 / 256)
    }

    @Test func `XMP's values count if EXIF has none`() throws {
        let xmp = [
            ("exif:ExposureTime", "1/60"), ("exif:FNumber", "28/10"), ("exif:FocalLength", "35"),
            ("exif:FocalLengthIn35mmFilm", "52"), ("exifEX:PhotographicSensitivity", "400"),
        ]
        let found = try exposure(xmp: xmp)
        #expect((found.time, found.aperture, found.iso) == (1.0 / 60, 2.8, 400))
        #expect((found.focalLength, found.focalLengthIn35mmFilm) == (35, 52))
        let both = try exposure(.exposureTime((1, 250)), .isoSpeedRatings(100), xmp: xmp)
        #expect((both.time, both.aperture, both.iso) == (0.004, 2.8, 100))
    }

    @Test(arguments: ["", "1/0", "0/0", "1/2/3", "a/b", "nan", "inf", "-1/60", "1e400"])
    func `invalid numbers in XMP are ignored`(_ text: String) throws {
        #expect(try exposure(xmp: [("exif:ExposureTime", text)]).time == nil)
        #expect(try exposure(xmp: [("exif:FNumber", text), ("exif:FocalLength", text)]) == MediaProbe.Exposure())
        #expect(try exposure(xmp: [("exif:FocalLengthIn35mmFilm", text)]).focalLengthIn35mmFilm == nil)
    }

    @Test func `the host rejects an exposure that no sound worker reports`() throws {
        var probe = try #require(try Probing.picture(SampleMedia.jpeg()))
        #expect(probe.isPlausible)
        for exposure in [
            MediaProbe.Exposure(time: -1), MediaProbe.Exposure(time: .infinity), MediaProbe.Exposure(aperture: 0),
            MediaProbe.Exposure(iso: 0), MediaProbe.Exposure(iso: .max), MediaProbe.Exposure(focalLength: .nan),
            MediaProbe.Exposure(focalLengthIn35mmFilm: -1),
        ] {
            probe.exposure = exposure
            #expect(!probe.isPlausible)
            #expect(probe.withoutImpossibleClaims().exposure == MediaProbe.Exposure())
        }
    }
}
