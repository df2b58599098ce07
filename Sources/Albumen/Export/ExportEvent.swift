/// The result of exporting one of an asset's files.
package enum ExportEvent: Sendable, Equatable {
    case exported(path: String, assetUUID: String)
    /// An XMP file was written beside a file.
    case sidecar(path: String, assetUUID: String)
    /// The file with the exported albums and folders was written.
    case albums(path: String)
    /// A file with these bytes exists under a name that this file could have.
    case present(path: String, assetUUID: String)
    case failed(originalFilename: String, assetUUID: String, reason: String)

    package var assetUUID: String {
        switch self {
        case .exported(_, let uuid), .sidecar(_, let uuid), .present(_, let uuid), .failed(_, let uuid, _): uuid
        case .albums: ""
        }
    }
}

/// The results of an export, by number of files and assets.
package struct ExportSummary: Sendable, Equatable {
    package var assets = 0
    package var exported = 0
    package var present = 0
    package var failed = 0
    /// The number of written sidecars.
    package var sidecars = 0

    mutating func count(_ event: ExportEvent) {
        switch event {
        case .exported: exported += 1
        case .sidecar: sidecars += 1
        case .albums: break
        case .present: present += 1
        case .failed: failed += 1
        }
    }
}
