import BlobStore
import Cancellation
import Foundation
import LTX
import Synchronization

/// The files of a replica with their dates, which a listing of a place doesn't have.
///
/// The place decides which files exist. Dates that aren't known here are read from the files' headers. Any thread can use it.
final class ReplicaIndex: Sendable {
    private struct Entry: Codable {
        var level: Int
        var first: UInt64
        var last: UInt64
        var size: UInt64
        var date: Date
        var stored: Date?
        /// Whether its bytes in the place were found to be wrong.
        var isDamaged: Bool?
    }

    private struct State {
        var files: [LTXName: LTXFile] = [:]
        var damaged: Set<LTXName> = []
    }

    private let state: Mutex<State>
    private let url: URL

    /// Reads the index, and brings it up to date with a listing.
    ///
    /// - Complexity: O(*n*) for *n* files, and a request for each file whose date isn't known.
    init(of replica: CatalogReplica, listed: [LTXFile], in folder: BackupFolder, _ cancellation: WorkCancellation)
        throws
    {
        url = folder.url.appending(path: "files.json", directoryHint: .notDirectory)
        var (known, damaged) = ([LTXName: LTXFile](), Set<LTXName>())
        // Without a readable index, all dates come from the files.
        if let data = try? Data(contentsOf: url), let entries = try? JSONDecoder().decode([Entry].self, from: data) {
            for entry in entries
            where LTXName.levels.contains(entry.level) && 0 < entry.first && entry.first <= entry.last {
                let name = LTXName(level: entry.level, transactions: entry.first...entry.last)
                known[name] = LTXFile(name: name, size: entry.size, date: entry.date, stored: entry.stored)
                if entry.isDamaged == true { damaged.insert(name) }
            }
        }
        var state = State()
        for file in listed {
            if let same = known[file.name], same.size == file.size {
                state.files[file.name] = same
                if damaged.contains(file.name) { state.damaged.insert(file.name) }
            } else {
                var file = file
                file.date = try replica.date(of: file.name, cancellation)
                state.files[file.name] = file
            }
        }
        self.state = Mutex(state)
    }

    /// The files that aren't known to be damaged.
    var files: [LTXFile] { state.withLock { state in state.files.values.filter { !state.damaged.contains($0.name) } } }

    /// The files that are known to be damaged.
    var damagedFiles: [LTXFile] { state.withLock { state in state.damaged.compactMap { state.files[$0] } } }

    func add(_ file: LTXFile) { state.withLock { $0.files[file.name] = file } }

    func remove(_ name: LTXName) {
        state.withLock { state in
            state.files[name] = nil
            state.damaged.remove(name)
        }
    }

    /// Notes that the place has other bytes under a name.
    func noteDamage(of name: LTXName) { state.withLock { _ = $0.damaged.insert(name) } }

    func write(_ folder: BackupFolder) throws {
        let present = state.withLock { $0 }
        let entries = present.files.values.map { file in
            Entry(
                level: file.name.level, first: file.name.transactions.lowerBound,
                last: file.name.transactions.upperBound, size: file.size, date: file.date ?? .distantPast,
                stored: file.stored, isDamaged: present.damaged.contains(file.name) ? true : nil)
        }
        try DurableFile.write(try JSONEncoder().encode(entries), to: url, permissions: folder.permissions)
    }
}
