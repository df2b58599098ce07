import Catalog

/// The permission to deliver something of an asset to a client. Requests check it again when their work is done,
/// because the user may have withdrawn the asset since they started.
package struct AssetPermit: Sendable {
    private let library: Library
    private let identifier: Int64
    private let uuid: String

    package init(_ library: Library, asset identifier: Int64, uuid: String) {
        (self.library, self.identifier, self.uuid) = (library, identifier, uuid)
    }

    /// Checks that a principal may see the asset.
    ///
    /// Reads at most one row. With access to the entire library, it reads nothing.
    ///
    /// - Parameter access: The principal's current access.
    /// - Throws: The same error as for an asset that was deleted.
    package func check(_ access: Access) throws {
        guard access != .full else { return }
        guard try library.catalog.readOnce({ try access.canSee(identifier, $0) }) else {
            throw LibraryError.gone(assetUUID: uuid)
        }
    }
}
