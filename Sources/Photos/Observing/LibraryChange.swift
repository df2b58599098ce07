import Albumen

/// One or more changes of a library's history, and their effects on a client's objects.
struct LibraryChange: Sendable {
    /// Numbers in the library's history: a single one for the changes that observers receive. Nil if only the app's access
    /// changed.
    let numbers: ClosedRange<Int64>?
    let library: Library
    let session: PhotoLibrarySession

    /// Calls `find` with the access that the client has now: without any, every result becomes an empty one. Returns `nil` if
    /// the catalog can't be read.
    func answer<Details>(_ find: (LibraryChange, Access) throws -> Details?) -> Details? {
        do {
            return try PhotoLibrarySession.$current.withValue(session) {
                try find(self, session.accessForChanging ?? .none)
            }
        } catch {
            Diagnostics.report("What a change did cannot be told: \(error)")
            return nil
        }
    }

    func details<T: PHObject>(for object: T, _ access: Access) throws -> PHObjectChangeDetails<T>? {
        switch object {
        case let asset as PHAsset: try details(ofAsset: asset, access)?.of(object)
        case let collection as PHCollection: try details(of: collection, access)?.of(object)
        default: nil
        }
    }

    func details(
        forContentsOf list: PHCollectionList, _ access: Access
    ) throws -> PHObjectChangeDetails<PHCollectionList>? {
        try details(of: list, includesContents: true, access)?.of(list)
    }

    private struct Details {
        var after: PHObject?
        var contentChanged: Bool

        func of<T>(_ object: T) -> PHObjectChangeDetails<T> {
            PHObjectChangeDetails(before: object, after: after as? T, contentChanged: contentChanged)
        }
    }

    private func details(ofAsset asset: PHAsset, _ access: Access) throws -> Details? {
        guard let numbers, let record = asset.record, asset.library === library,
            let change = try library.change(ofAsset: record, by: numbers, access: access)
        else { return nil }
        let view = LibraryView(library: library, access: access, version: change.version)
        return Details(
            after: change.after.map { PHAsset(record: $0, view: view) }, contentChanged: change.contentChanged)
    }

    private func details(
        of collection: PHCollection, includesContents: Bool = false, _ access: Access
    ) throws -> Details? {
        guard let numbers, let fetched = collection.fetched, collection.library === library,
            let change = try library.change(
                of: fetched, by: numbers, includesContents: includesContents, access: access)
        else { return nil }
        let view = LibraryView(library: library, access: access, version: change.version)
        return Details(
            after: change.after.flatMap { PHCollection.object(of: $0, view) }, contentChanged: change.contentChanged)
    }
}
