import Dispatch
public import Foundation

/// The user's photo library, and the app's access to it.
///
/// Request access before you fetch or change anything:
///
/// ```swift
/// let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
/// if status == .authorized || status == .limited {
///     try await PHPhotoLibrary.shared().performChanges {
///         PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Lisbon")
///     }
/// }
/// ```
///
/// The library is in the folder that `ALBUMEN_LIBRARY` names, else in the folder that Albumen's configuration file
/// names, else in `~/Pictures/Albumen Library`. You can use this class from any thread.
///
/// The library calls blocks and handlers on its own threads. As in Apple's framework, they aren't declared `@Sendable`.
/// Swift therefore infers that a closure in a method of a `@MainActor` class is isolated to the main actor. In the
/// Swift 6 language mode, such a closure stops the program when the library calls it. In the Swift 5 mode, it runs
/// without a check. Write `{ @Sendable in … }` for such a closure, and return to the main actor with
/// `Task { @MainActor in … }`. See <doc:ChangingTheLibrary>.
// Unchecked because the class is open. It has no stored properties.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    private static let instance = PHPhotoLibrary()

    /// Creates another object for the same library, for subclasses in tests of an app. Apps use ``shared()``.
    public override init() {}

    /// Returns the shared object for the library.
    @discardableResult
    open class func shared() -> PHPhotoLibrary {
        instance
    }

    // MARK: Authorization

    /// Returns the app's access at this level. Never asks the user.
    ///
    /// `ALBUMEN_ACCESS` (`authorized`, `limited`, `denied` or `restricted`) answers for the user.
    @discardableResult
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        PhotoLibrarySession.current.status(for: accessLevel)
    }

    /// Asks the user for access, unless the user has already decided.
    ///
    /// Asks at the terminal, and in the gallery's page if a server of the library runs. The first answer counts.
    /// Returns after the user has selected photos if the access is limited. If nobody can be asked, the status is
    /// `denied` until the program ends or the user allows access with `albumen access set`, which a message on standard
    /// error names.
    ///
    /// - Parameter handler: Called once with the status, on a background thread. In a method of a `@MainActor` class,
    ///   write `{ @Sendable status in … }`.
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel, handler: @escaping (PHAuthorizationStatus) -> Void
    ) {
        let session = PhotoLibrarySession.current
        let handler = UncheckedSendable(handler)
        DispatchQueue.global().async { handler.value(session.askForStatus(for: accessLevel)) }
    }

    /// Asks the user for access, unless the user has already decided, and returns the status. Calls
    /// ``requestAuthorization(for:handler:)``.
    @discardableResult
    nonisolated(nonsending) open class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        await withCheckedContinuation { continuation in
            requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
        }
    }

    /// Returns the app's access, with `authorized` in place of `limited`, for apps that don't know limited access.
    @discardableResult
    open class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite).withoutLimited
    }

    /// Asks the user for access, unless the user has already decided.
    ///
    /// - Parameter handler: Called once, on a background thread, with `authorized` in place of `limited`. In a method of
    ///   a `@MainActor` class, write `{ @Sendable status in … }`.
    open class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        requestAuthorization(for: .readWrite) { handler($0.withoutLimited) }
    }

    // MARK: Changes

    /// Changes the library. Commits all requests of the block, or none of them.
    ///
    /// Returns at once. Blocks run one after another, each with its commit. Fetches in the block return the state
    /// before it. After the block, the library asks the user if necessary: once about deletions, and for access if
    /// the app hasn't requested it yet. Creating assets only needs `addOnly`. A block without requests succeeds.
    ///
    /// Change blocks can't be nested: a call inside a block stops the program.
    ///
    /// Errors are ``PHPhotosError``s: 3072 if the user declines a deletion or can't be asked, 3300 for an object that
    /// doesn't support the change, 3301 for invalid indexes, 3302 and 3303 for a file that isn't an image or video or
    /// is missing, 3305 if the disk is full, 3310 and 3311 without access, 3114, 3142 and 3143 if the library became
    /// unavailable, and -1 for everything else.
    ///
    /// - Parameters:
    ///   - changeBlock: The block to call once, on a serial queue of the library. In a method of a `@MainActor` class,
    ///     write `{ @Sendable in … }`.
    ///   - completionHandler: The handler to call once, on that queue, after the change is on disk or has failed. The
    ///     library's observers receive the change first, unless they take more than half a second. Blocks that were
    ///     enqueued meanwhile may have run.
    open func performChanges(
        _ changeBlock: @escaping () -> Void, completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        enqueue(changeBlock, completionHandler)
    }

    /// Changes the library and returns when the change is on disk. Calls ``performChanges(_:completionHandler:)``.
    ///
    /// - Parameter changeBlock: The block to call once, on a serial queue of the library. In a method of a `@MainActor`
    ///   class, write `{ @Sendable in … }`.
    /// - Throws: A ``PHPhotosError``. In that case, the library hasn't changed.
    nonisolated(nonsending) open func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            performChanges(changeBlock) { _, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Changes the library like ``performChanges(_:completionHandler:)``, but waits until the change is on disk,
    /// including the time for the user's decision. The block runs on the caller's thread, after blocks that were
    /// enqueued before it. In a completion handler, it runs at once.
    ///
    /// - Throws: A ``PHPhotosError``. In that case, the library hasn't changed.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        try commit(changeBlock)
    }

    // MARK: Observers

    /// Notifies an observer of all changes from now on, until it is unregistered or deallocated. The library doesn't
    /// retain it. Registering an observer again has no effect.
    ///
    /// Changes by other programs are reported as soon as they are on the disk, without polling. An app without access
    /// to photos receives no changes, except one when its access changes.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        let session = PhotoLibrarySession.current
        session.observers.register(observer, session)
    }

    /// Stops notifying an observer of changes. A call that has begun, or is just beginning on another thread, isn't
    /// interrupted.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        PhotoLibrarySession.current.observers.unregister(observer)
    }

    /// Notifies an observer when the library becomes unavailable, until it is unregistered or deallocated. The
    /// library doesn't retain it.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        let session = PhotoLibrarySession.current
        session.observers.register(observer, session)
    }

    /// Stops notifying an observer of unavailability.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        PhotoLibrarySession.current.observers.unregister(observer)
    }

    /// Notifies an observer of changes in the history from now on, until it is unregistered or deallocated. The library
    /// doesn't retain it. Registering an observer again has no effect.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        let session = PhotoLibrarySession.current
        session.observers.register(observer, session)
    }

    /// Stops notifying an observer of changes in the history, as ``unregisterChangeObserver(_:)`` does. Does nothing if
    /// it isn't registered.
    open func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        PhotoLibrarySession.current.observers.unregister(observer)
    }

    /// The reason why the library is unavailable, as a ``PHPhotosError``, or `nil` if it's available: 3142 if its
    /// folder was moved or deleted while it was open, 3143 if another library replaced it, 3114 if its volume was
    /// unmounted, -1 if it can't be opened.
    ///
    /// Reads the file system. An unavailable library stays unavailable until the program ends.
    open var unavailabilityReason: (any Error)? { findUnavailabilityReason() }

    // MARK: History

    /// The library's current state, for ``fetchPersistentChanges(since:)`` later. Blocks while the library is opened
    /// and a row is read. Safe to use from any thread. Doesn't ask for access.
    ///
    /// If the app may not read the library, or the library can't be opened, the token belongs to no library. It can
    /// be stored like any other. Fetching with it fails with 3105, after which an app reads everything anew, so it
    /// misses no change.
    open var currentChangeToken: PHPersistentChangeToken { makeCurrentChangeToken() }

    /// Returns the changes after a token, by any program. Blocks while the library is opened and a row is read. Safe
    /// to use from any thread.
    ///
    /// With limited access these are the changes to everything that the app may see now: assets chosen for it, also
    /// those deleted since, and the albums and folders that it sees.
    ///
    /// - Parameter token: A token from ``currentChangeToken`` or ``PHPersistentChange/changeToken``.
    /// - Throws: A ``PHPhotosError``: 3105 if the history no longer goes back to the token, or if the token belongs
    ///   to another library or to a state that the library lost when it was restored. Then read everything anew and
    ///   use the current token. 3310 or 3311 without access, -1 if the library can't be opened.
    @discardableResult
    open func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        try persistentChanges(since: token)
    }

    // MARK: Cloud identifiers

    /// Returns the cloud identifiers of assets, albums and folders. Blocks while the catalog is read.
    ///
    /// - Returns: For each given identifier its cloud identifier or a ``PHPhotosError``: 3201 if the app sees no
    ///   object with that identifier, 3310 or 3311 without access.
    open func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        cloudIdentifiers(of: localIdentifiers)
    }

    /// Returns the local identifiers of the assets, albums and folders with these cloud identifiers. Blocks while the
    /// catalog is read.
    ///
    /// - Returns: For each given identifier its local identifier or a ``PHPhotosError``: 3201 if the app sees no
    ///   object with that identifier, 3202 if several assets have the same bytes (``PHLocalIdentifiersErrorKey``
    ///   lists them), 3310 or 3311 without access.
    open func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localIdentifiers(of: cloudIdentifiers)
    }

    /// Returns the local identifiers of the assets, albums and folders with these cloud identifiers, one for each. Blocks
    /// while the catalog is read.
    ///
    /// Works like ``localIdentifierMappings(for:)``, but never fails with 3202. If several assets have the same bytes,
    /// the asset that was added first represents them. In Apple's framework, these are the records that iCloud has
    /// synced. Albumen's cloud identifiers need no service, so all assets, albums and folders have one.
    ///
    /// - Returns: For each given identifier its local identifier or a ``PHPhotosError``: 3201 if the app sees no
    ///   object with that identifier, 3310 or 3311 without access.
    open func localIdentifierMappings(
        forSynced cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localIdentifiers(of: cloudIdentifiers, takesFirst: true)
    }
}
