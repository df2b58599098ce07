internal import SystemPackage

/// The media folder of a phone in a backup. A blob is named for its digest, so the paths of a catalogue can't lead out of
/// the backup.
final class BackupFiles: CatalogFiles {
    private let index: BackupIndex
    private let blobs: ContainedFiles

    init(_ index: BackupIndex, blobs: ContainedFiles) {
        self.index = index
        self.blobs = blobs
    }

    func find(_ relativePath: String) -> ContainedFiles.Found {
        guard ContainedFiles.components(of: relativePath) != nil else { return .unreadable }
        do {
            switch try entry(relativePath) {
            case .file(let id): return blobs.find("\(id.prefix(2))/\(id)")
            case .other: return .unreadable
            case nil: return .absent
            }
        } catch {
            return .unreadable
        }
    }

    private func entry(_ relativePath: String) throws -> BackupIndex.Entry? {
        for path in ContainedFiles.forms(of: relativePath) {
            if let entry = try index.entry(path) { return entry }
        }
        return nil
    }

    func names(in folder: String, startingWith prefix: String) -> [String] {
        (try? index.names(in: folder, startingWith: prefix)) ?? []
    }

    func listing(of folder: String) -> FolderListing {
        FolderListing(names(in: folder, startingWith: "").map { Array($0.utf8) })
    }

    /// A backup doesn't list the photos that iCloud keeps.
    func leavesOut(_ relativePath: String) -> Bool {
        do {
            return try entry(relativePath) == nil
        } catch {
            return false
        }
    }

    /// Deletes the temporary files.
    func close() { index.close() }
}
