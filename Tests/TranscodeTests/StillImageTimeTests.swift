import AlbumenTestSupport
import Foundation
import MediaRequests
import MediaWork
import Testing

/// §10.32: movies with the time and the identifier of a Live Photo.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct StillImageTimeTests {
    private static let identifier = "6B1C7E4A-0F55-4B7C-9E0C-3A5D0F2B8C11"

    private func export(_ preset: String, at time: MediaTime) throws -> VideoExport {
        var export = try Exported.preset(preset)
        export.container = .mov
        export.stillImageTime = time
        export.addedMetadata = [
            ExportedMetadata.Entry(key: "com.apple.quicktime.content.identifier", value: Self.identifier)
        ]
        return export
    }

    private func description(of file: URL) throws -> MovieDescription {
        let handle = try FileHandle(forReadingFrom: file)
        defer { handle.closeFile() }
        return try Exported.pool.get().describeMovie(descriptor: handle.fileDescriptor, filename: "clip.mov")
    }

    @Test(arguments: ["passthrough", "640x480"], [MediaTime.zero, MediaTime(value: 880, timescale: 600)])
    func `a movie has the time of its photo, and plays as before`(_ preset: String, _ time: MediaTime) throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder, seconds: 2)
        let result = try Exported(try export(preset, at: time), of: source, in: folder)
        let movie = try description(of: result.file)
        #expect(movie.stillImageTime == time)
        #expect(movie.damage == nil)
        #expect(movie.tracks.map(\.kind) == [.video, .audio, .metadata])
        #expect(try result.boxes.suffix(3) == ["mdat", "moov", "mdat"])
        #expect(result.video.byteCount == Int64(try Data(contentsOf: result.file).count))
        #expect(try MovieFacts.frameTimes(of: result.file) == MovieFacts.frameTimes(of: source))
        // A copy keeps the time, so that another edit finds it.
        let again = try Exported(try export("passthrough", at: time), of: result.file, in: folder)
        #expect(try description(of: again.file).stillImageTime == time)
    }

    @Test(.enabled(if: ExifTool.isInstalled, Comment(rawValue: ExifTool.absence)))
    func `exiftool reads the identifier and the sample at the photo's time`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder)
        let time = MediaTime(value: 300, timescale: 600)
        let result = try Exported(try export("passthrough", at: time), of: source, in: folder)
        let lines = String(
            decoding: try ExifTool.run(
                "-ee", "-n", "-s3", "-Keys:ContentIdentifier", "-StillImageTime", "-Warning",
                result.file.path), as: UTF8.self)
        #expect(lines.split(separator: "\n") == [Substring(Self.identifier), "-1"])
    }

    @Test func `a time behind the end becomes the last one`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(in: folder)
        let late = try export("passthrough", at: MediaTime(value: 99, timescale: 1))
        let movie = try description(of: try Exported(late, of: source, in: folder).file)
        let time = try #require(movie.stillImageTime)
        #expect(time < movie.duration && time.seconds > movie.duration.seconds - 0.001)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `the time of a camera's Live Photo is read`() throws {
        let file = RealMedia.folder.appending(path: "live-photos/real-pair/IMG_7943_HEVC.MOV")
        #expect(try description(of: file).stillImageTime == MediaTime(value: 880, timescale: 600))
    }
}
