import Catalog
package import PhotoLibrary
package import Records

/// What a library knows of a file's bytes.
package enum KnownFile: Sendable, Equatable {
    /// An asset has the file.
    case present(asset: String)
    /// An asset in Recently Deleted has the file.
    case trashed(asset: String)

    package var asset: String {
        switch self {
        case .present(let asset), .trashed(let asset): asset
        }
    }
}

extension LibraryView {
    /// Returns the files that an import would count as duplicates. Files whose bytes the library has lost aren't among
    /// them.
    ///
    /// - Complexity: O(*n* log *m*) for *n* digests and *m* files of the library.
    package func knownFiles(_ digests: [BlobDigest]) throws -> [BlobDigest: KnownFile] {
        var known: [BlobDigest: KnownFile] = [:]
        for digest in Set(digests) {
            let found = try catalog.read { catalog in
                try catalog.assetOfResource(sha256: digest).flatMap { asset in
                    try catalog.resource(sha256: digest).map { (asset, $0.fileSize) }
                }
            }
            guard let (asset, size) = found, try library.originals.keeps(digest, byteCount: size) else { continue }
            known[digest] = asset.trashedDate == nil ? .present(asset: asset.uuid) : .trashed(asset: asset.uuid)
        }
        return known
    }
}
