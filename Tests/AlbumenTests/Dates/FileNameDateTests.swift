import Foundation
import MediaRequests
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct FileNameDateTests {
    private static let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    @Test(
        "dates in filenames of common programs are parsed",
        arguments: [
            ("IMG-20120815-WA0007.jpg", "2012-08-15T12:00:00"),
            ("VID-20191231-WA0000.mp4", "2019-12-31T12:00:00"),
            ("Screenshot 2019-05-21 at 14.03.22.png", "2019-05-21T14:03:22"),
            ("Screen Shot 2019-05-21 at 2.03.22 PM.png", "2019-05-21T14:03:22"),
            ("Screen Shot 2019-05-21 at 12.03.22 AM (2).png", "2019-05-21T00:03:22"),
            ("Screenshot_20190521-140322_Maps.jpg", "2019-05-21T14:03:22"),
            ("Screenshot_2019-05-21-14-03-22-123_com.app.png", "2019-05-21T14:03:22"),
            ("Bildschirmfoto 2019-05-21 um 14.03.22.png", "2019-05-21T14:03:22"),
            ("telegram_2020-01-30_12-34-56.jpg", "2020-01-30T12:34:56"),
            ("photo_2020-01-30_12-34-56 (3).jpg", "2020-01-30T12:34:56"),
            ("signal-2020-01-30-123456.jpg", "2020-01-30T12:34:56"),
            ("signal-2020-01-30-12-34-56-789-1.jpg", "2020-01-30T12:34:56"),
            ("IMG_20120815_101112.jpg", "2012-08-15T10:11:12"),
            ("20120815_101112.jpg", "2012-08-15T10:11:12"),
            ("WIN_20120815_10_11_12_Pro.jpg", "2012-08-15T10:11:12"),
            ("2012-08-15 10.11.12.jpg", "2012-08-15T10:11:12"),
            ("20120815101112.jpg", "2012-08-15T10:11:12"),
            ("IMG_0001_20120815.jpg", "2012-08-15T12:00:00"),
            ("20120815_256199.jpg", "2012-08-15T12:00:00"),
        ])
    func dates(name: String, expected: String) throws {
        let date = try #require(FileNameDate.captureDate(in: name, now: Self.now))
        #expect(CivilTime(secondsSinceReferenceDate: date.secondsSinceReferenceDate)?.iso8601 == expected)
        #expect(date.utcOffsetInSeconds == nil)
        #expect(date.source == .filename)
    }

    @Test("names of Pixel phones are in UTC, with milliseconds")
    func pixel() throws {
        let date = try #require(FileNameDate.captureDate(in: "PXL_20210102_030405678.PORTRAIT.jpg", now: Self.now))
        #expect(
            CivilTime(secondsSinceReferenceDate: date.secondsSinceReferenceDate)?.iso8601 == "2021-01-02T03:04:05.678")
        #expect(date.utcOffsetInSeconds == 0)
    }

    @Test(
        "other numbers are not dates",
        arguments: [
            "IMG_0001.jpg", "P1010001.JPG", "DSC12345.ARW", "20121315.jpg", "20120230.jpg", "19891231.jpg", "123.jpg",
            "201208151.jpg", "2012-08.jpg", "2012-8-15.jpg", "2012-08_15.jpg", "20991231.jpg", "", ".jpg",
            "٢٠١٢٠٨١٥.jpg",
            "FB_IMG_1450000000000.jpg", "8c3a2012081.jpg",
        ])
    func noDates(name: String) {
        #expect(FileNameDate.captureDate(in: name, now: Self.now) == nil)
    }

    @Test("a date in the file precedes one in its name, which precedes its modification date")
    func rank() {
        var probe = MediaProbe(kind: .image, uniformTypeIdentifier: "public.jpeg", pixelWidth: 4, pixelHeight: 3)
        let named = AssetFacts(
            probe: probe, filename: "IMG-20120815-WA0007.jpg", fileDate: Self.now, now: Self.now)
        #expect(named.captureDate.source == .filename)
        probe.captureDate = .init(secondsSinceReferenceDate: 5, utcOffsetInSeconds: 0, source: .gps)
        let dated = AssetFacts(probe: probe, filename: "IMG-20120815-WA0007.jpg", fileDate: Self.now, now: Self.now)
        #expect(dated.captureDate.source == .gps)
        probe.captureDate = nil
        let unnamed = AssetFacts(probe: probe, filename: "IMG_0001.jpg", fileDate: Self.now, now: Self.now)
        #expect(unnamed.captureDate.source == .file)
    }
}
