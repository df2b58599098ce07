package import Catalog

/// The access of a client to a library. Every read and write of assets depends on it.
package enum Access: Sendable, Hashable {
    case full
    /// Only the assets that the user chose for this client.
    case limited(client: String)
    case addOnly
    case denied

    /// The scope of the client's queries, which excludes the rest of the library.
    package var scope: AssetQuery.Scope {
        switch self {
        case .full: .everything
        case .limited(let client): .granted(client: client)
        case .addOnly, .denied: .nothing
        }
    }

    /// Returns whether the client may see an asset now, also in Recently Deleted.
    func canSee(_ asset: Int64, _ reader: CatalogReader) throws -> Bool {
        switch self {
        case .full: true
        case .limited(let client): try reader.isGranted(asset: asset, to: client)
        case .addOnly, .denied: false
        }
    }

    /// Whether the client may see any assets.
    package var canSeeAssets: Bool { scope != .nothing }

    package var canAddAssets: Bool {
        self != .denied
    }

    package var canChangeAssets: Bool {
        switch self {
        case .full, .limited: true
        case .addOnly, .denied: false
        }
    }
}
