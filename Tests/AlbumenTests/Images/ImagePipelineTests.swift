import AlbumenTestSupport
import BlobStore
import Catalog
import Dispatch
import Foundation
import Pixels
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct ImagePipelineTests {
    private let temporary: TemporaryLibrary
    private let folder: TemporaryFolder
    private var library: Library { temporary.library }

    init() throws {
        temporary = try TemporaryLibrary()
        folder = try TemporaryFolder()
    }

    @Test("§4.3: an uncached photo with an embedded preview is delivered degraded first, then final")
    func coldPhotoWithPreview() throws {
        let source = try importPhotograph(hasPreview: true)
        let events = try deliveries(source, longSide: 400)
        try #require(events.count == 2)
        #expect(events[0].isDegraded && !events[0].isLast)
        #expect(events[0].longSide == 160)
        #expect(!events[1].isDegraded && events[1].isLast)
        #expect(events[1].longSide == 400)
    }

    @Test("§4.3: an uncached photo without a preview is also delivered degraded first, from one decode")
    func coldPhotoWithoutPreview() throws {
        let source = try importFile(PNGCodec.encode(SampleBitmap.gradient(width: 1800, height: 1200)), "a.png")
        for longSide in [300, 1700] {
            try library.derivatives.removeAll()
            let events = try deliveries(source, longSide: longSide)
            try #require(events.count == 2)
            #expect(events[0].isDegraded && !events[0].isLast)
            #expect(events[0].longSide >= 100)
            #expect(!events[1].isDegraded && events[1].isLast)
            #expect(events[1].longSide == longSide)
        }
    }

    @Test("§4.3: an image is delivered once if a stored one is large enough")
    func storedPicture() throws {
        let source = try importPhotograph(hasPreview: true, makesDerivatives: true)
        let events = try deliveries(source, longSide: 256)
        #expect(events.map(\.longSide) == [256])
        #expect(events.map(\.isDegraded) == [false])
    }

    @Test("§4.3: an image in memory is delivered before the call returns, on the caller's thread")
    func pictureInMemory() throws {
        let source = try importPhotograph()
        let request = request(source, longSide: 300)
        _ = try library.owner.images.image(request)
        let events = CallRecorder<Bool>()
        let thread = pthread_self()
        _ = library.owner.images.start(request) { _ in events.record(pthread_equal(pthread_self(), thread) != 0) }
        #expect(events.calls == [true])
    }

    @Test("§4.3: high quality is delivered once and never degraded")
    func highQuality() throws {
        let source = try importPhotograph(hasPreview: true)
        let events = try deliveries(source, longSide: 400, .highQuality)
        #expect(events.map(\.isDegraded) == [false])
        #expect(events.map(\.longSide) == [400])
    }

    @Test("§4.3: fast format is delivered once, degraded if that is sooner")
    func fastFormat() throws {
        let source = try importPhotograph(hasPreview: true)
        let events = try deliveries(source, longSide: 400, .fast)
        #expect(events.map(\.isDegraded) == [true])
        #expect(events.map(\.isLast) == [true])
        let plain = try importFile(PNGCodec.encode(SampleBitmap.gradient(width: 900, height: 600)), "b.png")
        #expect(try deliveries(plain, longSide: 400, .fast).map(\.isDegraded) == [false])
    }

    @Test(
        "§4.3: fast format uses the stored preview if the thumbnail is too small", arguments: [200, 1_200, 2_000])
    func fastFormatOfStoredPictures(longSide: Int) throws {
        let source = try importPhotograph(makesDerivatives: true)
        _ = try library.blobs.remove(source.digest)
        // With several deliveries, the first image is still the cheapest one.
        #expect(try deliveries(source, longSide: 1_999).first?.longSide == 256)
        let events = try deliveries(source, longSide: longSide, .fast)
        #expect(events.map(\.longSide) == [min(longSide, 1_440)])
        #expect(events.map(\.isDegraded) == [longSide > 1_440])
    }

    @Test("§4.3.2: a failure can follow a degraded image")
    func lostOriginal() throws {
        let source = try importPhotograph(makesDerivatives: true)
        _ = try library.blobs.remove(source.digest)
        let events = try deliveries(source, longSide: 1600)
        #expect(events.map(\.isDegraded) == [true, false])
        #expect(events.last?.failure?.contains("Import the file again") == true)
    }

    @Test("a stored picture is available without its original")
    func aStoredPictureOutlivesItsOriginal() throws {
        let source = try importPhotograph(makesDerivatives: true)
        _ = try library.blobs.remove(source.digest)
        #expect(try library.owner.images.image(request(source, longSide: 256)).longSide == 256)
    }

    @Test("§4.4.6: a crop has the right position")
    func crop() throws {
        let source = try importPhotograph()
        let layout = ImageLayout(
            crop: PixelRectangle(x: 1000, y: 750, width: 1000, height: 750), size: PixelSize(width: 200, height: 150))
        let bitmap = try library.owner.images.image(ImageRequest(source: source, layout: layout))
        #expect(bitmap.size == PixelSize(width: 200, height: 150))
        // The lower right quarter of the gradient: red and green from half to full.
        let first = bitmap.colour(x: 2, y: 2)
        let last = bitmap.colour(x: 197, y: 147)
        #expect(abs(Int(first.red) - 128) < 12 && abs(Int(first.green) - 128) < 12)
        #expect(last.red > 240 && last.green > 240)
    }

    @Test("a cancelled request isn't delivered")
    func whatWasCancelledIsNotDelivered() throws {
        let source = try importPhotograph()
        let other = try importPhotograph(comment: "other")
        let events = CallRecorder<String>()
        let task = library.owner.images.start(request(source, longSide: 400)) { _ in events.record("cancelled") }
        task.cancel()
        task.cancel()
        _ = try deliveries(other, longSide: 400)
        _ = try library.owner.images.image(request(source, longSide: 400))
        #expect(events.calls == [])
    }

    @Test("a thousand concurrent requests are all answered")
    func aThousandRequestsAtOnceAreAllAnswered() throws {
        let sources = try (0..<5).map { try importPhotograph(comment: "\($0)", hasPreview: true) }
        let answered = DispatchSemaphore(value: 0)
        let results = CallRecorder<Bool>()
        for index in 0..<1000 {
            _ = library.owner.images.start(request(sources[index % 5], longSide: 200 + index % 7)) { event in
                guard case .image(let image) = event else { return results.record(false) }
                if image.isLast {
                    results.record(true)
                    answered.signal()
                }
            }
        }
        for _ in 0..<1000 { try #require(answered.wait(timeout: TestPatience.end) == .success) }
        #expect(results.calls.allSatisfy { $0 })
    }

    @Test("preheated images are in memory")
    func preheatedPicturesAreInMemory() throws {
        let source = try importPhotograph()
        let request = request(source, longSide: 300)
        _ = library.owner.images.preheat(request)
        // Shares the work in flight, or uses its result.
        let made = try library.owner.images.image(request)
        #expect(try library.owner.images.image(request) === made)
    }

    @Test("the original's bytes are the imported ones")
    func theOriginalsBytesAreThoseImported() throws {
        let bytes = SampleMedia.png()
        let source = try importFile(bytes, "a.png")
        #expect(try library.owner.images.data(of: source) == bytes)
        let answered = DispatchSemaphore(value: 0)
        let results = CallRecorder<Data?>()
        _ = library.owner.images.data(of: source) {
            results.record(try? $0.get())
            answered.signal()
        }
        #expect(answered.wait(timeout: TestPatience.end) == .success)
        #expect(results.calls == [bytes])
        _ = try library.blobs.remove(source.digest)
        #expect(throws: LibraryError.self) { try library.owner.images.data(of: source) }
    }

    @Test("on the calling thread, only the final image is delivered, before the call returns")
    func callersThread() throws {
        let source = try importPhotograph(hasPreview: true)
        let thread = pthread_self()
        let events = CallRecorder<Int?>()
        library.owner.images.start(request(source, longSide: 400, .opportunistic), on: .caller()) { event in
            #expect(pthread_equal(pthread_self(), thread) != 0)
            if case .image(let image) = event { events.record(image.isLast ? image.bitmap.longSide : nil) }
        }
        #expect(events.calls == [400])
        let results = CallRecorder<Int?>()
        library.owner.images.data(of: source, on: .caller()) { result in
            #expect(pthread_equal(pthread_self(), thread) != 0)
            results.record(try? result.get().count)
        }
        #expect(results.calls == [try library.owner.images.data(of: source).count])
    }

    @Test("an image made on demand is stored with its placeholder")
    func aPictureMadeOnDemandIsKeptWithItsPlaceholder() throws {
        let source = try importPhotograph()
        let asset = try #require(try library.catalog.read { try $0.asset(uuid: source.assetUUID) })
        #expect(try library.catalog.read { try $0.placeholders(ofAssets: [asset.id]) }.isEmpty)
        _ = try library.owner.images.image(request(source, longSide: 300))
        #expect(try library.derivatives.contains(.thumbnail, source.digest))
        #expect(try library.derivatives.contains(.preview, source.digest))
        #expect(try library.catalog.read { try $0.placeholders(ofAssets: [asset.id]) }.count == 1)
    }

    @Test("decoding a truncated file marks the asset as damaged")
    func aDecoderThatFindsTheFileCutShortMarksTheAssetAsDamaged() throws {
        var bytes = try JPEGCodec.encode(SampleBitmap.gradient(width: 2000, height: 1500), quality: 90)
        bytes.replaceSubrange(
            (bytes.count * 2 / 3)..<(bytes.count - 2), with: Data(count: bytes.count - 2 - bytes.count * 2 / 3))
        let source = try importFile(bytes, "broken.jpg")
        // Requests all pixels, so that no stored image is made.
        _ = try? library.owner.images.image(request(source, longSide: 2000))
        #expect(try library.catalog.read { try $0.asset(uuid: source.assetUUID) }?.damage != nil)
    }

    // MARK: Parts

    private struct Delivery: Sendable {
        var longSide = 0
        var isDegraded = false
        var isLast = false
        var isInCloud = false
        var failure: String?
    }

    private func request(
        _ source: PictureSource, longSide: Int, _ delivery: ImageRequest.Delivery = .opportunistic
    ) -> ImageRequest {
        ImageRequest(
            source: source, layout: ImageLayout(size: source.size.fitting(longSide: longSide)), delivery: delivery)
    }

    private func deliveries(
        _ source: PictureSource, longSide: Int, _ delivery: ImageRequest.Delivery = .opportunistic
    ) throws -> [Delivery] {
        let events = CallRecorder<Delivery>()
        let finished = DispatchSemaphore(value: 0)
        _ = library.owner.images.start(request(source, longSide: longSide, delivery)) { event in
            switch event {
            case .image(let image):
                events.record(
                    Delivery(
                        longSide: image.bitmap.longSide, isDegraded: image.isDegraded, isLast: image.isLast,
                        isInCloud: image.isInCloud))
                if image.isLast { finished.signal() }
            case .failed(let error):
                events.record(Delivery(isLast: true, failure: "\(error)"))
                finished.signal()
            }
        }
        try #require(finished.wait(timeout: TestPatience.end) == .success)
        return events.calls
    }

    private func importPhotograph(
        comment: String = "", hasPreview: Bool = false, makesDerivatives: Bool = false
    ) throws -> PictureSource {
        let photograph = try SampleMedia.photograph(width: 2000, height: 1500, comment: comment, hasPreview: hasPreview)
        return try importFile(photograph, "photo\(comment).jpg", makesDerivatives: makesDerivatives)
    }

    private func importFile(_ bytes: Data, _ name: String, makesDerivatives: Bool = false) throws -> PictureSource {
        let file = try folder.write(bytes, to: name)
        let events = CallRecorder<IngestEvent>()
        _ = try Ingest(into: library, makesDerivatives: makesDerivatives, report: { events.record($0) })
            .run([file.path])
        guard case .imported(_, let uuid, _, _)? = events.calls.last,
            let asset = try library.catalog.read({ try $0.asset(uuid: uuid) })
        else { throw LibraryError(.notFound, "The sample was not imported: \(events.calls)") }
        return try library.owner.pictureSource(of: asset, version: .current)
    }
}
