import AlbumenTestSupport
import Foundation
import MediaRequests
import Testing
import Video

/// Date, place and make survive an export, unless its policy drops them.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct MetadataTests {
    private static let apple = "com.apple.quicktime."
    private static let entries = [
        apple + "make": "Apple", apple + "model": "iPhone 15", apple + "software": "17.1",
        apple + "location.ISO6709": "+48.1372+011.5756+519.000/", apple + "creationdate": "2024-05-06T07:08:09+0200",
        apple + "content.identifier": "A0B1C2D3-0000-4000-8000-000000000001", apple + "title": "A walk",
        "creation_time": "2024-05-06T05:08:09.000000Z",
    ]

    private func source(_ folder: TemporaryFolder) throws -> URL {
        try SampleClip.common(
            in: folder, seconds: 0.2,
            ["-movflags", "use_metadata_tags"] + Self.entries.flatMap { ["-metadata", "\($0)=\($1)"] })
    }

    @Test(arguments: ["640x480", "passthrough"], [MovieContainer.mov, .mp4])
    func `all entries survive`(_ preset: String, _ container: MovieContainer) throws {
        let folder = try TemporaryFolder()
        var export = try Exported.preset(preset)
        export.container = container
        let result = try Exported(export, of: source(folder), in: folder)
        let tags = try result.facts.tags
        for (key, value) in Self.entries { #expect(tags[key] == value, "\(key)") }
        let handle = try FileHandle(forReadingFrom: result.file)
        let probe = try #require(try VideoProber.probe(descriptor: handle.fileDescriptor, filename: "a.mov"))
        #expect(probe.cameraMake == "Apple")
        #expect(probe.location?.latitude == 48.1372)
        #expect(probe.captureDate?.utcOffsetInSeconds == 7200)
    }

    @Test func `Android's names become QuickTime's`() throws {
        let folder = try TemporaryFolder()
        let source = try SampleClip.common(
            "clip.mp4", in: folder, seconds: 0.2,
            [
                "-movflags", "use_metadata_tags", "-metadata", "com.android.manufacturer=Google", "-metadata",
                "com.android.model=Pixel 8", "-metadata", "location=+48.1372+011.5756/",
            ])
        let tags = try Exported(try Exported.preset("640x480"), of: source, in: folder).facts.tags
        #expect(tags[Self.apple + "make"] == "Google")
        #expect(tags[Self.apple + "model"] == "Pixel 8")
        #expect(tags[Self.apple + "location.ISO6709"] == "+48.1372+011.5756/")
    }

    @Test func `personal facts can be dropped`() throws {
        let folder = try TemporaryFolder()
        for preset in ["640x480", "passthrough"] {
            var export = try Exported.preset(preset)
            export.metadata = .withoutPersonalFacts
            let result = try Exported(export, of: source(folder), in: folder)
            let tags = try result.facts.tags
            #expect(tags[Self.apple + "title"] == "A walk")
            for key in Self.entries.keys where key != Self.apple + "title" { #expect(tags[key] == nil, "\(key)") }
            let bytes = try Data(contentsOf: result.file)
            #expect(bytes.range(of: Data("iPhone".utf8)) == nil)
            #expect(bytes.range(of: Data("48.1372".utf8)) == nil)
        }
    }

    @Test func `entries can be replaced`() throws {
        let folder = try TemporaryFolder()
        var export = try Exported.preset("640x480")
        export.metadata = .replaced([.init(key: Self.apple + "title", value: "Ein Spaziergang ☀️")])
        let tags = try Exported(export, of: source(folder), in: folder).facts.tags
        #expect(tags[Self.apple + "title"] == "Ein Spaziergang ☀️")
        #expect(tags[Self.apple + "make"] == nil)
    }
}
