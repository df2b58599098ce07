import Foundation
import Records

/// Runs a fetch of collections for one client.
struct CollectionFinder {
    /// The view, or `nil` if the library couldn't be opened. Smart albums don't need a view.
    let view: LibraryView?
    let access: Access
    /// The number of the library's last change before the fetch.
    let version: Int64

    func collections(_ fetch: CollectionFetch) throws -> [FetchedCollection] {
        guard access.canSeeAssets else { return [] }
        return try fetch.choose(from: find(fetch.source)) { try values(of: $0, withDates: fetch.usesDates) }
    }

    private func find(_ source: CollectionFetch.Source) throws -> [FetchedCollection] {
        switch source {
        case .nothing: return []
        case .smartAlbums(let albums): return albums.map(FetchedCollection.smartAlbum)
        case .objects(let objects): return objects.map(FetchedCollection.object)
        case .rootFolder: return [.rootFolder]
        case .albumsWithUUIDs(let uuids): return try albums(withUUIDs: uuids)
        default: return try view.map { try find(source, in: $0) } ?? []
        }
    }

    private func find(_ source: CollectionFetch.Source, in view: LibraryView) throws -> [FetchedCollection] {
        switch source {
        case .nothing, .smartAlbums, .objects, .rootFolder, .albumsWithUUIDs: []
        case .albums(let subtype):
            try view.albums(subtype: subtype).map(FetchedCollection.init)
        case .folders: try view.folders().map(FetchedCollection.init)
        case .moments: try view.moments().moments.map(FetchedCollection.moment)
        case .momentLists(let subtypes):
            try lists(subtypes, view.moments())
        case .listsWithUUIDs(let uuids): try lists(withUUIDs: uuids, in: view)
        case .albumsContaining(let asset):
            try view.albums(containingAsset: asset).map(FetchedCollection.init)
        case .momentContaining(let uuid):
            // The asset's date may have changed since it was fetched.
            try view.asset(withUUID: uuid)
                .flatMap { try moment(containing: $0, in: view) }.map { [.moment($0)] } ?? []
        case .parent(let collection):
            try view.parent(of: collection).map { [FetchedCollection($0)] } ?? []
        case .momentListsContaining(let moment, let subtypes):
            try momentLists(subtypes, containing: moment, in: view)
        case .momentsInList(let uuid):
            try moments(inList: uuid, in: view)
        case .children(let folder?):
            try view.children(ofFolder: folder).map(FetchedCollection.init)
        case .children(nil): try view.topLevelCollections().map(FetchedCollection.init)
        }
    }

    // MARK: By identifier

    private func albums(withUUIDs uuids: Set<String>) throws -> [FetchedCollection] {
        let smartAlbums = SmartAlbum.all.filter { uuids.contains($0.uuid) }
        let found = smartAlbums.map(FetchedCollection.smartAlbum)
        let others = uuids.subtracting(smartAlbums.map(\.uuid))
        guard !others.isEmpty, let view else { return found }
        let records = try view.collections(uuids: Array(others))
        let rest = others.subtracting(records.map(\.uuid))
        return try found + records.filter { $0.kind == .album }.map(FetchedCollection.init)
            + moments(among: rest, view) { $0.moments(uuids: rest).map { .moment($0) } }
    }

    private func lists(withUUIDs uuids: Set<String>, in view: LibraryView) throws -> [FetchedCollection] {
        guard !uuids.isEmpty else { return [] }
        let records = try view.collections(uuids: Array(uuids))
        let rest = uuids.subtracting(records.map(\.uuid))
        let roots = uuids.contains(FetchedCollection.rootFolderUUID) ? [FetchedCollection.rootFolder] : []
        return try roots + records.filter { $0.kind == .folder }.map(FetchedCollection.init)
            + moments(among: rest, view) { moments in
                (moments.clusters + moments.years).filter { rest.contains($0.uuid) }.map { .momentList($0) }
            }
    }

    /// Reads moments only if a UUID can belong to one, because finding moments reads all assets.
    private func moments(
        among uuids: Set<String>, _ view: LibraryView, _ find: (Moments) -> [FetchedCollection]
    ) throws -> [FetchedCollection] {
        uuids.contains(where: Moments.canHaveUUID) ? find(try view.moments()) : []
    }

    // MARK: Moments

    private func lists(_ subtypes: [MomentList.Subtype], _ moments: Moments) -> [FetchedCollection] {
        subtypes.flatMap(moments.lists).map(FetchedCollection.momentList)
    }

    private func momentLists(
        _ subtypes: [MomentList.Subtype], containing moment: Moment, in view: LibraryView
    ) throws -> [FetchedCollection] {
        let moments = try view.moments()
        return subtypes.compactMap { moments.list($0, containing: moment) }.map(FetchedCollection.momentList)
    }

    private func moments(inList uuid: String, in view: LibraryView) throws -> [FetchedCollection] {
        let moments = try view.moments()
        // The library may have changed since the list was fetched, so the list's own indexes may be stale.
        return moments.list(uuid: uuid).map(moments.moments)?.map(FetchedCollection.moment) ?? []
    }

    /// The moment that includes the asset's date, because moments don't overlap. Returns `nil` for an asset that no
    /// moment shows, such as a hidden one.
    private func moment(containing asset: AssetRecord, in view: LibraryView) throws -> Moment? {
        guard let candidate = try view.moments().moment(at: asset.creationDate) else { return nil }
        var fetch = AssetFetch()
        fetch.membership = .moment(candidate)
        fetch.restrictions = [AssetFetch.identifierFilter([asset.uuid])]
        return try view.assetCount(fetch) > 0 ? candidate : nil
    }

    // MARK: Values

    private func values(of collection: FetchedCollection, withDates: Bool) throws -> CollectionValues {
        var values = CollectionValues(
            localIdentifier: "", localizedTitle: nil, startDate: nil, endDate: nil, estimatedAssetCount: NSNotFound)
        switch collection {
        case .object(let object): return object.values(withDates: withDates)
        case .rootFolder: break
        case .smartAlbum(let album): values.localizedTitle = album.localizedTitle
        case .folder(let record): values.localizedTitle = record.title
        case .album(let record):
            values.localizedTitle = record.title
            values.estimatedAssetCount = record.shownCount
            if withDates, let view {
                let members = try view.memberSummary(ofAlbum: record.id, at: version)
                (values.startDate, values.endDate) = (members.startDate, members.endDate)
            }
        case .moment(let moment):
            values.estimatedAssetCount = moment.count
            (values.startDate, values.endDate) = (moment.startDate, moment.endDate)
        case .momentList(let list):
            values.localizedTitle = list.title
            (values.startDate, values.endDate) = (list.startDate, list.endDate)
        }
        values.localIdentifier = collection.localIdentifier
        return values
    }
}

extension SmartAlbum {
    /// The title in the user's language.
    package var localizedTitle: String {
        title(languageCode: Locale.current.language.languageCode?.identifier)
    }
}
