/// The collections to fetch.
package enum CollectionQuery: Sendable, Hashable {
    /// All collections, in no order.
    case all
    case identifiers([Int64])
    case uuids([String])
    /// The direct children of a folder in their order, or the collections at the top level for `nil`.
    case children(folder: Int64?)
    /// The albums that contain this asset.
    case containing(asset: Int64)
}
