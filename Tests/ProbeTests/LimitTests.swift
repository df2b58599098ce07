import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// What is refused, and what is no picture at all.
@Suite struct LimitTests {
    /// A JPEG, PNG or GIF that says to be of another size than it is.
    private static func jpeg(_ width: Int, _ height: Int) throws -> Data {
        var data = SampleMedia.jpeg()
        let frame = try #require(data.firstRange(of: Data([0xFF, 0xC0]))).lowerBound
        data.replaceSubrange(
            frame + 5..<frame + 9, with: SampleMedia.bigEndian16(height) + SampleMedia.bigEndian16(width))
        return data
    }

    private static func png(_ width: Int, _ height: Int) -> Data {
        var data = SampleMedia.png()
        data.replaceSubrange(16..<24, with: SampleMedia.bigEndian32(width) + SampleMedia.bigEndian32(height))
        return data
    }

    private static func gif(_ width: Int, _ height: Int) -> Data {
        var data = SampleMedia.gif()
        data.replaceSubrange(6..<10, with: SampleMedia.littleEndian16(width) + SampleMedia.littleEndian16(height))
        return data
    }

    private static func bitmap(_ width: Int, _ height: Int) -> Data {
        var data = HeaderOnlyMedia.bitmap(width: 1, height: 1)
        data.replaceSubrange(18..<26, with: SampleMedia.littleEndian32(width) + SampleMedia.littleEndian32(height))
        return data
    }

    private static func webp(_ width: Int, _ height: Int) -> Data {
        HeaderOnlyMedia.webp(HeaderOnlyMedia.extendedHeader(width: width, height: height))
    }

    private func code(_ data: Data) -> MediaError.Code? {
        do {
            _ = try Probing.picture(data)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        (100_001, 1), (1, 100_001), (100_000, 20_001), (0x7FFF_FFFF, 0x7FFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF),
    ])
    func `an extreme size exceeds the limit`(width: Int, height: Int) throws {
        #expect(code(Self.png(width, height)) == .limitExceeded)
        #expect(code(HeaderOnlyMedia.tiff(width: width, height: height, pixelCount: 10)) == .limitExceeded)
        #expect(code(HeaderOnlyMedia.photoshop(width: width, height: height)) == .limitExceeded)
        #expect(code(HeaderOnlyMedia.jpeg2000(width: width, height: height)) == .limitExceeded)
    }

    @Test func `an extreme size exceeds the limit in formats with smaller numbers, too`() throws {
        #expect(code(try Self.jpeg(65_535, 65_535)) == .limitExceeded)
        #expect(code(Self.gif(65_535, 65_535)) == .limitExceeded)
        #expect(code(Self.webp(1 << 24, 1 << 24)) == .limitExceeded)
        #expect(code(Self.webp(1 << 24, 1)) == .limitExceeded)
        #expect(code(Self.bitmap(100_001, 1)) == .limitExceeded)
        #expect(code(Self.bitmap(1, 0x8000_0000)) == .limitExceeded)
    }

    @Test func `a size at the limit is accepted`() throws {
        let probe = try #require(try Probing.picture(Self.png(100_000, 20_000)))
        #expect(probe.pixelWidth == 100_000 && probe.pixelHeight == 20_000)
        #expect(code(try Self.jpeg(65_535, 30_000)) == nil)
    }

    @Test("a size of zero is unreadable", arguments: [(0, 10), (10, 0), (0, 0)])
    func zeroSize(_ width: Int, _ height: Int) throws {
        for data in [
            try Self.jpeg(width, height), Self.png(width, height), Self.gif(width, height), Self.bitmap(width, height),
            HeaderOnlyMedia.webp(HeaderOnlyMedia.lossyPicture(width: width, height: height)),
            HeaderOnlyMedia.tiff(width: width, height: height, pixelCount: 10),
            HeaderOnlyMedia.photoshop(width: width, height: height),
            HeaderOnlyMedia.jpeg2000(width: width, height: height),
            HeaderOnlyMedia.heic(width: width, height: height),
        ] {
            #expect(code(data) == .unreadable)
        }
    }

    @Test func `a HEIF container with an extreme size is refused`() {
        #expect(code(HeaderOnlyMedia.heic(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)) != nil)
        #expect(code(HeaderOnlyMedia.heic(width: 100_001, height: 1)) != nil)
    }

    /// A movie that says in its description to be of another size than its frames.
    private static func movie(side: Int) throws -> Data {
        var movie = SampleMedia.movie()
        let coding = try #require(movie.firstRange(of: Data("jpeg\0\0\0\0\0\0".utf8))).lowerBound
        let size = Data(SampleMedia.bigEndian16(64) + SampleMedia.bigEndian16(48))
        let place = try #require(movie.firstRange(of: size, in: coding..<movie.count))
        movie.replaceSubrange(place, with: SampleMedia.bigEndian16(side) + SampleMedia.bigEndian16(side))
        let header = try #require(movie.firstRange(of: Data("tkhd".utf8))).upperBound
        let shown = SampleMedia.bigEndian32(side << 16)
        movie.replaceSubrange(header + 76..<header + 84, with: shown + shown)
        return movie
    }

    @Test func `a movie with an extreme size exceeds the limit`() throws {
        let error = #expect(throws: MediaError.self) { try Probing.movie(Self.movie(side: 0xFFFF)) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `a movie without a size has the size of its frames`() throws {
        let probe = try #require(try Probing.movie(Self.movie(side: 0)))
        #expect(probe.pixelWidth == 64 && probe.pixelHeight == 48)
    }

    @Test(
        "bytes without a picture's signature are neither a picture nor a movie",
        arguments: [
            "", "B", "BM", "II", "GIF", "GIF88a and more", "RIFF\0\0\0\0WAVEfmt ", "%PDF-1.7", "PK\u{3}\u{4}",
            "just text",
            "\0\0\0\u{18}ftypmp42\0\0\0\0isom", "BMarks and more of a text", "free text, and then some", "<svg/>",
            "skip this", String(repeating: "\0", count: 4096), "\0\0\0\u{C}JXL \r\n", "ftyp",
        ])
    func unknown(_ text: String) throws {
        #expect(try Probing.picture(Data(text.utf8)) == nil)
    }

    @Test(
        "bytes without a movie's signature are not a movie",
        arguments: [
            "", "\0", "mdat", "moov", "%PDF-1.7", "just text", "free text, and then some", "RIFF\0\0\0\0WAVEfmt ",
            "FLV",
            "#EXTM3U\nhttp://127.0.0.1/a.ts", "ffconcat version 1.0\nfile x", String(repeating: "G", count: 100),
            String(repeating: "\0", count: 4096),
        ])
    func unknownMovies(_ text: String) throws {
        #expect(try Probing.movie(Data(text.utf8), named: "movie.mov") == nil)
    }

    @Test func `a picture is not a movie, and a movie is not a picture`() throws {
        for picture in [SampleMedia.jpeg(), SampleMedia.png(), HeaderOnlyMedia.heic(width: 64, height: 48)] {
            #expect(try Probing.movie(picture) == nil)
        }
        #expect(try Probing.picture(SampleMedia.movie()) == nil)
    }

    @Test func `the filename does not decide whether a file is a picture`() throws {
        #expect(try Probing.picture(Data("just text".utf8), named: "picture.jpg") == nil)
        #expect(try Probing.picture(SampleMedia.jpeg(), named: "notes.txt")?.uniformTypeIdentifier == "public.jpeg")
        #expect(try Probing.picture(SampleMedia.png(), named: "")?.uniformTypeIdentifier == "public.png")
        let tiff = HeaderOnlyMedia.tiff(width: 64, height: 48, pixelCount: 64 * 48)
        let probe = try #require(try Probing.picture(tiff, named: "picture.NEF"))
        #expect(probe.uniformTypeIdentifier == "public.tiff" && !probe.isRAW)
    }
}
