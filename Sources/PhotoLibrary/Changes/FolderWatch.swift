import CAlbumenSystem
import Dispatch
import Foundation
import SystemCalls
import SystemPackage

/// Watches a folder with inotify for changes of its files, and for the disappearance of the folder or a parent
/// folder. Blocks no thread.
final class FolderWatch: Sendable {
    enum Event: Sendable {
        /// A file with this name was created, written or touched.
        case file(String)
        /// The folder, a parent folder or a link in its path was moved, deleted or unmounted.
        case place
        /// Some events were lost because there were too many.
        case lost
    }

    // Unchecked, because Dispatch sources are thread-safe but not declared `Sendable` on Linux.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    private let source: Source

    /// - Parameters:
    ///   - queue: A serial queue, on which the handler is called.
    ///   - handler: Called with events, in order.
    /// - Throws: `LibraryError` if the system has no free watches.
    init(_ folder: URL, queue: DispatchQueue, handler: @escaping @Sendable ([Event]) -> Void) throws {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.failure(folder) }
        let root = inotify_add_watch(
            descriptor, folder.path, UInt32(IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_MOVED_TO) | Self.departures)
        guard root >= 0 else {
            let failure = Self.failure(folder)
            close(descriptor)
            throw failure
        }
        for path in Self.places(above: folder) {
            // Ignores failures, because each change also checks that the library is present. `IN_MASK_ADD` keeps the
            // events of the folder itself, which is among these paths.
            inotify_add_watch(descriptor, path, Self.departures | UInt32(IN_DONT_FOLLOW | IN_MASK_ADD))
        }
        // The folder's own event of a deletion waits until no process has it open.
        let place = folder.resolvingSymlinksInPath()
        let parent = inotify_add_watch(
            descriptor, place.deletingLastPathComponent().path, UInt32(IN_DELETE | IN_MASK_ADD))
        let watches = Watches(root: root, parent: parent, name: place.lastPathComponent)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            let events = Self.read(descriptor, watches)
            if !events.isEmpty { handler(events) }
        }
        source.setCancelHandler { close(descriptor) }
        self.source = Source(source: source)
        source.resume()
    }

    deinit {
        source.source.cancel()
    }

    private static let departures = UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT)

    /// Returns the folder, its parent folders and the links in its path, both as written and with links resolved.
    private static func places(above folder: URL) -> Set<String> {
        var places: Set<String> = []
        for start in [folder, folder.resolvingSymlinksInPath()] {
            var place = start
            while place.path != "/" {
                places.insert(place.path)
                place.deleteLastPathComponent()
            }
        }
        return places
    }

    private static func failure(_ folder: URL) -> LibraryError {
        LibraryError(
            .notWatched,
            "Changes of \(folder.path) by other programs cannot be heard: \(Errno.current). Close some "
                + "programs, or raise fs.inotify.max_user_instances.")
    }

    /// The watches of the folder, and of the folder that contains it.
    private struct Watches {
        let root: Int32
        let parent: Int32
        /// The folder's name in the other one.
        let name: String
    }

    private static func read(_ descriptor: Int32, _ watches: Watches) -> [Event] {
        InotifyEvent.pending(in: descriptor).compactMap { event in
            if event.has(IN_Q_OVERFLOW) { return .lost }
            if event.mask & departures != 0 { return .place }
            let name = String(decoding: event.name, as: UTF8.self)
            if event.watch == watches.parent, name == watches.name { return .place }
            guard event.watch == watches.root else { return nil }
            return name.isEmpty ? .place : .file(name)
        }
    }
}
