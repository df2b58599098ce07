package import Pixels

/// The layout of an answer's images in the shared memory.
package struct PictureLayout: Codable, Sendable, Equatable {
    package struct Picture: Codable, Sendable, Equatable {
        package var offset: Int
        package var width: Int
        package var height: Int
        package var hasAlpha: Bool
        /// The brightest light of the HDR rendition, relative to white, or `nil` if there is none. The rendition
        /// follows the image.
        package var headroom: Double?

        /// Where the image and its HDR rendition end.
        package var end: Int {
            headroom == nil ? standardEnd : hdrOffset + width * height * HDRBitmap.bytesPerPixel
        }

        /// Where an HDR rendition starts: behind the image, at a multiple of its pixels' size.
        package var hdrOffset: Int {
            (standardEnd + HDRBitmap.bytesPerPixel - 1) / HDRBitmap.bytesPerPixel * HDRBitmap.bytesPerPixel
        }

        private var standardEnd: Int { offset + width * height * Bitmap.bytesPerPixel }

        /// The largest possible number of pixels.
        fileprivate var areaLimit: Int {
            headroom == nil ? RenderLimits.outputAreaInPixels : RenderLimits.hdrAreaInPixels
        }

        /// Whether a sound worker could have made the HDR rendition for a request's headroom.
        package func isPlausible(for requested: Double?) -> Bool {
            guard let headroom else { return true }
            guard let requested, RenderLimits.headrooms.contains(headroom) else { return false }
            return requested < 1 || headroom <= requested
        }
    }

    package var pictures: [Picture]
    package var omitsLargest: Bool
    package var orientation: Int
    package var damage: String?

    package init(_ rendering: Rendering) {
        var end = 0
        pictures = rendering.pictures.map { bitmap in
            let picture = Picture(
                offset: end, width: bitmap.width, height: bitmap.height, hasAlpha: bitmap.hasAlpha,
                headroom: bitmap.hdr?.headroom)
            end = picture.end
            return picture
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

    /// Returns the sizes of the images in this answer. Returns `nil` if the request allows no omission, or not these
    /// HDR renditions.
    package func sizes(for request: RenderRequest) -> [RenderRequest.Size]? {
        guard pictures.allSatisfy({ $0.isPlausible(for: request.headroom) }) else { return nil }
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
                picture.width * picture.height <= picture.areaLimit
            else { return nil }
            end = picture.end
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
    package var limitInBytes: Int { limitInBytes(hasHDR: false) }

    /// The largest possible size of the image in memory.
    ///
    /// - Parameter hasHDR: Whether an HDR rendition may follow.
    package func limitInBytes(hasHDR: Bool) -> Int {
        let area = limitInPixels * limitInPixels
        let standard = min(area, RenderLimits.outputAreaInPixels) * Bitmap.bytesPerPixel
        guard hasHDR else { return standard }
        let both = Bitmap.bytesPerPixel + HDRBitmap.bytesPerPixel
        // An HDR rendition starts at a multiple of its pixels' size.
        return max(standard, min(area, RenderLimits.hdrAreaInPixels) * both + HDRBitmap.bytesPerPixel)
    }
}
