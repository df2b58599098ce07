import Albumen
import Catalog
public import Foundation

/// A change of the photo library, as an observer hears of it.
/// Safe to use from any thread.
// Unchecked because open: all its own state is constant.
open class PHChange: NSObject, @unchecked Sendable {
    /// Of the library's history: one for a change that an observer hears of. Nil if only the app's access changed.
    private let numbers: ClosedRange<Int64>?
    private let library: Library
    private let session: PhotoLibrarySession

    init(_ numbers: ClosedRange<Int64>?, of library: Library, session: PhotoLibrarySession) {
        self.numbers = numbers
        self.library = library
        self.session = session
    }

    /// What the change did to an object; `nil` where it did nothing to it.
    ///
    /// Of an album it tells another title, count or dates, and that members came, went or moved, but not which: fetch the
    /// members and ask for details of that result. A folder has changed, too, when something directly in it came, went or
    /// moved, but not when something in it changed; for that there is ``changeDetails(forContentsOf:)``. Smart albums, whose
    /// members are what a rule finds, never change.
    ///
    /// The object afterwards is the newest there is, which may already have changed again.
    public func changeDetails<T: PHObject>(for object: T) -> PHObjectChangeDetails<T>? {
        answer { try details(for: object, $0) }
    }

    func details<T: PHObject>(for object: T, _ access: Access) throws -> PHObjectChangeDetails<T>? {
        switch object {
        case let asset as PHAsset: try changeDetails(ofAsset: asset, access)?.of(object)
        case let collection as PHCollection:
            try after(collection, access, in: { $0.changed.contains($1) }).map {
                Details(after: $0.collection, contentChanged: false).of(object)
            }
        default: nil
        }
    }

    /// What has become of a fetch result since it was fetched; `nil` where nothing has.
    ///
    /// The details always lead to the newest state, so that it does no harm when several changes are told at once: the first
    /// details asked for tell all of it, those after them are `nil`. Replace the result with
    /// ``PHFetchResultChangeDetails/fetchResultAfterChanges`` and ask about that one next time, where it is shown: on the main
    /// queue.
    ///
    /// Costs what has changed, whatever the size of the library. A result that is cut off by a limit, or that the app has
    /// limited access to, may be fetched anew.
    public func changeDetails<T: PHObject>(for fetchResult: PHFetchResult<T>) -> PHFetchResultChangeDetails<T>? {
        answer { try PHFetchResultChangeDetails(of: fetchResult, access: $0) }
    }

    /// As ``changeDetails(for:)-(T)``, but of all that is in a folder at any depth: also when an album in it has another
    /// title, or other members. Not in Apple's framework.
    public func changeDetails(forContentsOf list: PHCollectionList) -> PHObjectChangeDetails<PHCollectionList>? {
        guard let folder = list.folderRecord else { return changeDetails(for: list) }
        return answer { access in
            let found = try after(list, access) { touched, uuid in
                try touched.changed.contains(uuid)
                    || touched.changed.contains { try self.library.isCollection($0, within: folder.id) }
            }
            return found.map { Details(after: $0.collection, contentChanged: false).of(list) }
        }
    }

    private func answer<Details>(_ find: (Access) throws -> Details?) -> Details? {
        do {
            // Without access every result becomes an empty one.
            return try PhotoLibrarySession.$current.withValue(session) { try find(session.accessForChanging ?? .none) }
        } catch {
            Diagnostics.report("What a change did cannot be told: \(error)")
            return nil
        }
    }

    private struct Details {
        var after: PHObject?
        var contentChanged: Bool

        func of<T>(_ object: T) -> PHObjectChangeDetails<T> {
            PHObjectChangeDetails(before: object, after: after as? T, contentChanged: contentChanged)
        }
    }

    private func changeDetails(ofAsset asset: PHAsset, _ access: Access) throws -> Details? {
        guard let numbers, let record = asset.record, asset.library === library,
            let touched = try library.assetTouched(record.id, by: numbers)
        else { return nil }
        let view = LibraryView(library: library, access: access, version: try library.version())
        let after =
            try library.asset(withUUID: record.uuid, access: access)
            ?? (record.trashedDate == nil ? nil : library.trashedAsset(withUUID: record.uuid, access: access))
        // What happens in Recently Deleted is out of sight, but for those who look there.
        if after == nil, touched.wasTrashed, record.trashedDate == nil { return nil }
        return Details(
            after: after.map { PHAsset(record: $0, view: view) }, contentChanged: touched.contentChanged)
    }

    private struct Found {
        /// Nil for one that is gone.
        var collection: PHCollection?
    }

    /// What a collection is now; nil where the change did nothing to it.
    private func after(
        _ collection: PHCollection, _ access: Access,
        in isTouched: (TouchedCollections, String) throws -> Bool
    ) throws -> Found? {
        guard let numbers else { return nil }
        let view = LibraryView(library: library, access: access, version: try library.version())
        switch ((collection as? PHAssetCollection)?.content, (collection as? PHCollectionList)?.content) {
        case (.album(let record, let old), _), (_, .folder(let record, let old)):
            guard old.library === library else { return nil }
            let touched = try library.collectionsTouched(by: numbers)
            let isOther = try isTouched(touched, record.uuid)
            guard isOther || touched.deleted.contains(record.uuid) else { return nil }
            let after = try library.collection(uuid: record.uuid, access: access)
            return Found(collection: after.flatMap { view.collections([$0]).first })
        case (.moment(let moment, let old), _):
            guard old.library === library, try library.momentsMayDiffer(since: numbers.lowerBound - 1) else {
                return nil
            }
            let now = try view.moments().moments.first { $0.uuid == moment.uuid }
            return now == moment ? nil : Found(collection: now.map(view.album))
        case (_, .momentList(let list, let old)):
            guard old.library === library, try library.momentsMayDiffer(since: numbers.lowerBound - 1) else {
                return nil
            }
            let now = try view.moments().list(uuid: list.uuid)
            return now == list ? nil : Found(collection: now.map(view.list))
        default: return nil
        }
    }
}
