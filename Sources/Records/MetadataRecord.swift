/// A row of `assetMetadata`: details of an asset that are rarely needed.
package struct MetadataRecord: Sendable, Equatable {
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// Frames per second.
    package var frameRate: Double?
    package var videoCodec: String?
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// From 1 to 5.
    package var rating: Int?
    package var preservedFileName: String?

    package init() {}
}
