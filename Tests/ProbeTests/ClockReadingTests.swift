import Testing

@testable import Imaging

/// Every expected number of seconds was computed by another program's proleptic Gregorian calendar.
@Suite struct ClockReadingTests {
    @Test(
        "all common formats are parsed, independent of the machine's time zone",
        arguments: [
            "2024:02:29 12:30:05", "2024-02-29T12:30:05", "2024-02-29 12:30:05", "2024/02/29 12:30:05",
            "2024.02.29 12:30:05", "2024 02 29 12:30:05", "2024:2:29 12:30:5", "20240229T123005", "20240229 123005",
            "20240229123005", "  2024:02:29   12:30:05", "2024:02:29 12:30:05  ", "2024:02:29 12:30:05 \0",
        ])
    func spellings(_ text: String) throws {
        let reading = try #require(ClockReading(text))
        #expect(reading.seconds == 730_902_605)
        #expect(reading.hasTime && reading.fraction == 0 && reading.offset == nil)
    }

    @Test(
        "the calendar covers the years 1 to 9999",
        arguments: [
            ("0001:01:01 00:00:00", -63_113_904_000), ("1826:06:01 12:00:00", -5_509_425_600),
            ("1899:12:31 23:59:59", -3_187_296_001), ("1900:02:28 00:00:00", -3_182_284_800),
            ("1900:03:01 00:00:00", -3_182_198_400), ("1904:01:01 00:00:00", -3_061_152_000),
            ("1969:12:31 23:59:59", -978_307_201), ("1970:01:01 00:00:00", -978_307_200),
            ("2000:02:29 00:00:00", -26_524_800), ("2000:12:31 23:59:59", -1), ("2001:01:01 00:00:00", 0),
            ("2024:05:07 09:33", 736_767_180), ("2024:12:5 7:8:9", 755_075_289),
            // A leap second.
            ("2016:12:31 23:59:60", 504_921_600), ("9999:12:31 23:59:59", 252_423_993_599),
        ])
    func instants(_ text: String, _ seconds: Int) throws {
        #expect(ClockReading(text)?.seconds == seconds)
    }

    @Test(
        "an invalid date or time is not parsed",
        arguments: [
            "", " ", "no date", "0000:00:00 00:00:00", "    :  :     :  :  ", "0000:01:01 00:00:00",
            "2023:02:29 12:00:00", "1900:02:29 12:00:00", "2100:02:29 12:00:00", "2024:02:30 12:00:00",
            "2024:04:31 12:00:00", "2024:13:01 12:00:00", "2024:00:10 12:00:00", "2024:02:00 12:00:00",
            "2024:05:07 24:00:00", "2024:05:07 12:60:00", "2024:05:07 12:30:61", "2024:05:07 12", "2024:05:07 12:xx",
            "24:05:07 12:30:05", "-2024:05:07 12:30:05", "2024", "2024:05", "２０２４:05:07 12:30:05", "\0\0\0\0",
        ])
    func noDates(_ text: String) {
        #expect(ClockReading(text) == nil)
    }

    @Test("a day alone means midnight", arguments: ["2024:02:29", "2024-02-29", "20240229", "2024:02:29 noon"])
    func days(_ text: String) throws {
        let reading = try #require(ClockReading(text))
        #expect(reading.seconds == 730_857_600 && !reading.hasTime)
    }

    @Test(
        "a month or year alone needs allowsPartialDate",
        arguments: [("2024-02", 728_438_400), ("2024", 725_760_000)])
    func partialDates(_ text: String, _ seconds: Int) throws {
        let reading = try #require(ClockReading(text, allowsPartialDate: true))
        #expect(reading.seconds == seconds && !reading.hasTime)
        #expect(ClockReading(text) == nil)
        #expect(ClockReading(text + "x", allowsPartialDate: true) == nil)
    }

    @Test(
        "an offset after the time is parsed and does not change the local time",
        arguments: [
            ("2024:02:29 12:30:05+01:00", 3600), ("2024-02-29T12:30:05+0100", 3600), ("2024:02:29 12:30:05 +01", 3600),
            ("2024-02-29T12:30:05Z", 0), ("2024-02-29T12:30:05.25-03:30", -12_600), ("2024:02:29 12:30:05 CET", nil),
        ] as [(String, Int?)])
    func zones(_ text: String, _ offset: Int?) throws {
        let reading = try #require(ClockReading(text))
        #expect(reading.seconds == 730_902_605 && reading.offset == offset)
    }

    @Test(
        "offsets of at most 14 hours are parsed in all common formats",
        arguments: [
            ("+00:00", 0), ("-00:00", 0), ("Z", 0), ("+08:00", 28_800), ("-03:30", -12_600), ("+0545", 20_700),
            ("+05", 18_000), ("+5:30", 19_800), ("  -12:00", -43_200), ("+14:00", 50_400), ("+14:15", nil),
            ("-15:00", nil), ("+01:75", nil), ("08:00", nil), ("", nil), ("+", nil), ("   :  ", nil), ("local", nil),
        ] as [(String, Int?)])
    func offsets(_ text: String, _ seconds: Int?) {
        #expect(ClockReading.offset(text) == seconds)
    }

    @Test(
        "a fraction of a second is below 1 for any number of digits",
        arguments: [
            ("25", 0.25), ("046", 0.046), ("5", 0.5), ("000", 0), ("", 0), ("25 ", 0.25), (" 25", 0.25), ("x", 0),
            ("999999999999999999999999", 0.999_999_999),
        ])
    func fractions(_ text: String, _ fraction: Double) throws {
        #expect(ClockReading.fraction(text) == fraction)
        #expect(ClockReading("2024:02:29 12:30:05.\(text.trimmingPrefix(" "))")?.fraction == fraction)
    }

    @Test func `a decimal comma is parsed like a decimal point`() {
        #expect(ClockReading("2024-02-29T12:30:05,25Z")?.fraction == 0.25)
    }
}
