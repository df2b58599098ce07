import Foundation

/// An affine map from the unit square of an image to a canvas, both with their origin at the upper left.
///
/// It maps the point (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
package struct CanvasTransform: Sendable {
    package var a, b, c, d, tx, ty: Double

    package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// The corners of the square on the canvas, in the order of its outline.
    var corners: [CGPoint] {
        [
            CGPoint(x: tx, y: ty), CGPoint(x: tx + a, y: ty + b), CGPoint(x: tx + a + c, y: ty + b + d),
            CGPoint(x: tx + c, y: ty + d),
        ]
    }

    /// Whether each pixel has a finite area.
    var isInvertible: Bool {
        let determinant = a * d - b * c
        return determinant.isFinite && determinant != 0 && tx.isFinite && ty.isFinite
    }

    /// EXIF's number of the rotation and mirroring in this map, or `nil` if it isn't a multiple of 90 degrees.
    var orientation: Int? {
        if b == 0, c == 0 { return d > 0 ? (a > 0 ? 1 : 2) : (a > 0 ? 4 : 3) }
        if a == 0, d == 0 { return b > 0 ? (c > 0 ? 5 : 6) : (c > 0 ? 8 : 7) }
        return nil
    }

    /// The smallest rectangle around the corners.
    var bounds: CGRect {
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (x.min() ?? 0, y.min() ?? 0)
        return CGRect(x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
    }
}
