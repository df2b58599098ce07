package import Records

/// The albums and folders of an export: the file `albumen-albums.json` at the top of the exported folder.
///
/// Sidecars can't contain them: an album has an order and a cover, and can be empty.
///
/// ```json
/// {"collections":[
///   {"identifier":"…/L0/020","kind":"folder","title":"Travel"},
///   {"cover":"2024/IMG_2.JPG","identifier":"…/L0/040","kind":"album","members":[
///     {"path":"2024/IMG_2.JPG","sha256":"9f86…"}],"parent":"…/L0/020","title":"Paris"}],
///  "version":1}
/// ```
package struct AlbumCatalogue: Sendable, Equatable {
    /// The name of the file.
    package static let fileName = "albumen-albums.json"
    /// The version that this program writes, and the latest that it reads.
    package static let version = 1

    /// A photo or video of an album, by its exported file.
    package struct Member: Sendable, Equatable, Codable {
        /// The path of the asset's first original below the folder of the catalogue.
        package var path: String
        /// The digest of that file. Import finds the asset by it if the file has been moved.
        package var sha256: BlobDigest

        package init(path: String, sha256: BlobDigest) {
            self.path = path
            self.sha256 = sha256
        }
    }

    package struct Collection: Sendable, Equatable, Codable {
        package enum Kind: String, Sendable, Codable {
            case album, folder
        }

        /// The local identifier. Unique in the catalogue.
        package var identifier: String
        package var kind: Kind
        package var title: String
        /// The identifier of the folder that contains it, or `nil` at the top level.
        package var parent: String?
        /// The path of the member that the user chose as the album's cover, or `nil`.
        package var cover: String?
        /// The members in the order of the album. `nil` for a folder.
        package var members: [Member]?

        package init(
            identifier: String, kind: Kind, title: String, parent: String? = nil, cover: String? = nil,
            members: [Member]? = nil
        ) {
            self.identifier = identifier
            self.kind = kind
            self.title = title
            self.parent = parent
            self.cover = cover
            self.members = members
        }
    }

    /// The albums and folders: each folder before its children, and the children of a folder in its order.
    package var collections: [Collection]

    package init(_ collections: [Collection] = []) {
        self.collections = collections
    }
}
