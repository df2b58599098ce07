package import BlobStore
package import Catalog
public import Foundation
package import LibraryFiles
package import MediaRequests
package import MediaWork
package import Places
package import Records
import Synchronization

/// A photo library: a folder with a catalog, originals and derivatives. Several processes can open it at the same time.
///
/// Any thread can use a library. The time to open it doesn't depend on the number of assets.
public final class Library: Sendable {
    /// The library's folder.
    public let folder: URL
    /// The library's unique identifier, which stays the same if its folder is moved.
    public let identifier: String

    /// The permissions of new files.
    package let permissions: LibraryPermissions
    package let catalog: Catalog
    package let blobs: LocalBlobStore
    /// The connection to the place that has originals which aren't in `blobs`.
    package let cloud: CloudConnection
    /// Waits until the place has a change, in durable mode.
    package let confirmation: ChangeConfirmation
    package let derivatives: Derivatives
    package let doorbell: Doorbell
    /// Reports the commits of all processes.
    package let changes: ChangeFeed
    package let now: @Sendable () -> Date
    package let makeUUID: @Sendable () -> UUID
    /// Where the folder was when it was opened, or `nil` if its status couldn't be read.
    package let tokenPlace: TokenPlace?
    private let libraryWorkers: LibraryWorkers
    let keptMoments = Mutex<[Access: (version: Int64, moments: Moments)]>([:])
    /// Originals under their own names, for programs that need a path. `nil` before the first one.
    let namedOriginals = Mutex<NamedOriginals?>(nil)
    /// The copies for the URLs of image requests. `nil` before the first one.
    let namedImages = Mutex<NamedOriginals?>(nil)
    /// The vocabulary of suggestions for searches.
    let vocabulary = KeptVocabulary()
    private let sharedImages = ImagePipeline.Shared()
    let sharedMovies: MoviePlayback.Shared

    /// Opens the library in `folder`. Creates a library if the folder is missing or empty.
    ///
    /// Only the library's owner, and the group that it is shared with, can use its files. If other users could read
    /// an existing library of this user, its folder is closed to them, and a message on standard error reports that.
    ///
    /// - Throws: `LibraryError` if the folder contains other files or a newer library, or if this user may not use it.
    public convenience init(at folder: URL) throws {
        try self.init(at: folder, workerExecutable: nil)
    }

    package init(
        at folder: URL, workerExecutable: String?, now: @escaping @Sendable () -> Date = { Date() },
        makeUUID: @escaping @Sendable () -> UUID = { UUID() },
        previewBudgetInBytes: Int64 = Derivatives.defaultBudgetInBytes,
        partBudgetInBytes: Int64 = MoviePartStore.usualBudgetInBytes, remote: (any RemoteBlobStore)? = nil,
        gazetteer: @escaping @Sendable () throws -> Gazetteer = { try Gazetteer.shared() },
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
        self.tokenPlace = TokenPlace(of: folder)
        let blobs = try LocalBlobStore(root: folder, permissions: permissions)
        self.blobs = blobs
        let catalog = try Catalog(
            at: folder.appendingPathComponent("catalog.sqlite"), permissions: permissions, gazetteer: gazetteer)
        self.catalog = catalog
        blobs.locateEmbedded { digest in
            try catalog.readOnce { try $0.resources(sha256: digest) }.compactMap { resource in
                resource.container.map { EmbeddedBlob(place: $0, size: resource.fileSize) }
            }
        }
        self.cloud = CloudConnection(ofLibrary: folder, blobs: blobs, catalog, remote: remote)
        let confirmation = ChangeConfirmation(ofLibrary: folder, catalog)
        self.confirmation = confirmation
        // It retains the catalog, so the catalog must not retain it.
        catalog.confirmDurableChanges { [weak confirmation] change in
            guard let confirmation else { throw CatalogError(.closed, "The library was closed.") }
            try confirmation.wait(for: change)
        }
        self.derivatives = Derivatives(
            in: folder, budgetInBytes: previewBudgetInBytes, permissions: permissions, workers: workers, now: now)
        self.sharedMovies = MoviePlayback.Shared(
            MoviePartStore(in: folder, budgetInBytes: partBudgetInBytes, permissions: permissions))
        let doorbell = Doorbell(file: folder.appendingPathComponent("doorbell"), permissions: permissions)
        self.doorbell = doorbell
        let changes = ChangeFeed(
            catalog: catalog, folder: folder, doorbell: doorbell,
            presence: LibraryPresence(of: folder, libraryIdentifier: identifier))
        self.changes = changes
        // The feed retains the catalog, so the catalog must not retain the feed.
        catalog.onCommit { [weak changes] change in
            changes?.noteCommit(change)
            doorbell.ring()
        }
        // A process may have been killed after its commit and before it rang. Notify others of that commit.
        doorbell.ring()
        // A failed sweep or removal mustn't prevent opening the library. The next opening tries again.
        _ = try? blobs.sweepAbandonedStaging()
        _ = try? finishRemovals()
    }

    /// Whether there is a library in `folder`.
    public static func exists(at folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(LibraryDescription.fileName).path)
    }

    /// Whether there is a library in `folder`.
    ///
    /// - Throws: `LibraryError` if that can't be determined because this user may not read the folder, or if the
    ///   library can't be opened.
    package static func isPresent(at folder: URL) throws -> Bool {
        try LibraryDescription.read(from: folder) != nil
    }

    package static func notifyOnStandardError(_ sentence: String) {
        FileHandle.standardError.write(Data("albumen: \(sentence)\n".utf8))
    }

    /// The pipeline that makes the library's images.
    var images: ImagePipeline { ImagePipeline(library: self, shared: sharedImages) }

    /// The workers that read files for this library.
    package func workers() throws(MediaError) -> WorkerPool { try libraryWorkers.pool() }

    /// Ends the library's threads and closes its catalog. Waiting image requests get no result, and running ones are
    /// cancelled.
    ///
    /// - Important: No thread may be blocked in a call of the library, or call it afterwards.
    package func close() throws {
        sharedImages.finish()
        sharedMovies.finish()
        cloud.finish()
        vocabulary.finish()
        changes.finish()
        namedOriginals.withLock { $0.take() }?.remove()
        namedImages.withLock { $0.take() }?.remove()
        try catalog.close()
    }

    /// Reads the folder's description. Creates a library if the folder is empty.
    ///
    /// Two processes can create it at the same time: `link` succeeds for only one of the two descriptions.
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
                "\(folder.path) isn't a library, and it isn't empty (it has \"\(strangers.sorted()[0])\"). "
                    + "Name an empty or new folder with --library or ALBUMEN_LIBRARY.")
        }
        try LibraryDescription.make(in: folder)
        guard let made = try LibraryDescription.read(from: folder) else {
            throw LibraryError(.notALibrary, "The library \(folder.path) couldn't be created.")
        }
        return made
    }
}
