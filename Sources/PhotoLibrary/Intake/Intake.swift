package import BlobStore
import Foundation
package import MediaRequests
import MediaWork
package import Records
import SystemCalls
import SystemPackage

/// Takes the bytes of files into a library's store, for imports and for the assets that apps create.
///
/// The steps keep the bytes safe, whenever the process is killed:
///
/// 1. Before the write lock: open a source, `probe` it, `stage` its bytes, and `commit` the staged files, which makes
///    their bytes durable.
/// 2. With the write lock held: `Transaction` checks that each blob is still in the store, and restores it if another
///    process purged it meanwhile. Then it writes the rows that refer to the blobs.
/// 3. After the catalog's commit: `release` the staged copies.
///
/// Several threads can use an intake at the same time.
package struct Intake: Sendable {
    package let library: Library
    let workers: WorkerPool
    /// `nil` in a dry run, which stages nothing and remembers nothing.
    package let staging: (any BlobIntake)?
    private let takesOverFiles: Bool

    /// - Parameter takesOverFiles: Whether the files are the library's own, complete and on its disk, so that their bytes
    ///   are linked instead of copied.
    /// - Throws: `MediaError` if there is no media worker.
    package init(into library: Library, staging: (any BlobIntake)?, takesOverFiles: Bool = false) throws {
        self.library = library
        self.staging = staging
        self.takesOverFiles = takesOverFiles
        workers = try library.workers()
    }

    // MARK: Sources

    /// Opens a file and calls `body` with it. The file is closed when this returns.
    ///
    /// - Parameters:
    ///   - filename: The name that the media worker takes into account.
    ///   - followsLinks: Whether the path may be a symbolic link to the file.
    ///   - identity: The only file that may be read, or `nil` for any.
    /// - Throws: `IntakeFailure` if the file can't be taken in. Other errors concern the library or the worker.
    func withFile<Value>(
        at path: FilePath, named filename: String, followsLinks: Bool = true, identity: Stat.Identity? = nil,
        _ body: (IntakeSource) throws -> Value
    ) throws -> Value {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = path.withPlatformString { open($0, flags) }
        guard descriptor >= 0 else { throw IntakeFailure(.unopenable(.current), label: path.text) }
        defer { close(descriptor) }
        guard let status = try? FileDescriptor(rawValue: descriptor).status(), status.isRegularFile else {
            throw IntakeFailure(.notRegular, label: path.text)
        }
        guard identity == nil || identity == status.identity else {
            throw IntakeFailure(.replaced, label: path.text)
        }
        return try read(
            IntakeSource(bytes: .file(descriptor, status), filename: filename, label: path.text), body)
    }

    /// Opens a file that an import has found, and calls `body` with it.
    ///
    /// - Throws: The same errors as the other method.
    package func withFile<Value>(_ source: ImportSource, _ body: (IntakeSource) throws -> Value) throws -> Value {
        try withFile(at: source.location, named: source.name, identity: source.identity, body)
    }

    /// Calls `body` with a source.
    ///
    /// - Throws: The same errors as `withFile`.
    func read<Value>(_ source: IntakeSource, _ body: (IntakeSource) throws -> Value) throws -> Value {
        do {
            return try body(source)
        } catch let error as MediaError where !error.affectsAllFiles {
            throw IntakeFailure(.media(error), label: source.label)
        } catch let error as BlobStoreError where [.sourceUnreadable, .sourceChanged].contains(error.code) {
            throw IntakeFailure(.source(error), label: source.label)
        }
    }

    // MARK: Steps

    /// Determines the kind of a source and its properties. Skips a file that made an earlier worker crash or run out
    /// of time.
    ///
    /// - Throws: `MediaError`, including the remembered error of an earlier worker.
    package func probe(_ source: IntakeSource) throws -> MediaProbe {
        let purpose = FaultMemory.Purpose.probe
        // Hashing the bytes is only worthwhile if a file of the same size caused a fault, which is rare.
        if try library.derivatives.hasFault(ofSize: source.size, purpose: purpose.rawValue) {
            let memory = FaultMemory(of: try source.digest(), purpose, in: library, workers)
            if let fault = try memory.knownFault() { throw fault }
        }
        do throws(MediaError) {
            return try source.probe(workers)
        } catch {
            if error.isFaultOfFile, staging != nil, source.isUnchanged {
                FaultMemory(of: try source.digest(), purpose, in: library, workers)
                    .remember(error, byteCount: source.size)
            }
            throw error
        }
    }

    /// A size in bytes that most photos don't reach.
    private static let ordinarySize: Int64 = 64 << 20

    /// Stages the bytes of a source on the library's volume.
    ///
    /// - Parameter type: The file's role, or `nil` for a photo or video according to the probe.
    /// - Throws: `IntakeFailure` if the volume has no room for a large file. `notEnoughSpace` if it hasn't even room for
    ///   one of an ordinary size, so that further files would fail, too.
    package func stage(
        _ source: IntakeSource, _ probe: MediaProbe, as type: ResourceType? = nil, named name: String
    ) throws -> TakenFile {
        guard let staging else { preconditionFailure("A dry run stages nothing.") }
        if source.staged == nil, !takesOverFiles { try requireRoom(for: source.size, label: source.label) }
        return TakenFile(
            type: type, blob: try source.stage(staging, takingOver: takesOverFiles), originalFilename: name,
            probe: probe,
            fileDate: source.modificationDate)
    }

    func requireRoom(for size: Int64, label: String) throws {
        do throws(BlobStoreError) {
            try library.blobs.requireRoom(for: size)
        } catch {
            guard error.code == .notEnoughSpace, size > Self.ordinarySize else { throw error }
            throw IntakeFailure(.noRoom(error, size: size), label: label)
        }
    }

    /// Makes the bytes of staged files durable.
    func commit(_ files: [TakenFile]) throws {
        try commit(files.map(\.blob))
    }

    /// Makes staged bytes durable.
    package func commit(_ blobs: [StagedBlob]) throws {
        try staging?.commit(blobs)
    }

    /// Removes the staged copies of files whose rows are committed, or that aren't wanted after all.
    func release(_ files: [TakenFile]) {
        release(files.map(\.blob))
    }

    /// Removes staged copies.
    package func release(_ blobs: [StagedBlob]) {
        staging?.release(blobs)
    }
}
