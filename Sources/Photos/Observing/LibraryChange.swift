import PhotoLibrary

/// One or more changes of a library's history, and their effects on a client's objects.
struct LibraryChange: Sendable {
    /// The numbers of the changes in the library's history, a single one for the changes that observers receive. `nil`
    /// if only the app's access changed.
    let numbers: ClosedRange<Int64>?
    let library: Library
    let session: PhotoLibrarySession

    /// Calls `find` with the client's current access. Without access, every result becomes empty. Returns `nil` if the
    /// catalog can't be read.
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
        case let asset as PHAsset: try details(ofAsset: asset, in: view)?.of(object)
        case let collection as PHCollection: try details(of: collection, in: view)?.of(object)
        default: nil
        }
    }

    func details(
        forContentsOf list: PHCollectionList, in view: LibraryView
    ) throws -> PHObjectChangeDetails<PHCollectionList>? {
        try details(of: list, includesContents: true, in: view)?.of(list)
    }

    private struct Details {
        var after: PHObject?
        var contentChanged: Bool

        func of<T>(_ object: T) -> PHObjectChangeDetails<T> {
            PHObjectChangeDetails(before: object, after: after as? T, contentChanged: contentChanged)
        }
    }

    private func details(ofAsset asset: PHAsset, in view: LibraryView) throws -> Details? {
        guard let numbers, let record = asset.record, asset.library === library,
            let change = try view.change(ofAsset: record, by: numbers)
        else { return nil }
        let context = FetchContext(view, version: change.version)
        return Details(
            after: change.after.map { PHAsset(record: $0, context: context) }, contentChanged: change.contentChanged)
    }

    private func details(
        of collection: PHCollection, includesContents: Bool = false, in view: LibraryView
    ) throws -> Details? {
        guard let numbers, let fetched = collection.fetched, collection.library === library,
            let change = try view.change(of: fetched, by: numbers, includesContents: includesContents)
        else { return nil }
        let context = FetchContext(view, version: change.version)
        return Details(
            after: change.after.flatMap { PHCollection.object(of: $0, context) }, contentChanged: change.contentChanged)
    }
}
