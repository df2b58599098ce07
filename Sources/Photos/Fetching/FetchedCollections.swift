import Albumen
import Synchronization

/// The collections of a fetch as PhotoKit's objects, all in memory: there are few.
final class FetchedCollections<Collection: PHCollection>: FetchedObjects {
    private let held: HeldObjects<Collection>
    /// `nil` if it couldn't be opened, so that nothing changes.
    private let library: Library?
    private let tellsSteps: Bool
    /// The same collections each time, of a version that rises while none of them changes.
    private let snapshot: Mutex<CollectionSnapshot>

    /// - Parameter tellsSteps: whether to find out how the list changes, and not only that it does.
    init(_ snapshot: CollectionSnapshot, library: Library?, tellsSteps: Bool) {
        let view = library.map { LibraryView(library: $0, access: snapshot.access, version: snapshot.version) }
        held = HeldObjects(
            objects: snapshot.collections.compactMap { PHCollection.object(of: $0, view) as? Collection })
        self.library = library
        self.tellsSteps = tellsSteps
        self.snapshot = Mutex(snapshot)
    }

    var count: Int { held.count }

    func object(at index: Int) -> Collection { held.object(at: index) }

    func firstIndex(of object: Collection) -> Int? { held.firstIndex(of: object) }

    func assetCount(of mediaType: PHAssetMediaType) -> Int { 0 }

    func progress(access: Access) throws -> FetchedProgress<Collection>? {
        guard let library else { return nil }
        switch try library.progress(of: snapshot.withLock { $0 }, access: access) {
        case .untouched(let newer):
            snapshot.withLock { if $0.version < newer.version { $0 = newer } }
            return nil
        case .changed(let newer, let change):
            return FetchedProgress(
                after: FetchedCollections(newer, library: library, tellsSteps: tellsSteps),
                change: tellsSteps ? change : nil)
        }
    }
}
