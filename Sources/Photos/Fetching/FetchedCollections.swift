import PhotoLibrary
import Synchronization

/// The collections of a fetch as PhotoKit's objects. All of them are in memory, because there are few.
final class FetchedCollections<Collection: PHCollection>: FetchedObjects {
    private let held: HeldObjects<Collection>
    /// The library with the access at the fetch. `nil` if the library couldn't be opened. In that case nothing changes.
    private let view: LibraryView?
    private let tellsSteps: Bool
    /// A snapshot that always has the same collections. Its version rises while none of them changes.
    private let snapshot: Mutex<CollectionSnapshot>

    /// - Parameter tellsSteps: Whether to compute the steps of a change, and not only whether the list changed.
    init(_ snapshot: CollectionSnapshot, in view: LibraryView?, tellsSteps: Bool) {
        let context = view.map { FetchContext($0, version: snapshot.version) }
        held = HeldObjects(
            objects: snapshot.collections.compactMap { PHCollection.object(of: $0, context) as? Collection })
        self.view = view
        self.tellsSteps = tellsSteps
        self.snapshot = Mutex(snapshot)
    }

    var count: Int { held.count }

    func object(at index: Int) -> Collection { held.object(at: index) }

    func firstIndex(of object: Collection) -> Int? { held.firstIndex(of: object) }

    func assetCount(of mediaType: PHAssetMediaType) -> Int { 0 }

    func progress(for principal: Principal) throws -> FetchedProgress<Collection>? {
        guard let view = view?.library.view(for: principal) else { return nil }
        switch try view.progress(of: snapshot.withLock { $0 }) {
        case .untouched(let newer):
            snapshot.withLock { if $0.version < newer.version { $0 = newer } }
            return nil
        case .changed(let newer, let change):
            return FetchedProgress(
                after: FetchedCollections(newer, in: view, tellsSteps: tellsSteps),
                change: tellsSteps ? change : nil)
        }
    }
}
