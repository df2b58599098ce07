package import Foundation

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
    package var sha256: Data
    package var thumbnail: Data
    /// The preview, or `nil` if the thumbnail has all pixels of the picture and also serves as the preview.
    package var preview: Preview?

    package init(sha256: Data, thumbnail: Data, preview: Preview?) {
        self.sha256 = sha256
        self.thumbnail = thumbnail
        self.preview = preview
    }
}

/// The sizes that are stored of one picture.
package struct DerivativePresence: Sendable, Hashable {
    package var hasThumbnail = false
    /// Whether there is a preview, or a thumbnail that also serves as one.
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
