import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Whatever the bytes, there is an answer or a `MediaError`.
@Suite struct HostileBytesTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var data: Data
        /// Bytes at the end without which the picture is whole all the same.
        var spareCount = 0
    }

    /// With all kinds of metadata that the format holds.
    private static let pictures: [Sample] = {
        var exif = SampleMedia.Exif(
            dateTimeOriginal: "2024:05:07 09:33:04", subSecTimeOriginal: "046", latitude: 37.8199, longitude: -122.4783)
        exif.orientation = 6
        exif.tags = [
            .dateTime("2024:05:07 09:33:04"), .offsetTime("+08:00"), .gpsDateStamp("2024:05:07"),
            .gpsTimeStamp([(1, 1), (33, 1), (4, 1)]), .altitude((15, 10)), .userComment("A comment"),
        ]
        let xmp = SampleMedia.xmpPacket([("xmp:Rating", "5"), ("exif:GPSLatitude", "37,22.5N")])
        let iptc: [(dataSet: UInt8, text: String)] = [(55, "20240507"), (60, "093304+0800"), (25, "keyword")]
        let texts = [("Creation Time", "7 May 2024 09:33:04 +0800"), ("XML:com.adobe.xmp", xmp)]
        let webp = HeaderOnlyMedia.webp(
            HeaderOnlyMedia.extendedHeader(width: 64, height: 48), HeaderOnlyMedia.lossyPicture(width: 64, height: 48),
            HeaderOnlyMedia.chunk("EXIF", ExifBlock.bytes(exif)), HeaderOnlyMedia.chunk("XMP ", Array(xmp.utf8)))
        return [
            Sample(testDescription: "JPEG", data: SampleMedia.jpeg(exif: exif, xmp: xmp, iptc: iptc)),
            Sample(
                testDescription: "PNG", data: SampleMedia.png(width: 8, height: 8, texts: texts, exif: exif),
                spareCount: 4),
            Sample(testDescription: "GIF", data: SampleMedia.gif(comment: "A comment")),
            Sample(testDescription: "WebP", data: webp),
            Sample(testDescription: "TIFF", data: HeaderOnlyMedia.tiff(width: 16, height: 16, pixelCount: 256)),
            Sample(testDescription: "HEIC", data: HeaderOnlyMedia.heic(width: 640, height: 480, orientation: 6)),
            Sample(testDescription: "JPEG 2000", data: HeaderOnlyMedia.jpeg2000(width: 64, height: 48)),
        ]
    }()

    @Test("a picture truncated at any length is damaged, refused, or not a picture", arguments: pictures)
    func truncation(_ sample: Sample) throws {
        for length in 0..<sample.data.count - sample.spareCount {
            guard let probe = try Self.answer(sample.data.prefix(length)) else { continue }
            guard probe.damage == nil else { continue }
            Issue.record("no damage in \(length) bytes of \(sample.data.count)")
        }
    }

    @Test("a picture with random bytes has plausible metadata, is refused, or is not a picture", arguments: pictures)
    func flips(_ sample: Sample) throws {
        var generator = SeededGenerator(seed: 20_240_507)
        var answers = 0
        for _ in 0..<2000 {
            var data = sample.data
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                data[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let probe = try Self.answer(data) else { continue }
            answers += 1
            Self.expectSane(probe)
        }
        #expect(answers > 100)
    }

    @Test func `a movie truncated at any length or with random bytes is damaged or refused`() throws {
        let folder = try TemporaryFolder()
        var movie = SampleMedia.Movie()
        movie.frames = 2
        movie.tags = [("com.apple.quicktime.creationdate", "2024-05-07T09:33:04+0800")]
        movie.userDate = "2024-05-07T09:33:04+0800"
        let data = SampleMedia.movie(movie)
        let file = try folder.write(data, to: "movie.mov")
        let handle = try FileHandle(forUpdating: file)
        defer { handle.closeFile() }
        for length in stride(from: data.count - 1, through: 0, by: -3) {
            try handle.truncate(atOffset: UInt64(length))
            guard let probe = try Self.answer(movieAt: file) else { continue }
            #expect(probe.damage != nil, "\(length) bytes of \(data.count)")
        }
        var generator = SeededGenerator(seed: 20_240_507)
        for _ in 0..<1000 {
            var flipped = data
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                flipped[Int.random(in: 0..<data.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            try flipped.write(to: file)
            guard let probe = try Self.answer(movieAt: file) else { continue }
            Self.expectSane(probe)
        }
    }

    @Test func `a signature followed by noise gets an answer`() throws {
        var generator = SeededGenerator(seed: 1)
        for mark in [
            "\u{FF}\u{D8}\u{FF}\u{E1}", "\u{89}PNG\r\n\u{1A}\n", "GIF89a", "RIFF\u{FF}\u{FF}\0\0WEBP",
            "II*\0\u{8}\0\0\0",
            "MM\0*\0\0\0\u{8}", "II+\0\u{8}\0\0\0\u{10}\0\0\0\0\0\0\0", "\0\0\0\u{18}ftypheic", "\0\0\0\u{C}jP  ",
            "8BPS\0\u{1}",
            "BM", "FUJIFILMCCD-RAW ", "\0MRM", "FOVb", "IIU\0", "IIRO",
        ] {
            for _ in 0..<40 {
                let noise = (0..<600).map { _ in UInt8.random(in: 0...255, using: &generator) }
                let data = Data(mark.unicodeScalars.map { UInt8($0.value) } + noise)
                if let probe = try Self.answer(data) { Self.expectSane(probe) }
            }
        }
    }

    /// Nil for a refusal too; any other error fails the test.
    private static func answer(_ data: Data) throws -> MediaProbe? {
        do {
            return try Probing.picture(data)
        } catch {
            #expect(error.code == .unreadable || error.code == .limitExceeded)
            return nil
        }
    }

    private static func answer(movieAt file: URL) throws -> MediaProbe? {
        do {
            return try Probing.movie(at: file)
        } catch let error as MediaError {
            #expect(error.code == .unreadable || error.code == .limitExceeded)
            return nil
        }
    }

    private static func expectSane(_ probe: MediaProbe) {
        let hasSize = (1...100_000).contains(probe.pixelWidth) && (1...100_000).contains(probe.pixelHeight)
        let hasDate = probe.captureDate?.secondsSinceReferenceDate.isFinite ?? true
        let offset = probe.captureDate?.utcOffsetInSeconds ?? 0
        let latitude = probe.location?.latitude ?? 0
        let longitude = probe.location?.longitude ?? 0
        let isSane =
            hasSize && hasDate && abs(offset) <= 14 * 3600 && abs(latitude) <= 90 && abs(longitude) <= 180
            && probe.duration.isFinite && probe.duration >= 0 && probe.frameCount >= 1
            && (1...5).contains(probe.rating ?? 1)
        if !isSane { Issue.record("\(probe)") }
    }
}
