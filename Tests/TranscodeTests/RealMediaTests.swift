import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing

/// Every video and pair of the collection, exported with two presets and copied.
@Suite(
    .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)),
    .enabled(if: FFmpeg.isPresent, FFmpeg.absence))
struct RealMediaTests {
    private static let rows = ((try? RealMedia.facts()) ?? []).filter { $0["media"] == "video" }
    private static let videos = rows.filter { $0["decodes"] != "no" }.compactMap { $0["path"] }
    private static let hollowVideos = rows.filter { $0["decodes"] == "no" }.compactMap { $0["path"] }

    @Test(arguments: videos)
    func `a video is exported with two presets, and copied`(_ path: String) throws {
        let folder = try TemporaryFolder()
        let source = RealMedia.folder.appendingPathComponent(path)
        let original = try MovieFacts(source)
        for preset in ["640x480", "lowQuality", "passthrough"] {
            var export = try Exported.preset(preset)
            export.indexComesFirst = true
            let result = try Exported(export, of: source, in: folder)
            let facts = try result.facts
            let (picture, before) = (try facts.picture, try original.picture)
            #expect(picture.rotation == before.rotation, "\(preset)")
            // Matroska has no durations of tracks.
            let seconds = before.duration == nil ? original.seconds : before.seconds
            #expect(abs(picture.seconds - seconds) < 0.25, "\(preset): \(picture.seconds), \(seconds)")
            #expect((facts.sound == nil) == (original.sound == nil), "\(preset)")
            let boxes = try result.boxes
            #expect(try #require(boxes.firstIndex(of: "moov")) < #require(boxes.firstIndex(of: "mdat")))
            if preset == "passthrough" {
                #expect(try MovieFacts.packets(of: result.file)["0"] == MovieFacts.packets(of: source)["0"])
            } else {
                #expect(max(picture.width ?? 0, picture.height ?? 0) <= (preset == "640x480" ? 640 : 426))
            }
        }
    }

    @Test(arguments: hollowVideos)
    func `an undecodable video fails with a reason`(_ path: String) throws {
        let folder = try TemporaryFolder()
        let error = try #require(throws: MediaError.self) {
            try Exported(
                try Exported.preset("640x480"), of: RealMedia.folder.appendingPathComponent(path), in: folder)
        }
        #expect(DamageTests.honestCodes.contains(error.code))
    }

    @Test(arguments: videos.filter { $0.count > 0 })
    func `a video cut short in ten places`(_ path: String) throws {
        let folder = try TemporaryFolder()
        let source = RealMedia.folder.appendingPathComponent(path)
        let bytes = try Data(contentsOf: source)
        for place in 0..<10 {
            let file = try folder.write(bytes.prefix(bytes.count * place / 10), to: "\(place).mov")
            do {
                _ = try Exported(try Exported.preset("lowQuality"), of: file, in: folder)
            } catch let error as MediaError {
                #expect(DamageTests.honestCodes.contains(error.code), "\(place): \(error)")
            }
        }
    }
}
