import AlbumenTestSupport
import Catalog
import Dispatch
import Foundation
import MediaRequests
import Pixels
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// Slow pictures don't delay others.
@Suite(.serialized) struct SlowPictureTests {
    private let temporary: TemporaryLibrary
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test func `a healthy photo's thumbnail comes while ten slow pictures wait`() throws {
        let slow = try addSlowPictures(10)
        let healthy = try add(
            "healthy.jpg", "public.jpeg", width: 4000, height: 3000,
            SampleMedia.photograph(width: 4000, height: 3000, hasPreview: false))
        let slowEnds = Mutex(0)
        let tasks = slow.map { source in
            library.owner.images.start(request(source)) { event in
                if case .image(let image) = event, !image.isLast { return }
                slowEnds.withLock { $0 += 1 }
            }
        }
        let finished = DispatchSemaphore(value: 0)
        let endsBefore = CallRecorder<Int>()
        _ = library.owner.images.start(request(healthy)) { event in
            guard case .image(let image) = event, image.isLast else { return }
            endsBefore.record(slowEnds.withLock { $0 })
            finished.signal()
        }
        try #require(finished.wait(timeout: TestPatience.end) == .success)
        // If the pictures were made in the order of the requests, all ten would be first.
        #expect(try #require(endsBefore.calls.first) < 5)
        for task in tasks { task.cancel() }
    }

    @Test func `a slow picture comes in the end, by any way of asking`() throws {
        let source = try addSlowPictures(1, side: 8600)[0]
        #expect(source.estimatedLane == .slow)
        #expect(throws: MediaError.takesLong) {
            try library.owner.images.makeBytes(.thumbnail, of: source, lane: .quick)
        }
        #expect(try library.owner.images.image(request(source)).longSide == 256)
        try library.derivatives.removeAll()
        #expect(try !library.owner.images.makeBytes(.thumbnail, of: source, lane: .slow).isEmpty)
        try library.derivatives.removeAll()
        let building = DerivativeBuilding(in: library)
        let summary = try building.run { Issue.record("\($0.originalFilename): \($0.reason)") }
        #expect(summary.made == 1)
    }

    @Test func `an import makes slow pictures when all files are in the library`() throws {
        let folder = try TemporaryFolder()
        try folder.write(SampleMedia.largePNG(width: 8600, height: 8600), to: "a.png")
        try folder.write(SampleMedia.photograph(width: 600, height: 400), to: "b.jpg")
        let events = try temporary.importPaths([folder.path])
        #expect(events.count == 2)
        let survey = try DerivativeSurvey(of: library)
        #expect(survey.pictures == 2)
        #expect(survey.missingThumbnails == 0)
    }

    // MARK: Parts

    private func request(_ source: PictureSource) -> ImageRequest {
        ImageRequest(
            source: source, layout: ImageLayout(size: source.size.fitting(longSide: 256)), delivery: .highQuality)
    }

    /// Adds pictures that take seconds each.
    private func addSlowPictures(_ count: Int, side: Int = 10_000) throws -> [PictureSource] {
        try (0..<count).map { index in
            try add(
                "slow-\(index).png", "public.png", width: side, height: side,
                SampleMedia.largePNG(width: side, height: side, comment: "\(index)"))
        }
    }

    private func add(
        _ name: String, _ type: String, width: Int, height: Int, _ bytes: Data
    ) throws -> PictureSource {
        let probe = MediaProbe(kind: .image, uniformTypeIdentifier: type, pixelWidth: width, pixelHeight: height)
        let added = try temporary.add([TemporaryLibrary.Sample(name, probe, bytes: bytes)])
        let uuid = try #require(added[0].assetUUID)
        let asset = try #require(try library.catalog.read { try $0.asset(uuid: uuid) })
        return try library.owner.pictureSource(of: asset, version: .current)
    }
}
