package import Foundation

/// What is stored of one picture.
package struct DerivativeRecord: Sendable {
    package struct Preview: Sendable {
        package var bytes: Data
        package var isPNG: Bool

        package init(bytes: Data, isPNG: Bool) {
            self.bytes = bytes
            self.isPNG = isPNG
        }
    }

    /// Of the original, 32 bytes.
    package var sha256: Data
    package var thumbnail: Data
    /// Nil where the thumbnail is as large as the picture itself, and stands for both.
    package var preview: Preview?

    package init(sha256: Data, thumbnail: Data, preview: Preview?) {
        self.sha256 = sha256
        self.thumbnail = thumbnail
        self.preview = preview
    }
}

/// What there is of one picture.
package struct DerivativePresence: Sendable, Hashable {
    package var hasThumbnail = false
    /// Also where the thumbnail stands for it.
    package var hasPreview = false

    package init() {}
}

/// Counts up for each stored size whenever the way of making it changes: what was made otherwise is then not found.
package struct DerivativeRecipes: Sendable {
    package var thumbnail: Int
    package var preview: Int

    package init(thumbnail: Int, preview: Int) {
        self.thumbnail = thumbnail
        self.preview = preview
    }
}
