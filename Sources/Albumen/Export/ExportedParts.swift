import BlobStore
import Catalog
import Foundation
import Records

/// The files of an asset that are exported together, under one number.
struct ExportedParts {
    struct Part {
        var digest: BlobDigest
        var size: Int64
        var originalFilename: String
        var name: ExportName
    }

    let assetUUID: String
    /// The capture date, or `nil` if the file keeps the time at which it is written.
    let date: Date?
    let parts: [Part]

    /// - Parameter includesOriginals: Whether to export all files from the camera, instead of the files that show the
    ///   asset.
    init(of asset: AssetRecord, _ resources: [ResourceRecord], includesOriginals: Bool) {
        let files = AssetFiles(resources)
        let chosen = includesOriginals ? files.originals : files.shown(.current)
        let named = chosen.compactMap { resource in
            BlobDigest(bytes: resource.sha256).map { digest in
                Part(
                    digest: digest, size: resource.fileSize, originalFilename: resource.originalFilename,
                    name: ExportName(
                        original: resource.originalFilename,
                        uniformTypeIdentifier: resource.uniformTypeIdentifier, assetUUID: asset.uuid))
            }
        }
        assetUUID = asset.uuid
        date = asset.creationDate
        parts = zip(named, ExportName.distinct(named.map(\.name))).map { part, name in
            var part = part
            part.name = name
            return part
        }
    }
}
