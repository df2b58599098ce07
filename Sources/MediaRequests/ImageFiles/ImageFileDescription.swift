package import Foundation

/// The format, images and properties of an image file.
package struct ImageFileDescription: Sendable, Equatable {
    /// The uniform type identifier, such as `public.jpeg`.
    package var type: String
    /// Whether the file ends before its picture does.
    package var isCutShort: Bool
    /// The properties of the file, as ImageIO has them.
    package var properties: [String: ImageProperty]
    /// The properties of each image.
    package var images: [[String: ImageProperty]]

    /// More frames aren't described. libvips decodes no more frames of a GIF.
    package static let frameLimit = 4096
    /// The size limit of a description in bytes.
    package static let limitInBytes = 64 << 20

    package init(
        type: String, isCutShort: Bool, properties: [String: ImageProperty], images: [[String: ImageProperty]]
    ) {
        self.type = type
        self.isCutShort = isCutShort
        self.properties = properties
        self.images = images
    }

    package var encoded: [UInt8] {
        ImageProperty.list([
            .text(type), .boolean(isCutShort), .dictionary(properties),
            .list(images.map(ImageProperty.dictionary)),
        ]).encoded
    }

    /// Returns `nil` if no sound worker could send these bytes.
    package init?(encoded bytes: Data) {
        guard case .list(let parts)? = ImageProperty(encoded: bytes), parts.count == 4,
            case .text(let type) = parts[0], case .boolean(let isCutShort) = parts[1],
            case .dictionary(let properties) = parts[2], case .list(let images) = parts[3],
            !images.isEmpty, images.count <= Self.frameLimit
        else { return nil }
        self.type = type
        self.isCutShort = isCutShort
        self.properties = properties
        self.images = []
        for image in images {
            guard case .dictionary(let values) = image, values["PixelWidth"]?.integer ?? 0 > 0,
                values["PixelHeight"]?.integer ?? 0 > 0
            else { return nil }
            self.images.append(values)
        }
    }
}
