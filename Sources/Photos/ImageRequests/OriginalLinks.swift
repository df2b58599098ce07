import Foundation
import Synchronization
import SystemCalls
import SystemPackage

/// The links to originals that this process created, in its own folder among the user's temporary files.
///
/// The process removes the folder when it ends. If the process is killed, the next process that creates links removes
/// it. A lock on the folder shows whether its process still runs.
final class OriginalLinks: Sendable {
    static let shared: OriginalLinks = {
        atexit { OriginalLinks.shared.remove() }
        return OriginalLinks(in: FileManager.default.temporaryDirectory)
    }()

    /// The largest number of links. Above it, the oldest links are removed.
    static let limit = 10_000

    private struct State {
        /// The folder. `nil` before the first link, and if the folder couldn't be created.
        var folder: URL?
        var descriptor: Int32 = -1
        var isMade = false
        /// The links, by their originals and names.
        var links: [Key: URL] = [:]
        /// The keys of the links in the order of their creation, starting at `oldest`.
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

    /// Returns a link to the original with this name, or `nil` if it can't be created. The name must be a valid
    /// filename.
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

    /// Removes all links. The next link is created in a new folder.
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
        // Only the holder of the root's lock sweeps and creates folders. So no folder is removed between its creation
        // and its locking.
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

    /// Removes the folders of processes that have ended.
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

    /// Returns `nil` if another process holds the lock or the folder doesn't exist.
    private static func lock(_ folder: URL) -> Int32? {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Removes the folder without following links.
    private static func remove(_ folder: URL) {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            Diagnostics.report("Links to originals stay in \(folder.path): \(error)")
        }
    }

    /// Creates the folder if it doesn't exist. Rejects a folder of another user, who could put files into it.
    private static func isOwnFolder(_ folder: URL) -> Bool {
        let path = folder.path
        guard mkdir(path, 0o700) == 0 || Errno.current == .fileExists else { return false }
        guard let status = try? Stat(path, followTargetSymlink: false) else { return false }
        return status.isFolder && status.owner == getuid() && status.modeBits & 0o022 == 0
    }
}
