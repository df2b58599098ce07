import CVipsBridge
import MediaRequests

/// A rectangle of whole pixels in the plane of a graph's image, with y growing downwards. The pixel of Core Image's
/// origin is in row -1.
struct PlaneRectangle: Hashable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    /// The largest coordinate. Sums of two coordinates fit into 32 bits.
    private static let limit = 1_000_000_000

    init(left: Int, top: Int, width: Int, height: Int) {
        self.left = left
        self.top = top
        self.width = max(0, width)
        self.height = max(0, height)
    }

    /// The smallest rectangle of whole pixels that contains a rectangle of Core Image's coordinates.
    init(_ rectangle: GraphRectangle) {
        let whole = rectangle.integral
        self.init(
            left: Self.clipped(whole.x), top: Self.clipped(-whole.maxY), width: Self.clipped(whole.width),
            height: Self.clipped(whole.height))
    }

    static func clipped(_ number: Double) -> Int {
        number.isNaN ? 0 : Int(max(-Double(limit), min(Double(limit), number)))
    }

    var right: Int { left + width }
    var bottom: Int { top + height }
    var isEmpty: Bool { width == 0 || height == 0 }

    func intersection(_ other: PlaneRectangle) -> PlaneRectangle {
        let (left, top) = (max(left, other.left), max(top, other.top))
        return PlaneRectangle(
            left: left, top: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
    }

    func contains(_ other: PlaneRectangle) -> Bool { intersection(other) == other }

    func extended(by distance: Int) -> PlaneRectangle {
        PlaneRectangle(
            left: left - distance, top: top - distance, width: width + 2 * distance, height: height + 2 * distance)
    }

    /// Returns the pixels of this rectangle that are nearest to those of another one.
    func nearest(to other: PlaneRectangle) -> PlaneRectangle {
        func clip(_ place: Int, _ start: Int, _ end: Int) -> Int { min(max(place, start), end - 1) }
        let (first, last) = (clip(other.left, left, right), clip(other.right - 1, left, right))
        let (highest, lowest) = (clip(other.top, top, bottom), clip(other.bottom - 1, top, bottom))
        return PlaneRectangle(left: first, top: highest, width: last - first + 1, height: lowest - highest + 1)
    }

    /// The rectangle relative to another one's left upper corner.
    func relative(to other: PlaneRectangle) -> albumen_rectangle {
        albumen_rectangle(
            left: Int32(clamping: left - other.left), top: Int32(clamping: top - other.top),
            width: Int32(clamping: width), height: Int32(clamping: height))
    }
}
