import Albumen
import Foundation

/// The folder of media that `make-bench-media` fills, and a work folder beside it on the same disk.
struct BenchmarkMedia {
    let folder: URL
    /// The 12-megapixel JPEGs, by name.
    let photographs: [String]

    init(folder path: String) throws {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        let photographFolder = folder.appendingPathComponent("jpeg").path
        photographs = try FileManager.default.contentsOfDirectory(atPath: photographFolder).sorted()
            .map { "\(photographFolder)/\($0)" }
        guard !photographs.isEmpty else { throw BenchmarkFailure("\(photographFolder) is empty") }
    }

    /// Returns the 12-megapixel HEICs by name. Reads them once, so that no repetition reads from the disk.
    func highEfficiencyPhotographs() throws -> [String] {
        let folder = folder.appendingPathComponent("heic").path
        let photographs = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
        guard !photographs.isEmpty else { throw BenchmarkFailure("\(folder) is empty") }
        for path in photographs { _ = try Data(contentsOf: URL(fileURLWithPath: path)).count }
        return photographs
    }

    var photographFolder: URL { folder.appendingPathComponent("jpeg", isDirectory: true) }

    /// Reads the photographs into the page cache, so that no repetition reads from the disk.
    func warm() throws {
        for path in photographs { _ = try Data(contentsOf: URL(fileURLWithPath: path)).count }
    }

    /// Imports the photographs into a new library.
    func importPhotographs(into folder: URL, makesThumbnails: Bool) throws {
        let library = try Library(at: folder)
        let summary = try library.importFiles(at: [photographFolder], makesThumbnails: makesThumbnails)
        guard summary.imported == photographs.count else {
            throw BenchmarkFailure("of \(photographs.count) photographs \(summary.imported) came in")
        }
    }

    /// Calls `body` with an empty folder on the photographs' disk. Deletes the folder and its contents afterwards.
    func withWorkFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let work = folder.appendingPathComponent("work-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: false)
        defer { sync() }
        do {
            let value = try body(work)
            try FileManager.default.removeItem(at: work)
            return value
        } catch {
            try FileManager.default.removeItem(at: work)
            throw error
        }
    }
}
