import BlobStore
import Foundation
import LibraryFiles
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The lock of the one process that watches the folders of a library. The system releases it when the process ends.
final class WatchLock: Sendable {
    /// The name of the file in the library's folder. It contains the process that has the lock, for messages.
    static let fileName = "watching"

    private let file: OpenFile

    /// - Throws: `WatchError` with the code `busy` if another process, or another watch of this process, has the lock.
    init(of library: Library) throws {
        let path = Self.path(in: library)
        try library.permissions.createFileIfMissing(path)
        file = try Self.open(path, O_RDWR)
        let isFree = try file.withDescriptor { try FileDescriptor(rawValue: $0).lockIfFree() }
        guard isFree else {
            throw WatchError(
                .busy,
                "\(Self.holder(path)) watches the folders of this library now, and one process does it at a time. To have "
                    + "it watch a folder, too: albumen watch --add FOLDER")
        }
        let name = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") } ?? "watch"
        let text = Array("albumen \(name) (process \(getpid()))".utf8)
        file.withDescriptor { descriptor in
            // The text is only for messages.
            guard ftruncate(descriptor, 0) == 0 else { return }
            _ = pwrite(descriptor, text, text.count, 0)
        }
    }

    deinit {
        // Ignores an error: closing releases the lock too, only later.
        try? file.withDescriptor { try FileDescriptor(rawValue: $0).unlock() }
    }

    /// Returns whether a process watches the folders of a library.
    static func isHeld(in library: Library) -> Bool {
        guard let file = try? open(path(in: library), O_RDONLY) else { return false }
        return file.withDescriptor { descriptor in
            let descriptor = FileDescriptor(rawValue: descriptor)
            guard (try? descriptor.shareLockIfFree()) == true else { return true }
            _ = Result { () throws(Errno) in try descriptor.unlock() }
            return false
        }
    }

    private static func path(in library: Library) -> String {
        library.folder.appending(path: fileName, directoryHint: .notDirectory).path(percentEncoded: false)
    }

    private static func open(_ path: String, _ flags: Int32) throws -> OpenFile {
        let descriptor = try SystemCall.checked("open", path) {
            Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        }
        return OpenFile(takingOver: descriptor)
    }

    private static func holder(_ path: String) -> String {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.isEmpty || text.utf8.count > 100 ? "Another process of Albumen" : text
    }
}
