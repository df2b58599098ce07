import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Sizes are those of the picture as it is shown.
@Suite struct UprightSizeTests {
    /// Of 64 by 48 pixels as stored, each saying how it is to be turned.
    private func pictures(_ orientation: UInt16) -> [(format: String, data: Data)] {
        var exif = SampleMedia.Exif()
        exif.orientation = orientation
        let webp = HeaderOnlyMedia.webp(
            HeaderOnlyMedia.extendedHeader(width: 64, height: 48), HeaderOnlyMedia.lossyPicture(width: 64, height: 48),
            HeaderOnlyMedia.chunk("EXIF", ExifBlock.bytes(exif)))
        let tiff = HeaderOnlyMedia.tiff(
            width: 64, height: 48, orientation: Int(orientation), pixelCount: 64 * 48)
        return [
            ("public.jpeg", SampleMedia.jpeg(width: 64, height: 48, exif: exif)),
            ("public.png", SampleMedia.png(width: 64, height: 48, exif: exif)),
            ("org.webmproject.webp", webp), ("public.tiff", tiff),
        ]
    }

    @Test("the four upright orientations keep width and height", arguments: [1, 2, 3, 4] as [UInt16])
    func upright(_ orientation: UInt16) throws {
        try expect(64, 48, orientation)
    }

    @Test("the four rotated orientations exchange width and height", arguments: [5, 6, 7, 8] as [UInt16])
    func onASide(_ orientation: UInt16) throws {
        try expect(48, 64, orientation)
    }

    @Test("an unknown orientation has no effect", arguments: [0, 9, 90, 0xFFFF] as [UInt16])
    func unknown(_ orientation: UInt16) throws {
        try expect(64, 48, orientation)
    }

    private func expect(_ width: Int, _ height: Int, _ orientation: UInt16) throws {
        for (format, data) in pictures(orientation) {
            let probe = try #require(try Probing.picture(data))
            #expect(probe.uniformTypeIdentifier == format && probe.kind == .image && !probe.isRAW)
            #expect(probe.pixelWidth == width && probe.pixelHeight == height, "\(format)")
        }
    }

    @Test("the HEIF container's rotation applies, and EXIF's orientation does not", arguments: 0..<4)
    func heic(_ quarterTurns: Int) throws {
        for orientation in [nil, 1, 6] as [UInt16?] {
            let data = HeaderOnlyMedia.heic(
                width: 640, height: 480, quarterTurns: UInt8(quarterTurns), orientation: orientation)
            let probe = try #require(try Probing.picture(data))
            let isOnItsSide = quarterTurns % 2 == 1
            #expect(probe.uniformTypeIdentifier == "public.heic" && probe.damage == nil)
            #expect(probe.orientation == 1)
            #expect(probe.pixelWidth == (isOnItsSide ? 480 : 640) && probe.pixelHeight == (isOnItsSide ? 640 : 480))
            #expect(probe.cameraMake == (orientation == nil ? nil : "Albumen"))
        }
    }

    @Test("a movie's matrix rotates it", arguments: [(0, 64, 48), (90, 48, 64), (180, 64, 48), (270, 48, 64)])
    func movie(_ rotation: Int, _ width: Int, _ height: Int) throws {
        var movie = SampleMedia.Movie()
        movie.rotation = rotation
        let probe = try #require(try Probing.movie(SampleMedia.movie(movie)))
        #expect(probe.pixelWidth == width && probe.pixelHeight == height)
    }

    @Test func `the size of all three kinds of WebP is read`() throws {
        for chunk in [
            HeaderOnlyMedia.extendedHeader(width: 300, height: 16_384),
            HeaderOnlyMedia.losslessPicture(width: 300, height: 16_384),
        ] {
            let probe = try #require(try Probing.picture(HeaderOnlyMedia.webp(chunk)))
            #expect(probe.pixelWidth == 300 && probe.pixelHeight == 16_384)
        }
        let lossy = HeaderOnlyMedia.webp(HeaderOnlyMedia.lossyPicture(width: 300, height: 16_383))
        #expect(try Probing.picture(lossy)?.pixelHeight == 16_383)
    }

    @Test func `the size of the other formats is read`() throws {
        for (data, format) in [
            (HeaderOnlyMedia.bitmap(width: 30, height: 20), "com.microsoft.bmp"),
            (HeaderOnlyMedia.bitmap(width: 30, height: -20), "com.microsoft.bmp"),
            (HeaderOnlyMedia.photoshop(width: 30, height: 20), "com.adobe.photoshop-image"),
            (HeaderOnlyMedia.jpeg2000(width: 30, height: 20), "public.jpeg-2000"),
            (SampleMedia.gif(width: 30, height: 20), "com.compuserve.gif"),
        ] {
            let probe = try #require(try Probing.picture(data))
            #expect(probe.uniformTypeIdentifier == format && probe.damage == nil)
            #expect(probe.pixelWidth == 30 && probe.pixelHeight == 20)
        }
    }
}
