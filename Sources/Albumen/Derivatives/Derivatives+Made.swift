package import BlobStore
package import Foundation
package import MediaWork
import Pixels

extension Derivatives {
    /// The stored sizes of one picture, ready to be stored.
    package struct Made: Sendable {
        package var digest: BlobDigest
        /// A JPEG or PNG of at most 256 pixels on the long side.
        package var thumbnail: Data
        /// A JPEG or PNG of at most 1,440 pixels on the long side; nil where the thumbnail is the whole picture.
        package var preview: Data?
        /// What the picture looks like, as a `ThumbHash`.
        package var placeholder: Data
        /// What the decoder found missing or wrong, for people; nil for a whole picture.
        package var damage: String?
    }

    /// Encodes what the worker made of a picture. On the calling thread, which takes about 10 ms for a photo.
    ///
    /// - Parameter rendering: of a request for the sizes of both steps, the larger first.
    /// - Throws: `PictureCodingError`.
    package static func encode(_ rendering: Rendering, of digest: BlobDigest) throws -> Made {
        precondition(rendering.pictures.count == Step.allCases.count)
        let (large, small) = (rendering.pictures[0], rendering.pictures[1])
        let isWhole = large.longSide <= Step.thumbnail.rawValue
        return Made(
            // The whole of a small picture stands for it in every pixel.
            digest: digest, thumbnail: isWhole ? try PNGCodec.encode(small) : try DerivativeCodec.encode(small),
            preview: isWhole ? nil : try DerivativeCodec.encode(large),
            placeholder: ThumbHash(small).bytes, damage: rendering.damage)
    }
}
