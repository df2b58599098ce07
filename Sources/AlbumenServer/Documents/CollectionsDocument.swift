import Albumen

/// The collections that a page can show.
struct CollectionsDocument: Encodable {
    struct Collection: Encodable {
        let identifier: String
        let type: String
        /// Raw value of `PHAssetCollectionSubtype`.
        let subtype: Int
        let title: String
        let count: Int
    }

    /// The one with the whole library, which comes first.
    private static let wholeLibrary = 209

    let collections: [Collection]

    init(_ counts: [(album: SmartAlbum, count: Int)], languageCode: String) {
        let first = counts.filter { $0.album.subtype == Self.wholeLibrary }
        let others = counts.filter { $0.album.subtype != Self.wholeLibrary }
        collections = (first + others).map { album, count in
            Collection(
                identifier: album.uuid, type: "smartAlbum", subtype: album.subtype,
                title: album.title(languageCode: languageCode), count: count)
        }
    }
}
