package import BlobStore
import Catalog
import Foundation
package import Pixels
package import Records

/// Which of an asset's pictures is meant.
package enum ImageVersion: Sendable, Hashable {
    /// With all edits.
    case current
    /// As it was taken, in the format that apps read best.
    case unadjusted
    /// As it was taken; of a RAW and its JPEG, the RAW.
    case original
}

/// The file that an asset's picture is made of.
package struct PictureSource: Sendable, Hashable {
    package var digest: BlobDigest
    package var filename: String
    package var uniformTypeIdentifier: String
    /// Of the upright picture.
    package var size: PixelSize
    package var assetUUID: String

    package init(
        digest: BlobDigest, filename: String, uniformTypeIdentifier: String, size: PixelSize, assetUUID: String
    ) {
        self.digest = digest
        self.filename = filename
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.size = size
        self.assetUUID = assetUUID
    }

    init?(_ resource: ResourceRecord, assetUUID: String) {
        guard let digest = BlobDigest(bytes: resource.sha256) else { return nil }
        self.init(
            digest: digest, filename: resource.originalFilename, uniformTypeIdentifier: resource.uniformTypeIdentifier,
            size: PixelSize(width: resource.pixelWidth, height: resource.pixelHeight), assetUUID: assetUUID)
    }
}

extension PictureSource {
    /// Chooses among an asset's files; nil where none of them shows it.
    package init?(of asset: AssetRecord, resources: [ResourceRecord], version: ImageVersion) {
        for type in version.resourceTypes {
            guard let resource = resources.first(where: { $0.type == type }),
                let source = PictureSource(resource, assetUUID: asset.uuid)
            else { continue }
            self = source
            return
        }
        return nil
    }
}

extension ImageVersion {
    /// The parts of an asset that this version is made of, best first.
    fileprivate var resourceTypes: [ResourceType] {
        switch self {
        case .current, .unadjusted: [.photo, .video, .alternatePhoto]
        case .original: [.alternatePhoto, .photo, .video]
        }
    }
}

extension Library {
    /// The file that shows an asset.
    ///
    /// - Throws: `notFound` where the asset has no picture any more.
    package func pictureSource(of asset: AssetRecord, version: ImageVersion) throws -> PictureSource {
        try pictureSource(of: asset, resources: resources(ofAsset: asset.id), version: version)
    }

    func pictureSource(
        of asset: AssetRecord, resources: [ResourceRecord], version: ImageVersion
    ) throws -> PictureSource {
        if let source = PictureSource(of: asset, resources: resources, version: version) { return source }
        throw LibraryError(
            .notFound,
            "The asset \(LocalIdentifier.string(uuid: asset.uuid, kind: .asset)) has no picture in the library. Fetch "
                + "it again.")
    }
}

extension ResourceRecord {
    /// Whether the asset looks like this file.
    var showsItsAsset: Bool {
        type == .photo || type == .video
    }
}
