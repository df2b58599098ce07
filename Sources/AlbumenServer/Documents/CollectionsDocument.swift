import Albumen
import Records

/// The collections that a page can show: smart albums, the user's albums and folders in the order of their tree, and
/// the albums of imports.
struct CollectionsDocument: Encodable {
    let collections: [CollectionDocument]

    /// - Parameter covers: The chosen covers by the album's row identifier.
    init(
        _ counts: CollectionCounts.Counts, _ own: [CollectionRecord], covers: [Int64: AssetRecord], languageCode: String
    ) {
        // The album of the entire library comes first.
        let first = counts.filter { $0.album.subtype == .smartAlbumUserLibrary }
        let others = counts.filter { $0.album.subtype != .smartAlbumUserLibrary }
        let smart = (first + others).map { CollectionDocument($0.album, count: $0.count, languageCode: languageCode) }
        let uuids = Dictionary(uniqueKeysWithValues: own.map { ($0.id, $0.uuid) })
        let childCounts = Dictionary(grouping: own.compactMap(\.parentID)) { $0 }.mapValues(\.count)
        collections =
            smart
            + own.map { collection in
                CollectionDocument(
                    collection, parent: collection.parentID.flatMap { uuids[$0] },
                    childCount: childCounts[collection.id] ?? 0, cover: covers[collection.id])
            }
    }
}
