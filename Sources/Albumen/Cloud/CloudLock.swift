import BlobStore
import Foundation
import PhotoLibrary
import SystemCalls
import SystemPackage

/// The lock of the one process that changes a part of the library's place. The system releases it when the process ends,
/// so no upload stays claimed by a process that was killed.
final class CloudLock: Sendable {
    /// The locked folder.
    let file: OpenFile

    /// How often a lock is tried, and the pause in between, in microseconds: `isHeld(in:)` has it for a moment.
    private static let attempts = 20
    private static let pause: UInt32 = 25_000

    /// Takes the lock. Waits for at most half a second.
    ///
    /// - Throws: `busy` if another process, or another part of this process, has it.
    convenience init(of library: Library) throws {
        try self.init(
            folder: Self.originals(of: library),
            busy: "Another process of Albumen transfers this library's originals now, such as `albumen serve`. It "
                + "continues. Look with: albumen cloud status")
    }

    /// Takes the lock of another folder.
    ///
    /// - Parameter busy: The sentence of the error if another process has it.
    init(folder: URL, busy: String) throws {
        file = try Self.open(folder)
        for attempt in 1...Self.attempts {
            if try Self.withDescriptor(of: file, { try $0.lockIfFree() }) { return }
            if attempt < Self.attempts { usleep(Self.pause) }
        }
        throw CloudError(.busy, busy)
    }

    deinit {
        // Ignores an error: closing releases the lock too, only later.
        try? Self.withDescriptor(of: file) { try $0.unlock() }
    }

    /// Returns whether the lock is taken.
    static func isHeld(in library: Library) throws -> Bool { try isHeld(originals(of: library)) }

    /// Returns whether the lock of a folder is taken.
    static func isHeld(_ folder: URL) throws -> Bool {
        let file = try open(folder)
        return try withDescriptor(of: file) { descriptor in
            guard try descriptor.shareLockIfFree() else { return true }
            try descriptor.unlock()
            return false
        }
    }

    /// Runs `body` with the lock held.
    func whileHeld<Value>(_ body: () throws -> Value) rethrows -> Value {
        defer { withExtendedLifetime(self) {} }
        return try body()
    }

    private static func originals(of library: Library) -> URL {
        library.folder.appending(path: "originals", directoryHint: .isDirectory)
    }

    private static func open(_ folder: URL) throws -> OpenFile {
        let path = folder.path(percentEncoded: false)
        let descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
        return OpenFile(takingOver: descriptor.rawValue)
    }

    private static func withDescriptor<Value>(
        of file: OpenFile, _ body: (FileDescriptor) throws -> Value
    ) rethrows -> Value {
        try file.withDescriptor { try body(FileDescriptor(rawValue: $0)) }
    }
}
