/// An album or a folder of a source.
package struct SourceCollection: Sendable, Equatable {
    package enum Kind: Sendable {
        case album, folder
    }

    /// The identity in the source. Unique among its albums and folders.
    package var identifier: String
    package var kind: Kind
    package var title: String
    /// The identifier of the folder that contains it, or `nil` at the top level.
    package var parent: String?
    /// The identifiers of an album's items, in the order that the source shows.
    package var members: [String] = []
    /// The identifier of the item that the user chose as the album's cover, or `nil`.
    package var cover: String?
    /// Why it isn't brought over, or `nil` if it is.
    package var exclusion: SourceDifference.Reason?

    package init(identifier: String, kind: Kind, title: String, parent: String? = nil) {
        self.identifier = identifier
        self.kind = kind
        self.title = title
        self.parent = parent
    }
}
