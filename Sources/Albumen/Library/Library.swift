package import BlobStore
import Catalog
public import Foundation
package import LibraryFiles
package import MediaWork
import Synchronization

/// A photo library: a folder with a catalog, originals and what is made of them. Several processes may have it open.
///
/// All of it is safe to use from any thread. Opening costs the same for any size of library.
public final class Library: Sendable {
    /// The library's folder.
    public let folder: URL
    /// Tells this library from every other, also after its folder was moved.
    public let identifier: String

    /// Those of new files.
    package let permissions: LibraryPermissions
    let catalog: Catalog
    let blobs: LocalBlobStore
    /// Where originals come from that are not in `blobs`; nil where all are.
    let downloads: OriginalDownloads?
    let derivatives: Derivatives
    package let doorbell: Doorbell
    /// Tells of each commit, whoever made it.
    package let changes: ChangeFeed
    package let now: @Sendable () -> Date
    package let makeUUID: @Sendable () -> UUID
    private let libraryWorkers: LibraryWorkers
    let keptMoments = Mutex<[Access: (version: Int64, moments: Moments)]>([:])
    private let sharedImages = ImagePipeline.Shared()

    /// Opens the library in `folder`, and makes one where there is nothing or an empty folder.
    ///
    /// Only its owner, and the group that it is shared with, can use a library's files. If other users could reach the folder, it is
    /// closed to them, and the standard error says so.
    ///
    /// - Throws: `LibraryError` if the folder holds something else or a newer library, or if this user may not use it.
    public convenience init(at folder: URL) throws {
        try self.init(at: folder, workerExecutable: nil)
    }

    package init(
        at folder: URL, workerExecutable: String?, now: @escaping @Sendable () -> Date = { Date() },
        makeUUID: @escaping @Sendable () -> UUID = { UUID() },
        previewBudgetInBytes: Int64 = Derivatives.defaultBudgetInBytes, remote: (any RemoteBlobStore)? = nil,
        notify: (String) -> Void = Library.notifyOnStandardError
    ) throws {
        self.folder = folder
        let workers = LibraryWorkers(executable: workerExecutable)
        self.libraryWorkers = workers
        self.now = now
        self.makeUUID = makeUUID
        let description = try Self.description(of: folder)
        self.identifier = description.identifier
        let permissions = try LibraryFolder(folder).prepare(description, notify: notify)
        self.permissions = permissions
        let blobs = try LocalBlobStore(root: folder, permissions: permissions)
        self.blobs = blobs
        self.downloads = remote.map { OriginalDownloads(from: $0, to: blobs) }
        self.catalog = try Catalog(at: folder.appendingPathComponent("catalog.sqlite"), permissions: permissions)
        self.derivatives = Derivatives(
            in: folder, budgetInBytes: previewBudgetInBytes, permissions: permissions, workers: workers, now: now)
        let doorbell = Doorbell(file: folder.appendingPathComponent("doorbell"), permissions: permissions)
        self.doorbell = doorbell
        let changes = ChangeFeed(
            catalog: catalog, folder: folder, doorbell: doorbell,
            presence: LibraryPresence(of: folder, libraryIdentifier: identifier))
        self.changes = changes
        // The feed reads the catalog, which must not keep it alive.
        catalog.onCommit { [weak changes] change in
            changes?.noteCommit(change)
            doorbell.ring()
        }
        // A process that was killed between its commit and its ring is heard of now.
        doorbell.ring()
        // What cannot be swept now goes with a later sweep; a library that opens matters more.
        _ = try? blobs.sweepAbandonedStaging()
    }

    /// Whether there is a library in `folder`.
    public static func exists(at folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(LibraryDescription.fileName).path)
    }

    /// Whether there is a library in `folder`.
    ///
    /// - Throws: `LibraryError` if that can't be known, because the folder is closed to this user, or if the library can't be opened.
    package static func isPresent(at folder: URL) throws -> Bool {
        try LibraryDescription.read(from: folder) != nil
    }

    package static func notifyOnStandardError(_ sentence: String) {
        FileHandle.standardError.write(Data("albumen: \(sentence)\n".utf8))
    }

    /// Makes the library's pictures.
    var images: ImagePipeline { ImagePipeline(library: self, shared: sharedImages) }

    /// The workers that read files for this library.
    package func workers() throws(MediaError) -> WorkerPool { try libraryWorkers.pool() }

    /// Ends the library's own threads and its catalog: requests for pictures that wait are never answered, those that a thread
    /// of the library's is at are cancelled. Nobody may be blocked in a call of the library's, nor make one afterwards.
    package func close() throws {
        sharedImages.finish()
        downloads?.finish()
        changes.finish()
        try catalog.close()
    }

    /// Reads the folder's description, or makes a library of an empty folder. Two processes that make it at once agree:
    /// `link` lets one of the two descriptions win.
    private static func description(of folder: URL) throws -> LibraryDescription {
        if let description = try LibraryDescription.read(from: folder) { return description }
        try DurableFile.makeFolder(at: folder)
        let strangers = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix(".") && !LibraryDescription.isOwnName($0) }
        // Another process may have made the library since the first look.
        if let description = try LibraryDescription.read(from: folder) { return description }
        guard strangers.isEmpty else {
            throw LibraryError(
                .notALibrary,
                "\(folder.path) is no library and not empty (it has \"\(strangers.sorted()[0])\"). "
                    + "Name an empty or new folder with --library or ALBUMEN_LIBRARY.")
        }
        try LibraryDescription.make(in: folder)
        guard let made = try LibraryDescription.read(from: folder) else {
            throw LibraryError(.notALibrary, "The library \(folder.path) could not be made.")
        }
        return made
    }
}
