import Foundation
import PhotoLibrary
import Records
import Synchronization
import SystemCalls
import SystemPackage

/// Imports complete files of watched folders, and remembers what became of each.
struct WatchBatch {
    /// What became of the files.
    struct Outcome {
        var imported = 0
        var assets = 0
        var duplicates = 0
        /// Files that changed during the import. They must be looked at again.
        var changed: [SettlingFiles.Key] = []
    }

    let library: Library
    let visits: Visits
    let walk: FolderWalk
    /// The watched folders, without links.
    let roots: [FilePath]
    let shouldStop: @Sendable () -> Bool
    /// Receives the events that somebody should see: imported files, and files that are refused for the first time.
    let report: @Sendable (IngestEvent) -> Void

    /// - Parameters:
    ///   - found: The files, each folder once.
    ///   - makesAlbums: Returns whether the files of a folder go to its album.
    func run(_ found: [FoundFiles], makesAlbums: (FilePath) -> Bool) throws -> Outcome {
        let found = try found.map { try addingEarlierSidecars(to: $0) }
        let events = Mutex<[String: IngestEvent]>([:])
        let importing = Ingest(
            into: library, shouldStop: shouldStop,
            report: { event in
                guard let path = event.filePath else { return }
                events.withLock { $0[path] = event }
            })
        let result = Result { try importing.run(found) }
        var outcome = Outcome()
        let byPath = events.withLock { $0 }
        // Also after an error, because many files can be in the library.
        for folder in found {
            try conclude(folder, byPath, makesAlbum: makesAlbums(folder.folder), &outcome)
        }
        _ = try result.get()
        return outcome
    }

    /// Remembers files that an import knows from before, and returns the others.
    func adoptKnown(_ files: [FolderWalk.File], in folder: FilePath, makesAlbum: Bool) throws -> [FolderWalk.File] {
        let known = try visits.imported(files, in: folder).filter { $0.value.isCurrent }
        guard !known.isEmpty else { return files }
        if makesAlbum { try WatchAlbums(library: library).add(known.values, of: folder) }
        try visits.note(
            files.compactMap { file in known[file.name].map { (file, $0.visit, $0.reason) } }, in: folder)
        return files.filter { known[$0.name] == nil }
    }

    /// Adds XMP and AAE files that came before the photo or video that they belong to.
    private func addingEarlierSidecars(to found: FoundFiles) throws -> FoundFiles {
        var found = found
        var names = Set(found.files.map(\.name))
        for file in found.files {
            for name in try visits.earlierSidecars(of: file, in: found.folder) where names.insert(name).inserted {
                guard let sidecar = walk.file(named: Array(name.utf8), in: found.folder, within: roots) else {
                    continue
                }
                found.files.append(sidecar)
            }
        }
        found.files.sort { $0.name < $1.name }
        return found
    }

    private func conclude(
        _ found: FoundFiles, _ events: [String: IngestEvent], makesAlbum: Bool, _ outcome: inout Outcome
    ) throws {
        let imported = try visits.imported(found.files, in: found.folder)
        let former = try visits.known(found.files.map(\.name), in: found.folder)
        if makesAlbum { try WatchAlbums(library: library).add(imported.values, of: found.folder) }
        var notes: [(file: FolderWalk.File, outcome: VisitedFileRecord.Outcome, reason: String?)] = []
        for file in found.files {
            guard let event = events[file.location(in: found.folder).text] else {
                // The import stopped before the file. It comes with the next one.
                continue
            }
            var (visit, reason) = (event.visit, event.refusal)
            if let record = imported[file.name] { (visit, reason) = (record.visit, record.reason) }
            if visit == .unreadable {
                // A file that is written, renamed or deleted meanwhile isn't refused.
                let name = file.rawName ?? Array(file.name.utf8)
                guard let now = walk.file(named: name, in: found.folder, within: roots) else { continue }
                guard now == file else {
                    outcome.changed.append(SettlingFiles.Key(folder: found.folder, name: name))
                    continue
                }
            }
            let known = former[file.name].flatMap { $0.describes(file) ? $0 : nil }
            notes.append((file, visit, reason))
            switch event {
            case .imported(_, _, let joined, _):
                outcome.imported += 1
                if !joined { outcome.assets += 1 }
            case .duplicate, .trashedDuplicate: outcome.duplicates += 1
            default: break
            }
            if reason == nil || known?.reason != reason { report(event) }
        }
        if !notes.isEmpty { try visits.note(notes, in: found.folder) }
    }
}

extension ImportedFileRecord {
    fileprivate var visit: VisitedFileRecord.Outcome {
        switch outcome {
        case .imported, .duplicate: .taken
        case .refused: .refused
        case .ignored: .ignored
        }
    }

    /// Whether the present rules would judge the file in the same way.
    fileprivate var isCurrent: Bool {
        switch outcome {
        case .imported, .duplicate: true
        case .refused, .ignored: proberVersion >= ImportSource.proberVersion
        }
    }
}

extension IngestEvent {
    fileprivate var visit: VisitedFileRecord.Outcome {
        switch self {
        case .refused, .refusedAgain: .unreadable
        case .skipped(_, .other), .unread, .notUsed, .skippedFolder: .ignored
        default: .taken
        }
    }

    fileprivate var refusal: String? {
        switch self {
        case .refused(_, let reason), .refusedAgain(_, let reason): reason
        default: nil
        }
    }
}
