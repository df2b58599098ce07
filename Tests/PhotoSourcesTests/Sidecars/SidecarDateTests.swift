import Foundation
import Records
import Testing

@testable import PhotoSources

/// Dates in sidecars (imports 3.2 and 3.3).
@Suite struct SidecarDateTests {
    private func seconds(_ text: String) throws -> Double {
        try #require(SidecarDate(text)).date.timeIntervalSinceReferenceDate
    }

    @Test(
        arguments: [
            ("2001", 0, SidecarDate.Precision.year), ("2019-05", 578_361_600, .month),
            ("2019-05-07", 578_880_000, .day),
            ("2019-05-07T09:33", 578_914_380, .minute), ("2019-05-07T09:33:04", 578_914_384, .second),
            ("2019-05-07T09:33:04.25", 578_914_384.25, .fraction(2)),
            ("2019-05-07T09:33:04.1234567", 578_914_384.123456, .fraction(6)),
            ("2019:05:07 09:33:04", 578_914_384, .second), (" 2019-05-07T09:33:04\n", 578_914_384, .second),
            ("2000-02-29", -26_524_800, .day), ("0001-01-01", -63_113_904_000, .day),
            ("2016-12-31T23:59:60", 504_921_599, .second),
        ] as [(String, Double, SidecarDate.Precision)])
    func `a date without a zone counts as UTC (imports 3.2)`(
        _ text: String, _ seconds: Double, _ precision: SidecarDate.Precision
    ) throws {
        let date = try #require(SidecarDate(text))
        #expect(date.date.timeIntervalSinceReferenceDate == seconds)
        #expect(date.precision == precision)
        #expect(date.utcOffset == nil)
    }

    @Test(arguments: [
        ("2019-05-07T09:33:04Z", 0), ("2019-05-07T09:33:04+02:00", 7200), ("2019-05-07T09:33:04.5-03:30", -12_600),
        ("2019-05-07T09:33+0545", 20_700), ("2019-05-07T09:33:04 +14:00", 50_400), ("2019-05-07T09:33:04-08", -28_800),
    ])
    func `a date can have a zone (imports 3.2)`(_ text: String, _ offset: Int) throws {
        let date = try #require(SidecarDate(text))
        #expect(date.utcOffset == offset)
        #expect(date.date.timeIntervalSinceReferenceDate == Double(date.localMicroseconds) / 1_000_000 - Double(offset))
    }

    @Test(arguments: [
        "", " ", "0000-01-01", "2019-00", "2019-13", "2019-02-29", "1900-02-29", "2019-04-31", "2019-5-7", "19-05-07",
        "2019-05-07T", "2019-05-07T9:33", "2019-05-07T24:00", "2019-05-07T09", "2019-05-07T09:60",
        "2019-05-07T09:33:61",
        "2019-05-07T09:33:04.", "2019-05-07T09:33:04+19:00", "2019-05-07T09:33:04+02:60", "2019-05-07T09:33:04 CET",
        "2019-05T09:33", "20190", "20190507", "10000-01-01", "２０１９", "2019-05-07T09:33:04Zx", "2019-", "-2019",
    ])
    func `other texts are no dates (imports 3.2, general rules)`(_ text: String) {
        #expect(SidecarDate(text) == nil)
    }

    // MARK: The file's date

    private func capture(
        _ text: String, _ file: String?, offset: Int? = nil
    ) throws -> SourceFacts.Capture {
        let capture = try file.map { file in
            SourceFacts.Capture(
                date: Date(timeIntervalSinceReferenceDate: try seconds(file)) - Double(offset ?? 0), utcOffset: offset)
        }
        return try #require(SidecarDate(text)).capture(ofFile: capture)
    }

    private func expected(_ local: String, offset: Int?, isChosen: Bool = false) throws -> SourceFacts.Capture {
        SourceFacts.Capture(
            date: Date(timeIntervalSinceReferenceDate: try seconds(local)) - Double(offset ?? 0), utcOffset: offset,
            isChosen: isChosen)
    }

    @Test(arguments: [
        "2019-05-07T09:33:04", "2019-05-07T09:33:04.2", "2019-05-07T09:33:04.25", "2019-05-07T09:33", "2019-05-07",
        "2019-05", "2019",
    ])
    func `a date without a zone that equals the file's keeps its zone and precision (imports 3.3)`(
        _ text: String
    ) throws {
        let file = "2019-05-07T09:33:04.25"
        #expect(try capture(text, file, offset: 7200) == expected(file, offset: 7200))
        #expect(try capture(text, file) == expected(file, offset: nil))
    }

    @Test(arguments: [
        "2019-05-07T09:33:05", "2019-05-07T09:33:04.3", "2019-05-07T09:32", "2019-05-08", "2019-06", "2020", "2018",
        "2019-04",
    ])
    func `another date counts, with an unknown zone (imports 3.3)`(_ text: String) throws {
        let capture = try capture(text, "2019-05-07T09:33:04.25", offset: 7200)
        #expect(try capture == expected(text, offset: nil, isChosen: true))
    }

    @Test func `the last and the first moments of a period belong to it`() throws {
        for (text, inside, outside) in [
            ("2019", ["2019-01-01T00:00:00", "2019-12-31T23:59:59.9"], ["2018-12-31T23:59:59", "2020-01-01"]),
            ("2020", ["2020-12-31T23:59:59"], ["2021-01-01"]),
            ("2020-02", ["2020-02-29T23:59:59"], ["2020-03-01", "2020-01-31"]),
            ("2019-02", ["2019-02-28T23:59:59"], ["2019-03-01"]), ("2019-12", ["2019-12-31"], ["2020-01-01"]),
            ("2019-05-31", ["2019-05-31T23:59:59"], ["2019-06-01"]),
        ] {
            for date in inside { #expect(try !capture(text, date).isChosen, "\(text) \(date)") }
            for date in outside { #expect(try capture(text, date).isChosen, "\(text) \(date)") }
        }
    }

    @Test func `a date with a zone has it, and an equal moment keeps the precision (imports 3.3)`() throws {
        let file = "2019-05-07T09:33:04.25"
        #expect(try capture("2019-05-07T09:33:04+02:00", file, offset: 7200) == expected(file, offset: 7200))
        #expect(try capture("2019-05-07T09:33:04+02:00", file) == expected(file, offset: 7200))
        #expect(
            try capture("2019-05-07T07:33:04Z", file, offset: 7200) == expected("2019-05-07T07:33:04.25", offset: 0))
        #expect(
            try capture("2019-05-07T09:33:04+01:00", file, offset: 7200)
                == expected("2019-05-07T09:33:04", offset: 3600, isChosen: true))
    }

    @Test func `the sidecar's date counts if the file has none`() throws {
        #expect(try capture("2019-05", nil) == expected("2019-05-01", offset: nil))
        #expect(try capture("2019-05-07T09:33:04-03:00", nil) == expected("2019-05-07T09:33:04", offset: -10_800))
        let absurd = SourceFacts.Capture(date: Date(timeIntervalSinceReferenceDate: 1e300), utcOffset: nil)
        let date = try #require(SidecarDate("2019"))
        #expect(try date.capture(ofFile: absurd) == expected("2019", offset: nil))
    }

    @Test func `days and their numbers are inverse`() throws {
        var previous = CivilDay(daysSinceReferenceDate: -730_485)
        #expect(previous == CivilDay(year: 1, month: 1, day: 1))
        for number in -730_484...200_000 where number % 7 == 0 || (-400...800).contains(number) {
            let day = CivilDay(daysSinceReferenceDate: number)
            #expect(day.daysSinceReferenceDate == number)
            #expect((previous.year, previous.month, previous.day) < (day.year, day.month, day.day))
            previous = day
        }
    }
}
