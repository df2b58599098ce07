import AlbumenTestSupport
import CoreImage
import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// §6: videos that apps filter with Core Image.
@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct VideoCompositionTests {
    private let folder: TemporaryFolder
    private let source: URL

    init() throws {
        folder = try TemporaryFolder()
        source = try SampleClip.ramp(in: folder, seconds: 0.5)
    }

    private func session(_ composition: AVVideoComposition?, to name: String = "out.mov") throws
        -> AVAssetExportSession
    {
        let session = try #require(
            AVAssetExportSession(asset: AVURLAsset(url: source), presetName: AVAssetExportPresetHighestQuality))
        session.outputURL = folder.file(name)
        session.outputFileType = .mov
        session.videoComposition = composition
        return session
    }

    /// The average red of each frame of the output.
    private func reds(_ url: URL) throws -> [Double] {
        let pixels = [UInt8](try FFmpeg.output(of: url, ["-f", "rawvideo", "-pix_fmt", "rgb24"]))
        let size = try MovieFacts.read(url).picture
        let count = (size.width ?? 1) * (size.height ?? 1) * 3
        return stride(from: 0, to: pixels.count, by: count).map { start in
            let samples = stride(from: start, to: start + count, by: 3).map { Double(pixels[$0]) }
            return samples.reduce(0, +) / Double(samples.count)
        }
    }

    @Test func `a filter that depends on the frame is in each frame of the result`() async throws {
        let times = Mutex<[Double]>([])
        let composition = AVMutableVideoComposition(asset: AVURLAsset(url: source)) { request in
            let number = times.withLock { times in
                times.append(request.compositionTime.seconds)
                return times.count
            }
            // Every third frame is black.
            let factor = number % 3 == 0 ? 0.0 : 1.0
            let image = request.sourceImage.applyingFilter(
                "CIColorMatrix",
                parameters: [
                    "inputRVector": CIVector(x: factor, y: 0, z: 0, w: 0),
                    "inputGVector": CIVector(x: 0, y: factor, z: 0, w: 0),
                    "inputBVector": CIVector(x: 0, y: 0, z: factor, w: 0),
                ])
            request.finish(with: image, context: nil)
        }
        #expect(composition.renderSize == CGSize(width: 64, height: 48))
        #expect(abs(composition.frameDuration.seconds - 1.0 / 30) < 0.001)
        let session = try session(composition)
        await session.export()
        try #require(session.status == .completed, "\(String(describing: session.error))")
        let (all, output) = (times.withLock { $0 }, try #require(session.outputURL))
        #expect(all.count == 15 && all == all.sorted())
        for (index, time) in all.enumerated() { #expect(abs(time - Double(index) / 30) < 0.001) }
        let before = try reds(source)
        for (index, red) in try reds(output).enumerated() {
            let expected = index % 3 == 2 ? 0 : before[index]
            #expect(abs(red - expected) < 6, "frame \(index)")
        }
    }

    @Test func `the render size crops, and a frame duration resamples`() async throws {
        let count = Mutex(0)
        let composition = AVMutableVideoComposition(asset: AVURLAsset(url: source)) { request in
            count.withLock { $0 += 1 }
            #expect(request.renderSize == CGSize(width: 32, height: 24))
            request.finish(with: request.sourceImage, context: CIContext())
        }
        composition.renderSize = CGSize(width: 32, height: 24)
        composition.frameDuration = CMTime(value: 1, timescale: 10)
        let session = try session(composition)
        // The session has the values from the time of the setting.
        composition.renderSize = CGSize(width: 1, height: 1)
        await session.export()
        try #require(session.status == .completed, "\(String(describing: session.error))")
        let facts = try MovieFacts.read(try #require(session.outputURL))
        #expect(try facts.picture.width == 32 && facts.picture.height == 24)
        #expect(count.withLock { $0 } == 5)
    }

    @Test func `a request can be finished later and on another thread`() async throws {
        let composition = AVVideoComposition(asset: AVURLAsset(url: source)) { request in
            Thread.detachNewThread {
                // Pixels can be read until the request is finished.
                let drawn = CIContext().createCGImage(request.sourceImage, from: request.sourceImage.extent)
                #expect(drawn?.width == 64)
                request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
                request.finish(with: CocoaError(.featureUnsupported))
            }
        }
        let session = try session(composition)
        await session.export()
        try #require(session.status == .completed, "\(String(describing: session.error))")
    }

    @Test func `the handler's error is the session's`() async throws {
        let reason = NSError(domain: "org.example.filter", code: 3)
        let session = try session(
            AVVideoComposition(asset: AVURLAsset(url: source)) { $0.finish(with: reason) })
        await session.export()
        #expect(session.status == .failed)
        #expect(session.error as NSError? == reason)
        #expect(try folder.names() == ["ramp.mov"])
    }

    @Test func `an export waits for a request that is never finished, and can be cancelled`() async throws {
        let arrived = Gate()
        let session = try session(AVVideoComposition(asset: AVURLAsset(url: source)) { _ in arrived.open() })
        let ended = Gate()
        session.exportAsynchronously { ended.open() }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                #expect(arrived.wait())
                #expect(!ended.isOpen && session.status == .exporting)
                session.cancelExport()
                #expect(ended.wait())
                continuation.resume()
            }
        }
        #expect(session.status == .cancelled)
        #expect(try folder.names() == ["ramp.mov"])
    }

    @Test func `settings that can't be exported fail with the reason`() async throws {
        let asset = AVURLAsset(url: source)
        let composition = AVMutableVideoComposition(asset: asset) { $0.finish(with: $0.sourceImage, context: nil) }
        func failure(_ session: AVAssetExportSession) async -> AVError.Code? {
            await session.export()
            return (session.error as? AVError)?.code
        }
        composition.renderSize = .zero
        #expect(await failure(try session(composition)) == .invalidVideoComposition)
        #expect(await failure(try session(AVVideoComposition())) == .invalidVideoComposition)
        let copy = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
        copy.outputURL = folder.file("copy.mov")
        copy.outputFileType = .mov
        copy.videoComposition = AVVideoComposition(asset: asset) { $0.finish(with: $0.sourceImage, context: nil) }
        #expect(await failure(copy) == .invalidVideoComposition)
        let missing = AVURLAsset(url: folder.file("missing.mov"))
        await #expect(throws: AVError.self) {
            _ = try await AVVideoComposition.videoComposition(with: missing) { _ in }
        }
    }

    @Test func `a player's item has the size of its composition`() async throws {
        let asset = AVURLAsset(url: source)
        let composition = try await AVMutableVideoComposition.videoComposition(with: asset) { _ in }
        composition.renderSize = CGSize(width: 20, height: 10)
        let item = AVPlayerItem(asset: asset)
        item.videoComposition = composition
        let ready = Gate()
        item.prepare { ready.open() }
        #expect(ready.wait())
        #expect(item.presentationSize == CGSize(width: 20, height: 10))
        #expect((item.copy() as? AVPlayerItem)?.videoComposition?.renderSize == item.presentationSize)
        #expect((composition.copy() as? AVVideoComposition)?.renderSize == composition.renderSize)
        #expect(composition.copy() is AVMutableVideoComposition == false)
        #expect(composition.mutableCopy() is AVMutableVideoComposition)
    }
}
