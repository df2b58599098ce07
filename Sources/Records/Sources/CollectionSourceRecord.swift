/// A row of `collectionSource`: the album or folder of a source that a collection was brought over from.
package struct CollectionSourceRecord: Sendable, Equatable {
    /// The row of `source`.
    package var sourceID: Int64
    /// The album's or folder's identity in the source.
    package var identifier: String
    /// The row of the collection. It may have been deleted since, and is then not brought over again.
    package var collectionID: Int64
    /// The title in the source when it was last brought over.
    package var title: String
    /// The identifiers of the items that were members of the album in the source and in the library when it was last
    /// brought over. The user may have removed them since.
    package var members: [String]
    /// The identifier of the item that was the cover in the source.
    package var cover: String?

    package init(
        sourceID: Int64, identifier: String, collectionID: Int64, title: String, members: [String] = [],
        cover: String? = nil
    ) {
        self.sourceID = sourceID
        self.identifier = identifier
        self.collectionID = collectionID
        self.title = title
        self.members = members
        self.cover = cover
    }
}
