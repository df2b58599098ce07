package import Foundation
package import Pixels

/// The way in which an image fits the requested size. PhotoKit's `PHImageContentMode`.
package enum ImageContentMode: Sendable, Hashable {
    /// The entire image fits inside the size.
    case aspectFit
    /// The image covers the size.
    case aspectFill
}

/// How closely the image matches the requested size. PhotoKit's `PHImageRequestOptionsResizeMode`.
package enum ImageResizeMode: Sendable, Hashable {
    /// A stored image, unscaled.
    case none
    /// The size or somewhat more.
    case fast
    /// Exactly the size.
    case exact
}

/// The part of an image that a request needs, its size, and its light.
package struct ImageLayout: Sendable, Hashable {
    /// The part in pixels of the upright image, or `nil` for the entire image.
    package var crop: PixelRectangle?
    /// The light of the result. Lies in the padding after `crop`, because many requests can wait.
    package var range = DynamicRange.standard
    /// The size of the result.
    package var size: PixelSize

    package init(crop: PixelRectangle? = nil, size: PixelSize) {
        self.crop = crop
        self.size = size
    }

    /// Creates a layout with all pixels of an image or of a part of it: PhotoKit's `PHImageManagerMaximumSize`.
    ///
    /// - Parameter crop: The part, in coordinates from 0 to 1 from the upper left corner. The area outside of the
    ///   image is ignored. A part without an area means the entire image.
    package init(wholeOf source: PixelSize, crop: CGRect = .zero) {
        let part = source.part(crop)
        self.init(crop: part, size: part?.size ?? source)
    }

    /// Creates a layout with the smallest stored size of an image: PhotoKit's target size zero.
    package init(smallestOf source: PixelSize) {
        self.init(size: source.fitting(longSide: Derivatives.Step.thumbnail.rawValue))
    }

    /// Creates a layout for a target size. The result is never larger than its source.
    ///
    /// - Parameters:
    ///   - source: The size of the upright image.
    ///   - target: The size in pixels.
    ///   - crop: The part of the image, in coordinates from 0 to 1 from its upper left corner. Only has an effect
    ///     with `exact`. The area outside of the image is ignored. A part without an area means the entire image.
    /// - Returns: `nil` if a side of the target isn't positive.
    package init?(
        source: PixelSize, target: CGSize, contentMode: ImageContentMode, resizeMode: ImageResizeMode,
        crop: CGRect = .zero
    ) {
        guard target.width > 0, target.height > 0, target.width.isFinite, target.height.isFinite else { return nil }
        self.crop = resizeMode == .exact ? source.part(crop) : nil
        let shown = self.crop?.size ?? source
        let across = target.width / Double(shown.width)
        let down = target.height / Double(shown.height)
        let scale = min(1, contentMode == .aspectFit ? min(across, down) : max(across, down))
        let wanted = shown.scaled(by: scale)
        switch resizeMode {
        case .exact: size = wanted
        case .fast: size = source.reduction(for: wanted)
        case .none: size = source.storedReduction(for: wanted) ?? source
        }
    }
}

extension PixelSize {
    /// Returns the scaled size. Rounds each side to at least one pixel.
    fileprivate func scaled(by scale: Double) -> PixelSize {
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    func covers(_ other: PixelSize) -> Bool {
        width >= other.width && height >= other.height
    }

    /// Converts a part in coordinates from 0 to 1 to whole pixels. Returns `nil` for the entire image.
    fileprivate func part(_ unit: CGRect) -> PixelRectangle? {
        guard [unit.origin.x, unit.origin.y, unit.width, unit.height].allSatisfy(\.isFinite) else { return nil }
        let inside = unit.standardized.intersection(CGRect(x: 0, y: 0, width: 1, height: 1))
        guard !inside.isNull, inside.width > 0, inside.height > 0 else { return nil }
        func span(_ start: Double, _ length: Double, _ side: Int) -> (Int, Int) {
            let first = min(side - 1, Int((start * Double(side)).rounded()))
            return (first, max(1, min(side - first, Int((length * Double(side)).rounded()))))
        }
        let (x, width) = span(inside.minX, inside.width, self.width)
        let (y, height) = span(inside.minY, inside.height, self.height)
        let part = PixelRectangle(x: x, y: y, width: width, height: height)
        return part == PixelRectangle(x: 0, y: 0, width: self.width, height: self.height) ? nil : part
    }

    /// Returns the smallest stored size of this image that covers another size.
    fileprivate func storedReduction(for wanted: PixelSize) -> PixelSize? {
        Derivatives.Step.allCases.lazy.map { self.fitting(longSide: $0.rawValue) }.first { $0.covers(wanted) }
    }

    /// Returns the smallest size that is quick to make and covers another size: less than twice as long, or the
    /// image's size.
    fileprivate func reduction(for wanted: PixelSize) -> PixelSize {
        // A stored image needs no further step, so it's preferred to a smaller reduction.
        if let stored = storedReduction(for: wanted), stored.longSide < 2 * wanted.longSide { return stored }
        var reduction = self
        var divisor = 2
        while divisor <= longSide {
            let next = fitting(longSide: (longSide + divisor - 1) / divisor)
            guard next.covers(wanted) else { break }
            reduction = next
            divisor *= 2
        }
        return reduction
    }
}
