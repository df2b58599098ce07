import MediaTypes
package import Pixels
package import Records

/// The file from which an asset's image is made.
package struct PictureSource: Sendable, Hashable {
    package var digest: BlobDigest
    package var filename: String
    package var uniformTypeIdentifier: String
    /// The size of the upright image.
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

    /// Whether the file is a video, of which the image shows a frame.
    package var isVideo: Bool {
        MediaType.conforms(uniformTypeIdentifier, to: "public.movie")
    }

    package init(_ resource: ResourceRecord, assetUUID: String) {
        self.init(
            digest: resource.sha256, filename: resource.originalFilename,
            uniformTypeIdentifier: resource.uniformTypeIdentifier,
            size: PixelSize(width: resource.pixelWidth, height: resource.pixelHeight), assetUUID: assetUUID)
    }
}

extension PictureSource {
    /// Creates the source for a version of an asset. Returns `nil` if no file of the asset has an image.
    package init?(of asset: AssetRecord, resources: [ResourceRecord], version: AssetVersion) {
        self.init(ofAssetUUID: asset.uuid, resources: resources, version: version)
    }

    init?(ofAssetUUID uuid: String, resources: [ResourceRecord], version: AssetVersion) {
        guard let resource = AssetFiles(resources).picture(version) else { return nil }
        self.init(resource, assetUUID: uuid)
    }
}
