package import Catalog

/// What a client may see and do. Every read and every write of assets is asked for with one.
package enum Access: Sendable, Hashable {
    case full
    /// Only the assets that the user chose for this client.
    case limited(client: String)
    case addOnly
    case none

    /// The part of each query that keeps the rest of the library out.
    package var scope: AssetQuery.Scope {
        switch self {
        case .full: .everything
        case .limited(let client): .granted(client: client)
        case .addOnly, .none: .nothing
        }
    }

    package var canAddAssets: Bool {
        self != .none
    }

    package var canChangeAssets: Bool {
        switch self {
        case .full, .limited: true
        case .addOnly, .none: false
        }
    }
}
