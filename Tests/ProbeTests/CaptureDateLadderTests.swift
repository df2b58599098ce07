import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Which of a picture's dates counts.
@Suite struct CaptureDateLadderTests {
    typealias Source = MediaProbe.CaptureDate.Source

    /// The dates that a JPEG can have, best first, each in another year.
    private static let rungs: [(source: Source, year: Int)] = [
        (.exifOriginal, 2024), (.exifDigitized, 2023), (.xmp, 2022), (.iptc, 2021), (.exifModified, 2020), (.gps, 2019),
    ]

    /// - Parameter day: of the rungs given; the others have no date at all.
    private func picture(_ dates: [(source: Source, year: Int, day: String)]) -> Data {
        var exif = SampleMedia.Exif()
        var xmp: String?
        var iptc: [(dataSet: UInt8, text: String)] = []
        for (source, year, day) in dates {
            let text = "\(year):05:\(day) 09:33:04"
            switch source {
            case .exifOriginal: exif.dateTimeOriginal = text
            case .exifDigitized: exif.tags.append(.dateTimeDigitized(text))
            case .exifModified: exif.tags.append(.dateTime(text))
            case .xmp: xmp = SampleMedia.xmpPacket([("exif:DateTimeOriginal", "\(year)-05-\(day)T09:33:04")])
            case .iptc: iptc = [(55, "\(year)05\(day)"), (60, "093304+0000")]
            case .gps: exif.tags += [.gpsDateStamp("\(year):05:\(day)"), .gpsTimeStamp([(9, 1), (33, 1), (4, 1)])]
            default: break
            }
        }
        return SampleMedia.jpeg(exif: exif, xmp: xmp, iptc: iptc)
    }

    @Test("a date is used if there is no better one", arguments: 0..<rungs.count)
    func rungByRung(_ first: Int) throws {
        let rungs = Self.rungs[first...]
        let (source, year) = Self.rungs[first]
        let date = try #require(try Probing.picture(picture(rungs.map { ($0.source, $0.year, "07") }))?.captureDate)
        #expect(date.source == source)
        #expect(try date.secondsSinceReferenceDate == Probing.instant("\(year)-05-07T09:33:04Z"))
        #expect(date.utcOffsetInSeconds == (source == .gps ? 0 : nil))
    }

    @Test("a date that the calendar does not have is skipped", arguments: 1..<rungs.count)
    func impossibleDates(_ first: Int) throws {
        let dates = Self.rungs.enumerated().map { ($1.source, $1.year, $0 < first ? "32" : "07") }
        let date = try #require(try Probing.picture(picture(dates))?.captureDate)
        #expect(date.source == Self.rungs[first].source)
        #expect(try date.secondsSinceReferenceDate == Probing.instant("\(Self.rungs[first].year)-05-07T09:33:04Z"))
    }

    @Test func `a picture without a date has none`() throws {
        let pictures = [
            SampleMedia.jpeg(), SampleMedia.png(), SampleMedia.gif(), picture(Self.rungs.map { ($0.source, 0, "00") }),
        ]
        for data in pictures {
            let probe = try #require(try Probing.picture(data))
            #expect(probe.captureDate == nil)
        }
    }

    @Test(
        "PNG text precedes EXIF's modification date", arguments: ["Creation Time", "create-date", "CreationTime"])
    func pngText(_ key: String) throws {
        var exif = SampleMedia.Exif()
        exif.tags = [.dateTime("2020:05:07 09:33:04")]
        let png = SampleMedia.png(texts: [("Comment", "1 Jan 2000"), (key, "7 May 2024 09:33:04 +0800")], exif: exif)
        let date = try #require(try Probing.picture(png)?.captureDate)
        #expect(date.source == .pngText && date.utcOffsetInSeconds == 28_800)
        #expect(try date.secondsSinceReferenceDate == Probing.instant("2024-05-07T01:33:04Z"))

        exif.dateTimeOriginal = "2021:05:07 09:33:04"
        let shot = SampleMedia.png(texts: [(key, "7 May 2024 09:33:04 +0800")], exif: exif)
        #expect(try Probing.picture(shot)?.captureDate?.source == .exifOriginal)
    }

    @Test func `each EXIF date has its own fraction of a second`() throws {
        var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:33:04", subSecTimeOriginal: "046")
        exif.tags = [
            .dateTimeDigitized("2023:05:07 09:33:04"), .dateTime("2022:05:07 09:33:04"), .subSecTimeDigitized("25"),
            .subSecTime("5"),
        ]
        #expect(
            try Probing.picture(SampleMedia.jpeg(exif: exif))?.captureDate?.secondsSinceReferenceDate
                == Probing.instant("2024-05-07T09:33:04Z") + 0.046)
        exif.dateTimeOriginal = nil
        #expect(
            try Probing.picture(SampleMedia.jpeg(exif: exif))?.captureDate?.secondsSinceReferenceDate
                == Probing.instant("2023-05-07T09:33:04Z") + 0.25)
        exif.tags.removeAll { $0.number == 0x9004 }
        #expect(
            try Probing.picture(SampleMedia.jpeg(exif: exif))?.captureDate?.secondsSinceReferenceDate
                == Probing.instant("2022-05-07T09:33:04Z") + 0.5)
    }

    @Test func `the first XMP date with a time is used, or else the first one`() throws {
        let packet = SampleMedia.xmpPacket([
            ("exif:DateTimeOriginal", "2024-05"), ("photoshop:DateCreated", "2023-05-07"),
            ("xmp:CreateDate", "2022-05-07T09:33:04-03:30"),
        ])
        let timed = try #require(try Probing.picture(SampleMedia.jpeg(xmp: packet))?.captureDate)
        #expect(try timed.secondsSinceReferenceDate == Probing.instant("2022-05-07T13:03:04Z"))
        #expect(timed.utcOffsetInSeconds == -12_600)

        let days = SampleMedia.xmpPacket([
            ("exif:DateTimeOriginal", "2024-05"), ("photoshop:DateCreated", "2023-05-07"),
        ])
        let day = try #require(try Probing.picture(SampleMedia.jpeg(xmp: days))?.captureDate)
        #expect(try day.secondsSinceReferenceDate == Probing.instant("2024-05-01T00:00:00Z"))
        #expect(day.utcOffsetInSeconds == nil)
    }

    @Test func `an IPTC offset is used unless it is 0`() throws {
        for (time, offset, instant) in [
            ("093304+0800", 28_800, "2024-05-07T01:33:04Z"), ("093304+0000", nil, "2024-05-07T09:33:04Z"),
        ] as [(String, Int?, String)] {
            let jpeg = SampleMedia.jpeg(iptc: [(55, "20240507"), (60, time)])
            let date = try #require(try Probing.picture(jpeg)?.captureDate)
            #expect(date.source == .iptc && date.utcOffsetInSeconds == offset)
            #expect(try date.secondsSinceReferenceDate == Probing.instant(instant))
        }
        let day = try #require(try Probing.picture(SampleMedia.jpeg(iptc: [(55, "20240507")]))?.captureDate)
        #expect(try day.source == .iptc && day.secondsSinceReferenceDate == Probing.instant("2024-05-07T00:00:00Z"))
    }

    @Test func `the GPS time has fractions of a second`() throws {
        var exif = SampleMedia.Exif()
        exif.tags = [.gpsDateStamp("2024:05:07"), .gpsTimeStamp([(23, 1), (59, 1), (5950, 100)])]
        let date = try #require(try Probing.picture(SampleMedia.jpeg(exif: exif))?.captureDate)
        #expect(try date.secondsSinceReferenceDate == Probing.instant("2024-05-07T23:59:59Z") + 0.5)
        #expect(date.utcOffsetInSeconds == 0)
    }

    @Test(
        "an incomplete or invalid GPS time is ignored",
        arguments: [
            [.gpsTimeStamp([(9, 1), (33, 1), (4, 1)])], [.gpsDateStamp("2024:05:07")],
            [.gpsDateStamp("2024:05:07"), .gpsTimeStamp([(25, 1), (0, 1), (0, 1)])],
            [.gpsDateStamp("2024:05:07"), .gpsTimeStamp([(9, 0), (33, 1), (4, 1)])],
            [.gpsDateStamp("2024:05:32"), .gpsTimeStamp([(9, 1), (33, 1), (4, 1)])],
        ] as [[SampleMedia.Exif.Tag]])
    func noSatelliteDate(_ tags: [SampleMedia.Exif.Tag]) throws {
        var exif = SampleMedia.Exif()
        exif.tags = tags
        let probe = try #require(try Probing.picture(SampleMedia.jpeg(exif: exif)))
        #expect(probe.captureDate == nil)
    }
}
