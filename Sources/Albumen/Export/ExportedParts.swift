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
    /// Nil: the file keeps the time at which it is written.
    let date: Date?
    let parts: [Part]

    /// - Parameter includesOriginals: every file that came in, and not only those that show the asset.
    init(of asset: AssetRecord, _ resources: [ResourceRecord], includesOriginals: Bool) {
        let chosen = Self.chosen(resources.sorted { $0.type < $1.type }, includesOriginals: includesOriginals)
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

    private static func chosen(_ resources: [ResourceRecord], includesOriginals: Bool) -> [ResourceRecord] {
        func all(_ type: ResourceType) -> [ResourceRecord] { resources.filter { $0.type == type } }
        if includesOriginals { return all(.photo) + all(.video) + all(.alternatePhoto) + all(.pairedVideo) }
        let shown = [ResourceType.photo, .video, .alternatePhoto].lazy.compactMap { all($0).first }.first
        return (shown.map { [$0] } ?? []) + all(.pairedVideo).prefix(1)
    }
}
