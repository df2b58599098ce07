import Catalog
package import Records

extension Access {
    /// Returns whether the client may rename, reorder, move and delete the album or folder.
    ///
    /// A client with limited access manages the collections that it created. In other albums, it only adds and removes
    /// assets that it can see. It may not change their titles, their order or their other members.
    package func manages(_ collection: CollectionRecord) -> Bool {
        switch self {
        case .full: true
        case .limited(let client): collection.creator == Transaction.author(ofClient: client)
        case .chosen, .addOnly, .denied: false
        }
    }

    /// - Throws: `LibraryError.Code.unsupportedChange` if the client doesn't manage one of the collections.
    func requireManagement(of collections: [CollectionRecord]) throws(LibraryError) {
        guard let other = collections.first(where: { !manages($0) }) else { return }
        throw LibraryError(
            .unsupportedChange,
            "This app didn't create “\(other.title)”. With limited access it can only add and remove photos there. "
                + "canPerform(_:) reports this before the change.")
    }
}
