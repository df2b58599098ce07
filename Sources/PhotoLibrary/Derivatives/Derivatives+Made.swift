import BlobStore
package import Foundation
package import MediaRequests
import Pixels
package import Records

extension Derivatives {
    /// The stored sizes of an image, ready to be stored.
    package struct Made: Sendable {
        package var digest: BlobDigest
        /// A JPEG or PNG of at most 256 pixels on the long side.
        package var thumbnail: Data
        /// A JPEG or PNG of at most 1,440 pixels on the long side, or `nil` if the thumbnail is the entire image or the
        /// original serves as the preview.
        package var preview: Data?
        /// Whether the original serves as the preview.
        package var usesOriginal = false
        /// The placeholder as a `ThumbHash`.
        package var placeholder: Data
        /// A description for people of missing or invalid data, or `nil` if the image is complete.
        package var damage: String?
    }

    /// Encodes a worker's rendering on the calling thread, which takes about 10 ms for a photo.
    ///
    /// - Parameter rendering: The rendering of a request for both sizes, the larger one first. It can lack the larger
    ///   one.
    /// - Throws: `PictureCodingError`.
    package static func encode(_ rendering: Rendering, of digest: BlobDigest) throws -> Made {
        if rendering.omitsLargest {
            precondition(rendering.pictures.count == 1)
            let small = rendering.pictures[0]
            return Made(
                digest: digest, thumbnail: try DerivativeCodec.encode(small), preview: nil, usesOriginal: true,
                placeholder: ThumbHash(small).bytes, damage: rendering.damage)
        }
        precondition(rendering.pictures.count == Step.allCases.count)
        let (large, small) = (rendering.pictures[0], rendering.pictures[1])
        let isWhole = large.longSide <= Step.thumbnail.rawValue
        return Made(
            // The thumbnail of a small image is its exact copy.
            digest: digest, thumbnail: isWhole ? try PNGCodec.encode(small) : try DerivativeCodec.encode(small),
            preview: isWhole ? nil : try DerivativeCodec.encode(large),
            placeholder: ThumbHash(small).bytes, damage: rendering.damage)
    }
}
