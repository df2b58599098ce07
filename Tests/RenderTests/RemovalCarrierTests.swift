import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import MetadataRemoval
import Testing

/// Places in the parts of files that no reader expects.
@Suite struct RemovalCarrierTests {
    /// Returns a copy without the place, and checks that a second removal finds nothing.
    private func cleaned(_ file: Data, _ removed: RemovedMetadata = .location) throws -> Data {
        try RemovalSample.cleaned(file, removed)
    }

    private func expectNoPlace(
        _ file: Data, _ removed: RemovedMetadata = .location, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(file.range(of: RemovalSample.place) != nil, sourceLocation: sourceLocation)
        let copy = try cleaned(file, removed)
        #expect(copy.count == file.count, sourceLocation: sourceLocation)
        #expect(copy.range(of: RemovalSample.place) == nil, sourceLocation: sourceLocation)
    }

    /// The JPEG with bytes behind its first marker.
    private func jpeg(_ inserted: [UInt8], xmp: String? = nil) -> Data {
        let file = SampleMedia.jpeg(xmp: xmp, iptc: [(90, RemovalSample.placeText), (80, "Author")])
        return file.prefix(2) + Data(inserted) + file.dropFirst(2)
    }

    /// The header of most JPEG files.
    private static let header: [UInt8] =
        [0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]

    // MARK: JPEG

    @Test(arguments: [[0x00], [0x41, 0x42], [0xFF, 0x00, 0x12], Array("Sintra-7731".utf8)] as [[UInt8]])
    func `a city behind stray bytes between two segments is removed`(stray: [UInt8]) throws {
        let file = jpeg(Self.header + stray)
        try expectNoPlace(file)
        #expect(try cleaned(file).range(of: Data("Author".utf8)) != nil)
        #expect(try WorkerPool.shared().probe(cleaned(file), filename: "a.jpg").pixelWidth == 64)
    }

    @Test func `comments and unknown segments are removed with the place`() throws {
        try expectNoPlace(SampleMedia.jpeg(comment: RemovalSample.placeText))
        for marker: UInt8 in [0xE5, 0xF0, 0xFD, 0xC8, 0x02] {
            let content = Array(RemovalSample.placeText.utf8)
            try expectNoPlace(jpeg([0xFF, marker] + SampleMedia.bigEndian16(content.count + 2) + content))
        }
    }

    @Test func `a JPEG that can't be walked is refused`() throws {
        let file = jpeg([])
        let cut = try #require(file.range(of: Data([0xFF, 0xDB])))
        for broken in [file.prefix(cut.lowerBound + 20), jpeg([0xFF, 0xE1, 0xFF, 0xFF]), jpeg([0xFF, 0xE1, 0, 1])] {
            let error = try #require(throws: MediaError.self) { try cleaned(Data(broken)) }
            #expect(error.code == .unreadable)
        }
        // A table that contains the next segment.
        var longer = file
        longer[cut.lowerBound + 3] += 4
        #expect(throws: MediaError.self) { try cleaned(longer) }
    }

    @Test func `a place that no walk can see makes the removal fail`() throws {
        var file = SampleMedia.jpeg()
        file.insert(contentsOf: Data("exif:GPSLatitude=38".utf8), at: file.count - 2)
        let error = try #require(throws: MediaError.self) { try cleaned(file) }
        #expect(error.code == .unsupported)
    }

    @Test func `unknown entries of Exif, and bytes between entries, are removed`() throws {
        let place = Array(RemovalSample.placeText.utf8) + [0]
        var block: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2]
        block += [0x01, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38]
        block += [0xC6, 0x99, 0, 2] + SampleMedia.bigEndian32(place.count) + [0, 0, 0, 44]
        block += [0, 0, 0, 0] + Array("Canon\0".utf8) + place + place
        let segment = Array("Exif\0\0".utf8) + block
        let file = jpeg([0xFF, 0xE1] + SampleMedia.bigEndian16(segment.count + 2) + segment)
        try expectNoPlace(file)
        #expect(try cleaned(file).range(of: Data("Canon".utf8)) != nil)
    }

    // MARK: XMP

    private static let namespaces = """
        xmlns:GImage="http://ns.google.com/photos/1.0/image/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/" \
        xmlns:own="http://example.com/\(RemovalSample.placeText)/" \
        xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        """

    @Test(arguments: [
        "<dc:coverage>PLACE</dc:coverage>", "<own:whatever>PLACE</own:whatever>", "<rdf:PLACE/>", "<!-- PLACE -->",
        "<?own PLACE?>", "PLACE", "<![CDATA[PLACE]]>", "<core:CiAdrExtadr>PLACE</core:CiAdrExtadr>",
        "<xmp:Thumbnails><rdf:Alt><rdf:li><xmpGImg:image>PLACE</xmpGImg:image></rdf:li></rdf:Alt></xmp:Thumbnails>",
        "<GImage:Data>PLACE</GImage:Data>", "<exif:UserComment>PLACE</exif:UserComment>",
        "<other xmlns=\"http://example.com/\">PLACE</other>", "<undeclared:name>PLACE</undeclared:name>",
        "<xmp:Label>LONGPLACE</xmp:Label>",
    ])
    func `parts of XMP with an unknown meaning or a picture are removed`(element: String) throws {
        let long = String(repeating: "QUJDRA", count: 400) + RemovalSample.placeText
        let text = element.replacing("LONGPLACE", with: long).replacing("PLACE", with: RemovalSample.placeText)
        let packet = SampleMedia.xmpPacket(
            [("xmp:Rating", "4"), ("GImage:Data", RemovalSample.placeText)], elements: text
        )
        .replacing("rdf:about=\"\"", with: "rdf:about=\"\" \(Self.namespaces)")
        let file = SampleMedia.jpeg(xmp: packet)
        try expectNoPlace(file)
        let copy = try cleaned(file)
        #expect(copy.range(of: Data("xmp:Rating=\"4\"".utf8)) != nil)
        #expect(try WorkerPool.shared().probe(copy, filename: "a.jpg").rating == 4)
    }

    // MARK: Other formats

    @Test func `unknown chunks of PNG are removed, and a cut file is refused`() throws {
        let file = SampleMedia.png(texts: [("Author", "Author"), ("Comment", RemovalSample.placeText)])
        try expectNoPlace(file)
        for type in ["plAc", "zzZz", "sPLT", "caBX"] {
            let chunk = RemovalSample.chunk(type, RemovalSample.placeText)
            let end = try #require(file.range(of: Data("IDAT".utf8))).lowerBound - 4
            let longer = file[..<end] + chunk + file[end...]
            try expectNoPlace(longer)
            #expect(try cleaned(longer).range(of: Data("Author".utf8)) != nil)
            #expect(try WorkerPool.shared().probe(cleaned(longer), filename: "a.png").pixelWidth == 32)
        }
        #expect(throws: MediaError.self) { try cleaned(file.dropLast(12)) }
        // Pixels that contain the next chunk have another checksum.
        var swallowing = file
        let pixels = try #require(file.range(of: Data("IDAT".utf8))).lowerBound
        swallowing[pixels - 1] += 12
        #expect(throws: MediaError.self) { try cleaned(swallowing) }
    }

    @Test func `comments and unknown extensions of GIF are removed`() throws {
        try expectNoPlace(SampleMedia.gif(comment: RemovalSample.placeText))
        let file = SampleMedia.gif()
        let text = Array(RemovalSample.placeText.utf8)
        for label: UInt8 in [0x01, 0x42] {
            let block: [UInt8] = [0x21, label, UInt8(text.count)] + text + [0]
            let end = try #require(file.range(of: Data([0x21, 0xFF]))).lowerBound
            try expectNoPlace(file[..<end] + Data(block) + file[end...])
        }
    }

    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `the cover of a movie loses its place and stays`() throws {
        let folder = try TemporaryFolder()
        let clip = ["-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-c:v", "mjpeg"]
        let movie = try Data(contentsOf: #require(try FFmpeg.movie("a.mp4", in: folder, clip)))
        let cover = SampleMedia.jpeg(comment: RemovalSample.placeText, iptc: [(90, RemovalSample.placeText)])
        for (kind, picture) in [(13, cover), (14, SampleMedia.png(texts: [("Place", RemovalSample.placeText)]))] {
            let file = movie + RemovalSample.metadataBox(cover: picture, kind: kind)
            try expectNoPlace(file)
            let copy = try cleaned(file)
            #expect(copy.range(of: Data("covr".utf8)) != nil)
            #expect(copy.range(of: picture.prefix(4)) != nil)
        }
        // A cover that can't be read goes.
        let damaged = movie + RemovalSample.metadataBox(cover: cover.prefix(60), kind: 13)
        #expect(try cleaned(damaged).range(of: Data("covr".utf8)) == nil)
    }

    // MARK: Workers

    @Test func `a removal uses workers that have read no other file, and keeps none`() throws {
        let pool = WorkerPool(executable: try WorkerLocation.find(), limit: 1)
        let folder = try TemporaryFolder()
        let source = try FileHandle(
            forReadingFrom: folder.write(SampleMedia.jpeg(iptc: [(90, RemovalSample.placeText)]), to: "a.jpg"))
        defer { source.closeFile() }
        _ = try pool.probe(descriptor: source.fileDescriptor, filename: "a.jpg")
        let worker = try #require(pool.idleProcessIdentifiers.first)
        // A request to this worker would notice its end and replace it.
        #expect(kill(worker, SIGKILL) == 0)
        let output = open(folder.file("copy").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(output) }
        try pool.copy(source.fileDescriptor, filename: "a.jpg", without: .location, to: output)
        #expect(pool.idleProcessIdentifiers == [worker])
        #expect(try Data(contentsOf: folder.file("copy")).range(of: RemovalSample.place) == nil)
    }
}
