import AVFoundation
import AlbumenTestSupport
import BlobStore
import Catalog
import CoreMedia
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// §4.10, §4.12: a player's item of a remote video brings only the pieces that it needs.
@Suite struct StreamedVideoTests {
    private let fixture: ResourceFixture
    private let place: TemporaryFolder
    private let video: PHAsset
    private let digest: BlobDigest

    init() throws {
        let (fixture, place) = (try ResourceFixture(), try TemporaryFolder())
        let video = try fixture.importFile(SampleMedia.gappedMovie(), "a.mov")
        let record = try #require(video.record)
        let resources = try fixture.temporary.library.catalog.read { try $0.resources(ofAsset: record.id) }
        digest = try #require(resources.first).sha256
        try fixture.temporary.moveOriginals(to: place)
        (self.fixture, self.place, self.video) = (fixture, place, video)
    }

    private var isHere: Bool {
        get throws { try fixture.temporary.library.blobs.contains(digest) }
    }

    private func playerItem(_ change: (PHVideoRequestOptions) -> Void) throws -> (
        item: AVPlayerItem?, call: HandlerCall
    ) {
        let options = PHVideoRequestOptions()
        change(options)
        let calls = HandlerCalls()
        nonisolated(unsafe) var found: AVPlayerItem?
        let number = fixture.images.run {
            PHImageManager.default().requestPlayerItem(forVideo: video, options: options) { item, info in
                found = item
                calls.record(size: item.map { _ in .zero }, info)
            }
        }
        calls.requestReturned(number)
        try #require(calls.waitForLast())
        fixture.images.queue.sync {}
        return (found, calls.all[0])
    }

    @Test func `a player's item has its duration and its frames without the whole file`() throws {
        let refused = try playerItem { _ in }
        #expect(refused.item == nil && refused.call.errorCode == 3164)
        let told = Mutex(0)
        let item = try #require(
            try playerItem { options in
                options.isNetworkAccessAllowed = true
                options.progressHandler = { _, _, _, _ in told.withLock { $0 += 1 } }
            }.item)
        #expect(abs(item.asset.duration.seconds - 5) < 0.2)
        let generator = AVAssetImageGenerator(asset: item.asset)
        let image = try generator.copyCGImage(at: CMTime(value: 2, timescale: 1), actualTime: nil)
        #expect(image.width == 64 && image.height == 48)
        #expect(try !isHere)
        let partial = try #require(try fixture.temporary.library.cloud.downloads?.partial(digest))
        #expect(try partial.missingRanges() == [RemoteUpload.pieceSize..<3 * RemoteUpload.pieceSize])
        #expect(told.withLock { $0 } == 0)
    }

    @Test func `an export of a player's item brings the whole file`() async throws {
        let item = try #require(try playerItem { $0.isNetworkAccessAllowed = true }.item)
        let session = try #require(
            AVAssetExportSession(asset: item.asset, presetName: AVAssetExportPresetPassthrough))
        let target = place.file("exported.mov")
        try await session.export(to: target, as: .mov)
        #expect(try isHere)
        #expect(abs(AVURLAsset(url: target).duration.seconds - 5) < 0.2)
    }

    @Test func `an item whose place can't be reached fails with the reason`() throws {
        let item = try #require(try playerItem { $0.isNetworkAccessAllowed = true }.item)
        try FileManager.default.removeItem(at: place.url)
        let generator = AVAssetImageGenerator(asset: item.asset)
        let error = #expect(throws: (any Error).self) {
            try generator.copyCGImage(at: .zero, actualTime: nil)
        }
        #expect((error as? AVError)?.code == .failedToLoadMediaData)
    }
}
