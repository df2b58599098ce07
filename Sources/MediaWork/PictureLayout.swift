import Pixels

/// Where the pictures of an answer lie in the memory that comes with it.
package struct PictureLayout: Codable, Sendable, Equatable {
    package struct Picture: Codable, Sendable, Equatable {
        package var offset: Int
        package var width: Int
        package var height: Int
        package var hasAlpha: Bool
    }

    package var pictures: [Picture]
    package var orientation: Int
    package var damage: String?

    package init(_ rendering: Rendering) {
        var end = 0
        pictures = rendering.pictures.map { bitmap in
            defer { end += bitmap.width * bitmap.height * Bitmap.bytesPerPixel }
            return Picture(offset: end, width: bitmap.width, height: bitmap.height, hasAlpha: bitmap.hasAlpha)
        }
        orientation = rendering.orientation
        damage = rendering.damage
    }

    /// Whether a sound worker could answer this to a request for so many pictures, in so much memory.
    func isPlausible(pictureCount: Int, byteCount: Int) -> Bool {
        guard pictures.count == pictureCount, (1...8).contains(orientation) else { return false }
        return pictures.allSatisfy { picture in
            let sides = 1...RenderLimits.sideInPixels
            guard sides.contains(picture.width), sides.contains(picture.height), picture.offset >= 0 else {
                return false
            }
            let size = picture.width * picture.height * Bitmap.bytesPerPixel
            return size <= byteCount && picture.offset <= byteCount - size
        }
    }
}
