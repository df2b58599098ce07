import BlobStore
import Foundation
import SystemCalls
import SystemPackage

/// The lock of the one process that changes the library's place. The system releases it when the process ends, so no
/// upload stays claimed by a process that was killed.
struct CloudLock {
    private let file: OpenFile

    /// Takes the lock.
    ///
    /// - Throws: `busy` if another process, or another part of this process, has it.
    init(of library: Library) throws {
        let path = library.folder.appending(path: "originals", directoryHint: .isDirectory).path(percentEncoded: false)
        let descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
        file = OpenFile(takingOver: descriptor.rawValue)
        guard try descriptor.lockIfFree() else {
            throw CloudError(
                .busy,
                "Another process of Albumen transfers this library's originals now, such as `albumen serve`. It continues. "
                    + "Look with: albumen cloud status")
        }
    }

    /// Runs `body` with the lock held.
    func whileHeld<Value>(_ body: () throws -> Value) rethrows -> Value {
        defer { withExtendedLifetime(file) {} }
        return try body()
    }
}
