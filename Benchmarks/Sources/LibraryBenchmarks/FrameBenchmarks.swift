import Foundation
import MediaRequests
import MediaWork
import Pixels
import Synchronization

/// `LibraryBenchmarks frames FOLDER` compares a grey filter over one minute of video with the filter of the ffmpeg
/// program, which has the same encoder settings. It makes the clip in the folder.
struct FrameBenchmarks {
    private static let seconds = 60
    private static let (width, height, rate) = (1920, 1080, 30)
    private static let graph = ImageGraph(nodes: [
        .source(0), .filter(input: 0, .colourControls(saturation: 0, brightness: 0, contrast: 1)),
    ])

    private let folder: URL
    private let clip: URL

    static func run(folder: String) throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("frames-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let clip = folder.appendingPathComponent("clip.mov")
        try VideoBenchmarks.ffmpeg([
            "-f", "lavfi", "-i",
            "testsrc2=size=\(width)x\(height):rate=\(rate):duration=\(seconds),noise=alls=12:allf=t",
            "-f", "lavfi", "-i", "sine=duration=\(seconds)", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "12M",
            "-pix_fmt", "yuv420p", "-g", "30", "-c:a", "aac", "-shortest", clip.path,
        ])
        let benchmarks = FrameBenchmarks(folder: folder, clip: clip)
        try benchmarks.memory()
        try benchmarks.compare(
            "one grey filter for all frames",
            FrameEditing { frame in
                .graph(graph, sources: [.frame(frame)])
            })
        try benchmarks.compare(
            "a different filter for each frame",
            FrameEditing { frame in
                let exposure = GraphFilter.exposure(stops: Double(frame.number) / 10_000)
                let graph = ImageGraph(nodes: Self.graph.nodes + [.filter(input: 1, exposure)])
                return .graph(graph, sources: [.frame(frame)])
            })
    }

    private func compare(_ title: String, _ frames: FrameEditing) throws {
        let threads = String(Processors.usableCount)
        let bitRate = EncodedBitRate.maximum(
            .h264(VideoLimits(quality: .highest)), size: PixelSize(width: Self.width, height: Self.height),
            frameRate: Double(Self.rate))
        let limits = bitRate.map { ["-maxrate", "\($0)", "-bufsize", "\(2 * $0)"] } ?? []
        try Measurement(
            title: "\(title), \(Self.seconds) s of \(Self.width)x\(Self.height)",
            peer: "ffmpeg with hue=s=0 and the same encoder settings", goal: .atMost(3), repetitions: 3
        ).run(
            ours: { try edit(frames) },
            theirs: {
                try VideoBenchmarks.ffmpeg(
                    [
                        "-threads", threads, "-i", clip.path, "-vf", "hue=s=0", "-c:v", "libx264", "-preset",
                        "veryfast", "-crf", "18", "-g", "60",
                    ] + limits + [
                        "-threads", threads, "-c:a", "aac", "-b:a", "192k",
                        folder.appendingPathComponent("theirs.mov").path,
                    ])
            })
    }

    /// Prints the anonymous memory of this process and the export's process in each tenth of the frames.
    private func memory() throws {
        let bytes = Mutex<[Double]>([])
        let count = Self.seconds * Self.rate
        try edit(
            FrameEditing { frame in
                if frame.number % (count / 10) == count / 20 {
                    bytes.withLock { $0.append(SteadyMemory.anonymousBytes()) }
                }
                return .graph(Self.graph, sources: [.frame(frame)])
            })
        let megabytes = bytes.withLock { $0 }.map { String(format: "%.1f", $0 / 1e6) }
        print("\nmemory in each tenth of the frames: \(megabytes.joined(separator: ", ")) MB")
    }

    private func edit(_ frames: FrameEditing) throws {
        guard let export = VideoExport.presets["highestQuality"] else { return }
        let path = folder.appendingPathComponent("ours-\(UUID().uuidString).mov").path
        let (input, output) = (open(clip.path, O_RDONLY), open(path, O_RDWR | O_CREAT | O_EXCL, 0o600))
        defer {
            close(input)
            close(output)
            unlink(path)
        }
        _ = try VideoExporter(workers: WorkerPool.shared()).run(export, from: [input], to: output, frames: frames)
    }
}
