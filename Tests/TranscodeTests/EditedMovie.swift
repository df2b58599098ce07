import AlbumenTestSupport
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Synchronization
import Testing

extension Exported {
    /// Exports several movies to a new file of the folder, and edits the frames.
    init(
        _ export: VideoExport, of sources: [URL], in folder: TemporaryFolder, frames: FrameEditing? = nil,
        cancellation: WorkCancellation? = nil
    ) throws {
        file = folder.file("export-\(UUID().uuidString).\(export.container.rawValue)")
        let inputs = sources.map { open($0.path, O_RDONLY | O_CLOEXEC) }
        let output = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { for descriptor in inputs + [output] { close(descriptor) } }
        let exporter = VideoExporter(workers: try Self.pool.get())
        let name = sources[0].lastPathComponent
        if let frames {
            video = try exporter.run(
                export, from: inputs, to: output, frames: frames, cancellation: cancellation, filename: name)
        } else {
            video = try exporter.run(export, from: inputs, to: output, cancellation: cancellation, filename: name)
        }
        progress = []
    }

    /// The loudest sample between two times, from 0 to 1.
    func peak(from start: Double, to end: Double) throws -> Double {
        let bytes = try FFmpeg.output(
            of: file, ["-vn", "-ss", "\(start)", "-t", "\(end - start)", "-ac", "1", "-f", "s16le"])
        return bytes.withUnsafeBytes { samples in
            samples.bindMemory(to: Int16.self).reduce(0) { max($0, Double($1.magnitude)) } / 32_768
        }
    }

    /// The colour of one pixel of the first frame, from the upper left corner.
    func pixel(_ x: Int, _ y: Int) throws -> [UInt8] {
        let filter = "crop=1:1:\(x):\(y):exact=1"
        return try Array(
            FFmpeg.output(
                of: file,
                ["-an", "-frames:v", "1", "-vf", "format=rgb24,\(filter)", "-pix_fmt", "rgb24", "-f", "rawvideo"]
            ))
    }
}

/// Graphs for frames.
enum FrameGraphs {
    /// The frame with less light, by a number of stops.
    static func darkened(_ frame: EditedFrame, stops: Double) -> FrameGraph {
        .graph(
            ImageGraph(nodes: [.source(0), .filter(input: 0, .exposure(stops: -stops))]), sources: [.frame(frame)])
    }

    /// The luma of a grey video after `darkened(_:stops:)`.
    static func luma(_ luma: Double, darkenedBy stops: Double) -> Double {
        let encoded = (luma - 16) / 219
        let light = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
        let dark = light * exp2(-stops)
        return 16 + 219 * (dark <= 0.0031308 ? dark * 12.92 : 1.055 * pow(dark, 1 / 2.4) - 0.055)
    }
}

/// The frames that a session edits.
final class FrameLog: Sendable {
    private let frames = Mutex<[EditedFrame]>([])

    var all: [EditedFrame] { frames.withLock { $0 } }
    var times: [Double] { all.map(\.time.seconds) }

    func append(_ frame: EditedFrame) {
        frames.withLock { $0.append(frame) }
    }
}
