import Albumen
import Records
import Synchronization

/// The collections of a fetch, all in memory: there are few.
final class FetchedCollections<Collection: PHCollection>: FetchedObjects {
    private let held: HeldObjects<Collection>
    private let library: Library?
    private let access: Access
    private let tellsSteps: Bool
    private let fetch: @Sendable (Access, Int64) throws -> [Collection]
    /// Up to which change nothing of them changed.
    private let version: Mutex<Int64>

    /// - Parameters:
    ///   - library: nil where there is none, and so nothing that changes.
    ///   - fetch: finds them, now and each time that something may have changed. Its second argument is the library's
    ///     version.
    init(
        library: Library?, access: Access, tellsSteps: Bool,
        fetch: @escaping @Sendable (Access, Int64) throws -> [Collection]
    ) throws {
        // Read first: a change that comes in between is then told once too often, not once too seldom.
        let current = try library?.version() ?? 0
        version = Mutex(current)
        held = HeldObjects(objects: try fetch(access, current))
        self.library = library
        self.access = access
        self.tellsSteps = tellsSteps
        self.fetch = fetch
    }

    var count: Int { held.count }

    func object(at index: Int) -> Collection { held.object(at: index) }

    func firstIndex(of object: Collection) -> Int? { held.firstIndex(of: object) }

    func assetCount(of mediaType: PHAssetMediaType) -> Int { 0 }

    func progress(access: Access) throws -> FetchedProgress<Collection>? {
        guard let library else { return nil }
        let since = version.withLock { $0 }
        guard let (latest, touched) = try library.collectionsTouched(after: since) else {
            return FetchedProgress(after: try refetched(library, access), change: nil)
        }
        guard try mayDiffer(touched, since: since, latest: latest, access) else {
            version.withLock { $0 = max($0, latest) }
            return nil
        }
        let newer = try refetched(library, access)
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

    private func refetched(_ library: Library, _ access: Access) throws -> FetchedCollections {
        try FetchedCollections(library: library, access: access, tellsSteps: tellsSteps, fetch: fetch)
    }

    /// Which albums a client with limited access sees depends on their members.
    private func mayDiffer(
        _ touched: TouchedCollections, since: Int64, latest: Int64, _ access: Access
    ) throws -> Bool {
        guard since < latest || access != self.access else { return false }
        if touched.areRearranged || !touched.changed.isEmpty || access != .full || self.access != .full { return true }
        guard let library, held.objects.isEmpty || held.objects.contains(where: \.isOfMoments) else { return false }
        return try library.momentsMayDiffer(since: since)
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
