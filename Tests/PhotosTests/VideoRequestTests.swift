import AVFoundation
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.10: videos.
@Suite struct VideoRequestTests {
    struct Answer: Sendable {
        var url: URL?
        var isComposition: Bool
        var duration: Double
        /// The segments of the video track: the start and the end in the file, and the end when played.
        var segments: [[Double]]
    }

    let fixture: ResourceFixture

    init() throws {
        fixture = try ResourceFixture(hasRemote: true)
    }

    /// Requests a video's asset and returns the call of the handler.
    private func request(
        _ asset: PHAsset, access: String = "authorized", _ change: (PHVideoRequestOptions) -> Void = { _ in }
    ) throws -> (call: HandlerCall, answer: Answer?) {
        let options = PHVideoRequestOptions()
        change(options)
        let calls = HandlerCalls()
        let answers = CallRecorder<Answer?>()
        let number = fixture.images.run(access: access) {
            PHImageManager.default().requestAVAsset(forVideo: asset, options: options) { asset, mix, info in
                #expect(mix == nil)
                answers.record(asset.map(Self.answer))
                calls.record(size: asset.map { _ in .zero }, info)
            }
        }
        calls.requestReturned(number)
        try #require(calls.waitForLast())
        fixture.images.queue.sync {}
        #expect(calls.all.count == 1 && calls.all[0].number == number && calls.all[0].place == .queue)
        return (calls.all[0], answers.calls.first ?? nil)
    }

    private static func answer(_ asset: AVAsset) -> Answer {
        let track = asset.tracks(withMediaType: .video).first as? AVCompositionTrack
        let segments = (track?.segments ?? []).map { segment in
            [
                segment.timeMapping.source.start.seconds, segment.timeMapping.source.end.seconds,
                segment.timeMapping.target.end.seconds,
            ]
        }
        return Answer(
            url: (asset as? AVURLAsset)?.url, isComposition: asset is AVComposition,
            duration: asset.duration.seconds, segments: segments)
    }

    @Test("the URL ends with the file's name, stays readable, and copying it makes a regular file")
    func file() throws {
        let movie = SampleMedia.movie()
        let asset = try fixture.importFile(movie, "Été 1.MOV")
        let url = try #require(try request(asset).answer?.url)
        #expect(url.lastPathComponent == "Été 1.MOV")
        #expect(try request(asset).answer?.url == url)
        let copy = fixture.folder.file("copy.mov")
        try FileManager.default.copyItem(at: url, to: copy)
        let type = try FileManager.default.attributesOfItem(atPath: copy.path(percentEncoded: false))[.type]
        #expect(type as? FileAttributeType == .typeRegular)
        #expect(try Data(contentsOf: copy) == movie)
        let uuid = String(asset.localIdentifier.prefix(36))
        try fixture.temporary.commit(.trash(assetUUID: uuid))
        try fixture.temporary.commit(.purge(assetUUID: uuid))
        #expect(try Data(contentsOf: url) == movie, "It stays readable until the process ends.")
        #expect(try request(asset).call.errorCode == 3303)
    }

    @Test("§4.10.5: an asset that isn't a video fails with 3306, and others as images do")
    func failures() throws {
        let photo = try fixture.importFile(SampleMedia.jpeg(), "a.jpg")
        #expect(try request(photo).call.errorCode == 3306)
        #expect(try request(PHAsset()).call.errorCode == 3303)
        let video = try fixture.importFile(SampleMedia.movie(), "a.mov")
        #expect(try request(video, access: "denied").call.errorCode == 3311)
        #expect(try request(video, access: "limited").call.errorCode == 3303)
        let calls = HandlerCalls()
        fixture.images.run {
            _ = PHImageManager.default().requestExportSession(
                forVideo: video, options: nil, exportPreset: "no preset"
            ) { session, info in calls.record(size: session.map { _ in .zero }, info) }
        }
        try #require(calls.waitForLast())
        #expect(calls.all.map(\.errorCode) == [3306])
    }

    @Test("§4.12: a remote video is downloaded with progress, or the request fails with 3164")
    func network() throws {
        let video = try fixture.importFile(SampleMedia.movie(), "a.mov")
        try fixture.sendAway(fixture.resources(of: video)[0])
        let refused = try request(video)
        #expect(refused.call.errorCode == 3164 && refused.call.isInCloud && refused.answer == nil)
        fixture.remote.behaviour = .isUnreachable
        #expect(try request(video) { $0.isNetworkAccessAllowed = true }.call.errorCode == 3169)
        fixture.remote.behaviour = .delivers
        let told = CallRecorder<Double>()
        let allowed = try request(video) { options in
            options.isNetworkAccessAllowed = true
            options.progressHandler = { fraction, _, _, _ in told.record(fraction) }
        }
        #expect(allowed.answer?.url != nil && allowed.call.errorCode == nil)
        #expect(told.calls == told.calls.sorted() && told.calls.last == 1)
    }

    @Test("§4.7: a cancelled request ends once with 3072, by its number and by the progress handler")
    func cancel() throws {
        let video = try fixture.importFile(SampleMedia.movie(), "a.mov")
        try fixture.sendAway(fixture.resources(of: video)[0])
        fixture.remote.behaviour = .waits(Gate())
        let options = PHVideoRequestOptions()
        options.isNetworkAccessAllowed = true
        let calls = HandlerCalls()
        let number = fixture.images.run {
            PHImageManager.default().requestPlayerItem(forVideo: video, options: options) { item, info in
                calls.record(size: item.map { _ in .zero }, info)
            }
        }
        try waitUntil { !fixture.remote.downloads.isEmpty }
        PHImageManager.default().cancelImageRequest(number)
        try #require(calls.waitForLast())
        fixture.images.queue.sync {}
        #expect(calls.all.map(\.isCancelled) == [true] && calls.all.map(\.errorCode) == [3072])
        let stopped = try request(video) { options in
            options.isNetworkAccessAllowed = true
            options.progressHandler = { fraction, _, stop, _ in if fraction > 0 { stop.pointee = true } }
        }
        #expect(stopped.call.isCancelled && stopped.call.errorCode == 3072)
    }

    // MARK: Slow motion

    @Test("§4.10.3: slow motion is a composition whose segments are those of the real AAE file")
    func slowMotion() throws {
        try fixture.folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_1.AAE")
        let movie = try fixture.folder.write(SampleMedia.slowMotionMovie(seconds: 40), to: "IMG_1.MOV")
        let asset = try #require(try fixture.importFiles([movie, fixture.folder.file("IMG_1.AAE")]).last)
        #expect(!asset.hasAdjustments && asset.adjustmentsState == .none)
        #expect(fixture.resources(of: asset).map(\.type) == [.video, .adjustmentData])
        let current = try #require(try request(asset).answer)
        #expect(current.isComposition && current.url == nil)
        // 6.29625 s, 29.3825 s / 0.125 = 235.06 s, and the remaining 4.32125 s.
        #expect(abs(current.duration - 245.6775) < 0.001, "\(current.duration)")
        let expected = [[0, 6.29625, 6.29625], [6.29625, 35.67875, 241.35625], [35.67875, 40, 245.6775]]
        #expect(current.segments.count == 3)
        for (segment, expected) in zip(current.segments, expected) {
            #expect(zip(segment, expected).allSatisfy { abs($0 - $1) < 0.0005 }, "\(segment)")
        }
        let original = try #require(try request(asset) { $0.version = .original }.answer)
        #expect(original.url?.lastPathComponent == "IMG_1.MOV" && abs(original.duration - 40) < 0.001)
    }

    @Test("without an AAE file, all but the first and last tenth plays at 30 frames per second")
    func standardSlowMotion() throws {
        let asset = try fixture.importFile(SampleMedia.slowMotionMovie(seconds: 10), "IMG_1.MOV")
        let current = try #require(try request(asset).answer)
        #expect(current.isComposition && abs(current.duration - 66) < 0.001, "\(current.duration)")
        let segments = current.segments.map { $0.map { ($0 * 1000).rounded() / 1000 } }
        #expect(segments == [[0, 1, 1], [1, 9, 65], [9, 10, 66]])
        #expect(try request(asset) { $0.version = .original }.answer?.url != nil)
    }

    @Test("§10.21: one call writes the flattened video, and a video of one speed as it is")
    func flattened() async throws {
        let slow = try fixture.importFile(SampleMedia.slowMotionMovie(seconds: 2), "IMG_1.MOV")
        let plain = SampleMedia.movie()
        let url = fixture.folder.file("slow.mov")
        try await fixture.images.run {
            try await PHImageManager.default().writeVideo(for: slow, toFile: url)
        }
        // 0.2 s, 1.6 s × 8, 0.2 s.
        let duration = AVURLAsset(url: url).duration.seconds
        #expect(abs(duration - 13.2) < 0.1, "\(duration)")
        let written = try Data(contentsOf: url)
        await #expect(throws: (any Error).self) {
            try await fixture.images.run { try await PHImageManager.default().writeVideo(for: slow, toFile: url) }
        }
        #expect(try Data(contentsOf: url) == written)
        try fixture.importFile(plain, "IMG_2.MOV")
        let all = fixture.images.run(access: "authorized") { PHAsset.fetchAssets(with: nil).all }
        let video = try #require(all.first { !$0.mediaSubtypes.contains(.videoHighFrameRate) })
        let copy = fixture.folder.file("plain.mov")
        try await fixture.images.run { try await PHImageManager.default().writeVideo(for: video, toFile: copy) }
        #expect(abs(AVURLAsset(url: copy).duration.seconds - 1) < 0.05)
    }
}
