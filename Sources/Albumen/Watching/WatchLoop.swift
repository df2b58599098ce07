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
    let mountTable = MountTable()
    var events: FolderEvents?
    var roots: [WatchedRoot] = []
    var settling: SettlingFiles
    /// Folders that appeared, and are to be walked.
    var appeared: [FilePath] = []
    private var listProblem: String?
    var hasToldLimit = false

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
                        + "\(timing.remoteRescan.minutesOrSeconds) instead. Close some programs, or raise "
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

    var batch: WatchBatch {
        WatchBatch(
            library: library, visits: visits, walk: walk(), roots: places,
            shouldStop: { [bell] in bell.isEnded }, report: { [tell] in tell(.file($0)) })
    }

    func makesAlbums(_ folder: FilePath) -> Bool { root(of: folder).map { roots[$0].makesAlbums } ?? false }

    func importFiles(_ found: [FoundFiles]) throws {
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
    func fail(_ index: Int, _ problem: String) {
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
    func record(_ body: (CatalogTransaction) throws -> Void) {
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
    var minutesOrSeconds: String {
        let seconds = Int(components.seconds)
        return seconds >= 120 ? "\(seconds / 60) minutes" : "\(seconds) seconds"
    }
}
