import CoreLocation
import Testing

@Suite struct CLLocationTests {
    private static let sydney = CLLocation(latitude: -33.8688, longitude: 151.2093)

    private func everything() -> CLLocation {
        CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945), altitude: 33.5,
            horizontalAccuracy: 5, verticalAccuracy: 3, course: 90, courseAccuracy: 2, speed: 1.5,
            speedAccuracy: 0.25, timestamp: Date(timeIntervalSinceReferenceDate: 700_000_000.125))
    }

    @Test(arguments: [
        // Between cities: Berlin and Tokyo, Paris and New York, in metres.
        (52.5200, 13.4050, 35.6762, 139.6503, 8_940_000.0, 0.005),
        (48.8566, 2.3522, 40.7128, -74.0060, 5_852_000.0, 0.005),
        // The line from Flinders Peak to Buninyong in Vincenty's paper and Australia's survey.
        (-37.951_033_42, 144.424_867_89, -37.652_821_14, 143.926_495_53, 54_972.271, 1e-7),
        // Along the equator, across the date line, and from pole to pole.
        (0, 0, 0, 1, 111_319.491, 1e-7),
        (0, 179.5, 0, -179.5, 111_319.491, 1e-7),
        (90, 0, -90, 0, 20_003_931.459, 1e-7),
        // Almost opposite and exactly opposite.
        (0, 0, 0.5, 179.7, 19_936_288.579, 0.005),
        (0, 0, 0, 180, 20_003_931.459, 0.005),
    ])
    func `a distance is computed on the ellipsoid`(
        fromLatitude: Double, fromLongitude: Double, toLatitude: Double, toLongitude: Double, metres: Double,
        relativeTolerance: Double
    ) {
        let start = CLLocation(latitude: fromLatitude, longitude: fromLongitude)
        let end = CLLocation(latitude: toLatitude, longitude: toLongitude)
        #expect(abs(start.distance(from: end) - metres) <= metres * relativeTolerance)
        #expect(abs(end.distance(from: start) - metres) <= metres * relativeTolerance)
    }

    @Test func `the distance from a location to itself is 0`() {
        #expect(Self.sydney.distance(from: Self.sydney) == 0)
    }

    @Test(arguments: [kCLLocationCoordinate2DInvalid, CLLocationCoordinate2DMake(.nan, 0)])
    func `the distance to an invalid coordinate is -1`(coordinate: CLLocationCoordinate2D) {
        let nowhere = CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude)
        #expect(Self.sydney.distance(from: nowhere) == -1)
        #expect(nowhere.distance(from: Self.sydney) == -1)
    }

    @Test(arguments: [
        (0, 0, true), (90, 180, true), (-90, -180, true), (90.1, 0, false), (0, -180.1, false),
        (Double.nan, 0, false), (0, Double.infinity, false),
    ])
    func `a coordinate is valid if its degrees are in range`(latitude: Double, longitude: Double, isValid: Bool) {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)) == isValid)
    }

    @Test func `a location created from degrees has no other values`() {
        let start = Date()
        let location = CLLocation(latitude: 1, longitude: 2)
        let end = Date()
        #expect(location.coordinate.latitude == 1 && location.coordinate.longitude == 2)
        #expect(location.altitude == 0 && location.horizontalAccuracy == 0 && location.verticalAccuracy == -1)
        #expect(location.course == -1 && location.courseAccuracy == -1)
        #expect(location.speed == -1 && location.speedAccuracy == -1)
        #expect(start <= location.timestamp && location.timestamp <= end)
    }

    @Test func `a copy is the same object, and a location with the same values is not equal`() {
        let location = everything()
        #expect(location.copy() as? CLLocation === location)
        #expect(location != everything())
    }

    @Test func `an archive preserves all values`() throws {
        let location = everything()
        let data = try NSKeyedArchiver.archivedData(withRootObject: location, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: data))
        #expect(read.coordinate.latitude == location.coordinate.latitude)
        #expect(read.coordinate.longitude == location.coordinate.longitude)
        #expect(read.altitude == location.altitude)
        #expect(read.horizontalAccuracy == location.horizontalAccuracy)
        #expect(read.verticalAccuracy == location.verticalAccuracy)
        #expect(read.course == location.course && read.courseAccuracy == location.courseAccuracy)
        #expect(read.speed == location.speed && read.speedAccuracy == location.speedAccuracy)
        #expect(read.timestamp == location.timestamp)
    }

    @Test func `decoding an archive that lacks a value fails`() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: everything(), requiringSecureCoding: true)
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list = try PropertyListSerialization.propertyList(from: data, format: &format)
        var archive = try #require(list as? [String: Any])
        let objects = try #require(archive["$objects"] as? [Any])
        archive["$objects"] = objects.map { object in
            var fields = object as? [String: Any]
            fields?["latitude"] = nil
            return fields ?? object
        }
        let damaged = try PropertyListSerialization.data(fromPropertyList: archive, format: format, options: 0)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: damaged)) == nil)
    }

    @Test func `the description contains the coordinate`() {
        #expect(everything().description.hasPrefix("<+48.85840000,+2.29450000> +/- 5.00m"))
    }
}
