import CAlbumenSystem
import Dispatch
import Foundation
import SystemCalls
import SystemPackage

/// Hears, through inotify, what happens to the files of a folder, and when the folder itself or one above it goes away. No
/// thread waits for it.
final class FolderWatch: Sendable {
    enum Event: Sendable {
        /// A file of this name was made, written or touched.
        case file(String)
        /// The folder, one above it or a link on the way to it was moved, deleted or unmounted.
        case place
        /// So much happened that some of it was not told.
        case lost
    }

    // Unchecked: a source is safe from any thread, and Dispatch does not say so on Linux.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    private let source: Source

    /// - Parameters:
    ///   - queue: a serial one, where the handler is called.
    ///   - handler: called with what happened, in order.
    /// - Throws: `LibraryError` where the system has no watches left.
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
            // Those that cannot be watched are not needed for the files: the library is looked for with each change too.
            // Added, because by way of a link the folder itself can be among them.
            inotify_add_watch(descriptor, path, Self.departures | UInt32(IN_DONT_FOLLOW | IN_MASK_ADD))
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            let events = Self.read(descriptor, root: root)
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

    /// The folders on the way to the folder, and links among them, as it is written and as it is without links.
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

    private static func read(_ descriptor: Int32, root: Int32) -> [Event] {
        var events: [Event] = []
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
            while true {
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let name = buffer[(offset + header)..<min(count, offset + header + Int(event.len))]
                    events.append(contentsOf: Self.event(event, name: name, root: root))
                    offset += header + Int(event.len)
                }
            }
        }
        return events
    }

    private static func event(
        _ event: inotify_event, name: Slice<UnsafeMutableRawBufferPointer>, root: Int32
    ) -> [Event] {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return [.lost] }
        if event.mask & departures != 0 { return [.place] }
        guard event.wd == root else { return [] }
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? [.place] : [.file(text)]
    }
}
