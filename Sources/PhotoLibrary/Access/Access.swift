package import Catalog

/// The access of a client to a library. Every read and write of assets depends on it.
package enum Access: Sendable, Hashable {
    case full
    /// Only the assets that the user chose for this client.
    case limited(client: String)
    /// Only to see the assets with these row identifiers, which the user chose in the picker.
    case chosen([Int64])
    case addOnly
    case denied

    /// The scope of the client's queries, which excludes the rest of the library.
    package var scope: AssetQuery.Scope {
        switch self {
        case .full: .everything
        case .limited(let client): .granted(client: client)
        case .chosen(let assets): .chosen(assets)
        case .addOnly, .denied: .nothing
        }
    }

    /// Returns whether the client may see an asset now, also in Recently Deleted.
    func canSee(_ asset: Int64, _ reader: CatalogReader) throws -> Bool {
        switch self {
        case .full: true
        case .limited(let client): try reader.isGranted(asset: asset, to: client)
        case .chosen(let assets): assets.contains(asset)
        case .addOnly, .denied: false
        }
    }

    /// Whether the client may see any assets.
    package var canSeeAssets: Bool { scope != .nothing }

    package var canAddAssets: Bool {
        switch self {
        case .full, .limited, .addOnly: true
        case .chosen, .denied: false
        }
    }

    package var canChangeAssets: Bool {
        switch self {
        case .full, .limited: true
        case .chosen, .addOnly, .denied: false
        }
    }
}
