package import Pixels

/// The pictures made of one file, one for each size asked for, in that order.
package struct Rendering: Sendable {
    package var pictures: [Bitmap]
    /// EXIF's, 1 to 8: how to turn the pictures so that they are upright; 1 unless the request keeps the stored one.
    package var orientation: Int
    /// What the decoder found missing or wrong, for people; nil for a whole picture.
    package var damage: String?

    package init(pictures: [Bitmap], orientation: Int = 1, damage: String? = nil) {
        self.pictures = pictures
        self.orientation = orientation
        self.damage = damage
    }
}
