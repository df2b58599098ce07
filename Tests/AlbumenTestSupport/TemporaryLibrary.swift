package import Albumen
package import BlobStore
import Catalog
package import Foundation
import MediaWork
import Synchronization

/// A library in its own folder. The folder is deleted when the last reference is released.
package final class TemporaryLibrary: Sendable {
    package let folder: URL
    package let library: Library

    /// - Parameters:
    ///   - now: The library's clock.
    ///   - makeUUID: The generator of identifiers for imported assets.
    ///   - remote: A store of originals that aren't in the folder.
    ///   - workerExecutable: The program of the library's own workers, or `nil` for the process's workers.
    package init(
        now: @escaping @Sendable () -> Date = { Date() }, makeUUID: @escaping @Sendable () -> UUID = { UUID() },
        remote: (any RemoteBlobStore)? = nil, workerExecutable: String? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-test-\(UUID().uuidString)/library", isDirectory: true)
        library = try Library(
            at: folder, workerExecutable: workerExecutable, now: now, makeUUID: makeUUID, remote: remote)
    }

    deinit {
        do {
            try library.close()
            try FileManager.default.removeItem(at: folder.deletingLastPathComponent())
        } catch {
            FileHandle.standardError.write(Data("A test's library stays behind: \(error)\n".utf8))
        }
    }

    /// Imports files and returns the events in order.
    @discardableResult
    package func importPaths(_ paths: [String]) throws -> [IngestEvent] {
        let events = CallRecorder<IngestEvent>()
        _ = try Ingest(into: library, report: { events.record($0) }).run(paths)
        return events.calls
    }
}

/// Records calls in order, from any thread.
package final class CallRecorder<Call: Sendable>: Sendable {
    private let recorded = Mutex<[Call]>([])

    package init() {}

    package func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }

    package var calls: [Call] { recorded.withLock { $0 } }
}
