import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Where a clock's reading gets its zone from.
@Suite struct UTCOffsetTests {
    private static let reading = "2024:05:07 09:33:04"

    private func date(_ exif: SampleMedia.Exif, xmp: String? = nil) throws -> MediaProbe.CaptureDate {
        try #require(try Probing.picture(SampleMedia.jpeg(exif: exif, xmp: xmp))?.captureDate)
    }

    private func offset(_ tags: SampleMedia.Exif.Tag...) throws -> Int? {
        var exif = SampleMedia.Exif(dateTimeOriginal: Self.reading)
        exif.tags = tags
        return try date(exif).utcOffsetInSeconds
    }

    @Test func `EXIF's offset changes the date but not the local time`() throws {
        let exif = SampleMedia.Exif(dateTimeOriginal: Self.reading, offsetTimeOriginal: "+08:00")
        let date = try date(exif)
        #expect(try date.secondsSinceReferenceDate == Probing.instant("2024-05-07T01:33:04Z"))
        #expect(date.utcOffsetInSeconds == 28_800)
    }

    @Test func `an offset of more than 14 hours is ignored`() throws {
        let date = try date(SampleMedia.Exif(dateTimeOriginal: Self.reading, offsetTimeOriginal: "+24:00"))
        #expect(try date.secondsSinceReferenceDate == Probing.instant("2024-05-07T09:33:04Z"))
        #expect(date.utcOffsetInSeconds == nil)
    }

    @Test func `the offset of another EXIF date is used if its local time is the same`() throws {
        #expect(try offset(.dateTimeDigitized(Self.reading), .offsetTimeDigitized("+02:00")) == 7200)
        #expect(try offset(.dateTime(Self.reading), .offsetTime("-07:00")) == -25_200)
        #expect(try offset(.dateTimeDigitized("2024:05:07 09:33:05"), .offsetTimeDigitized("+02:00")) == nil)
        #expect(try offset(.dateTime("2024:06:01 10:00:00"), .offsetTime("-07:00")) == nil)
        #expect(try offset(.offsetTime("-07:00"), .offsetTimeDigitized("+02:00")) == nil)
    }

    @Test func `the digitized date and the modification date have their own offsets`() throws {
        var exif = SampleMedia.Exif()
        exif.tags = [.dateTimeDigitized(Self.reading), .offsetTimeDigitized("+02:00")]
        #expect(try date(exif).utcOffsetInSeconds == 7200)
        exif.tags = [.dateTime(Self.reading), .offsetTime("-07:00")]
        #expect(try date(exif).utcOffsetInSeconds == -25_200)
    }

    /// - Parameter ahead: by how many seconds the camera's clock was ahead of the satellites'.
    private func offset(ahead: Int) throws -> Int? {
        let satellites = 1_715_074_384 - ahead
        let (day, second) = (satellites / 86_400, satellites % 86_400)
        // 19850 days after 1970-01-01 it is the seventh of May.
        return try offset(
            .gpsDateStamp("2024:05:0\(day - 19_850 + 7)"),
            .gpsTimeStamp([(second / 3600, 1), (second / 60 % 60, 1), (second % 60, 1)]))
    }

    @Test(
        "the difference from the GPS time determines the offset",
        arguments: [
            0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6, 6.5, 7, 8, 8.5, 8.75, 9, 9.5, 10, 10.5, 11, 11.5, 12, 12.75, 13,
            13.75, 14, -1, -2, -2.5, -3, -3.5, -4, -4.5, -5, -6, -7, -8, -9, -9.5, -10, -11, -12,
        ])
    func satellites(_ hours: Double) throws {
        let seconds = Int(hours * 3600)
        for residue in [0, 1, -1, 90, -90] { #expect(try offset(ahead: seconds + residue) == seconds) }
        for residue in [91, -91, 200] { #expect(try offset(ahead: seconds + residue) == nil) }
    }

    @Test(
        "a difference that no time zone has is ignored",
        arguments: [
            0.25, 0.5, 0.75, 1.25, 1.5, 2.5, 5.25, 7.5, 12.5, 13.5, 14.25, 15, 26, -0.25, -0.5, -1.5, -12.5, -13,
        ])
    func noZones(_ hours: Double) throws {
        #expect(try offset(ahead: Int(hours * 3600)) == nil)
    }

    @Test func `a date without a time has no offset, whatever the GPS time is`() throws {
        var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07")
        exif.tags = [.gpsDateStamp("2024:05:06"), .gpsTimeStamp([(16, 1), (0, 1), (0, 1)])]
        #expect(try date(exif).utcOffsetInSeconds == nil)
    }

    @Test func `the GPS time in XMP is used, too`() throws {
        let packet = SampleMedia.xmpPacket([("exif:GPSTimeStamp", "2024-05-07T01:33:00Z")])
        #expect(try date(SampleMedia.Exif(dateTimeOriginal: Self.reading), xmp: packet).utcOffsetInSeconds == 28_800)
    }

    @Test(
        "the offset of an XMP date is used if its local time is the same",
        arguments: [
            ("2024-05-07T09:33:04+08:00", 28_800), ("2024-05-07T09:33:04Z", 0), ("2024-05-07T09:33:05+08:00", nil),
            ("2024-05-07T09:33:04", nil), ("2024-05-07", nil),
        ] as [(String, Int?)])
    func xmp(_ text: String, _ offset: Int?) throws {
        let packet = SampleMedia.xmpPacket([("xmp:CreateDate", text)])
        let date = try date(SampleMedia.Exif(dateTimeOriginal: Self.reading), xmp: packet)
        #expect(date.source == .exifOriginal && date.utcOffsetInSeconds == offset)
    }

    @Test func `the offset of an IPTC date is used if its local time is the same`() throws {
        for (time, offset) in [("093304+0800", 28_800), ("093305+0800", nil), ("093304+0000", nil)] as [(String, Int?)]
        {
            let jpeg = SampleMedia.jpeg(
                exif: SampleMedia.Exif(dateTimeOriginal: Self.reading), iptc: [(55, "20240507"), (60, time)])
            #expect(try Probing.picture(jpeg)?.captureDate?.utcOffsetInSeconds == offset)
        }
    }

    @Test func `EXIF's offset has precedence over the GPS time's, and that over XMP's`() throws {
        let packet = SampleMedia.xmpPacket([("xmp:CreateDate", "2024-05-07T09:33:04+02:00")])
        var exif = SampleMedia.Exif(dateTimeOriginal: Self.reading)
        exif.tags = [.gpsDateStamp("2024:05:07"), .gpsTimeStamp([(1, 1), (33, 1), (4, 1)])]
        #expect(try date(exif, xmp: packet).utcOffsetInSeconds == 28_800)
        exif.offsetTimeOriginal = "+09:00"
        #expect(try date(exif, xmp: packet).utcOffsetInSeconds == 32_400)
    }
}
