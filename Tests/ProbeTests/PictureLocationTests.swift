import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

@Suite struct PictureLocationTests {
    private func location(_ exif: SampleMedia.Exif, xmp: String? = nil) throws -> MediaProbe.Location? {
        try #require(try Probing.picture(SampleMedia.jpeg(exif: exif, xmp: xmp))).location
    }

    private func location(_ tags: SampleMedia.Exif.Tag...) throws -> MediaProbe.Location? {
        var exif = SampleMedia.Exif()
        exif.tags = tags
        return try location(exif)
    }

    @Test(
        "each hemisphere has its sign",
        arguments: [
            (37.8199, -122.4783), (-33.8688, 151.2093), (-54.8019, -68.303), (35.6762, 139.6503), (90, 180),
            (-90, -180),
            // The equator and the prime meridian are places.
            (0, 9.4544), (51.4779, 0), (0.000_001, 0),
        ])
    func hemispheres(_ latitude: Double, _ longitude: Double) throws {
        let exif = SampleMedia.Exif(dateTimeOriginal: nil, latitude: latitude, longitude: longitude)
        let location = try #require(try location(exif))
        #expect(abs(location.latitude - latitude) < 2e-7 && abs(location.longitude - longitude) < 2e-7)
        #expect(location.altitude == nil && location.horizontalAccuracy == nil)
    }

    @Test func `latitude and longitude 0, which receivers write without a location, are ignored`() throws {
        #expect(try location(SampleMedia.Exif(dateTimeOriginal: nil, latitude: 0, longitude: 0)) == nil)
    }

    @Test(
        "invalid coordinates are ignored",
        arguments: [(90.001, 0), (-90.001, 10), (10, 180.001), (10, -180.001), (400, 400)])
    func offTheEarth(_ latitude: Double, _ longitude: Double) throws {
        #expect(try location(SampleMedia.Exif(dateTimeOriginal: nil, latitude: latitude, longitude: longitude)) == nil)
    }

    @Test func `a single coordinate is ignored`() throws {
        #expect(try location(SampleMedia.Exif(dateTimeOriginal: nil, latitude: 37.8)) == nil)
        #expect(try location(SampleMedia.Exif(dateTimeOriginal: nil, longitude: 37.8)) == nil)
    }

    @Test func `degrees divided by zero are invalid, and such minutes and seconds count as 0`() throws {
        #expect(try location(.latitude([(10, 0), (0, 1), (0, 1)]), .longitude([(20, 1), (0, 1), (0, 1)])) == nil)
        #expect(try location(.latitude([(0, 0), (0, 0), (0, 0)]), .longitude([(0, 0), (0, 0), (0, 0)])) == nil)
        let location = try #require(
            try location(.latitude([(10, 1), (0, 0), (0, 0)]), .longitude([(20, 1), (30, 1), (0, 0)])))
        #expect(location.latitude == 10 && location.longitude == 20.5)
    }

    @Test func `degrees can have a fraction, and minutes can be missing`() throws {
        let location = try #require(
            try location(.latitude([(105, 10)]), .longitude([(20, 1), (3030, 100)]), .longitudeReference("W")))
        #expect(location.latitude == 10.5 && location.longitude == -20.505)
    }

    @Test(
        "the reference letter in any case determines the sign, and its absence means north and east",
        arguments: [
            ("N", "E", 1, 1), ("S", "W", -1, -1), ("s", "w", -1, -1), ("South", "West", -1, -1), ("", "", 1, 1),
            ("?", "?", 1, 1),
        ])
    func references(_ north: String, _ east: String, _ latitudeSign: Double, _ longitudeSign: Double) throws {
        let location = try #require(
            try location(
                .latitude([(10, 1)]), .longitude([(20, 1)]), .latitudeReference(north), .longitudeReference(east)))
        #expect(location.latitude == 10 * latitudeSign && location.longitude == 20 * longitudeSign)
    }

    @Test func `altitude is in metres, negative below sea level, and missing if it is not a number`() throws {
        func altitude(_ tags: SampleMedia.Exif.Tag...) throws -> Double? {
            var exif = SampleMedia.Exif(dateTimeOriginal: nil, latitude: 10, longitude: 20)
            exif.tags = tags
            return try #require(try location(exif)).altitude
        }
        #expect(try altitude(.altitude((8849, 1))) == 8849)
        #expect(try altitude(.altitude((15, 10)), .altitudeReference(0)) == 1.5)
        #expect(try altitude(.altitude((430, 1)), .altitudeReference(1)) == -430)
        #expect(try altitude(.altitude((430, 0)), .altitudeReference(1)) == nil)
        #expect(try altitude(.altitude((0xFFFF_FFFF, 1))) == nil)
    }

    @Test func `accuracy is in metres`() throws {
        var exif = SampleMedia.Exif(dateTimeOriginal: nil, latitude: 10, longitude: 20)
        exif.tags = [.horizontalPositioningError((475, 100))]
        #expect(try location(exif)?.horizontalAccuracy == 4.75)
        exif.tags = [.horizontalPositioningError((475, 0))]
        let location = try #require(try location(exif))
        #expect(location.horizontalAccuracy == nil)
    }

    @Test(
        "XMP's formats of degrees are parsed",
        arguments: [
            ("37,22.5N", "122,30W", 37.375, -122.5), ("37,22,30S", "122,30,0E", -37.375, 122.5),
            ("37.375N", "122.5W", 37.375, -122.5),
        ])
    func xmp(_ north: String, _ east: String, _ latitude: Double, _ longitude: Double) throws {
        let packet = SampleMedia.xmpPacket([
            ("exif:GPSLatitude", north), ("exif:GPSLongitude", east), ("exif:GPSAltitude", "125/10"),
            ("exif:GPSAltitudeRef", "1"),
        ])
        let found = try #require(try location(SampleMedia.Exif(), xmp: packet))
        #expect(abs(found.latitude - latitude) < 1e-12 && abs(found.longitude - longitude) < 1e-12)
        #expect(found.altitude == -12.5)
        // EXIF counts first, unless it has no place.
        let exif = SampleMedia.Exif(dateTimeOriginal: nil, latitude: 10, longitude: 20)
        #expect(try location(exif, xmp: packet)?.latitude == 10)
        let nowhere = SampleMedia.Exif(dateTimeOriginal: nil, latitude: 0, longitude: 0)
        #expect(try location(nowhere, xmp: packet)?.latitude == found.latitude)
    }

    @Test(
        "invalid degrees in XMP are ignored",
        arguments: ["", "N", "37,22.5", "37,22.5X", "37,x,5N", "nanN", "infN", "1,2,3,4N", ",,,N", "91,0N"])
    func noXMP(_ text: String) throws {
        let packet = SampleMedia.xmpPacket([("exif:GPSLatitude", text), ("exif:GPSLongitude", "122,30W")])
        #expect(try location(SampleMedia.Exif(), xmp: packet) == nil)
    }
}
