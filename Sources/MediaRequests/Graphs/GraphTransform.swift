import Foundation

/// An affine transformation in Core Image's coordinates. It maps the point (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
package struct GraphTransform: Codable, Equatable, Sendable {
    package var a: Double
    package var b: Double
    package var c: Double
    package var d: Double
    package var tx: Double
    package var ty: Double

    package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    package static let identity = GraphTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    package var isFinite: Bool {
        [a, b, c, d, tx, ty].allSatisfy { $0.isFinite && abs($0) <= ImageGraph.coordinateLimit }
    }

    package var determinant: Double { a * d - b * c }

    /// Returns the transformation that applies this one and then another.
    package func followed(by next: GraphTransform) -> GraphTransform {
        GraphTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
            d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty
        )
    }

    /// The inverse, or `nil` if there is none.
    package var inverse: GraphTransform? {
        let determinant = determinant
        guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
        return GraphTransform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    }

    /// Returns the smallest rectangle that contains the transformed corners.
    package func bounds(of rectangle: GraphRectangle) -> GraphRectangle {
        let corners = [
            (rectangle.x, rectangle.y), (rectangle.maxX, rectangle.y), (rectangle.x, rectangle.maxY),
            (rectangle.maxX, rectangle.maxY),
        ].map { x, y in (a * x + c * y + tx, b * x + d * y + ty) }
        let (x, y) = (corners.map(\.0), corners.map(\.1))
        let (left, bottom) = (x.min() ?? 0, y.min() ?? 0)
        return GraphRectangle(x: left, y: bottom, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - bottom)
    }
}

extension GraphTransform {
    /// Returns the transformation that makes an image with an EXIF orientation upright and keeps its lower left corner
    /// at the origin.
    ///
    /// - Parameters:
    ///   - orientation: 1 to 8. Other values change nothing.
    ///   - width: The stored width.
    ///   - height: The stored height.
    package static func upright(from orientation: Int, width: Double, height: Double) -> GraphTransform {
        switch orientation {
        case 2: GraphTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
        case 3: GraphTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
        case 4: GraphTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
        case 5: GraphTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
        case 6: GraphTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
        case 7: GraphTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case 8: GraphTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
        default: .identity
        }
    }

    /// Returns the transformation that rotates an image about its centre and enlarges it until it covers its former
    /// extent.
    ///
    /// For an extent of *w* by *h* pixels and the angle φ, the scale is
    /// |cos φ| + |sin φ| · max(*w* / *h*, *h* / *w*).
    ///
    /// - Parameters:
    ///   - angle: The angle in radians, counterclockwise.
    ///   - extent: The image's extent. Crop the result to it.
    package static func straightening(_ angle: Double, _ extent: GraphRectangle) -> GraphTransform {
        guard angle != 0, !extent.isEmpty else { return .identity }
        let ratio = max(extent.width / extent.height, extent.height / extent.width)
        let scale = abs(cos(angle)) + abs(sin(angle)) * ratio
        let (centreX, centreY) = (extent.x + extent.width / 2, extent.y + extent.height / 2)
        let rotation = GraphTransform(
            a: cos(angle) * scale, b: sin(angle) * scale, c: -sin(angle) * scale, d: cos(angle) * scale, tx: 0, ty: 0)
        return GraphTransform(a: 1, b: 0, c: 0, d: 1, tx: -centreX, ty: -centreY).followed(by: rotation)
            .followed(by: GraphTransform(a: 1, b: 0, c: 0, d: 1, tx: centreX, ty: centreY))
    }
}
