import AlbumenTestSupport
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Testing

/// Copies of photos and videos without their places or captions.
@Suite struct MetadataRemovalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the copy of a file.
    private func copy(_ file: URL, without removed: RemovedMetadata = .all) throws -> URL {
        let copy = folder.file("copy-\(removed.rawValue)-\(file.lastPathComponent)")
        let source = try FileHandle(forReadingFrom: file)
        defer { source.closeFile() }
        let output = open(copy.path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(output >= 0)
        defer { close(output) }
        do {
            try WorkerPool.shared().copy(
                source.fileDescriptor, filename: file.lastPathComponent, without: removed, to: output)
        } catch {
            #expect(lseek(output, 0, SEEK_END) == 0)
            throw error
        }
        return copy
    }

    /// Words in the names of exiftool's tags.
    private static let places = [
        "gps", "latitude", "longitude", "location", "geotag", "country", "province", "altitude",
    ]
    private static let placeNames: Set = ["City", "State"]
    /// The direction of the light in effects of Photoshop.
    private static let otherNames: Set = ["GlobalAltitude"]
    private static let captions: Set = [
        "Title", "Description", "Caption-Abstract", "Caption", "ImageDescription", "UserComment", "XPTitle",
        "XPComment", "XPKeywords", "XPSubject", "Headline", "Keywords", "Subject", "ObjectName", "Comment",
        "HierarchicalSubject", "DisplayName", "Information",
    ]

    /// Returns the tags of a file that have a place or a caption, also those in timed metadata.
    private func tags(_ file: URL, of removed: RemovedMetadata) throws -> [String] {
        let output = try ExifTool.run("-ee", "-json", "-G0:1", "-a", file.path)
        let object = try #require((try JSONSerialization.jsonObject(with: output) as? [[String: Any]])?.first)
        return object.keys.filter { key in
            guard !key.contains("System:"), let name = key.split(separator: ":").last.map(String.init),
                !Self.otherNames.contains(name)
            else { return false }
            let isPlace =
                Self.placeNames.contains(name) || Self.places.contains(where: name.lowercased().contains)
            return removed.contains(.location) && isPlace || removed.contains(.captions) && Self.captions.contains(name)
        }.sorted()
    }

    /// Compares the pixels of pictures, and all frames and sounds of videos.
    private func expectSameContent(_ copy: URL, _ original: URL) throws {
        let (new, old) = (try Data(contentsOf: copy), try Data(contentsOf: original))
        #expect(new.count == old.count)
        let request = RenderRequest(
            filename: original.lastPathComponent, sizes: [.longSide(512)])
        let pool = try WorkerPool.shared()
        if let expected = try? pool.render(old, request) {
            let rendered = try pool.render(new, request)
            #expect(rendered.pictures.count == expected.pictures.count)
            for (picture, other) in zip(rendered.pictures, expected.pictures) {
                let isSame = picture.withBytes { bytes in other.withBytes { bytes.elementsEqual($0) } }
                #expect(isSame, "\(original.lastPathComponent)")
            }
        }
        guard try pool.probe(old, filename: original.lastPathComponent).kind == .video else { return }
        let frames = ["-map", "0:v?", "-map", "0:a?", "-f", "framemd5"]
        let expected = try FFmpeg.output(of: original, frames)
        #expect(!expected.isEmpty)
        #expect(try FFmpeg.output(of: copy, frames) == expected, "\(original.lastPathComponent)")
    }

    private static let kinds: [RemovedMetadata] = [.location, .captions, .all]

    /// Copies a file without its place, without captions and without both, or in quick runs only without both.
    private func check(_ file: URL, _ kinds: [RemovedMetadata] = TestLength.isLong ? kinds : [.all]) throws {
        for removed in kinds {
            let copy = try copy(file, without: removed)
            #expect(try tags(copy, of: removed) == [], "\(file.lastPathComponent)")
            try expectSameContent(copy, file)
            if removed == .captions, try !tags(file, of: .location).isEmpty {
                #expect(try !tags(copy, of: .location).isEmpty, "\(file.lastPathComponent)")
            }
            try FileManager.default.removeItem(at: copy)
        }
    }

    // MARK: Files with every value

    private static let values = [
        "-GPSLatitude=38.7", "-GPSLatitudeRef=N", "-GPSLongitude=9.1", "-GPSLongitudeRef=W", "-GPSAltitude=100",
        "-XMP-exif:GPSLatitude=38.7", "-XMP-exif:GPSLongitude=-9.1", "-XMP-photoshop:City=Lisbon",
        "-XMP-photoshop:State=Lx", "-XMP-photoshop:Country=Portugal", "-XMP-iptcCore:Location=Alfama",
        "-XMP-iptcCore:CountryCode=PRT", "-XMP-iptcExt:LocationShownCity=Lisbon",
        "-XMP-iptcExt:LocationCreatedCity=Lisbon", "-XMP-iptcExt:LocationCreatedSublocation=Alfama",
        "-IPTC:City=Lisbon", "-IPTC:Sub-location=Alfama", "-IPTC:Country-PrimaryLocationName=Portugal",
        "-IPTC:ContentLocationName=Lisbon", "-IPTC:Caption-Abstract=Cap", "-IPTC:ObjectName=Name",
        "-IPTC:Keywords=one", "-IPTC:Headline=Head", "-EXIF:ImageDescription=Text", "-EXIF:UserComment=Text",
        "-EXIF:XPTitle=Text", "-EXIF:XPComment=Text", "-EXIF:XPKeywords=Text", "-EXIF:XPSubject=Text",
        "-XMP-dc:Title=Text", "-XMP-dc:Description=Text", "-XMP-dc:Subject=Text", "-XMP-lr:HierarchicalSubject=a|b",
        "-XMP-photoshop:Headline=Text", "-XMP-exif:UserComment=Text", "-XMP-tiff:ImageDescription=Text",
        "-Keys:GPSCoordinates=38.7, -9.1, 100", "-Keys:Title=Text", "-Keys:Description=Text", "-Keys:Keywords=Text",
        "-Keys:Comment=Text", "-UserData:GPSCoordinates=38.7, -9.1", "-UserData:Title=Text", "-ItemList:Title=Text",
        "-ItemList:GPSCoordinates=38.7, -9.1", "-ItemList:Comment=Text", "-PNG:Title=Text", "-PNG:Comment=Text",
        "-Comment=Text", "-Make=Canon", "-XMP:Rating=4",
    ]

    /// Returns a file that exiftool gave every value that its format can have.
    private func filled(_ file: URL) throws -> URL {
        let list = try folder.write(Data(Self.values.joined(separator: "\n").utf8), to: "values")
        _ = try ExifTool.run("-q", "-m", "-overwrite_original", "-@", list.path, file.path)
        #expect(try tags(file, of: .all).count > 3, "\(file.lastPathComponent)")
        return file
    }

    @Test(.enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)))
    func `§9 pictures without place and captions have the same pixels`() throws {
        try check(
            filled(folder.write(SampleMedia.jpeg(exif: .init(), xmp: SampleMedia.xmpPacket([])), to: "a.jpg")),
            Self.kinds)
        try check(
            filled(folder.write(SampleMedia.png(texts: [("exif:GPSLatitude", "38.7")], exif: .init()), to: "a.png")))
        try check(filled(folder.write(SampleMedia.gif(comment: "Lisbon"), to: "a.gif")))
    }

    @Test(
        .enabled(if: RealMedia.isPresent && ExifTool.isInstalled, Comment(rawValue: RealMedia.absence)),
        arguments: ["formats/10bit-HDR-P3-nclx.avif", "formats/flower.webp", "heic/IMG_2682.heic", "formats/test.jpg"])
    func `§9 real pictures with every value have the same pixels`(path: String) throws {
        let file = RealMedia.folder.appendingPathComponent(path)
        try check(filled(folder.write(Data(contentsOf: file), to: file.lastPathComponent)))
    }

    @Test(.enabled(if: FFmpeg.isPresent && ExifTool.isInstalled, Comment(rawValue: FFmpeg.absenceReason)))
    func `§9 TIFF without place and captions has the same pixels`() throws {
        let file = try #require(
            try FFmpeg.movie("a.tif", in: folder, ["-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1"]))
        try check(filled(file))
    }

    private static let clip = [
        "-f", "lavfi", "-i", "testsrc=s=64x48:d=1", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "mjpeg", "-c:a", "aac",
    ]

    @Test(
        .enabled(if: FFmpeg.isPresent && ExifTool.isInstalled, Comment(rawValue: FFmpeg.absenceReason)),
        arguments: ["a.mov", "a.mp4"])
    func `§9 movies without place and captions have the same frames`(name: String) throws {
        try check(filled(#require(try FFmpeg.movie(name, in: folder, Self.clip))))
    }

    @Test(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
    func `§9 tracks that can have a place are removed with their samples`() throws {
        let secret = "GPS(38.7223,-9.1393,100)"
        let text = try folder.write(Data("1\n00:00:00,000 --> 00:00:01,000\n\(secret)\n".utf8), to: "a.srt")
        let file = try #require(
            try FFmpeg.movie(
                "a.mp4", in: folder,
                Array(Self.clip.prefix(8)) + ["-i", text.path, "-map", "0", "-map", "1", "-map", "2"]
                    + ["-c:v", "mjpeg", "-c:a", "aac", "-c:s", "mov_text"]))
        #expect(try Data(contentsOf: file).range(of: Data(secret.utf8)) != nil)
        let copy = try copy(file, without: .location)
        #expect(try Data(contentsOf: copy).range(of: Data(secret.utf8)) == nil)
        try expectSameContent(copy, file)
        // Subtitles are no captions of the library.
        #expect(try Data(contentsOf: self.copy(file, without: .captions)).range(of: Data(secret.utf8)) != nil)
    }

    // MARK: Further places for values

    @Test func `bytes behind a picture become zero, and movies there lose their places`() throws {
        let movie = try Data(contentsOf: folder.write(SampleMedia.jpeg(comment: "inner"), to: "inner"))
        let trailer = Data("unknown +38.7223-009.1393/ ".utf8) + movie + Data("GPS".utf8)
        let file = try folder.write(SampleMedia.jpeg() + trailer, to: "a.jpg")
        let copied = try Data(contentsOf: copy(file))
        #expect(copied.range(of: Data("+38".utf8)) == nil)
        #expect(copied.range(of: Data("inner".utf8)) == nil)
        #expect(copied.range(of: Data("GPS".utf8)) == nil)
        #expect(copied.count == SampleMedia.jpeg().count + trailer.count)
    }

    @Test func `XMP that isn't well-formed is removed as a whole`() throws {
        let packet = "<x:xmpmeta><rdf:RDF exif:GPSLatitude=\"38,42N\"></x:xmpmeta>"
        let copied = try Data(contentsOf: copy(folder.write(SampleMedia.jpeg(xmp: packet), to: "a.jpg")))
        #expect(copied.range(of: Data("xmpmeta".utf8)) == nil)
    }

    @Test func `a file without such values is copied byte by byte`() throws {
        let file = try folder.write(SampleMedia.jpeg(xmp: SampleMedia.xmpPacket([("xmp:Rating", "3")])), to: "a.jpg")
        #expect(try Data(contentsOf: copy(file)) == Data(contentsOf: file))
    }

    // MARK: Errors

    @Test(arguments: ["unknown", ""])
    func `other files are refused, and nothing is left`(content: String) throws {
        let file = try folder.write(Data(content.utf8), to: "a.txt")
        let error = try #require(throws: MediaError.self) { _ = try copy(file) }
        #expect(error.code == .notMedia)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `raw files are refused`() throws {
        let file = RealMedia.folder.appendingPathComponent("raw/raw-jpeg-pair/PXL_20240704.dng")
        let error = try #require(throws: MediaError.self) { _ = try copy(file) }
        #expect(error.code == .unsupported)
    }

    @Test func `a cancelled copy is empty`() throws {
        let cancellation = WorkCancellation()
        cancellation.cancel()
        let file = try FileHandle(forReadingFrom: folder.write(SampleMedia.jpeg(), to: "a.jpg"))
        defer { file.closeFile() }
        let error = try #require(throws: MediaError.self) {
            try WorkerPool.shared().copy(
                file.fileDescriptor, filename: "a.jpg", without: .all, to: -1, cancellation: cancellation)
        }
        #expect(error.code == .cancelled)
    }

    // MARK: Real media

    private static let otherExtensions: Set = ["tsv", "md", "xmp", "json", "aae", "py", "gpx", "csv", "txt"]
    private static let quickFolders: Set = ["motion-photos", "live-photos"]

    /// All files in long runs, and otherwise those with places and with movies in pictures.
    private static func realFiles() throws -> [URL] {
        let all = try FileManager.default.subpathsOfDirectory(atPath: RealMedia.folder.path).sorted()
        return all.filter { path in
            let parts = path.split(separator: "/")
            return parts.count > 1 && (TestLength.isLong || quickFolders.contains(String(parts[0])))
        }.map { RealMedia.folder.appendingPathComponent($0) }
            .filter { !$0.hasDirectoryPath && !otherExtensions.contains($0.pathExtension.lowercased()) }
    }

    @Test(.enabled(if: RealMedia.isPresent && ExifTool.isInstalled, Comment(rawValue: RealMedia.absence)))
    func `§9 no real file keeps its place or captions`() throws {
        var cleaned = 0
        for file in try Self.realFiles() {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
            guard !isFolder.boolValue else { continue }
            do {
                let copy = try copy(file)
                #expect(try tags(copy, of: .all) == [], "\(file.lastPathComponent)")
                try expectSameContent(copy, file)
                try FileManager.default.removeItem(at: copy)
                cleaned += 1
            } catch let error as MediaError {
                #expect(
                    [.unsupported, .notMedia, .unreadable, .limitExceeded].contains(error.code),
                    "\(file.lastPathComponent): \(error)")
            }
        }
        #expect(cleaned > 4)
    }
}
