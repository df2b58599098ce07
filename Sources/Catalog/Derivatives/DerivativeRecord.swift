package import Foundation
package import Records

/// The stored sizes of one picture.
package struct DerivativeRecord: Sendable {
    package struct Preview: Sendable {
        package var bytes: Data
        package var isPNG: Bool

        package init(bytes: Data, isPNG: Bool) {
            self.bytes = bytes
            self.isPNG = isPNG
        }
    }

    /// The SHA-256 of the original, 32 bytes.
    package var sha256: BlobDigest
    package var thumbnail: Data
    /// The preview. If it's `nil`, the original serves as the preview, or else the thumbnail, which then has all pixels
    /// of the picture.
    package var preview: Preview?
    package var usesOriginal: Bool

    package init(sha256: BlobDigest, thumbnail: Data, preview: Preview?, usesOriginal: Bool = false) {
        self.sha256 = sha256
        self.thumbnail = thumbnail
        self.preview = preview
        self.usesOriginal = usesOriginal
    }
}

/// The sizes that are stored of one picture.
package struct DerivativePresence: Sendable, Hashable {
    package var hasThumbnail = false
    /// Whether there is a preview, or a thumbnail or an original that also serves as one.
    package var hasPreview = false

    package init() {}
}

/// A version number for each stored size. It increases whenever the rendering changes, and the store ignores sizes with
/// another number.
package struct DerivativeRecipes: Sendable {
    package var thumbnail: Int
    package var preview: Int

    package init(thumbnail: Int, preview: Int) {
        self.thumbnail = thumbnail
        self.preview = preview
    }
}
