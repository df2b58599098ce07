import CPixman
package import Foundation

/// The part of each pixel that a shape covers, for shapes and clips with smooth edges.
package struct Coverage: Sendable {
    /// The pixels that the shape may cover. Their width and height can be 0.
    package let bounds: PixelRectangle
    /// A byte for each pixel of `bounds`, row by row with `stride`, or `nil` if the shape covers all of them.
    private(set) var bytes: [UInt8]?

    /// The length of a row in `bytes`. pixman reads whole words.
    var stride: Int { Self.stride(bounds.width) }

    package var isEmpty: Bool { bounds.width <= 0 || bounds.height <= 0 }

    /// The coverage of whole pixels.
    package init(_ bounds: PixelRectangle) {
        self.bounds = bounds
    }

    /// Creates the coverage of the union of convex polygons.
    ///
    /// - Parameters:
    ///   - polygons: The corners of each polygon, in the order of its outline. A polygon with a coordinate that isn't
    ///     a number covers nothing.
    ///   - limit: The pixels of interest.
    package init(of polygons: [[CGPoint]], in limit: PixelRectangle) {
        if polygons.count == 1, let rectangle = Self.rectangle(polygons[0]) {
            self.init(rectangle, in: limit)
            return
        }
        let area = CGRect(x: limit.x, y: limit.y, width: limit.width, height: limit.height)
        let shapes = polygons.map { ClippedPolygon($0, to: area).points }.filter { $0.count > 2 }
        let points = shapes.flatMap { $0 }
        let edges = (x: points.map(\.x), y: points.map(\.y))
        guard let left = edges.x.min(), let right = edges.x.max(), let top = edges.y.min(), let bottom = edges.y.max()
        else {
            self.init(PixelRectangle(x: limit.x, y: limit.y, width: 0, height: 0))
            return
        }
        let (x, y) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        self.init(
            PixelRectangle(
                x: x, y: y, width: Int(right.rounded(.up)) - x, height: Int(bottom.rounded(.up)) - y))
        bytes = Self.rasterized(shapes, in: bounds)
    }

    /// The coverage of a rectangle whose edges may lie between pixels.
    private init(_ rectangle: CGRect, in limit: PixelRectangle) {
        func edge(_ value: CGFloat, _ start: Int, _ length: Int) -> Double {
            // Positions within a 256th of a pixel are the pixel's edge, so that rounding errors have no effect.
            let value = abs(value - value.rounded()) < 1 / 256 ? value.rounded() : value
            return Double(min(max(value, CGFloat(start)), CGFloat(start + length)))
        }
        let (left, right) = (edge(rectangle.minX, limit.x, limit.width), edge(rectangle.maxX, limit.x, limit.width))
        let (top, bottom) = (edge(rectangle.minY, limit.y, limit.height), edge(rectangle.maxY, limit.y, limit.height))
        let (x, y) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
        guard left < right, top < bottom else {
            bounds = PixelRectangle(x: x, y: y, width: 0, height: 0)
            return
        }
        bounds = PixelRectangle(
            x: x, y: y, width: Int(right.rounded(.up)) - x, height: Int(bottom.rounded(.up)) - y)
        guard [left, right, top, bottom].contains(where: { $0 != $0.rounded() }) else { return }
        let columns = (0..<bounds.width).map { min(right, Double(x + $0 + 1)) - max(left, Double(x + $0)) }
        var bytes = [UInt8](repeating: 0, count: stride * bounds.height)
        for row in 0..<bounds.height {
            let height = min(bottom, Double(y + row + 1)) - max(top, Double(y + row))
            for column in 0..<bounds.width {
                bytes[row * stride + column] = UInt8((columns[column] * height * 255).rounded())
            }
        }
        self.bytes = bytes
    }

    /// Returns the coverage of both shapes' intersection.
    package func intersection(_ other: Coverage) -> Coverage {
        let common = bounds.intersection(other.bounds)
        var result = Coverage(common)
        guard !result.isEmpty, bytes != nil || other.bytes != nil else { return result }
        var combined = [UInt8](repeating: 0, count: result.stride * common.height)
        for y in 0..<common.height {
            for x in 0..<common.width {
                let product = Int(value(common.x + x, common.y + y)) * Int(other.value(common.x + x, common.y + y))
                combined[y * result.stride + x] = UInt8((product + 127) / 255)
            }
        }
        result.bytes = combined
        return result
    }

    /// Returns the part inside a rectangle with all its values multiplied by an opacity.
    func part(in rectangle: PixelRectangle, opacity: Double) -> [UInt8] {
        let stride = Self.stride(rectangle.width)
        let factor = min(1, max(0, opacity))
        var part = [UInt8](repeating: 0, count: stride * rectangle.height)
        for y in 0..<rectangle.height {
            for x in 0..<rectangle.width {
                let value = Double(value(rectangle.x + x, rectangle.y + y))
                part[y * stride + x] = UInt8((value * factor).rounded())
            }
        }
        return part
    }

    /// - Precondition: The pixel is in `bounds`.
    private func value(_ x: Int, _ y: Int) -> UInt8 {
        bytes.map { $0[(y - bounds.y) * stride + x - bounds.x] } ?? 255
    }

    static func stride(_ width: Int) -> Int { (width + 3) & ~3 }

    /// Returns the rectangle with these corners, or `nil` if they form another shape.
    private static func rectangle(_ corners: [CGPoint]) -> CGRect? {
        guard corners.count == 4 else { return nil }
        let (one, two, three, four) = (corners[0], corners[1], corners[2], corners[3])
        let isUpright = one.y == two.y && two.x == three.x && three.y == four.y && four.x == one.x
        let isTurned = one.x == two.x && two.y == three.y && three.x == four.x && four.y == one.y
        guard isUpright || isTurned else { return nil }
        let (left, top) = (min(one.x, three.x), min(one.y, three.y))
        return CGRect(x: left, y: top, width: max(one.x, three.x) - left, height: max(one.y, three.y) - top)
    }

    private static func rasterized(_ shapes: [[CGPoint]], in bounds: PixelRectangle) -> [UInt8] {
        let stride = stride(bounds.width)
        var bytes = [UInt8](repeating: 0, count: stride * bounds.height)
        func point(_ point: CGPoint) -> pixman_point_fixed_t {
            pixman_point_fixed_t(
                x: pixman_fixed_t(((point.x - CGFloat(bounds.x)) * 65_536).rounded()),
                y: pixman_fixed_t(((point.y - CGFloat(bounds.y)) * 65_536).rounded()))
        }
        bytes.withUnsafeMutableBytes { memory in
            let image = PixmanSurface.image(
                PIXMAN_a8, bounds.size, memory.baseAddress, bytesPerRow: stride)
            for shape in shapes {
                let triangles = (1..<shape.count - 1).map { index in
                    pixman_triangle_t(p1: point(shape[0]), p2: point(shape[index]), p3: point(shape[index + 1]))
                }
                pixman_add_triangles(image, 0, 0, Int32(triangles.count), triangles)
            }
            pixman_image_unref(image)
        }
        return bytes
    }
}

/// The part of a convex polygon inside a rectangle, by Sutherland and Hodgman's method.
private struct ClippedPolygon {
    private(set) var points: [CGPoint]

    init(_ corners: [CGPoint], to area: CGRect) {
        guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            points = []
            return
        }
        points = corners
        keep { $0.x - area.minX }
        keep { area.maxX - $0.x }
        keep { $0.y - area.minY }
        keep { area.maxY - $0.y }
        // A crossing far outside may be inexact.
        points = points.map {
            CGPoint(x: min(max($0.x, area.minX), area.maxX), y: min(max($0.y, area.minY), area.maxY))
        }
    }

    /// Keeps the points on the side of a line where the distance isn't negative.
    private mutating func keep(_ distance: (CGPoint) -> CGFloat) {
        var kept: [CGPoint] = []
        for (index, point) in points.enumerated() {
            let next = points[(index + 1) % points.count]
            let (here, there) = (distance(point), distance(next))
            if here >= 0 { kept.append(point) }
            if (here < 0) != (there < 0) {
                let part = here / (here - there)
                kept.append(CGPoint(x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part))
            }
        }
        points = kept.filter { $0.x.isFinite && $0.y.isFinite }
    }
}
