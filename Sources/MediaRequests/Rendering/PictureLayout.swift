package import Pixels

/// The layout of an answer's images in the shared memory.
package struct PictureLayout: Codable, Sendable, Equatable {
    package struct Picture: Codable, Sendable, Equatable {
        package var offset: Int
        package var width: Int
        package var height: Int
        package var hasAlpha: Bool
    }

    package var pictures: [Picture]
    package var omitsLargest: Bool
    package var orientation: Int
    package var damage: String?

    package init(_ rendering: Rendering) {
        var end = 0
        pictures = rendering.pictures.map { bitmap in
            defer { end += bitmap.width * bitmap.height * Bitmap.bytesPerPixel }
            return Picture(offset: end, width: bitmap.width, height: bitmap.height, hasAlpha: bitmap.hasAlpha)
        }
        omitsLargest = rendering.omitsLargest
        orientation = rendering.orientation
        damage = rendering.damage
    }

    /// Describes one upright image.
    package init(size: PixelSize, hasAlpha: Bool) {
        pictures = [Picture(offset: 0, width: size.width, height: size.height, hasAlpha: hasAlpha)]
        omitsLargest = false
        orientation = 1
    }

    /// Returns the sizes of the images in this answer. Returns `nil` if the request allows no omission.
    package func sizes(for request: RenderRequest) -> [RenderRequest.Size]? {
        guard omitsLargest else { return request.outputSizes }
        return request.omitsOriginal && request.sizes.count > 1 ? Array(request.sizes.dropFirst()) : nil
    }

    /// Returns the size of the memory that the images take. Returns `nil` if no sound worker could send this layout
    /// for these sizes.
    package func byteCount(for sizes: [RenderRequest.Size]) -> Int? {
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
    /// The longest possible side of the image.
    fileprivate var limitInPixels: Int {
        switch self {
        case .full: RenderLimits.sideInPixels
        case .longSide(let side): min(max(1, side), RenderLimits.sideInPixels)
        }
    }

    /// The largest possible size of the image in memory.
    package var limitInBytes: Int {
        min(limitInPixels * limitInPixels, RenderLimits.outputAreaInPixels) * Bitmap.bytesPerPixel
    }
}
