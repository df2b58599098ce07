import AlbumenTestSupport
import Foundation
import MediaRequests
import Pixels
import Testing

/// Every video of the collection; the manifest has no hash of their frames, so that ffmpeg's own decode is the judge.
@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence))) struct RealPosterTests {
    private static let rows = ((try? RealMedia.facts()) ?? []).filter { $0["media"] == "video" }
    private static let videos = rows.filter { $0["decodes"] != "no" }.compactMap { $0["path"] }
    private static let hollowVideos = rows.filter { $0["decodes"] == "no" }.compactMap { $0["path"] }

    @Test func `the collection contains videos`() {
        #expect(Self.videos.count >= 20)
    }

    @Test(arguments: videos)
    func `a poster has the upright size`(_ path: String) throws {
        let file = RealMedia.folder.appendingPathComponent(path)
        let rendering = try #require(try Poster.rendering(at: file, [.full, .longSide(256)]))
        let size = try Poster.probedSize(at: file)
        #expect(rendering.damage == nil)
        #expect(rendering.pictures.map(\.size) == [size, size.fitting(longSide: 256)])
    }

    @Test(arguments: hollowVideos)
    func `an undecodable video fails with a reason`(_ path: String) throws {
        let error = try #require(throws: MediaError.self) {
            try Poster.rendering(at: RealMedia.folder.appendingPathComponent(path))
        }
        #expect(error.code == .unreadable && error.message.contains("can be decoded"))
    }

    @Test(.enabled(if: FFmpeg.isPresent, FFmpeg.absence), arguments: videos)
    func `a poster matches FFmpeg`(_ path: String) throws {
        let file = RealMedia.folder.appendingPathComponent(path)
        let poster = DifferenceHash(try Poster.picture(at: file))
        let facts = try #require(try RealMedia.facts().first { $0["path"] == path })
        let duration = Double(facts["duration_s"] ?? "") ?? 0
        let moment = duration < 2 ? 0 : min(3, duration / 10)
        let distances = try keyframes(of: file, after: moment).map {
            poster.distance(to: DifferenceHash($0))
        }
        #expect(try #require(distances.first) <= 6, "\(distances)")
    }

    /// FFmpeg's decode of the first keyframe from a moment on, else of the last one of all.
    private func keyframes(of file: URL, after moment: Double) throws -> [Bitmap] {
        let folder = try TemporaryFolder()
        let choices = [["-vf", "select=gte(t\\,\(moment))", "-frames:v", "1"], ["-update", "1"]]
        for (index, choice) in choices.enumerated() {
            let picture = folder.file("\(index).png")
            let input = ["-skip_frame", "nokey", "-i", file.path, "-an", "-pix_fmt", "rgb24"]
            if try FFmpeg.run(input + choice + [picture.path]),
                let data = try? Data(contentsOf: picture)
            {
                return [try PNGCodec.decode(data)]
            }
        }
        return []
    }
}
