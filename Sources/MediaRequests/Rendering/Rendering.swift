package import Pixels

/// The images of a file, one for each requested size, in the same order.
package struct Rendering: Sendable {
    package var pictures: [Bitmap]
    /// Whether `pictures` lacks the first requested size, because the file itself is no worse
    /// (`RenderRequest.omitsOriginal`).
    package var omitsLargest: Bool
    /// The EXIF orientation, 1 to 8, that makes the images upright. It's 1 unless the request keeps the stored
    /// orientation.
    package var orientation: Int
    /// A description for people of missing or invalid data, or `nil` if the image is complete.
    package var damage: String?

    package init(pictures: [Bitmap], omitsLargest: Bool = false, orientation: Int = 1, damage: String? = nil) {
        self.pictures = pictures
        self.omitsLargest = omitsLargest
        self.orientation = orientation
        self.damage = damage
    }
}
