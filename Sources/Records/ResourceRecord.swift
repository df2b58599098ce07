/// A row of `resource`: a file of an asset, with its role.
package struct ResourceRecord: Sendable, Equatable, Identifiable {
    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    package var assetID: Int64 = 0
    package var type: ResourceType
    /// 32 bytes.
    package var sha256: BlobDigest
    /// Bytes.
    package var fileSize: Int64
    package var originalFilename: String
    package var uniformTypeIdentifier: String
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// The identifier that a Live Photo's photo and video share.
    package var contentIdentifier: String?
    /// The other file of the library that contains the bytes, such as the photo of a motion photo. `nil` for a file of its
    /// own. See `container`.
    package var containerSHA256: BlobDigest?
    /// In bytes, from the start of the container.
    package var containerOffset: Int64?
    /// Whether the file is a RAW that the user chose as the original, instead of the JPEG or HEIC beside it.
    package var isUsedAsOriginal = false

    package init(
        type: ResourceType, sha256: BlobDigest, fileSize: Int64, originalFilename: String,
        uniformTypeIdentifier: String,
        pixelWidth: Int, pixelHeight: Int, contentIdentifier: String? = nil
    ) {
        self.type = type
        self.sha256 = sha256
        self.fileSize = fileSize
        self.originalFilename = originalFilename
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.contentIdentifier = contentIdentifier
    }
}

extension ResourceRecord {
    /// Where the bytes are if the library has them only as a part of another file.
    package var container: ContainerPlace? {
        get {
            guard let containerSHA256, let containerOffset else { return nil }
            return ContainerPlace(container: containerSHA256, offset: containerOffset)
        }
        set { (containerSHA256, containerOffset) = (newValue?.container, newValue?.offset) }
    }
}
