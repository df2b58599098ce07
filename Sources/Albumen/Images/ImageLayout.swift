package import Foundation
package import Pixels

/// How a picture is to lie in the size that was asked for. PhotoKit's `PHImageContentMode`.
package enum ImageContentMode: Sendable, Hashable {
    /// All of it inside.
    case aspectFit
    /// Nothing left empty.
    case aspectFill
}

/// How closely the size that was asked for is to be met. PhotoKit's `PHImageRequestOptionsResizeMode`.
package enum ImageResizeMode: Sendable, Hashable {
    /// What is stored, as it is.
    case none
    /// Somewhat more.
    case fast
    /// To the pixel.
    case exact
}

/// Which pixels of a picture are wanted, and how many.
package struct ImageLayout: Sendable, Hashable {
    /// In pixels of the upright picture; nil for all of it.
    package var crop: PixelRectangle?
    /// Of the result.
    package var size: PixelSize

    package init(crop: PixelRectangle? = nil, size: PixelSize) {
        self.crop = crop
        self.size = size
    }

    /// All pixels of the picture, or of a part of it: PhotoKit's `PHImageManagerMaximumSize`.
    ///
    /// - Parameter crop: from 0 to 1 from the upper left corner. What lies outside of the picture is left out, and a part
    ///   without an area is the whole.
    package init(wholeOf source: PixelSize, crop: CGRect = .zero) {
        let part = source.part(crop)
        self.init(crop: part, size: part?.size ?? source)
    }

    /// The pixels for a target size. No result has more pixels than its source.
    ///
    /// - Parameters:
    ///   - source: the upright picture's size.
    ///   - target: in pixels.
    ///   - crop: the part of the picture that is wanted, from 0 to 1 from its upper left corner. Counts with `exact` alone; what lies
    ///     outside of the picture is left out, and a part without an area is the whole.
    /// - Returns: nil for a target that is not two positive numbers.
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
    /// Each side rounded, and at least one pixel.
    fileprivate func scaled(by scale: Double) -> PixelSize {
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded())) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }

    func covers(_ other: PixelSize) -> Bool {
        width >= other.width && height >= other.height
    }

    /// A part of the picture given from 0 to 1, in whole pixels; nil for all of it.
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

    /// The smallest stored size of this picture that covers another.
    fileprivate func storedReduction(for wanted: PixelSize) -> PixelSize? {
        Derivatives.Step.allCases.lazy.map { self.fitting(longSide: $0.rawValue) }.first { $0.covers(wanted) }
    }

    /// The smallest of the sizes that are quick to have and cover another: less than twice as long, or the picture itself.
    fileprivate func reduction(for wanted: PixelSize) -> PixelSize {
        // A stored picture needs no further step, so it is taken before a smaller reduction.
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
