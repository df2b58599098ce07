import Foundation
import SystemCalls
import SystemPackage

/// The kernel's notifications of changes in folders (inotify). Only one thread may use it.
final class FolderEvents {
    enum Event: Equatable {
        /// A file was created or its attributes changed. `isFinished` says that a program closed it after writing, or moved
        /// it there.
        case file(folder: FilePath, name: [UInt8], isFinished: Bool)
        /// A folder was created in a watched folder, or moved there.
        case folder(FilePath)
        /// A watched folder was moved, deleted or unmounted.
        case gone(FilePath)
        /// Some events were lost because there were too many.
        case lost
    }

    enum Answer: Equatable {
        case watched
        /// The user has no more watches (`fs.inotify.max_user_watches`).
        case exhausted
        /// The folder can't be watched, for example because it doesn't exist any more.
        case failed
    }

    let descriptor: Int32
    private let limit: Int
    private var folders: [Int32: FilePath] = [:]
    private var watches: [FilePath: Int32] = [:]

    /// - Parameter limit: The most watches, for tests.
    /// - Throws: An error if the user has no more instances of inotify.
    init(limit: Int = .max) throws(Errno) {
        self.limit = limit
        descriptor = try SystemCall.retrying { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    }

    deinit { close(descriptor) }

    private static let mask = UInt32(
        IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_MOVE_SELF | IN_DELETE_SELF
            | IN_ONLYDIR)

    /// Watches a folder. Does nothing if it's watched.
    func watch(_ folder: FilePath) -> Answer {
        if watches[folder] == nil, watches.count >= limit { return .exhausted }
        let watch = folder.withPlatformString { inotify_add_watch(descriptor, $0, Self.mask) }
        guard watch >= 0 else { return Errno.current == .noSpace ? .exhausted : .failed }
        // The kernel has one watch for each folder, which may have another path by now.
        if let former = folders[watch], former != folder { watches[former] = nil }
        folders[watch] = folder
        watches[folder] = watch
        return .watched
    }

    func isWatched(_ folder: FilePath) -> Bool { watches[folder] != nil }

    /// Ends the watches of a folder and of all folders in it.
    ///
    /// - Complexity: O(*n*) for *n* watches.
    func stopWatching(_ folder: FilePath) {
        for (path, watch) in watches where path.starts(with: folder) {
            inotify_rm_watch(descriptor, watch)
            forget(watch)
        }
    }

    private func forget(_ watch: Int32) {
        if let folder = folders.removeValue(forKey: watch), watches[folder] == watch { watches[folder] = nil }
    }

    /// Returns the events so far. Doesn't wait.
    func read() -> [Event] { InotifyEvent.pending(in: descriptor).compactMap(take) }

    private func take(_ event: InotifyEvent) -> Event? {
        if event.has(IN_Q_OVERFLOW) { return .lost }
        guard let folder = folders[event.watch] else { return nil }
        if event.has(IN_IGNORED) {
            forget(event.watch)
            return .gone(folder)
        }
        if event.has(IN_MOVE_SELF, IN_DELETE_SELF, IN_UNMOUNT) { return .gone(folder) }
        guard !event.name.isEmpty else { return nil }
        if event.has(IN_ISDIR) {
            if event.has(IN_MOVED_FROM) { stopWatching(folder.appending(name: event.name)) }
            return event.has(IN_CREATE, IN_MOVED_TO) ? .folder(folder.appending(name: event.name)) : nil
        }
        guard event.has(IN_ATTRIB, IN_CLOSE_WRITE, IN_CREATE, IN_MOVED_TO) else { return nil }
        return .file(folder: folder, name: event.name, isFinished: event.has(IN_CLOSE_WRITE, IN_MOVED_TO))
    }
}
