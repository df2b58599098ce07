import Albumen
import AlbumenTestSupport
import BlobStore
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Pixels
import Records

/// The first frame of a video of 1 GB whose original is only in the place, behind a proxy of 50 MB/s, beside the download of the
/// whole video. The video's tables are behind its frames, as cameras write them.
struct CloudVideoBenchmark {
    private static let bytesPerSecond = 50_000_000
    private static let rounds = 3

    private let benchmarks: CloudBenchmarks

    init(_ benchmarks: CloudBenchmarks) {
        self.benchmarks = benchmarks
    }

    func run() throws {
        try benchmarks.withFolder("video") { folder in
            let video = folder.appendingPathComponent("video.mov")
            try VideoBenchmarks.ffmpeg([
                "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=25,noise=alls=60:allf=t", "-c:v", "mjpeg", "-q:v",
                "2",
                "-fs", "1000000000", video.path,
            ])
            let proxy = try FaultProxy(to: benchmarks.store.address) { request in
                request.method == "GET" && request.path.contains("/originals/")
                    ? .answerSlow(Self.bytesPerSecond) : nil
            }
            let libraryFolder = folder.appendingPathComponent("library", isDirectory: true)
            let library = try Library(at: libraryFolder)
            try library.importFiles(at: [video])
            var settings = benchmarks.store.settings("video")
            settings.endpoint = proxy.address
            let cancellation = WorkCancellation()
            try library.connect(settings, cancellation)
            _ = try CloudSync(of: library, cancellation).run()
            try library.close()
            var (frames, wholes): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                frames.append(try secondsOfFrame(libraryFolder))
                let library = try Library(at: libraryFolder)
                defer { try? library.close() }
                wholes.append(
                    try Measurement.seconds {
                        guard try benchmarks.download(library) == 1 else {
                            throw CloudStore.Failure(description: "The video wasn't downloaded.")
                        }
                    })
                try benchmarks.evict(library)
            }
            Measurement(
                title: "the first frame of a remote video of 1 GB at 50 MB/s", peer: "its whole download",
                goal: .rateAtLeast(40)
            ).tell(frames, wholes)
        }
        try benchmarks.store.remove("video")
    }

    /// Makes the first frame in the video's size, from no pieces, in a worker that has started. Returns the seconds.
    private func secondsOfFrame(_ libraryFolder: URL) throws -> Double {
        let library = try Library(at: libraryFolder)
        defer { try? library.close() }
        try benchmarks.evict(library)
        try? FileManager.default.removeItem(at: libraryFolder.appendingPathComponent("partial"))
        let view = library.owner
        guard let asset = try view.assets(uuidPrefix: "", limit: 1).first else {
            throw CloudStore.Failure(description: "The video is missing.")
        }
        let workers = try library.workers()
        _ = try workers.describe()
        let request = FrameRequest(
            time: .zero, toleranceBefore: .zero, toleranceAfter: .zero, size: .full, appliesTransform: true)
        return try Measurement.seconds {
            let source = try view.pictureSource(of: asset, version: .current)
            let frame = try view.originals.reading(source) { descriptor, present throws(MediaError) in
                try workers.frame(descriptor: descriptor, present: present, request).rendering
            }
            guard frame.pictures.first?.size == source.size else {
                throw CloudStore.Failure(description: "The frame has another size.")
            }
        }
    }
}
