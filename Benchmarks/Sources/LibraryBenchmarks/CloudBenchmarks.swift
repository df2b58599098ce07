import Albumen
import BlobStore
import Cancellation
import Foundation
import MediaRequests

/// `LibraryBenchmarks cloud FOLDER [transfer|memory|image|import|video]` measures originals in a place: an S3-compatible store
/// on this machine, which `script/object-stores` installs. It makes originals, libraries and buckets in the folder.
///
/// Without a part, it measures all of them.
struct CloudBenchmarks {
    private enum Part: String, CaseIterable {
        case transfer, memory, image, `import`, video
    }

    /// The number of transfers at the same time, on both sides.
    static let concurrency = 4
    static let rounds = 3

    let folder: URL
    let store: CloudStore

    static func run(folder path: String, part: String?) throws {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
            .appendingPathComponent("cloud-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let benchmarks = CloudBenchmarks(
            folder: folder, store: try CloudStore(in: folder.appendingPathComponent("store", isDirectory: true)))
        var parts = Part.allCases
        if let part {
            guard let only = Part(rawValue: part) else { throw CloudStore.Failure(description: "No part is \(part).") }
            parts = [only]
        }
        for part in parts {
            switch part {
            case .transfer: try CloudTransferBenchmark(benchmarks).run()
            case .memory: try CloudMemoryBenchmark(benchmarks).run()
            case .image: try CloudImageBenchmark(benchmarks).run()
            case .import: try CloudImportBenchmark(benchmarks).run()
            case .video: try CloudVideoBenchmark(benchmarks).run()
            }
        }
    }

    /// Creates a folder, and deletes it after the body.
    func withFolder<Value>(_ name: String, _ body: (URL) throws -> Value) throws -> Value {
        let url = folder.appendingPathComponent(name, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        return try body(url)
    }

    /// Creates a library of new originals, without thumbnails.
    func withLibrary(_ count: Int, bytes: ClosedRange<Int>, _ body: (Library) throws -> Void) throws {
        try withFolder("library") { url in
            let library = try Library(at: url)
            defer { try? library.close() }
            try withFolder("originals") { originals in
                try CloudOriginals.make(count, bytes: bytes, in: originals)
                let summary = try library.importFiles(at: [originals], makesThumbnails: false)
                guard summary.imported == count else {
                    throw CloudStore.Failure(description: "Of \(count) originals, \(summary.imported) were imported.")
                }
            }
            try body(library)
        }
    }

    /// Removes all originals from this machine.
    func evict(_ library: Library) throws {
        let summary = try CloudEviction(of: library, WorkCancellation()).run(keeping: 0)
        guard summary.lost == 0, summary.remainingBytes == 0 else {
            throw CloudStore.Failure(description: "Originals stayed: \(summary).")
        }
    }

    func download(_ library: Library, progress: @escaping @Sendable (Int64, Int64) -> Void = { _, _ in }) throws -> Int
    {
        try CloudDownload(of: library, transferLimit: Self.concurrency, WorkCancellation())
            .run(assets: nil, progress: progress) { print("  \($0): \($1)") }.downloaded
    }
}
