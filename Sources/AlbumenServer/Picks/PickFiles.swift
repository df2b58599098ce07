import Albumen
import Cancellation
import Foundation
import MediaRequests
import PickerWire
import Records
import Synchronization
import TemporaryFiles

/// The files that sessions deliver and that are made on request: JPEGs, movies with H.264, and copies without some
/// metadata. Each is made once per session, and deleted at the session's end. Any thread can call the methods.
final class PickFiles: Sendable {
    struct Key: Hashable, Sendable {
        let session: String
        /// The digest of the original or rendering.
        let content: BlobDigest
        let type: String
        let form: PickRepresentation.Form
        let removes: Set<PickConfiguration.Removal>
    }

    /// The state of one file, for the code that makes it.
    final class Making: Sendable {
        let cancellation = WorkCancellation()
        private let current = Mutex(State(isDownloading: false, fraction: 0))

        struct State: Sendable {
            /// Whether the original is on its way from the library's place.
            var isDownloading: Bool
            /// The finished share of the download, or of the work after it, from 0 to 1.
            var fraction: Double
        }

        var state: State { current.withLock { $0 } }

        func note(_ fraction: Double) { current.withLock { $0.fraction = fraction } }

        func noteDownload(_ fraction: Double) {
            current.withLock { $0 = State(isDownloading: true, fraction: fraction) }
        }

        func endDownload() { current.withLock { $0 = State(isDownloading: false, fraction: 0) } }
    }

    private struct Entry {
        let making: Making
        let task: Task<URL, any Error>
        /// The number of requests that wait for the file.
        var waiters = 0
        /// The finished file. It may be the library's original, which can leave this machine.
        var file: URL?

        var isReady: Bool { file.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }
    }

    private struct State {
        var root: ProcessFolder?
        var folders: [String: URL] = [:]
        var entries: [Key: Entry] = [:]
    }

    private let work: BlockingWork
    private let state = Mutex(State())

    init(work: BlockingWork) {
        self.work = work
    }

    /// Returns a file after it has been made. If all requests that wait for it are cancelled, the work is, too.
    ///
    /// - Parameter make: Writes the file into the folder, and returns its place. Runs on a thread for such work.
    func file(_ key: Key, make: @escaping @Sendable (URL, Making) throws -> URL) async throws -> URL {
        let entry = start(key, isWaiting: true, make)
        return try await withTaskCancellationHandler {
            defer { leave(key, entry.making, isCancelled: false) }
            return try await entry.task.value
        } onCancel: {
            leave(key, entry.making, isCancelled: true)
        }
    }

    /// Starts to make a file, unless it has been made or is being made. Returns its state, or `nil` for a file that is
    /// ready.
    func progress(_ key: Key, make: @escaping @Sendable (URL, Making) throws -> URL) -> Making.State? {
        let entry = start(key, isWaiting: false, make)
        return entry.isReady ? nil : entry.making.state
    }

    /// Deletes the files of a session.
    func remove(_ session: String) {
        let (folder, entries) = state.withLock { state in
            let entries = state.entries.filter { $0.key.session == session }
            for key in entries.keys { state.entries[key] = nil }
            return (state.folders.removeValue(forKey: session), entries)
        }
        for entry in entries.values { entry.making.cancellation.cancel() }
        if let folder { ProcessFolder.remove(folder) }
    }

    /// Deletes all files.
    func removeAll() {
        let (root, entries) = state.withLock { state in
            defer { state = State() }
            return (state.root, state.entries)
        }
        for entry in entries.values { entry.making.cancellation.cancel() }
        root?.remove()
    }

    private func start(
        _ key: Key, isWaiting: Bool, _ make: @escaping @Sendable (URL, Making) throws -> URL
    ) -> Entry {
        state.withLock { state in
            if let known = state.entries[key], known.file == nil || known.isReady {
                if isWaiting { state.entries[key]?.waiters += 1 }
                return known
            }
            let making = Making()
            let task = Task<URL, any Error> { [work] in
                do {
                    let file = try await work.pick { [self] in try make(folder(of: key.session), making) }
                    finish(key, making, file)
                    return file
                } catch {
                    // The next request tries again.
                    finish(key, making, nil)
                    throw error
                }
            }
            let entry = Entry(making: making, task: task, waiters: isWaiting ? 1 : 0)
            state.entries[key] = entry
            return entry
        }
    }

    private func finish(_ key: Key, _ making: Making, _ file: URL?) {
        state.withLock { state in
            guard state.entries[key]?.making === making else { return }
            if let file { state.entries[key]?.file = file } else { state.entries[key] = nil }
        }
    }

    private func leave(_ key: Key, _ making: Making, isCancelled: Bool) {
        let isUnneeded = state.withLock { state in
            guard let entry = state.entries[key], entry.making === making, entry.waiters > 0 else { return false }
            state.entries[key]?.waiters -= 1
            guard isCancelled, entry.waiters == 1, !entry.isReady else { return false }
            state.entries[key] = nil
            return true
        }
        if isUnneeded { making.cancellation.cancel() }
    }

    private func folder(of session: String) throws -> URL {
        try state.withLock { state in
            if let folder = state.folders[session] { return try Self.makeFolder(in: folder) }
            if state.root == nil {
                state.root = ProcessFolder(named: "picks", in: TemporaryLocation.ofFiles)
            }
            guard let root = state.root else {
                throw MediaError(
                    .unwritable,
                    "No folder can be created in \(TemporaryLocation.ofFiles.path). Make it writable, or set TMPDIR.")
            }
            let folder = try root.makeFolder()
            state.folders[session] = folder
            return try Self.makeFolder(in: folder)
        }
    }

    /// Creates a folder for one file.
    private static func makeFolder(in folder: URL) throws -> URL {
        let new = folder.appending(path: UUID().uuidString, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: new, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return new
    }
}
