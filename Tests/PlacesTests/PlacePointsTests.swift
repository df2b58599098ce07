import Foundation
import Places
import Testing

/// The points of `Points.tsv`, whose answers come from other data. `script/make-places --points` makes 10,000 of them, and
/// `ALBUMEN_PLACES_POINTS` names their file.
@Suite struct PlacePointsTests {
    private struct Point {
        var kind: Substring
        var latitude: Double
        var longitude: Double
        var country: Substring
        var zone: Substring
    }

    private let gazetteer: Gazetteer
    private let points: [Point]

    init() throws {
        gazetteer = try Gazetteer.shared()
        let file =
            ProcessInfo.processInfo.environment["ALBUMEN_PLACES_POINTS"].map { URL(fileURLWithPath: $0) }
            ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Points.tsv")
        points = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let fields = line.split(separator: "\t")
            return Point(
                kind: fields[0], latitude: try #require(Double(fields[1])), longitude: try #require(Double(fields[2])),
                country: fields[3], zone: fields[4])
        }
        try #require(points.count >= 1600)
    }

    private func rate(_ kind: Substring, _ isRight: (Point, Place?) -> Bool) -> Double {
        let chosen = points.filter { $0.kind == kind }
        let right = chosen.filter { isRight($0, gazetteer.place(latitude: $0.latitude, longitude: $0.longitude)) }
        let rate = Double(right.count) / Double(chosen.count)
        print("places: \(kind): \(right.count) of \(chosen.count)")
        return rate
    }

    @Test(arguments: [("settlement", 0.996), ("country", 0.98), ("land", 0.995), ("border", 0.88)])
    func `points have their country`(kind: String, least: Double) {
        #expect(rate(Substring(kind)) { $1?.country.countryCode == String($0.country) } >= least)
    }

    @Test(arguments: [("settlement", 0.996), ("country", 0.99), ("land", 0.94), ("border", 0.96)])
    func `points have the clock of their time zone`(kind: String, least: Double) throws {
        let format = Date.ISO8601FormatStyle()
        let dates = try [
            "2015-01-15T00:00:00Z", "2015-07-15T00:00:00Z", "2024-01-15T00:00:00Z", "2024-07-15T00:00:00Z",
        ]
        .map { try format.parse($0) }
        func clock(_ identifier: String) -> [Int]? {
            TimeZone(identifier: identifier).map { zone in dates.map(zone.secondsFromGMT) }
        }
        #expect(
            rate(Substring(kind)) { point, place in
                place?.timeZoneIdentifier.map { clock($0) == clock(String(point.zone)) } ?? false
            } >= least)
    }

    @Test(arguments: [("settlement", 0.997), ("country", 0.98)])
    func `points near settlements have a settlement within 25 kilometres`(kind: String, least: Double) {
        #expect(rate(Substring(kind)) { $1?.settlement != nil && ($1?.distance ?? .infinity) <= 25 } >= least)
    }
}
