package import Pixels

/// The images of a file, one for each requested size, in the same order.
package struct Rendering: Sendable {
    package var pictures: [Bitmap]
    /// The EXIF orientation, 1 to 8, that makes the images upright. It's 1 unless the request keeps the stored
    /// orientation.
    package var orientation: Int
    /// A description for people of missing or invalid data, or `nil` if the image is complete.
    package var damage: String?

    package init(pictures: [Bitmap], orientation: Int = 1, damage: String? = nil) {
        self.pictures = pictures
        self.orientation = orientation
        self.damage = damage
    }
}
