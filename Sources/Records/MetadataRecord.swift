/// A row of `assetMetadata`: what is told about an asset and seldom asked for.
package struct MetadataRecord: Sendable, Equatable {
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// Frames a second.
    package var frameRate: Double?
    package var videoCodec: String?
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// One to five.
    package var rating: Int?
    package var preservedFileName: String?

    package init() {}
}
