import Albumen
import Records

/// One or more changes of a library's history, and their effects on a client's objects.
struct LibraryChange: Sendable {
    /// Numbers in the library's history: a single one for the changes that observers receive. Nil if only the app's access
    /// changed.
    let numbers: ClosedRange<Int64>?
    let library: Library
    let session: PhotoLibrarySession

    /// Calls `find` with the access that the client has now: without any, every result becomes an empty one. Returns `nil` if
    /// the catalog can't be read.
    func answer<Details>(_ find: (LibraryChange, LibraryView) throws -> Details?) -> Details? {
        do {
            return try PhotoLibrarySession.$current.withValue(session) {
                try find(self, session.currentView(of: library))
            }
        } catch {
            Diagnostics.report("What a change did cannot be told: \(error)")
            return nil
        }
    }

    func details<T: PHObject>(for object: T, in view: LibraryView) throws -> PHObjectChangeDetails<T>? {
        switch object {
        case let asset as PHAsset: try changeDetails(ofAsset: asset, in: view)?.of(object)
        case let collection as PHCollection:
            try after(collection, in: view, where: { $0.changed.contains($1) }).map {
                Details(after: $0.collection, contentChanged: false).of(object)
            }
        default: nil
        }
    }

    func details(
        forContentsOf list: PHCollectionList, _ folder: CollectionRecord, in view: LibraryView
    ) throws -> PHObjectChangeDetails<PHCollectionList>? {
        let found = try after(list, in: view) { touched, uuid in
            try touched.changed.contains(uuid)
                || touched.changed.contains { try view.isCollection($0, within: folder.id) }
        }
        return found.map { Details(after: $0.collection, contentChanged: false).of(list) }
    }

    private struct Details {
        var after: PHObject?
        var contentChanged: Bool

        func of<T>(_ object: T) -> PHObjectChangeDetails<T> {
            PHObjectChangeDetails(before: object, after: after as? T, contentChanged: contentChanged)
        }
    }

    private func changeDetails(ofAsset asset: PHAsset, in view: LibraryView) throws -> Details? {
        guard let numbers, let record = asset.record, asset.library === library,
            let touched = try view.assetTouched(record.id, by: numbers)
        else { return nil }
        let context = FetchContext(view, version: try view.version())
        let after =
            try view.asset(withUUID: record.uuid)
            ?? (record.trashedDate == nil ? nil : view.trashedAsset(withUUID: record.uuid))
        // What happens in Recently Deleted is out of sight, but for those who look there.
        if after == nil, touched.wasTrashed, record.trashedDate == nil { return nil }
        return Details(
            after: after.map { PHAsset(record: $0, context: context) }, contentChanged: touched.contentChanged)
    }

    private struct Found {
        /// Nil for one that is gone.
        var collection: PHCollection?
    }

    /// What a collection is now; nil where the change did nothing to it.
    private func after(
        _ collection: PHCollection, in view: LibraryView,
        where isTouched: (TouchedCollections, String) throws -> Bool
    ) throws -> Found? {
        guard let numbers else { return nil }
        let context = FetchContext(view, version: try view.version())
        switch ((collection as? PHAssetCollection)?.content, (collection as? PHCollectionList)?.content) {
        case (.album(let record, let old), _), (_, .folder(let record, let old)):
            guard old.library === library else { return nil }
            let touched = try view.collectionsTouched(by: numbers)
            let isOther = try isTouched(touched, record.uuid)
            guard isOther || touched.deleted.contains(record.uuid) else { return nil }
            let after = try view.collection(uuid: record.uuid)
            return Found(collection: after.flatMap { context.collections([$0]).first })
        case (.moment(let moment, let old), _):
            guard old.library === library, try view.momentsMayDiffer(since: numbers.lowerBound - 1) else {
                return nil
            }
            let now = try context.moments().moments.first { $0.uuid == moment.uuid }
            return now == moment ? nil : Found(collection: now.map(context.album))
        case (_, .momentList(let list, let old)):
            guard old.library === library, try view.momentsMayDiffer(since: numbers.lowerBound - 1) else {
                return nil
            }
            let now = try context.moments().list(uuid: list.uuid)
            return now == list ? nil : Found(collection: now.map(context.list))
        default: return nil
        }
    }
}
