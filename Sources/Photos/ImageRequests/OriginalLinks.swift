import Foundation
import Synchronization
import TemporaryFiles

/// The links to originals that this process created, in its own folder among the user's temporary files.
///
/// The process removes the folder when it ends.
final class OriginalLinks: Sendable {
    static let shared: OriginalLinks = {
        atexit { OriginalLinks.shared.remove() }
        return OriginalLinks(in: TemporaryLocation.ofLinks())
    }()

    /// The largest number of links. Above it, the oldest links are removed.
    static let limit = 10_000

    private struct State {
        /// The folder. `nil` before the first link, and if the folder couldn't be created.
        var folder: ProcessFolder?
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
            guard let own = try? folder.makeFolder() else { return nil }
            let link = own.appending(path: name, directoryHint: .notDirectory)
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
            state.folder?.remove()
            state = State()
        }
    }

    private func removeOldest(_ state: inout State) {
        guard state.links.count > limit else { return }
        if let link = state.links.removeValue(forKey: state.order[state.oldest]) {
            ProcessFolder.remove(link.deletingLastPathComponent())
        }
        state.oldest += 1
        if state.oldest == limit {
            state.order.removeFirst(state.oldest)
            state.oldest = 0
        }
    }

    private func folder(_ state: inout State) -> ProcessFolder? {
        if state.isMade { return state.folder }
        state.isMade = true
        state.folder = ProcessFolder(named: "originals", in: temporary)
        return state.folder
    }
}
