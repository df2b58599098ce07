import Catalog
import Foundation
import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// The work of the thread that watches folders: waits for notifications, looks at files until they are complete, and
/// imports them. Only that thread uses it.
final class WatchLoop {
    typealias Instant = ContinuousClock.Instant

    /// The most files that are imported together. Between two batches, notifications are read.
    static let batchLimit = 256
    /// The most files that settle at the same time. Beyond that, their folder is looked at again later.
    static let settlingLimit = 20_000

    let library: Library
    let timing: WatchTiming
    let bell: WatchBell
    let tell: @Sendable (WatchNotice) -> Void
    let visits: Visits
    private let named: [String]
    private let makesAlbumsOfNamed: Bool
    private let mountTable = MountTable()
    var events: FolderEvents?
    var roots: [WatchedRoot] = []
    var settling: SettlingFiles
    /// Folders that appeared, and are to be walked.
    private var appeared: [FilePath] = []
    private var listProblem: String?
    private var hasToldLimit = false

    init(
        of library: Library, folders: [String], makesAlbums: Bool, _ timing: WatchTiming, watchLimit: Int,
        bell: WatchBell, _ tell: @escaping @Sendable (WatchNotice) -> Void
    ) {
        self.library = library
        self.timing = timing
        self.bell = bell
        self.tell = tell
        named = folders
        makesAlbumsOfNamed = makesAlbums
        visits = Visits(library: library)
        settling = SettlingFiles(timing)
        do throws(Errno) {
            events = try FolderEvents(limit: watchLimit)
        } catch {
            tell(
                .problem(
                    "The system has no notifications for this process (\(error)), so folders are looked at every "
                        + "\(timing.remoteRescan.text) instead. Close some programs, or raise "
                        + "fs.inotify.max_user_instances.", folder: nil))
        }
    }

    func run() {
        readList()
        tell(.watching(roots.map(\.path)))
        while !bell.isEnded {
            takeEvents()
            scanDue()
            settle()
            guard !bell.isEnded else { break }
            wait()
        }
    }

    /// The walk that finds the files. It skips what an import skips.
    func walk(willRead: @escaping (FilePath) -> Void = { _ in }) -> FolderWalk {
        FolderWalk(excluding: library.folder, willRead: willRead)
    }

    /// The folders, without links. Those that are missing aren't among them.
    var places: [FilePath] { roots.compactMap(\.place) }

    /// Returns the index of the innermost watched folder around a path.
    func root(of path: FilePath) -> Int? {
        roots.indices.filter { roots[$0].contains(path) }.max {
            (roots[$0].place?.string.utf8.count ?? 0) < (roots[$1].place?.string.utf8.count ?? 0)
        }
    }

    // MARK: The list

    private func readList() {
        do {
            let listed = try library.catalog.read { try $0.watchedFolders() }
            listProblem = nil
            take(listed)
        } catch {
            guard listProblem != "\(error)" else { return }
            listProblem = "\(error)"
            tell(.problem("The list of watched folders can't be read: \(error)", folder: nil))
        }
    }

    private func take(_ listed: [WatchedFolderRecord]) {
        let now = Instant.now
        var wanted = listed.map { (path: $0.path, makesAlbums: $0.makesAlbums, isListed: true) }
        for path in named where !wanted.contains(where: { $0.path == path }) {
            wanted.append((path, makesAlbumsOfNamed, false))
        }
        for root in roots where !wanted.contains(where: { $0.path == root.path }) {
            guard let place = root.place else { continue }
            events?.stopWatching(place)
            // Folders around it are watched again by their next check.
            for index in roots.indices where roots[index].contains(place) || place.contains(roots[index].place) {
                roots[index].due = now
            }
        }
        roots = wanted.map { path, makesAlbums, isListed in
            guard var root = roots.first(where: { $0.path == path }) else {
                return WatchedRoot(path: path, makesAlbums: makesAlbums, isListed: isListed, timing, at: now)
            }
            if makesAlbums, !root.makesAlbums { root.due = now }
            root.makesAlbums = makesAlbums
            return root
        }
    }

    // MARK: Notifications

    private func takeEvents() {
        let now = Instant.now
        for event in events?.read() ?? [] {
            switch event {
            case .file(let folder, let name, let isFinished):
                note(name, in: folder, isFinished: isFinished, at: now)
            case .folder(let path):
                guard path.name?.first != UInt8(ascii: ".") else { continue }
                appeared.append(path)
            case .gone(let path):
                for index in roots.indices where roots[index].place == path { roots[index].due = now }
            case .lost:
                for index in roots.indices { roots[index].due = now }
            }
        }
    }

    /// Notes a file that may be new.
    func note(_ name: [UInt8], in folder: FilePath, isFinished: Bool, at now: Instant) {
        guard !PartialFileName.isPartial(FilePath.text(of: name)), let root = root(of: folder) else { return }
        guard settling.count < Self.settlingLimit else {
            // Not before the others have settled.
            roots[root].due = min(roots[root].due, now + timing.longestWait)
            return
        }
        settling.note(
            SettlingFiles.Key(folder: folder, name: name), isFinished: isFinished, isRemote: roots[root].isRemote,
            at: now)
    }

    // MARK: Checks

    private func scanDue() {
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
                        + "looked at every \(timing.remoteRescan.text) instead. To raise the limit: sudo sysctl "
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

    // MARK: Imports

    private func settle() {
        let (walk, places) = (walk(), places)
        settling.look(at: .now) {
            FileLook(named: $0.name, in: $0.folder, walk, within: places)
        } use: {
            FileLook.use(of: $0.name, in: $0.folder)
        }
        while !bell.isEnded {
            let complete = settling.takeBatch(at: .now, limit: Self.batchLimit)
            guard !complete.isEmpty else { return }
            do {
                try importNew(complete.map { ($0.key.folder, $0.look.file) })
            } catch {
                for folder in Set(complete.map(\.key.folder)) {
                    guard let index = root(of: folder) else { continue }
                    fail(index, "New files of \(roots[index].path) can't be imported: \(error)")
                }
                return
            }
            takeEvents()
        }
    }

    /// Imports files of which some may be known.
    private func importNew(_ files: [(folder: FilePath, file: FolderWalk.File)]) throws {
        var found: [FoundFiles] = []
        for (folder, group) in Dictionary(grouping: files, by: \.folder).sorted(by: { $0.key.string < $1.key.string }) {
            var new = try visits.newFiles(among: group.map(\.file), in: folder)
            new = try batch.adoptKnown(new, in: folder, makesAlbum: makesAlbums(folder))
            if !new.isEmpty { found.append(FoundFiles(folder: folder, files: new)) }
        }
        try importFiles(found)
    }

    private var batch: WatchBatch {
        WatchBatch(
            library: library, visits: visits, walk: walk(), roots: places,
            shouldStop: { [bell] in bell.isEnded }, report: { [tell] in tell(.file($0)) })
    }

    private func makesAlbums(_ folder: FilePath) -> Bool { root(of: folder).map { roots[$0].makesAlbums } ?? false }

    private func importFiles(_ found: [FoundFiles]) throws {
        // The counts are those of one watched folder.
        for (index, found) in Dictionary(grouping: found, by: { root(of: $0.folder) }) {
            guard let index, !found.isEmpty, !bell.isEnded else { continue }
            let outcome = try batch.run(found, makesAlbums: makesAlbums)
            let now = Instant.now
            for key in outcome.changed { note(key.name, in: key.folder, isFinished: false, at: now) }
            let path = roots[index].path
            if roots[index].isListed, outcome.imported + outcome.duplicates > 0 {
                record {
                    try $0.note(
                        imported: outcome.imported, duplicates: outcome.duplicates, ofWatchedFolder: path,
                        at: self.library.now())
                }
            }
            if outcome.imported > 0 {
                tell(.imported(files: outcome.imported, items: outcome.assets, folder: path))
            }
        }
    }

    // MARK: Problems

    /// Reports a problem of a folder once, and tries the folder again after a pause, which grows.
    private func fail(_ index: Int, _ problem: String) {
        roots[index].due = .now + roots[index].pause
        roots[index].pause = min(roots[index].pause * 2, timing.longestRetry)
        tellOnce(problem, of: index)
    }

    private func tellOnce(_ problem: String, of index: Int) {
        guard roots[index].problem != problem else { return }
        roots[index].problem = problem
        let (path, isListed) = (roots[index].path, roots[index].isListed)
        if isListed { record { try $0.note(problem: problem, ofWatchedFolder: path) } }
        tell(.problem(problem, folder: path))
    }

    /// Writes to the list. A failure is reported once.
    private func record(_ body: (CatalogTransaction) throws -> Void) {
        do {
            try library.catalog.write(author: Principal.importer.author, at: library.now(), body)
            listProblem = nil
        } catch {
            guard listProblem != "\(error)" else { return }
            listProblem = "\(error)"
            tell(.problem("The state of watched folders can't be stored: \(error)", folder: nil))
        }
    }

    // MARK: Waiting

    private func wait() {
        let now = Instant.now
        let dues = roots.flatMap { root in root.unwatched.isEmpty ? [root.due] : [root.due, root.unwatchedDue] }
        let due = (dues + [settling.nextDue(after: now)].compactMap(\.self)).min()
        let descriptors =
            [events.map { ($0.descriptor, Int16(POLLIN)) }, mountTable.map { ($0.descriptor, Int16(POLLPRI)) }]
        // Many events are read together.
        let end = due.map { max($0, now + .milliseconds(10)) }
        let (isRung, ready) = bell.wait(until: end, descriptors.compactMap(\.self))
        if isRung { readList() }
        if mountTable != nil, ready.last == true { takeMounts() }
    }

    /// Looks at the folders in which a disk was mounted or unmounted.
    private func takeMounts() {
        let now = Instant.now
        for index in roots.indices {
            let mounts = mountTable?.mounts(around: roots[index].place ?? FilePath(roots[index].path)) ?? []
            if roots[index].place == nil || mounts != roots[index].mounts { roots[index].due = now }
        }
    }
}

extension FilePath {
    /// Returns whether another path is this one or lies in it.
    fileprivate func contains(_ other: FilePath?) -> Bool { other?.starts(with: self) ?? false }
}

extension Duration {
    /// The duration for people, in minutes or seconds.
    fileprivate var text: String {
        let seconds = Int(components.seconds)
        return seconds >= 120 ? "\(seconds / 60) minutes" : "\(seconds) seconds"
    }
}
