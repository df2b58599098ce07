import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Albumen's own editor on videos and Live Photos.
@Suite(.enabled(if: FFmpeg.isPresent, Comment(rawValue: FFmpeg.absenceReason)))
struct MovingAdjustmentTests {
    private static let identifier = "11111111-2222-3333-4444-555555555555"

    /// Returns an H.264 movie with a tone, and with one keyframe each second.
    private static func movie(seconds: Int = 3, identifier: String? = nil) throws -> Data {
        let folder = try TemporaryFolder()
        let file = try #require(
            try FFmpeg.movie(
                "a.mov", in: folder,
                [
                    "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=\(seconds)", "-f", "lavfi", "-i",
                    "sine=frequency=440:sample_rate=44100:duration=\(seconds)", "-c:v", "libx264", "-g", "10",
                    "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "use_metadata_tags", "-metadata",
                    "com.apple.quicktime.content.identifier=\(identifier ?? "none")",
                ]))
        return try Data(contentsOf: file)
    }

    private static func video() throws -> EditFixture {
        try EditFixture([(.video, movie(), "IMG_1.MOV")])
    }

    private static func livePhoto() throws -> EditFixture {
        try EditFixture([
            (
                .photo, try SampleMedia.livePhotoPicture(contentIdentifier: identifier, width: 192, height: 128),
                "IMG_1.JPG"
            ),
            (.pairedVideo, try movie(identifier: identifier), "IMG_1.MOV"),
        ])
    }

    @discardableResult
    private func adjust(
        _ fixture: EditFixture, _ change: (inout AdjustmentRecipe) -> Void
    ) throws -> AdjustingOutcome {
        try fixture.library.owner.adjust(assetUUID: fixture.uuid) { recipe, _ in change(&recipe) }.outcome
    }

    private func file(_ type: ResourceType, _ fixture: EditFixture) throws -> URL {
        let file = fixture.folder.file("\(type.rawValue).mov")
        try #require(try fixture.data(type)).write(to: file)
        return file
    }

    private func streams(_ file: URL) throws -> [String] {
        try SampleClip.facts(of: file, ["-show_entries", "stream=codec_type"]).split(separator: "\n").map(String.init)
    }

    /// Returns the checksums of the packets of a movie's pictures.
    private func sums(_ file: URL) throws -> [Substring] {
        let options = ["-show_data_hash", "md5", "-select_streams", "v", "-show_entries", "packet=data_hash"]
        return try SampleClip.facts(of: file, options).split(separator: "\n")
    }

    @Test func `a trimmed video starts and ends exactly there, and its original stays`() throws {
        let fixture = try Self.video()
        let original = try fixture.data(.video)
        #expect(
            try adjust(fixture) { $0.trim = .init(start: 0.5, end: 1.7) }
                == .edited(
                    try #require(AdjustmentRecipe(stored(fixture))), PixelSize(width: 96, height: 64)))
        #expect(try fixture.types() == [.video, .fullSizeVideo, .adjustmentData])
        #expect(try fixture.data(.video) == original)
        let file = try file(.fullSizeVideo, fixture)
        #expect(try SampleClip.packets(of: file, stream: "v").count == 12)
        #expect(abs(try fixture.row().duration - 1.2) < 0.05)
        #expect(try streams(file) == ["codec_type=video", "codec_type=audio"])
        try fixture.folder.write(try #require(original), to: "original.mov")
        let copied = try Set(sums(file)).intersection(sums(fixture.folder.file("original.mov")))
        #expect(copied.count >= 4, "The group from 1 s on isn't encoded again.")
        // The next edit begins with the original again.
        try adjust(fixture) { $0.trim = .init(start: 0, end: 2) }
        // Copied frames can end a few frames late.
        #expect(try (2...2.6).contains(fixture.row().duration))
        #expect(try adjust(fixture) { $0.trim = nil } == .reverted)
        #expect(try fixture.types() == [.video] && abs(try fixture.row().duration - 3) < 0.1)
        try fixture.expectClean()
    }

    private func stored(_ fixture: EditFixture) throws -> AdjustmentData {
        try #require(try fixture.library.owner.adjustmentDocument(of: fixture.editing())).adjustment
    }

    @Test func `a muted video has the same frames and no sound`() throws {
        let fixture = try Self.video()
        try fixture.folder.write(try #require(try fixture.data(.video)), to: "original.mov")
        try adjust(fixture) { $0.isMuted = true }
        let file = try file(.fullSizeVideo, fixture)
        #expect(try streams(file) == ["codec_type=video"])
        #expect(try sums(file) == sums(fixture.folder.file("original.mov")), "The frames are copied.")
        #expect(try adjust(fixture) { $0.isMuted = true } == .unchanged)
    }

    @Test func `a Live Photo gets a frame of its video as its photo, and stays one`() throws {
        let fixture = try Self.livePhoto()
        #expect(fixture.asset.playbackStyle == .livePhoto)
        try adjust(fixture) { ($0.keyPhoto, $0.isMuted) = (1.25, true) }
        #expect(try fixture.types() == [.photo, .fullSizePhoto, .adjustmentData, .pairedVideo, .fullSizePairedVideo])
        let row = try fixture.row()
        #expect(row.playbackStyle == .livePhoto && row.mediaSubtypes.contains(.photoLive))
        #expect((row.pixelWidth, row.pixelHeight) == (96, 64), "The video's size.")
        let files = try fixture.editing().files
        #expect(files[.fullSizePhoto]?.contentIdentifier == Self.identifier)
        #expect(files[.fullSizePairedVideo]?.contentIdentifier == Self.identifier)
        // The data is the time of the photo.
        #expect(try streams(try file(.fullSizePairedVideo, fixture)) == ["codec_type=video", "codec_type=data"])
        // The frame from 1.2 s to 1.3 s.
        let frame = fixture.folder.file("frame.png")
        let video = fixture.folder.file("original.mov")
        try #require(try fixture.data(.pairedVideo)).write(to: video)
        #expect(try FFmpeg.run(["-i", video.path, "-vf", "select=eq(n\\,12)", "-frames:v", "1", frame.path]))
        let expected = try PNGCodec.decode(Data(contentsOf: frame))
        let photo = try JPEGCodec.decode(try #require(try fixture.data(.fullSizePhoto)))
        let difference = (0..<96).reduce(0) { sum, x in
            sum + abs(Int(photo.colour(x: x, y: 32).green) - Int(expected.colour(x: x, y: 32).green))
        }
        #expect(difference / 96 < 12, "\(difference / 96)")
    }

    private func withFile<Value>(_ file: URL, _ body: (Int32) throws -> Value) throws -> Value {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return try body(descriptor)
    }

    @Test func `§6.6: the movie of an edited Live Photo contains the time of its key photo`() throws {
        let original = try Self.movie(identifier: Self.identifier)
        let folder = try TemporaryFolder()
        let source = try folder.write(original, to: "source.mov")
        let marked = folder.file("marked.mov")
        var export = VideoExport(video: .copy, audio: .copy, container: .mov)
        export.stillImageTime = MediaTime(value: 8, timescale: 10)
        try withFile(source) { descriptor in
            let output = open(marked.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(output) }
            _ = try VideoExporter(workers: WorkerPool.shared()).run(export, from: descriptor, to: output)
        }
        let fixture = try EditFixture([
            (
                .photo,
                try SampleMedia.livePhotoPicture(contentIdentifier: Self.identifier, width: 192, height: 128),
                "IMG_1.JPG"
            ),
            (.pairedVideo, try Data(contentsOf: marked), "IMG_1.MOV"),
        ])
        func time() throws -> Double? {
            let file = try file(.fullSizePairedVideo, fixture)
            return try withFile(file) { descriptor in
                try WorkerPool.shared().describeMovie(descriptor: descriptor, filename: "a.mov").stillImageTime?.seconds
            }
        }
        let base = try fixture.library.owner.adjustingBase(ofAsset: fixture.uuid)
        #expect(try fixture.library.owner.movie(of: base)?.photoTime == 0.8)
        try adjust(fixture) { $0.isMuted = true }
        #expect(try time() == 0.8)
        try adjust(fixture) { $0.trim = .init(start: 0.5, end: 2.5) }
        #expect(abs(try #require(try time()) - 0.3) < 0.001)
        try adjust(fixture) { $0.keyPhoto = 1.25 }
        #expect(abs(try #require(try time()) - 0.75) < 0.001)
        #expect(try fixture.row().playbackStyle == .livePhoto)
    }

    @Test func `a muted Live Photo keeps its original photo`() throws {
        let fixture = try Self.livePhoto()
        try adjust(fixture) { $0.isMuted = true }
        #expect(try fixture.types() == [.photo, .adjustmentData, .pairedVideo, .fullSizePairedVideo])
        let row = try fixture.row()
        #expect(row.playbackStyle == .livePhoto && row.hasAdjustments && row.pixelWidth == 192)
        #expect(try fixture.editing().files.shown(.current).map(\.type) == [.photo, .fullSizePairedVideo])
        #expect(try adjust(fixture) { $0.isMuted = false } == .reverted)
        try fixture.expectClean()
    }

    @Test func `an edit with photo adjustments changes both files of a Live Photo`() throws {
        let fixture = try Self.livePhoto()
        try adjust(fixture) {
            $0.filter = .mono
            $0.crop = .init(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        }
        let row = try fixture.row()
        #expect(row.playbackStyle == .livePhoto && row.pixelWidth == 96 && row.pixelHeight == 64)
        let resource = try #require(try fixture.editing().files[.fullSizePairedVideo])
        #expect((resource.pixelWidth, resource.pixelHeight) == (48, 32))
        #expect(resource.contentIdentifier == Self.identifier)
        let video = try file(.fullSizePairedVideo, fixture)
        #expect(try SampleClip.packets(of: video, stream: "v").count == 30)
        let frame = fixture.folder.file("frame.png")
        #expect(try FFmpeg.run(["-i", video.path, "-frames:v", "1", frame.path]))
        let pixels = try PNGCodec.decode(Data(contentsOf: frame))
        for x in stride(from: 0, to: 48, by: 8) {
            let colour = pixels.colour(x: x, y: 16)
            #expect(abs(Int(colour.red) - Int(colour.blue)) < 12, "\(x)")
        }
    }

    @Test func `a cancelled edit leaves the earlier version and no file`() throws {
        let fixture = try Self.video()
        try adjust(fixture) { $0.isMuted = true }
        let (change, types) = (try fixture.latestChange(), try fixture.types())
        let cancellation = WorkCancellation()
        // Before the first frame is done, or after the last one.
        let cancel: @Sendable (Double) -> Void = { _ in cancellation.cancel() }
        let shorten = { (recipe: inout AdjustmentRecipe, _: PixelSize) in recipe.trim = .init(start: 0.5, end: 1.5) }
        #expect(throws: MediaError.self) {
            try fixture.library.owner.adjust(
                assetUUID: fixture.uuid, cancellation: cancellation, progress: cancel, shorten)
        }
        #expect(try fixture.latestChange() == change && fixture.types() == types)
        try fixture.expectClean()
    }

    @Test func `an edit on top of another app's video keeps that as its base`() throws {
        let fixture = try Self.video()
        let other = try fixture.folder.write(try Self.movie(seconds: 2), to: "other.mov")
        try fixture.commit(
            AssetEdit(
                adjustment: EditFixture.adjustment(),
                renderings: [EditRendering(type: .fullSizeVideo, file: other)]))
        try adjust(fixture) { $0.trim = .init(start: 0.5, end: 1.5) }
        #expect(try fixture.types() == [.video, .fullSizeVideo, .adjustmentData, .adjustmentBaseVideo])
        #expect(abs(try fixture.row().duration - 1) < 0.05)
        try adjust(fixture) { $0.trim = nil }
        #expect(try fixture.types() == [.video, .fullSizeVideo, .adjustmentData, .adjustmentBaseVideo])
        #expect(abs(try fixture.row().duration - 2) < 0.05)
    }

    @Test func `a slow motion is part of a trimmed video`() throws {
        let fixture = try EditFixture([
            (.video, SampleMedia.slowMotionMovie(seconds: 2), "IMG_1.MOV"),
            // From 1 s on, at an eighth of the speed.
            (.adjustmentData, try SampleMedia.slowMotionAdjustment(start: 1_000_000_000), "IMG_1.AAE"),
        ])
        let slow = try #require(try fixture.library.owner.slowMotion(of: fixture.asset))
        try adjust(fixture) { $0.trim = .init(start: 0.5, end: 1.5) }
        let expected = 0.5 + 0.5 / slow.rate
        #expect(abs(try fixture.row().duration - expected) < 0.2, "\(slow)")
        #expect(try fixture.library.owner.slowMotion(of: fixture.row()) == nil)
    }

    @Test func `a paste changes what can be edited in one change, and reports the rest`() throws {
        let fixture = try EditFixture()
        let draft = AssetDraft(
            uuid: UUID().uuidString,
            parts: [.init(type: .photo, bytes: .data(SampleMedia.gif()), originalFilename: "a.gif")])
        try fixture.temporary.commit(.createAsset(draft))
        var recipe = AdjustmentRecipe()
        recipe.filter = .noir
        let change = try fixture.latestChange()
        let (reversals, failures) = try fixture.library.owner.adjust(
            assetUUIDs: [fixture.uuid, draft.uuid], to: recipe, cancellation: nil)
        #expect(try fixture.latestChange() == change + 1)
        #expect(reversals.map(\.assetUUID) == [fixture.uuid] && failures.map(\.assetUUID) == [draft.uuid])
        #expect(try AdjustmentRecipe(stored(fixture))?.filter == .noir)
        let reversal = try #require(reversals.first)
        #expect(try fixture.library.owner.commit([.revert(reversal)]) == [.reverted(isChanged: true)])
        #expect(try fixture.types() == [.photo])
        try fixture.expectClean()
    }
}
