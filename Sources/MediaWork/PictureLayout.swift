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

    /// How much memory the pictures take. `nil` if no sound worker could answer this to a request for these sizes.
    func byteCount(for sizes: [RenderRequest.Size]) -> Int? {
        guard pictures.count == sizes.count, (1...8).contains(orientation) else { return nil }
        var end = 0
        for (picture, size) in zip(pictures, sizes) {
            let sides = 1...size.limitInPixels
            guard picture.offset == end, sides.contains(picture.width), sides.contains(picture.height),
                picture.width * picture.height <= RenderLimits.outputAreaInPixels
            else { return nil }
            end += picture.width * picture.height * Bitmap.bytesPerPixel
        }
        return end
    }
}

extension RenderRequest.Size {
    /// How long a side of the picture can be.
    fileprivate var limitInPixels: Int {
        switch self {
        case .full: RenderLimits.sideInPixels
        case .longSide(let side): min(max(1, side), RenderLimits.sideInPixels)
        }
    }

    /// How much memory the picture can take.
    var limitInBytes: Int {
        min(limitInPixels * limitInPixels, RenderLimits.outputAreaInPixels) * Bitmap.bytesPerPixel
    }
}
