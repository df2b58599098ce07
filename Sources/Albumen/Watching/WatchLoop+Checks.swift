import Catalog
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

extension WatchLoop {
    func scanDue() {
        let now = Instant.now
        for index in roots.indices where roots[index].due <= now {
            guard !bell.isEnded else { return }
            scan(index)
        }
        for index in roots.indices where roots[index].unwatchedDue <= now {
            guard !bell.isEnded, roots[index].place != nil else { continue }
            roots[index].unwatchedDue = .now + timing.remoteRescan
            let folders = roots[index].unwatchedTops
            if !folders.isEmpty { scan(folders, in: index) }
        }
        let folders = appeared
        appeared = []
        for folder in folders {
            guard !bell.isEnded else { return }
            if let index = root(of: folder) { scan([folder], in: index, isNew: true) }
        }
    }

    /// Looks at all files of a watched folder.
    private func scan(_ index: Int) {
        let interval = events == nil ? timing.remoteRescan : timing.localRescan
        let former = roots[index].place
        do throws(Errno) {
            try roots[index].find()
        } catch {
            if let former { events?.stopWatching(former) }
            fail(
                index,
                "\(roots[index].path) can't be read: \(error). If it's on another disk, connect it. Nothing in "
                    + "the library changes. It's tried again from time to time.")
            return
        }
        guard let place = roots[index].place else { return }
        if let former, former != place { events?.stopWatching(former) }
        roots[index].mounts = mountTable?.mounts(around: place) ?? []
        roots[index].unwatched = []
        guard scan([place], in: index) else { return }
        roots[index].due = .now + (roots[index].isRemote ? timing.remoteRescan : interval)
        roots[index].unwatchedDue = .now + timing.remoteRescan
        roots[index].pause = timing.firstRetry
        roots[index].problem = nil
        let (path, isListed) = (roots[index].path, roots[index].isListed)
        if isListed {
            record { try $0.noteCheck(ofWatchedFolder: path, at: self.library.now()) }
        }
        tell(.checked(path))
    }

    /// Walks folders, and notes or imports their new files.
    ///
    /// - Parameter isNew: Whether the folders have just appeared. They can be gone again.
    /// - Returns: Whether the walk came to its end.
    @discardableResult
    private func scan(_ folders: [FilePath], in index: Int, isNew: Bool = false) -> Bool {
        var ready: [FoundFiles] = []
        var count = 0
        do {
            var isComplete = true
            try walk(willRead: { self.watch($0, of: index) }).walk(folders, within: places) { step in
                switch step {
                case .folder(let folder, let files):
                    let complete = try take(files, in: folder, of: index)
                    if !complete.isEmpty {
                        ready.append(FoundFiles(folder: folder, files: complete))
                        count += complete.count
                    }
                case .foreign(let path, _): events?.stopWatching(FilePath(path))
                case .unreadable(let path, let reason):
                    // Programs rename and delete files while the folder is read.
                    let exists = (try? Stat(FilePath(path), flags: .symlinkNoFollow)) != nil
                    if !isNew, exists, roots[index].unreadable.insert(path).inserted {
                        tell(.problem("\(path): \(reason)", folder: roots[index].path))
                    }
                case .nothing, .link: break
                }
                if count >= Self.batchLimit {
                    try importFiles(ready)
                    (ready, count) = ([], 0)
                }
                isComplete = !bell.isEnded
                return isComplete
            }
            try importFiles(ready)
            return isComplete && !bell.isEnded
        } catch {
            fail(index, "New files of \(roots[index].path) can't be imported: \(error)")
            return false
        }
    }

    private func watch(_ folder: FilePath, of index: Int) {
        switch events?.watch(folder) {
        case .watched: roots[index].unwatched.remove(folder)
        case .exhausted:
            roots[index].unwatched.insert(folder)
            guard !hasToldLimit else { return }
            hasToldLimit = true
            tell(
                .problem(
                    "The system has no more notifications for folders (fs.inotify.max_user_watches). The others are "
                        + "looked at every \(timing.remoteRescan.minutesOrSeconds) instead. To raise the limit: sudo sysctl "
                        + "fs.inotify.max_user_watches=1048576", folder: nil))
        // The walk reports a folder that can't be read. Without notifications, all are looked at.
        case .failed, nil: break
        }
    }

    /// Returns the new files of a folder that are complete already, and notes the others.
    private func take(_ files: [FolderWalk.File], in folder: FilePath, of index: Int) throws -> [FolderWalk.File] {
        var new = try visits.newFiles(among: files.filter(FileLook.isImportable), in: folder)
        guard !new.isEmpty else { return [] }
        new = try batch.adoptKnown(new, in: folder, makesAlbum: makesAlbums(folder))
        let now = Instant.now
        let time = Int64(Date().timeIntervalSince1970 * 1_000_000_000)
        let age = Int64((roots[index].isRemote ? timing.longSettling : timing.settling) / .nanoseconds(1))
        return new.filter { file in
            let name = file.rawName ?? Array(file.name.utf8)
            if let look = FileLook(named: name, in: folder, walk(), within: places), look.file == file,
                max(look.changeTime, file.modificationTime) < time - age, FileLook.use(of: name, in: folder) == .idle
            {
                return true
            }
            note(name, in: folder, isFinished: false, at: now)
            return false
        }
    }
}
