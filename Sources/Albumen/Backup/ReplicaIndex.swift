import BlobStore
import Cancellation
import Foundation
import LTX

/// The files of a replica with their dates, which a listing of a place doesn't have.
///
/// The place decides which files exist. Dates that aren't known here are read from the files' headers.
struct ReplicaIndex {
    private struct Entry: Codable {
        var level: Int
        var first: UInt64
        var last: UInt64
        var size: UInt64
        var date: Date
        var stored: Date?
    }

    private(set) var files: [LTXName: LTXFile] = [:]
    private let url: URL

    /// Reads the index, and brings it up to date with a listing.
    ///
    /// - Complexity: O(*n*) for *n* files, and a request for each file whose date isn't known.
    init(of replica: CatalogReplica, listed: [LTXFile], in folder: BackupFolder, _ cancellation: WorkCancellation)
        throws
    {
        url = folder.url.appending(path: "files.json", directoryHint: .notDirectory)
        var known: [LTXName: LTXFile] = [:]
        // Without a readable index, all dates come from the files.
        if let data = try? Data(contentsOf: url), let entries = try? JSONDecoder().decode([Entry].self, from: data) {
            for entry in entries
            where LTXName.levels.contains(entry.level) && 0 < entry.first && entry.first <= entry.last {
                let name = LTXName(level: entry.level, transactions: entry.first...entry.last)
                known[name] = LTXFile(name: name, size: entry.size, date: entry.date, stored: entry.stored)
            }
        }
        for file in listed {
            if let same = known[file.name], same.size == file.size {
                files[file.name] = same
            } else {
                var file = file
                file.date = try replica.date(of: file.name, cancellation)
                files[file.name] = file
            }
        }
    }

    mutating func add(_ file: LTXFile) { files[file.name] = file }

    mutating func remove(_ name: LTXName) { files[name] = nil }

    func write(_ folder: BackupFolder) throws {
        let entries = files.values.map { file in
            Entry(
                level: file.name.level, first: file.name.transactions.lowerBound,
                last: file.name.transactions.upperBound, size: file.size, date: file.date ?? .distantPast,
                stored: file.stored)
        }
        try DurableFile.write(try JSONEncoder().encode(entries), to: url, permissions: folder.permissions)
    }
}
