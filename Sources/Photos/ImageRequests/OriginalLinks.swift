import Foundation
import Synchronization
import SystemCalls
import SystemPackage

/// The links to originals that one process made, in a folder of its own among the user's temporary files.
///
/// The folder is removed when the process ends. If the process is killed, the next one that makes links removes it: a
/// lock on the folder tells whether its process still runs.
final class OriginalLinks: Sendable {
    static let shared: OriginalLinks = {
        atexit { OriginalLinks.shared.remove() }
        return OriginalLinks(in: FileManager.default.temporaryDirectory)
    }()

    /// How many links there are at most; the oldest go first.
    static let limit = 10_000

    private struct State {
        /// Nil until the first link is made, and if that failed.
        var folder: URL?
        var descriptor: Int32 = -1
        var isMade = false
        /// The folders of the links, by their originals and names.
        var links: [Key: URL] = [:]
        /// The links in the order in which they were made, from `oldest` on.
        var order: [Key] = []
        var oldest = 0
    }

    private struct Key: Hashable {
        var original: String
        var name: String
    }

    private let temporary: URL
    private let limit: Int
    private let state = Mutex(State())

    init(in temporary: URL, limit: Int = OriginalLinks.limit) {
        self.temporary = temporary
        self.limit = limit
    }

    deinit { remove() }

    /// A link to the original under this name, which has to be a file's name; nil if it cannot be made.
    func link(named name: String, to original: URL) -> URL? {
        let key = Key(original: original.path, name: name)
        return state.withLock { state in
            if let link = state.links[key] { return link }
            guard let folder = folder(&state) else { return nil }
            let own = folder.appending(path: UUID().uuidString, directoryHint: .isDirectory)
            let link = own.appending(path: name, directoryHint: .notDirectory)
            guard mkdir(own.path, 0o700) == 0 else { return nil }
            guard symlink(original.path, link.path) == 0 else {
                rmdir(own.path)
                return nil
            }
            state.links[key] = link
            state.order.append(key)
            removeOldest(&state)
            return link
        }
    }

    /// Removes all links. The next one is made in a new folder.
    func remove() {
        state.withLock { state in
            if let folder = state.folder { Self.remove(folder) }
            if state.descriptor >= 0 { close(state.descriptor) }
            state = State()
        }
    }

    private func removeOldest(_ state: inout State) {
        guard state.links.count > limit else { return }
        if let link = state.links.removeValue(forKey: state.order[state.oldest]) {
            Self.remove(link.deletingLastPathComponent())
        }
        state.oldest += 1
        if state.oldest == limit {
            state.order.removeFirst(state.oldest)
            state.oldest = 0
        }
    }

    // MARK: Folders

    private func folder(_ state: inout State) -> URL? {
        if state.isMade { return state.folder }
        state.isMade = true
        let root = temporary.appending(path: "albumen-originals-\(getuid())", directoryHint: .isDirectory)
        guard Self.isOwnFolder(root) else { return nil }
        // Whoever has the root's lock sweeps and makes folders: none is swept between its making and its locking.
        let rootDescriptor = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard rootDescriptor >= 0, flock(rootDescriptor, LOCK_EX) == 0 else { return nil }
        defer { close(rootDescriptor) }
        Self.sweep(root)
        let folder = root.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        guard mkdir(folder.path, 0o700) == 0 else { return nil }
        guard let descriptor = Self.lock(folder) else {
            rmdir(folder.path)
            return nil
        }
        state.descriptor = descriptor
        state.folder = folder
        return folder
    }

    /// Removes the folders of processes that are no more.
    private static func sweep(_ root: URL) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: root.path)
        } catch {
            return Diagnostics.report("Links that another program left in \(root.path) stay there: \(error)")
        }
        for name in names {
            let folder = root.appending(path: name, directoryHint: .isDirectory)
            guard let descriptor = lock(folder) else { continue }
            remove(folder)
            close(descriptor)
        }
    }

    /// Nil if another process has the lock, or there is no such folder.
    private static func lock(_ folder: URL) -> Int32? {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Follows no link.
    private static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            Diagnostics.report("Links to originals stay in \(folder.path): \(error)")
        }
    }

    /// Makes the folder if there is none. One that another user made, and could put something in, will not do.
    private static func isOwnFolder(_ folder: URL) -> Bool {
        let path = folder.path
        guard mkdir(path, 0o700) == 0 || Errno.current == .fileExists else { return false }
        guard let status = try? Stat(path, followTargetSymlink: false) else { return false }
        return status.isFolder && status.owner == getuid() && status.modeBits & 0o022 == 0
    }
}
