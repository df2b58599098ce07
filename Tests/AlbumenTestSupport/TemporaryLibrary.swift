@_spi(Storage) package import Albumen
package import BlobStore
import Catalog
package import Foundation
import MediaRequests
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

    /// Copies the catalog and the originals of another library. The copy has the same identifiers.
    package init(copying other: TemporaryLibrary) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-test-\(UUID().uuidString)/library", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try other.library.storage.catalog.copy(to: folder.appending(path: "catalog.sqlite"))
        for name in try FileManager.default.contentsOfDirectory(atPath: other.folder.path(percentEncoded: false))
        where Self.copiedNames.contains(name) {
            try FileManager.default.copyItem(at: other.folder.appending(path: name), to: folder.appending(path: name))
        }
        library = try Library(at: folder, workerExecutable: nil)
    }

    /// The description and the originals.
    private static let copiedNames: Set<String> = ["library.json", "originals"]

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
