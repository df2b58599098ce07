import Foundation
import MediaRequests
import Pixels

/// The work of rendering a graph, computed from the areas that its nodes need, before a pixel is read.
///
/// Reductions need more pixels than they have, and neighbours of a strip are computed again for the next strip. So a
/// graph over a tiny picture can take hours. `GraphCompiler` decides which areas are needed, and this type follows it.
struct GraphCost {
    /// The work that each graph may do. A unit is one step of one pixel.
    private static let limit = 1.5e9
    /// The work that a graph may do in addition for each pixel of the sources and of the result. Edits of large pictures
    /// take some hundreds. Their processor time has a limit of its own.
    private static let limitPerPixel = 2_000.0
    /// The height of the strips in which libvips computes images.
    private static let stripHeight = 16

    private struct Key: Hashable {
        var node: Int
        var area: PlaneRectangle
    }

    private let graph: ImageGraph
    private let extents: [ImageGraph.Extent]
    private var costs: [Key: Double] = [:]

    private init(_ graph: ImageGraph, _ sizes: [PixelSize]) {
        self.graph = graph
        extents = graph.extents(sources: sizes)
    }

    /// Checks the work of rendering an area.
    ///
    /// - Throws: `limitExceeded` if the graph needs far more pixels than its sources and its result have.
    /// - Complexity: O(*n*) for *n* nodes and areas.
    static func check(
        _ graph: ImageGraph, sources: [PixelSize], covering area: PlaneRectangle
    ) throws(MediaError) {
        let pixels = sources.reduce(Self.pixels(area)) { $0 + Double($1.width) * Double($1.height) }
        guard cost(of: graph, sources: sources, covering: area) <= limit + limitPerPixel * pixels else {
            throw MediaError(
                .limitExceeded,
                "The image graph takes too long to compute. Reduce images in smaller steps, or crop them before."
            )
        }
    }

    /// Returns the work of rendering an area.
    static func cost(of graph: ImageGraph, sources: [PixelSize], covering area: PlaneRectangle) -> Double {
        guard !area.isEmpty else { return 0 }
        var whole = GraphCost(graph, sources)
        let full = whole.cost(graph.nodes.count - 1, area)
        let strip = PlaneRectangle(
            left: area.left, top: area.top + max(0, area.height - stripHeight) / 2, width: area.width,
            height: min(area.height, stripHeight))
        let count = (Double(area.height) / Double(strip.height)).rounded(.up)
        return max(full, whole.cost(graph.nodes.count - 1, strip) * count)
    }

    private static func pixels(_ area: PlaneRectangle) -> Double { Double(area.width) * Double(area.height) }

    private mutating func cost(_ node: Int, _ area: PlaneRectangle) -> Double {
        guard !area.isEmpty else { return 0 }
        let key = Key(node: node, area: area)
        if let cost = costs[key] { return cost }
        let cost = newCost(node, area)
        costs[key] = cost
        return cost
    }

    private mutating func newCost(_ node: Int, _ area: PlaneRectangle) -> Double {
        let own = Self.pixels(area)
        switch graph.nodes[node] {
        case .source: return 2 * own
        case .colour: return own
        case .crop(let input, let rectangle):
            return own + cost(input, area.intersection(PlaneRectangle(rectangle)))
        case .transform(let input, let transform): return transformed(input, transform, node, area)
        case .composite(let input, let background): return 2 * own + cost(input, area) + cost(background, area)
        case .clamp(let input): return own + clamped(input, area)
        case .filter(let input, let filter): return filtered(input, filter, node, area)
        }
    }

    private mutating func clamped(_ input: Int, _ area: PlaneRectangle) -> Double {
        guard let extent = extents[input].rectangle else { return cost(input, area) }
        let whole = PlaneRectangle(extent)
        guard !whole.isEmpty else { return 0 }
        return whole.contains(area) ? cost(input, area) : cost(input, whole.nearest(to: area))
    }

    private func part(_ node: Int, _ area: PlaneRectangle) -> PlaneRectangle {
        extents[node].rectangle.map { area.intersection(PlaneRectangle($0)) } ?? area
    }

    // MARK: Transformations

    private mutating func transformed(
        _ input: Int, _ transform: GraphTransform, _ node: Int, _ area: PlaneRectangle
    ) -> Double {
        if let shift = transform.wholePixels {
            let moved = PlaneRectangle(
                left: area.left - shift.x, top: area.top + shift.y, width: area.width, height: area.height)
            return cost(input, moved)
        }
        if transform.b == 0, transform.c == 0 {
            return scaled(transform, part(node, area)) { cost, area in cost.clamped(input, area) }
        }
        guard let inverse = transform.inverse else { return 0 }
        let reduction = abs(inverse.determinant).squareRoot()
        if reduction > 1.5 {
            let reduced = GraphTransform(a: 1 / reduction, b: 0, c: 0, d: 1 / reduction, tx: 0, ty: 0)
            let rest = GraphTransform(a: reduction, b: 0, c: 0, d: reduction, tx: 0, ty: 0).followed(by: transform)
            return affine(rest, area) { cost, needed in
                cost.scaled(reduced, needed) { cost, area in cost.cost(input, area) }
            }
        }
        return affine(transform, area) { cost, needed in
            guard let extent = cost.extents[input].rectangle else { return cost.cost(input, needed) }
            return cost.cost(input, needed.intersection(PlaneRectangle(extent).extended(by: 3)))
        }
    }

    private mutating func affine(
        _ transform: GraphTransform, _ area: PlaneRectangle, _ input: (inout GraphCost, PlaneRectangle) -> Double
    ) -> Double {
        guard !area.isEmpty, let inverse = transform.downwards.inverse else { return 0 }
        return 8 * Self.pixels(area) + input(&self, inverse.pixels(neededFor: area, margin: 3))
    }

    private mutating func scaled(
        _ transform: GraphTransform, _ area: PlaneRectangle, _ input: (inout GraphCost, PlaneRectangle) -> Double
    ) -> Double {
        guard !area.isEmpty, let inverse = transform.downwards.inverse else { return 0 }
        let margin = 3 * max(1, abs(inverse.a), abs(inverse.d))
        guard margin < 1e6 else { return .infinity }
        let needed = inverse.pixels(neededFor: area, margin: Int(margin.rounded(.up)) + 1)
        return 12 * Self.pixels(area) + 2 * Self.pixels(needed) + input(&self, needed)
    }

    // MARK: Filters

    private mutating func filtered(
        _ input: Int, _ filter: GraphFilter, _ node: Int, _ area: PlaneRectangle
    ) -> Double {
        switch filter {
        case .gaussianBlur(let radius):
            return blurred(radius, area) { cost, area in cost.cost(input, area) }
        case .unsharpMask(let radius, _):
            return blurred(radius, part(node, area)) { cost, area in 2 * cost.clamped(input, area) }
        case .lanczosScale(let scale, let aspectRatio):
            let transform = GraphTransform(a: scale * aspectRatio, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            return transformed(input, transform, node, area)
        default:
            return 4 * Self.pixels(area) + cost(input, area)
        }
    }

    private mutating func blurred(
        _ radius: Double, _ area: PlaneRectangle, _ input: (inout GraphCost, PlaneRectangle) -> Double
    ) -> Double {
        guard !area.isEmpty else { return 0 }
        guard radius > GraphCompiler.largestDeviation else {
            let reach = GraphCompiler.gaussian(max(0.1, radius)).count / 2
            let needed = area.extended(by: reach)
            return Double(reach) * (Self.pixels(area) + Double(area.width) * Double(needed.height)) / 2
                + input(&self, needed)
        }
        let factor = radius / (GraphCompiler.largestDeviation / 2)
        let reduction = GraphTransform(a: 1 / factor, b: 0, c: 0, d: 1 / factor, tx: 0, ty: 0)
        let enlargement = GraphTransform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
        return scaled(enlargement, area) { cost, small in
            cost.blurred(radius / factor, small) { cost, area in cost.scaled(reduction, area, input) }
        }
    }
}
