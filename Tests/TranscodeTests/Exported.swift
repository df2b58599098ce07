import AlbumenTestSupport
import Cancellation
import Foundation
import MediaRequests
import MediaWork
import Synchronization
import Testing

/// An export in a real worker process, and its output.
struct Exported {
    let file: URL
    let video: ExportedVideo
    let progress: [Double]

    static let pool = Result { WorkerPool(executable: try WorkerLocation.find(), limit: 2) }

    /// Exports a movie to a new file of the folder.
    init(
        _ export: VideoExport, of source: URL, in folder: TemporaryFolder, cancellation: WorkCancellation? = nil,
        didProgress: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws {
        file = folder.file("export-\(UUID().uuidString).\(export.container.rawValue)")
        let steps = Mutex<[Double]>([])
        let input = open(source.path, O_RDONLY | O_CLOEXEC)
        let output = open(file.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer {
            close(input)
            close(output)
        }
        video = try VideoExporter(workers: Self.pool.get()).run(
            export, from: input, to: output, cancellation: cancellation, filename: source.lastPathComponent
        ) { fraction in
            steps.withLock { $0.append(fraction) }
            didProgress(fraction)
        }
        progress = steps.withLock { $0 }
    }

    static func preset(_ name: String) throws -> VideoExport { try #require(VideoExport.presets[name]) }

    /// The types of the file's top-level boxes, in their order.
    var boxes: [String] {
        get throws {
            let data = try Data(contentsOf: file, options: .mappedIfSafe)
            var (boxes, offset): ([String], Int) = ([], 0)
            while offset + 8 <= data.count {
                let header = data[offset..<offset + 8]
                var size = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                boxes.append(String(decoding: header.suffix(4), as: UTF8.self))
                if size == 1 { size = data[(offset + 8)..<(offset + 16)].reduce(0) { $0 << 8 | Int($1) } }
                guard size >= 8 else { break }
                offset += size
            }
            return boxes
        }
    }

    var facts: MovieFacts { get throws { try MovieFacts(file) } }
}
