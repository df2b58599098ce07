import AVFoundation
import AlbumenTestSupport
import CoreImage
import Foundation
import Synchronization
import Testing

@testable import Photos

/// A Live Photo of a photo of 64 × 48 pixels and a video of 48 × 36 pixels and ten frames, and its edits.
struct LivePhotoEditingFixture {
    static let frameCount = 10
    static let photoTime = CMTime(value: 30, timescale: 100)

    let editing: EditingFixture
    let folder: TemporaryFolder
    let asset: PHAsset

    init() async throws {
        editing = try EditingFixture()
        folder = try TemporaryFolder()
        let pair = try await Self.writePair(in: folder)
        let assets = try editing.resources.importFiles([pair.photoURL, pair.videoURL])
        asset = try #require(assets.first)
        try #require(assets.count == 1 && asset.playbackStyle == .livePhoto)
    }

    /// Makes a Live Photo of a photo and a video that weren't one.
    static func writePair(in folder: TemporaryFolder) async throws -> LivePhotoPair {
        let photo = try folder.write(SampleMedia.jpeg(comment: "photo"), to: "sources/IMG_7.JPG")
        let video = folder.file("sources/clip.mp4")
        try #require(
            try FFmpeg.run([
                "-f", "lavfi", "-i", "testsrc2=size=48x36:rate=10:duration=1", "-f", "lavfi", "-i",
                "sine=frequency=440:sample_rate=48000:duration=1", "-c:v", "libx264", "-preset", "ultrafast",
                "-pix_fmt", "yuv420p", "-c:a", "aac", video.path,
            ]))
        return try await LivePhotoPair.write(
            photo: photo, video: video, in: folder.makeFolder("pair"), photoTime: photoTime)
    }

    func context(for input: PHContentEditingInput) throws -> PHLivePhotoEditingContext {
        try #require(editing.run { PHLivePhotoEditingContext(livePhotoEditingInput: input) })
    }

    /// Renders and waits for the handler, which must be called once and on the callback queue.
    func rendered<Answer: Sendable>(
        _ start: (@escaping @Sendable (Answer) -> Void) -> Void, afterStart: () -> Void = {}
    ) throws -> Answer {
        let answers = Mutex<[Answer]>([])
        let ended = Gate()
        editing.run {
            start { answer in
                #expect(DispatchQueue.getSpecific(key: ImageRequestFixture.isCallbackQueue) == true)
                answers.withLock { $0.append(answer) }
                ended.open()
            }
        }
        afterStart()
        try #require(ended.wait())
        editing.images.queue.sync {}
        let all = answers.withLock { $0 }
        #expect(all.count == 1)
        return all[0]
    }

    /// Returns the error of a save, or `nil` after a success.
    func save(
        _ context: PHLivePhotoEditingContext, to output: PHContentEditingOutput, afterStart: () -> Void = {}
    ) throws -> NSError? {
        try rendered(
            { (done: @escaping @Sendable (NSError?) -> Void) in
                context.saveLivePhoto(to: output, options: nil) { success, error in
                    #expect(success == (error == nil))
                    done(error.map { $0 as NSError })
                }
            }, afterStart: afterStart)
    }

    func prepare(
        _ context: PHLivePhotoEditingContext, _ size: CGSize, _ options: [String: Any]? = nil
    ) throws -> (livePhoto: PHLivePhoto?, error: NSError?) {
        let answer: UncheckedSendable<(PHLivePhoto?, NSError?)> = try rendered { done in
            context.prepareLivePhotoForPlayback(withTargetSize: size, options: options) { livePhoto, error in
                done(UncheckedSendable((livePhoto, error.map { $0 as NSError })))
            }
        }
        return answer.value
    }

    /// Returns the average red and blue of an image, from 0 to 255.
    static func averages(_ image: CGImage) -> (red: Double, blue: Double) {
        let bytes = image.dataProvider?.data.map { Data(bytes: $0.bytes, count: $0.length) } ?? Data()
        func average(_ band: Int) -> Double {
            let samples = stride(from: band, to: bytes.count, by: 4).map { Double(bytes[$0]) }
            return samples.reduce(0, +) / Double(max(1, samples.count))
        }
        return (average(0), average(2))
    }
}
