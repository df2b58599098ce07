import Catalog
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// What the library remembers of the files in watched folders, so that files that stay the same are never opened again.
struct Visits {
    let library: Library

    /// The rows that are written in one transaction at most.
    private static let limit = 1000

    /// Returns the files among those of a folder that must be looked at: new ones, changed ones, and those that couldn't be
    /// read.
    ///
    /// - Complexity: O(*n*) for *n* files.
    func newFiles(among files: [FolderWalk.File], in folder: FilePath) throws -> [FolderWalk.File] {
        guard !files.isEmpty else { return [] }
        let known = try known(files.map(\.name), in: folder)
        return files.filter { file in known[file.name].map { !$0.isSettled(for: file) } ?? true }
    }

    /// Returns the rows of files of a folder, by name.
    func known(_ names: [String], in folder: FilePath) throws -> [String: VisitedFileRecord] {
        let records = try library.catalog.read { catalog in
            guard let folder = try catalog.visitedFolder(path: folder.text) else { return [VisitedFileRecord]() }
            return try catalog.visitedFiles(inFolder: folder.id, names: names)
        }
        return Dictionary(records.map { ($0.name, $0) }) { $1 }
    }

    /// Returns the outcomes that imports remember for files as they are now, by name.
    func imported(_ files: [FolderWalk.File], in folder: FilePath) throws -> [String: ImportedFileRecord] {
        let bySize = Dictionary(files.map { ($0.name, $0) }) { $1 }
        let records = try library.catalog.read {
            try $0.importedFiles(inFolder: folder.text, names: files.map(\.name))
        }
        return Dictionary(
            records.filter { record in
                guard let file = bySize[record.name] else { return false }
                return ImportSource(file, in: folder).isUnchanged(since: record)
            }.map { ($0.name, $0) }
        ) { $1 }
    }

    /// Returns the sidecars that were taken in a folder before the photo or video that they can belong to.
    func earlierSidecars(of file: FolderWalk.File, in folder: FilePath) throws -> [String] {
        guard !IngestRules.isSidecar(file.name) else { return [] }
        let stem = ImportSource(file, in: folder).stem
        return try library.catalog.read { catalog in
            guard let folder = try catalog.visitedFolder(path: folder.text) else { return [] }
            return try catalog.visitedFiles(inFolder: folder.id, stem: stem).map(\.name).filter(IngestRules.isSidecar)
        }
    }

    /// Remembers files.
    func note(
        _ files: [(file: FolderWalk.File, outcome: VisitedFileRecord.Outcome, reason: String?)], in folder: FilePath
    )
        throws
    {
        for start in stride(from: 0, to: files.count, by: Self.limit) {
            try library.catalog.write(author: Principal.importer.author, at: library.now()) { catalog in
                let row = try catalog.visitFolder(path: folder.text)
                for (file, outcome, reason) in files[start..<min(start + Self.limit, files.count)] {
                    try catalog.note(
                        VisitedFileRecord(
                            folderID: row, name: file.name, fileSize: file.size,
                            modificationTime: file.modificationTime, outcome: outcome, reason: reason,
                            proberVersion: ImportSource.proberVersion))
                }
            }
        }
    }
}

extension VisitedFileRecord {
    /// Returns whether the row describes the file as it is now.
    func describes(_ file: FolderWalk.File) -> Bool {
        fileSize == file.size && modificationTime == file.modificationTime
    }

    /// Returns whether the file needs no further look.
    fileprivate func isSettled(for file: FolderWalk.File) -> Bool {
        guard describes(file) else { return false }
        return switch outcome {
        case .taken: true
        case .refused, .ignored: proberVersion >= ImportSource.proberVersion
        case .unreadable: false
        }
    }
}
