import AVFoundation
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing

@Suite(.enabled(if: FFmpeg.isPresent, FFmpeg.absence)) struct ImageGeneratorTests {
    private func seconds(_ time: Double) -> CMTime { CMTime(seconds: time, preferredTimescale: 600) }

    private func exact(_ url: URL) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    /// The number of the frame of `SampleClip.ramp`, from its brightness.
    private func number(_ image: CGImage) -> Int { Int((image.averageRed / 255 * 219 / 4).rounded()) }

    @Test(arguments: ["ramp.mov", "ramp.mp4", "ramp.mkv", "ramp.ts"])
    func `without tolerance, the image is the frame shown at the time`(_ name: String) throws {
        let folder = try TemporaryFolder()
        let generator = exact(try SampleClip.ramp(name, in: folder))
        for frame in [0, 1, 9, 10, 11, 17, 30, 44] {
            // In the middle of the frame.
            var actual = CMTime.invalid
            let image = try generator.copyCGImage(at: seconds((Double(frame) + 0.5) / 30), actualTime: &actual)
            #expect(abs(number(image) - frame) == 0, "\(frame)")
            #expect(abs(actual.seconds - Double(frame) / 30) < 0.002, "\(frame): \(actual.seconds)")
        }
    }

    @Test func `the image at a time equals ffmpeg's frame`() throws {
        let folder = try TemporaryFolder()
        let url = try SampleClip.common(in: folder)
        let image = try exact(url).copyCGImage(at: seconds(0.5), actualTime: nil)
        let pixels = try FFmpeg.output(
            of: url, ["-vf", "select=eq(n\\,15)", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba"])
        let own = try #require(image.dataProvider?.data)
        #expect(own.length == pixels.count)
        let bytes = Data(bytes: own.bytes, count: own.length)
        let difference = zip(bytes, pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(pixels.count) < 3)
    }

    @Test func `with a tolerance, the image is a keyframe within it`() throws {
        let folder = try TemporaryFolder()
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: try SampleClip.ramp(in: folder)))
        var actual = CMTime.invalid
        #expect(number(try generator.copyCGImage(at: seconds(0.5), actualTime: &actual)) == 10)
        #expect(abs(actual.seconds - 1 / 3.0) < 0.002)
        generator.requestedTimeToleranceBefore = .zero
        #expect(number(try generator.copyCGImage(at: seconds(0.5), actualTime: &actual)) == 20)
        #expect(abs(actual.seconds - 2 / 3.0) < 0.002)
        generator.requestedTimeToleranceBefore = seconds(0.1)
        generator.requestedTimeToleranceAfter = .zero
        let image = try generator.copyCGImage(at: seconds(0.51), actualTime: &actual)
        #expect((12...15).contains(number(image)))
        #expect(actual >= seconds(0.4))
    }

    @Test func `the rotation and the maximum size apply on request`() throws {
        let folder = try TemporaryFolder()
        var movie = SampleMedia.Movie()
        movie.rotation = 90
        let asset = AVURLAsset(url: try folder.write(SampleMedia.movie(movie), to: "rotated.mov"))
        let generator = AVAssetImageGenerator(asset: asset)
        func size() throws -> [Int] {
            let image = try generator.copyCGImage(at: .zero, actualTime: nil)
            return [image.width, image.height]
        }
        #expect(try size() == [64, 48])
        generator.appliesPreferredTrackTransform = true
        #expect(try size() == [48, 64])
        generator.maximumSize = CGSize(width: 24, height: 0)
        #expect(try size() == [24, 32])
        generator.maximumSize = CGSize(width: 1000, height: 16)
        #expect(try size() == [12, 16])
        generator.maximumSize = CGSize(width: 1000, height: 1000)
        #expect(try size() == [48, 64])
    }

    @Test func `a time outside of the asset has no image`() async throws {
        let folder = try TemporaryFolder()
        let generator = exact(try SampleClip.ramp(in: folder))
        for time in [seconds(5), .indefinite, .positiveInfinity] {
            let error = #expect(throws: (any Error).self) { try generator.copyCGImage(at: time, actualTime: nil) }
            #expect((error as? AVError)?.code == .noImageAtTime)
        }
        #expect(number(try generator.copyCGImage(at: seconds(-1), actualTime: nil)) == 0)
        let missing = AVAssetImageGenerator(asset: AVURLAsset(url: folder.file("missing.mov")))
        let error = await #expect(throws: (any Error).self) { try await missing.image(at: .zero) }
        #expect((error as? AVError)?.code == .failedToLoadMediaData)
    }

    @Test func `images arrive in the order of their times`() async throws {
        let folder = try TemporaryFolder()
        let generator = exact(try SampleClip.ramp(in: folder))
        let times = [0.02, 1.02, 0.52, 9].map(seconds)
        let results = Mutex<[(CMTime, Int?, AVAssetImageGenerator.Result)]>([])
        await withCheckedContinuation { continuation in
            generator.generateCGImagesAsynchronously(forTimes: times.map { NSValue(time: $0) }) {
                [self] time, image, _, result, error in
                #expect((error == nil) == (result == .succeeded))
                let count = results.withLock { results in
                    results.append((time, image.map(number), result))
                    return results.count
                }
                if count == times.count { continuation.resume() }
            }
        }
        let all = results.withLock { $0 }
        #expect(all.map(\.0) == times)
        #expect(all.map(\.1) == [0, 30, 15, nil])
        #expect(all.map(\.2) == [.succeeded, .succeeded, .succeeded, .failed])
        var numbers: [Int?] = []
        for await element in generator.images(for: times) {
            numbers.append((try? element.image).map(number))
        }
        #expect(numbers == [0, 30, 15, nil])
        let (image, actual) = try await generator.image(at: seconds(0.52))
        #expect(number(image) == 15)
        #expect(abs(actual.seconds - 0.5) < 0.002)
    }

    @Test func `cancelled images say so, each once`() async throws {
        let folder = try TemporaryFolder()
        let generator = exact(try SampleClip.ramp(in: folder))
        let times = (0..<200).map { NSValue(time: seconds(Double($0 % 30) / 30)) }
        let results = Mutex<[AVAssetImageGenerator.Result]>([])
        await withCheckedContinuation { continuation in
            generator.generateCGImagesAsynchronously(forTimes: times) { _, image, _, result, error in
                #expect((image != nil) == (result == .succeeded))
                if result == .cancelled { #expect((error as? AVError)?.code == .operationCancelled) }
                let count = results.withLock { results in
                    results.append(result)
                    return results.count
                }
                if count == 1 { generator.cancelAllCGImageGeneration() }
                if count == times.count { continuation.resume() }
            }
        }
        #expect(results.withLock { $0.count { $0 == .cancelled } } > 150)
        #expect(results.withLock { $0.contains(.failed) } == false)
    }

    @Test func `a composition shows the frames of its segments`() throws {
        let folder = try TemporaryFolder()
        let asset = AVURLAsset(url: try SampleClip.ramp(in: folder))
        let composition = AVMutableComposition()
        try composition.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: asset, at: .zero)
        composition.scaleTimeRange(CMTimeRange(start: seconds(0.5), end: seconds(1)), toDuration: seconds(4))
        let generator = AVAssetImageGenerator(asset: composition)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        var actual = CMTime.invalid
        // Two seconds into the slowed range are a quarter of a second of the source.
        #expect(number(try generator.copyCGImage(at: seconds(2.5), actualTime: &actual)) == 22)
        #expect(abs(actual.seconds - (0.5 + (22 / 30.0 - 0.5) * 8)) < 0.02)
        #expect(number(try generator.copyCGImage(at: seconds(4.52), actualTime: nil)) == 30)
    }
}
