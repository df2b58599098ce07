import PhotoLibrary
import PhotoSources
import Records
import SystemPackage

/// Walks the paths of an import. Passes the files that need to be read to the committer, and reports the others.
struct IngestWalk {
    let library: Library
    let reader: FileReader
    let committer: BatchCommitter
    let progress: IngestProgress
    let sidecars: SidecarRun
    /// Takes the parts of exports out of the walk.
    let takeout: TakeoutFinder?
    /// Receives the files with the albums of Albumen's exports.
    let albums: (ImportSource) -> Void
    let restoresTrashed: Bool
    let followsLinks: Bool
    /// Called between files.
    let shouldStop: @Sendable () -> Bool

    /// Returns when all files are committed, or reported in a dry run.
    ///
    /// - Throws: The first error of a commit or of reading a file. Files that were read before are committed.
    func run(_ paths: [FilePath]) throws {
        try finish {
            try FolderWalk(excluding: library.folder, followsLinks: followsLinks).walk(paths) { step in
                guard !shouldStop() else { return false }
                return try take(step)
            }
        }
    }

    /// Does the same for files that were found before.
    func run(_ folders: [FoundFiles]) throws {
        try finish {
            for found in folders {
                guard !shouldStop(), try take(.folder(path: found.folder, files: found.files)) else { return }
            }
        }
    }

    /// Commits the files that `body` takes, also if it fails.
    private func finish(_ body: () throws -> Void) throws {
        do {
            try body()
            try committer.flush()
            try takeSidecars()
        } catch {
            // Files that have been read are committed. If that commit failed, its error came first, so it is thrown
            // instead.
            try committer.finish()
            throw error
        }
        try committer.finish()
    }

    /// Returns whether to continue with the next step.
    private func take(_ step: FolderWalk.Step) throws -> Bool {
        switch step {
        case .unreadable(let path, let reason): progress.pass(.refused(path: path, reason: reason))
        case .nothing(let path): progress.pass(.skipped(path: path, .other))
        case .link(let path): progress.pass(.skipped(path: path, .link))
        case .foreign(let path, let kind): progress.tell(.skippedFolder(path: path, kind))
        case .folder(let path, let files):
            let files = takeout?.take(files, in: path) ?? files
            return try take(ImportFolder(files, in: path, reader: reader, restoresTrashed: restoresTrashed))
        }
        return true
    }

    /// Returns whether all files of the folder were taken.
    private func take(_ folder: ImportFolder) throws -> Bool {
        let found = FoundSidecar.sidecars(among: folder.sources, others: folder.knownNames)
        sidecars.add(found)
        let byFile = Dictionary(found.compactMap { sidecar in sidecar.match.map { ($0.files[0], sidecar) } }) { $1 }
        for source in folder.sources where !UnreadSource.isXMP(source.name) {
            guard !shouldStop() else { return false }
            guard source.name != AlbumCatalogue.fileName else {
                albums(source)
                continue
            }
            if let event = try folder.event(withoutReading: source) {
                progress.pass(source, event)
            } else {
                var item = IngestItem(source)
                item.identifierClaim = try byFile[source.name].flatMap(sidecars.claim)
                try committer.append(item)
            }
        }
        for edit in folder.edits {
            guard !shouldStop() else { return false }
            try committer.append(IngestItem(edit))
        }
        if sidecars.isFull { try takeSidecars() }
        return true
    }

    /// Reads the sidecars of the folders so far, after the photos beside them are in the library.
    private func takeSidecars() throws {
        guard !sidecars.isEmpty else { return }
        try committer.flush()
        try committer.finish()
        try sidecars.run()
    }
}
