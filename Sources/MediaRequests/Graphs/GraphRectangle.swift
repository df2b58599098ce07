import Foundation

/// A rectangle in Core Image's coordinates: in pixels, with the origin at the lower left.
package struct GraphRectangle: Codable, Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package static let zero = GraphRectangle(x: 0, y: 0, width: 0, height: 0)

    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var isEmpty: Bool { !(width > 0 && height > 0) }

    package var isFinite: Bool {
        [x, y, width, height].allSatisfy { $0.isFinite && abs($0) <= ImageGraph.coordinateLimit }
    }

    /// The smallest rectangle of whole pixels that contains this one. Ignores deviations of a thousandth of a pixel,
    /// which come from rounded calculations.
    package var integral: GraphRectangle {
        let tolerance = 0.001
        let (left, bottom) = ((x + tolerance).rounded(.down), (y + tolerance).rounded(.down))
        let (right, top) = ((maxX - tolerance).rounded(.up), (maxY - tolerance).rounded(.up))
        return GraphRectangle(x: left, y: bottom, width: max(0, right - left), height: max(0, top - bottom))
    }

    package func intersection(_ other: GraphRectangle) -> GraphRectangle {
        let (left, bottom) = (max(x, other.x), max(y, other.y))
        let (right, top) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard right > left, top > bottom else { return .zero }
        return GraphRectangle(x: left, y: bottom, width: right - left, height: top - bottom)
    }

    package func union(_ other: GraphRectangle) -> GraphRectangle {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, bottom) = (min(x, other.x), min(y, other.y))
        return GraphRectangle(
            x: left, y: bottom, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - bottom)
    }

    package func insetBy(_ distance: Double) -> GraphRectangle {
        GraphRectangle(
            x: x + distance, y: y + distance, width: max(0, width - 2 * distance), height: max(0, height - 2 * distance)
        )
    }

    package func contains(_ other: GraphRectangle) -> Bool {
        other.isEmpty || (x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY)
    }
}
