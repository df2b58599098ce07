import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// What is said of files that are cut short, and not of whole ones.
@Suite struct DamageTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var data: Data
        /// Bytes at the end without which the picture is whole all the same.
        var spareCount = 0
        /// Bytes may follow.
        var allowsTrailer = true
    }

    private static let endsEarly = "the file ends before its picture does"

    private static let pictures: [Sample] = [
        Sample(testDescription: "JPEG", data: SampleMedia.jpeg()),
        // Its check sum is never asked for.
        Sample(testDescription: "PNG", data: SampleMedia.png(), spareCount: 4),
        Sample(testDescription: "GIF", data: SampleMedia.gif()),
        Sample(
            testDescription: "WebP",
            data: HeaderOnlyMedia.webp(HeaderOnlyMedia.lossyPicture(width: 64, height: 48))),
        Sample(testDescription: "TIFF", data: HeaderOnlyMedia.tiff(width: 64, height: 48, pixelCount: 64 * 48)),
        Sample(testDescription: "HEIC", data: HeaderOnlyMedia.heic(width: 640, height: 480), allowsTrailer: false),
        Sample(testDescription: "BMP", data: HeaderOnlyMedia.bitmap(width: 64, height: 48)),
        Sample(
            testDescription: "JPEG 2000", data: HeaderOnlyMedia.jpeg2000(width: 64, height: 48), allowsTrailer: false),
    ]

    @Test("an intact picture has no damage", arguments: pictures)
    func intact(_ sample: Sample) throws {
        let probe = try #require(try Probing.picture(sample.data))
        #expect(probe.damage == nil)
    }

    @Test("a picture without its last bytes is damaged", arguments: pictures)
    func cutShort(_ sample: Sample) throws {
        for count in [1, 2, 13, 20] {
            let probe = try #require(try Probing.picture(sample.data.dropLast(sample.spareCount + count)))
            #expect(probe.damage == Self.endsEarly, "without \(count) bytes")
        }
    }

    @Test("data after a picture is no damage", arguments: pictures.filter(\.allowsTrailer))
    func trailer(_ sample: Sample) throws {
        for trailer in [Data(repeating: 0, count: 4096), Data("SEFT and so on".utf8), Data([0xFF]), Data([0xD9])] {
            let probe = try #require(try Probing.picture(sample.data + trailer))
            #expect(probe.damage == nil)
        }
    }

    @Test func `a JPEG of headers alone has no picture data`() throws {
        let jpeg = SampleMedia.jpeg()
        let scan = try #require(jpeg.firstRange(of: Data([0xFF, 0xDA])))
        let probe = try #require(try Probing.picture(jpeg[..<scan.lowerBound] + [0xFF, 0xD9]))
        #expect(probe.damage == "the file has no picture data")
    }

    @Test func `an end-of-image marker before the scan is ignored`() throws {
        var exif = SampleMedia.Exif()
        exif.tags = [
            .imageDescription("\u{FF}\u{D9}"), SampleMedia.Exif.Tag(.camera, 0x927C, .undefined([0xFF, 0xD9])),
        ]
        let jpeg = SampleMedia.jpeg(exif: exif)
        #expect(try Probing.picture(jpeg)?.cameraMake == "Albumen")
        #expect(try Probing.picture(jpeg.dropLast(2))?.damage == Self.endsEarly)
    }

    @Test func `a GIF without frames has no picture data`() throws {
        #expect(try Probing.picture(SampleMedia.gif(frames: 0))?.damage == "the file has no picture data")
    }

    @Test func `a TIFF strip beyond the end is damage`() throws {
        let tiff = HeaderOnlyMedia.tiff(width: 64, height: 48, pixelCount: 64 * 48 - 1)
        #expect(try Probing.picture(tiff)?.damage == Self.endsEarly)
    }

    @Test func `an intact movie has no damage, even with trailing zeros`() throws {
        let movie = SampleMedia.movie()
        let probes = [try Probing.movie(movie), try Probing.movie(movie + Data(repeating: 0, count: 100))]
        for probe in probes {
            let probe = try #require(probe)
            #expect(probe.damage == nil && probe.kind == .video)
            #expect(probe.uniformTypeIdentifier == "com.apple.quicktime-movie" && probe.videoCodec == "mjpeg")
            #expect(abs(probe.duration - 1) < 1e-6 && probe.frameRate == 10)
        }
    }

    @Test("a truncated movie is damaged", arguments: [1, 100, 500])
    func movieCutShort(_ count: Int) throws {
        let probe = try #require(try Probing.movie(SampleMedia.movie().dropLast(count)))
        #expect(probe.damage == "the file ends before its movie does")
        #expect(probe.pixelWidth == 64 && abs(probe.duration - 1) < 1e-6)
    }

    @Test func `a movie without its header is refused`() throws {
        let movie = SampleMedia.movie()
        let error = #expect(throws: MediaError.self) { try Probing.movie(movie.prefix(200)) }
        #expect(error?.code == .unreadable)
    }
}
