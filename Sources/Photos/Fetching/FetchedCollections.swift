import Albumen
import Records
import Synchronization

/// The collections of a fetch, all in memory: there are few.
final class FetchedCollections<Collection: PHCollection>: FetchedObjects {
    private let held: HeldObjects<Collection>
    private let library: Library?
    private let principal: Principal
    private let tellsSteps: Bool
    private let fetch: @Sendable (Principal, Int64) throws -> [Collection]
    /// Up to which change nothing of them changed.
    private let version: Mutex<Int64>

    /// - Parameters:
    ///   - library: nil where there is none, and so nothing that changes.
    ///   - fetch: finds them, now and each time that something may have changed. Its second argument is the library's
    ///     version.
    init(
        library: Library?, principal: Principal, tellsSteps: Bool,
        fetch: @escaping @Sendable (Principal, Int64) throws -> [Collection]
    ) throws {
        // Read first: a change that comes in between is then told once too often, not once too seldom.
        let current = try library?.view(for: principal).version() ?? 0
        version = Mutex(current)
        held = HeldObjects(objects: try fetch(principal, current))
        self.library = library
        self.principal = principal
        self.tellsSteps = tellsSteps
        self.fetch = fetch
    }

    var count: Int { held.count }

    func object(at index: Int) -> Collection { held.object(at: index) }

    func firstIndex(of object: Collection) -> Int? { held.firstIndex(of: object) }

    func assetCount(of mediaType: PHAssetMediaType) -> Int { 0 }

    func progress(for principal: Principal) throws -> FetchedProgress<Collection>? {
        guard let view = library?.view(for: principal) else { return nil }
        let since = version.withLock { $0 }
        guard let (latest, touched) = try view.collectionsTouched(after: since) else {
            return FetchedProgress(after: try refetched(view), change: nil)
        }
        guard try mayDiffer(touched, since: since, latest: latest, view) else {
            version.withLock { $0 = max($0, latest) }
            return nil
        }
        let newer = try refetched(view)
        let after = newer.held.objects
        let known = Dictionary(
            held.objects.map { ($0.localIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
        var changed = Set<String>()
        for collection in after {
            guard let before = known[collection.localIdentifier] else { continue }
            if collection.isOther(than: before, touched) { changed.insert(collection.localIdentifier) }
        }
        let change = ListChange(
            from: held.objects.map(\.localIdentifier), to: after.map(\.localIdentifier),
            isChanged: changed.contains)
        guard !change.isEmpty else {
            version.withLock { $0 = max($0, latest) }
            return nil
        }
        return FetchedProgress(after: newer, change: tellsSteps ? change : nil)
    }

    private func refetched(_ view: LibraryView) throws -> FetchedCollections {
        try FetchedCollections(
            library: view.library, principal: view.principal, tellsSteps: tellsSteps, fetch: fetch)
    }

    /// Which albums a client with limited access sees depends on their members.
    private func mayDiffer(
        _ touched: TouchedCollections, since: Int64, latest: Int64, _ view: LibraryView
    ) throws -> Bool {
        guard since < latest || view.principal != principal else { return false }
        if touched.areRearranged || !touched.changed.isEmpty || view.access != .full || principal.access != .full { return true }
        guard held.objects.isEmpty || held.objects.contains(where: \.isOfMoments) else { return false }
        return try view.momentsMayDiffer(since: since)
    }
}

extension PHCollection {
    /// Whether time makes it.
    fileprivate var isOfMoments: Bool {
        switch self {
        case let album as PHAssetCollection: album.assetCollectionType == .moment
        case let list as PHCollectionList: list.collectionListType == .momentList
        default: false
        }
    }

    /// Whether what can be asked of it is another than of an earlier state of it.
    func isOther(than before: PHCollection, _ touched: TouchedCollections) -> Bool {
        switch (self, before) {
        case (let album as PHAssetCollection, let earlier as PHAssetCollection):
            switch (album.content, earlier.content) {
            case (.album(let record, _), _): touched.changed.contains(record.uuid)
            case (.moment(let moment, _), .moment(let other, _)): moment != other
            default: false
            }
        case (let list as PHCollectionList, let earlier as PHCollectionList):
            switch (list.content, earlier.content) {
            case (.folder(let record, _), _): touched.changed.contains(record.uuid)
            case (.momentList(let list, _), .momentList(let other, _)): list != other
            default: false
            }
        default: false
        }
    }
}
