import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct CivilTimeTests {
    @Test(
        arguments: [
            (0, 0, "2001-01-01T00:00:00"), (-0.5, 0, "2000-12-31T23:59:59.500"),
            (-1, -3600, "2000-12-31T22:59:59"), (736_738_384.046, 28_800, "2024-05-07T09:33:04.046"),
            (0.000_001, 0, "2001-01-01T00:00:00.000001"), (-978_307_200, 0, "1970-01-01T00:00:00"),
            (-63_113_904_000, 0, "0001-01-01T00:00:00"), (252_423_993_599, 0, "9999-12-31T23:59:59"),
            (99_748_800, 0, "2004-02-29T12:00:00"),
        ] as [(Double, Int, String)])
    func `a date converts to the calendar`(_ seconds: Double, _ offset: Int, _ expected: String) throws {
        #expect(CivilTime(secondsSinceReferenceDate: seconds, utcOffset: offset)?.iso8601 == expected)
    }

    @Test(arguments: [Double.nan, .infinity, 1e300, -1e18, 252_423_993_600, -63_113_904_001])
    func `a date outside of the calendar returns nil`(_ seconds: Double) {
        #expect(CivilTime(secondsSinceReferenceDate: seconds) == nil)
    }

    @Test func `text and date agree over eight hundred years`() throws {
        for day in stride(from: -146_097, through: 146_097, by: 29) {
            let seconds = Double(day) * 86_400 + 3_661
            let time = try #require(CivilTime(secondsSinceReferenceDate: seconds))
            guard CivilTime.secondsSinceReferenceDate(time.iso8601) != seconds else { continue }
            Issue.record("\(time.iso8601) is read as another instant")
        }
    }

    @Test(
        arguments: [
            ("2001-01-02", 86_400), ("2001-01-01 00:01", 60), ("2001-01-01T00:00:01.5Z", 1.5),
            ("2001-01-01T08:00:00+08:00", 0), ("2000-12-31T19:00-0500", 0),
        ] as [(String, Double)])
    func `text is parsed with and without time and offset`(_ text: String, _ seconds: Double) {
        #expect(CivilTime.secondsSinceReferenceDate(text) == seconds)
    }

    @Test(
        arguments: [
            "", "2001", "2001-13-01", "2001-02-29", "2001-01-01T24:00", "2001-01-01T00:00:60", "2001-01-01 ",
            "٢٠٠١-٠١-٠١", "2001-01-01+08:00",
        ])
    func `invalid text is not parsed`(_ text: String) {
        #expect(CivilTime.secondsSinceReferenceDate(text) == nil)
    }

    @Test func `offsets have a sign, hours and minutes`() {
        #expect([28_800, -12_600, 0, 20_700].map(CivilTime.offsetText) == ["+08:00", "-03:30", "+00:00", "+05:45"])
    }

    @Test func `durations look like a clock`() {
        let durations = [0, 0.2, 7, 75.5, 3600, -4].map(Timestamp.duration)
        #expect(durations == ["0:00", "0:01", "0:07", "1:16", "1:00:00", "0:00"])
        #expect(Timestamp.duration(.infinity) == "277777:46:40")
    }
}
