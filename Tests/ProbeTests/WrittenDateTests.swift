import Testing

@testable import Imaging

@Suite struct WrittenDateTests {
    @Test(
        "dates in words are parsed in the formats of programs",
        arguments: [
            ("Tue, 13 Feb 2007 06:34:38 +0100", 3600), ("13 Feb 2007 06:34:38 +01:00", 3600),
            ("Tue Feb 13 06:34:38 2007", nil), ("Tue Feb 13 06:34:38 UTC 2007", 0),
            ("Tuesday, 13 February 2007; 06:34:38 GMT", 0), ("tue feb 13 06:34:38 CET 2007", nil),
            ("2007 Feb 13 06:34:38", nil), ("February 13, 2007 06:34:38 -0330", -12_600),
            // Numbers need no words.
            ("2007:02:13 06:34:38", nil), ("2007-02-13T06:34:38+01:00", 3600),
        ] as [(String, Int?)])
    func spellings(_ text: String, _ offset: Int?) throws {
        let reading = try #require(WrittenDate.reading(text))
        #expect(reading.seconds == 193_041_278)
        #expect(reading.hasTime && reading.offset == offset)
    }

    @Test func `seconds or the entire time can be missing`() throws {
        #expect(WrittenDate.reading("Tue Feb 13 06:34 2007")?.seconds == 193_041_240)
        let day = try #require(WrittenDate.reading("13 Feb 2007"))
        #expect(day.seconds == 193_017_600 && !day.hasTime)
    }

    @Test(
        "an invalid date is not parsed",
        arguments: [
            "", "yesterday", "Feb 2007", "13 Feb", "13 2007", "13 Feb 07", "31 Feb 2007", "29 Feb 2007", "0 Feb 2007",
            "13 Feb 2007 25:00:00", "13 Feb 2007 06:60", "13 Feb 2007 1:2:3:4", "13 Feb 2007 06:-5:00",
            "99999999999999999999 Feb 2007", "Feb 13 0000", ";;;;,,,,", ": : : :",
        ])
    func noDates(_ text: String) {
        #expect(WrittenDate.reading(text) == nil)
    }
}
