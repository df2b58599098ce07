package import Records

/// An album or a folder of a source that an import brings over, after its items and the folder that contains it.
package struct CollectionArrival: Sendable {
    package var source: SourceKey
    /// The identity in the source.
    package var identifier: String
    package var kind: CollectionRecord.Kind
    package var title: String
    /// The identity of the folder that contains it, or `nil` at the top level.
    package var parent: String?
    /// The identities of an album's items, in order. Items that weren't brought over are left out.
    package var members: [String]
    /// The identity of the item that the user chose as the cover.
    package var cover: String?
    /// The rows of the members' assets by the members' identities, or `nil` if they are those of the source's items.
    package var assets: [String: Int64]?

    package init(
        source: SourceKey, identifier: String, kind: CollectionRecord.Kind, title: String, parent: String? = nil,
        members: [String] = [], cover: String? = nil, assets: [String: Int64]? = nil
    ) {
        self.source = source
        self.identifier = identifier
        self.kind = kind
        self.title = title
        self.parent = parent
        self.members = members
        self.cover = cover
        self.assets = assets
    }
}
