import CVipsBridge
import Foundation
import MediaRequests
import Pixels

/// Turns a graph into a pipeline of libvips. Each node becomes an image of the pixels that its consumer needs.
final class GraphCompiler {
    typealias Image = GraphPipeline.Image

    /// The number of nodes that a graph may have after shared nodes are counted once for each path to them.
    private static let pathLimit = 4_000.0
    /// A Gaussian with a larger radius is computed on a reduced image, where its deviation is this.
    static let largestDeviation = 12.0
    /// A larger reduction would need more rows than fit into memory.
    private static let reductionLimit = 2_000.0

    private let graph: ImageGraph
    private let extents: [ImageGraph.Extent]
    private let pipeline: GraphPipeline
    private let sources: GraphSourceImages
    private var images: [Key: Image] = [:]

    private struct Key: Hashable {
        var node: Int
        var area: PlaneRectangle
    }

    /// - Parameter isRepeated: Whether the images are computed several times, so that no source can be a stream.
    init(
        _ graph: ImageGraph, _ pipeline: GraphPipeline, _ inputs: [GraphInput], isRepeated: Bool = false
    ) throws(MediaError) {
        self.graph = graph
        self.pipeline = pipeline
        extents = graph.extents(sources: inputs.map(\.upright))
        let paths = graph.pathCounts
        guard paths.reduce(0, +) <= Self.pathLimit else {
            throw MediaError(.limitExceeded, "The image graph uses the same images too often.")
        }
        let sequential = isRepeated ? [] : graph.sequentialSources(inputs, paths)
        sources = GraphSourceImages(pipeline, inputs, sequential: sequential)
    }

    /// Returns the result's pixels in a rectangle.
    func image(covering area: PlaneRectangle) throws(MediaError) -> Image {
        try image(graph.nodes.count - 1, area)
    }

    private func image(_ node: Int, _ area: PlaneRectangle) throws(MediaError) -> Image {
        let key = Key(node: node, area: area)
        if let image = images[key] { return image }
        let image = try newImage(node, area)
        images[key] = image
        return image
    }

    private func newImage(_ node: Int, _ area: PlaneRectangle) throws(MediaError) -> Image {
        switch graph.nodes[node] {
        case .source(let index): return try source(index, area)
        case .colour(let colour):
            let alpha = min(1, max(0, colour.alpha))
            let light = [colour.red, colour.green, colour.blue].map { Float(StandardCurve.light($0) * alpha) }
            return try pipeline.colour(light + [Float(alpha)], covering: area)
        case .crop(let input, let rectangle):
            return try masked(area, by: PlaneRectangle(rectangle)) { part throws(MediaError) in
                try self.image(input, part)
            }
        case .transform(let input, let transform): return try transformed(input, transform, node, area)
        case .composite(let input, let background):
            let (upper, lower) = (try image(input, area), try image(background, area))
            return try pipeline.check(albumen_pipeline_over(pipeline.handle, upper, lower))
        case .clamp(let input): return try clamped(input, area)
        case .filter(let input, let filter): return try filtered(input, filter, node, area)
        }
    }

    /// Returns an image that's transparent outside of a mask.
    private func masked(
        _ area: PlaneRectangle, by mask: PlaneRectangle, _ body: (PlaneRectangle) throws(MediaError) -> Image
    ) throws(MediaError) -> Image {
        let part = area.intersection(mask)
        guard !part.isEmpty else { return try transparent(area) }
        return try pipeline.place(try body(part), at: part, covering: area)
    }

    private func transparent(_ area: PlaneRectangle) throws(MediaError) -> Image {
        try pipeline.colour([0, 0, 0, 0], covering: area)
    }

    private func source(_ index: Int, _ area: PlaneRectangle) throws(MediaError) -> Image {
        let (stored, size) = try sources.image(index)
        let input = sources.inputs[index]
        let upright = input.upright
        let whole = PlaneRectangle(left: 0, top: -upright.height, width: upright.width, height: upright.height)
        guard input.orientation != 1 else {
            guard !area.intersection(whole).isEmpty else { return try transparent(area) }
            return try pipeline.place(stored, at: whole, covering: area)
        }
        return try masked(area, by: whole) { part throws(MediaError) in
            let transform = GraphTransform.upright(
                from: input.orientation, width: Double(size.width), height: Double(size.height))
            let place = PlaneRectangle(left: 0, top: -size.height, width: size.width, height: size.height)
            return try self.affine(transform, part) { _ in (stored, place) }
        }
    }

    private func clamped(_ input: Int, _ area: PlaneRectangle) throws(MediaError) -> Image {
        guard let extent = extents[input].rectangle else { return try image(input, area) }
        let whole = PlaneRectangle(extent)
        guard !whole.isEmpty else { return try transparent(area) }
        if whole.contains(area) { return try image(input, area) }
        let nearest = whole.nearest(to: area)
        return try pipeline.place(try image(input, nearest), at: nearest, covering: area, extendsEdges: true)
    }

    // MARK: - Transformations

    private func transformed(
        _ input: Int, _ transform: GraphTransform, _ node: Int, _ area: PlaneRectangle
    ) throws(MediaError) -> Image {
        if let shift = transform.wholePixels {
            let moved = PlaneRectangle(
                left: area.left - shift.x, top: area.top + shift.y, width: area.width, height: area.height)
            return try image(input, moved)
        }
        if transform.b == 0, transform.c == 0 {
            // The edges stay opaque.
            let body = { (part: PlaneRectangle) throws(MediaError) in
                try self.scaled(transform, part) { area throws(MediaError) in try self.clamped(input, area) }
            }
            guard let extent = extents[node].rectangle else { return try body(area) }
            return try masked(area, by: PlaneRectangle(extent), body)
        }
        guard let inverse = transform.inverse else { return try transparent(area) }
        // A reduction needs all pixels, so it comes before the rotation.
        let reduction = abs(inverse.determinant).squareRoot()
        if reduction > 1.5 {
            let reduced = GraphTransform(a: 1 / reduction, b: 0, c: 0, d: 1 / reduction, tx: 0, ty: 0)
            let rest = GraphTransform(a: reduction, b: 0, c: 0, d: reduction, tx: 0, ty: 0).followed(by: transform)
            return try affine(rest, area) { needed throws(MediaError) in
                let image = try self.scaled(reduced, needed) { area throws(MediaError) in try self.image(input, area) }
                return (image, needed)
            }
        }
        return try affine(transform, area) { needed throws(MediaError) in
            let part: PlaneRectangle
            if let extent = self.extents[input].rectangle {
                part = needed.intersection(PlaneRectangle(extent).extended(by: 3))
            } else {
                part = needed
            }
            guard !part.isEmpty else { return (try self.transparent(area), area) }
            return (try self.image(input, part), part)
        }
    }

    /// Transforms with a bicubic filter.
    ///
    /// - Parameter provide: Returns an image that contains all pixels of a rectangle that aren't transparent, and its
    ///   place.
    private func affine(
        _ transform: GraphTransform, _ area: PlaneRectangle,
        _ provide: (PlaneRectangle) throws(MediaError) -> (Image, PlaneRectangle)
    ) throws(MediaError) -> Image {
        guard let inverse = transform.downwards.inverse else { return try transparent(area) }
        let needed = inverse.pixels(neededFor: area, margin: 3)
        let (image, place) = try provide(needed)
        let (left, top) = (Double(area.left), Double(area.top))
        let matrix = [
            inverse.a, inverse.c, inverse.a * left + inverse.c * top + inverse.tx - Double(place.left),
            inverse.b, inverse.d, inverse.b * left + inverse.d * top + inverse.ty - Double(place.top),
        ]
        return try pipeline.check(
            albumen_pipeline_affine(
                pipeline.handle, image, matrix, Int32(clamping: area.width), Int32(clamping: area.height)))
    }

    /// Scales along the axes with Lanczos' filter.
    ///
    /// - Parameter provide: Returns an image of a rectangle.
    private func scaled(
        _ transform: GraphTransform, _ area: PlaneRectangle,
        _ provide: (PlaneRectangle) throws(MediaError) -> Image
    ) throws(MediaError) -> Image {
        guard let inverse = transform.downwards.inverse else { return try transparent(area) }
        guard max(abs(inverse.a), abs(inverse.d)) <= Self.reductionLimit else {
            throw MediaError(.limitExceeded, "The image graph reduces an image too much at once.")
        }
        let margin = Int((3 * max(1, abs(inverse.a), abs(inverse.d))).rounded(.up)) + 1
        let needed = inverse.pixels(neededFor: area, margin: margin)
        let image = try provide(needed)
        return try pipeline.check(
            albumen_pipeline_scale(
                pipeline.handle, image, inverse.a,
                Double(area.left) * inverse.a + inverse.tx - Double(needed.left), inverse.d,
                Double(area.top) * inverse.d + inverse.ty - Double(needed.top), Int32(clamping: area.width),
                Int32(clamping: area.height)))
    }

    // MARK: - Filters

    private func filtered(
        _ input: Int, _ filter: GraphFilter, _ node: Int, _ area: PlaneRectangle
    ) throws(MediaError) -> Image {
        if let steps = filter.steps(extent: extents[input].rectangle.map(PlaneRectangle.init)) {
            return try computed(input, steps, filter, area)
        }
        switch filter {
        case .gaussianBlur(let radius):
            return try blurred(radius, area, isMask: false) { area throws(MediaError) in try self.image(input, area) }
        case .unsharpMask(let radius, let intensity):
            let body = { (part: PlaneRectangle) throws(MediaError) in
                try self.blurred(radius, part, isMask: true, intensity: intensity) { area throws(MediaError) in
                    try self.clamped(input, area)
                }
            }
            guard let extent = extents[input].rectangle else { return try body(area) }
            return try masked(area, by: PlaneRectangle(extent), body)
        case .lanczosScale(let scale, let aspectRatio):
            let transform = GraphTransform(a: scale * aspectRatio, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            return try transformed(input, transform, node, area)
        default:
            throw MediaError(.unsupported, "The image graph has a filter that isn't known.")
        }
    }

    /// Computes pixels one by one, together with those of the filters before.
    private func computed(
        _ input: Int, _ steps: [PixelStep], _ filter: GraphFilter, _ area: PlaneRectangle
    ) throws(MediaError) -> Image {
        var (first, all) = (input, steps)
        while !filter.addsAlpha, case .filter(let before, let earlier) = graph.nodes[first], !earlier.addsAlpha,
            let steps = earlier.steps(extent: extents[before].rectangle.map(PlaneRectangle.init))
        {
            all = steps + all
            first = before
        }
        guard !all.isEmpty else { return try image(first, area) }
        let body = { (part: PlaneRectangle) throws(MediaError) in
            try self.pipeline.pixels(try self.image(first, part), all, at: part)
        }
        guard filter.addsAlpha, let extent = extents[input].rectangle else { return try body(area) }
        return try masked(area, by: PlaneRectangle(extent), body)
    }

    /// Blurs an image, or sharpens it with the difference from its blurred form.
    private func blurred(
        _ radius: Double, _ area: PlaneRectangle, isMask: Bool, intensity: Double = 0,
        _ provide: (PlaneRectangle) throws(MediaError) -> Image
    ) throws(MediaError) -> Image {
        guard radius >= 0.1 else { return try provide(area) }
        guard radius > Self.largestDeviation else {
            let kernel = Self.gaussian(radius)
            let reach = kernel.count / 2
            let image = try provide(area.extended(by: reach))
            return try pipeline.check(
                albumen_pipeline_blur(
                    pipeline.handle, image, kernel, Int32(reach), isMask ? Float(1 + intensity) : 0,
                    isMask ? Float(-intensity) : 1, isMask ? 1 : 0))
        }
        let factor = radius / (Self.largestDeviation / 2)
        let reduction = GraphTransform(a: 1 / factor, b: 0, c: 0, d: 1 / factor, tx: 0, ty: 0)
        let enlargement = GraphTransform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
        let large = try scaled(enlargement, area) { small throws(MediaError) in
            try self.blurred(radius / factor, small, isMask: false) { area throws(MediaError) in
                try self.scaled(reduction, area, provide)
            }
        }
        guard isMask else { return large }
        return try pipeline.check(
            albumen_pipeline_blend(
                pipeline.handle, try provide(area), large, Float(1 + intensity), Float(-intensity)))
    }

    /// Returns the weights of a Gaussian up to three deviations.
    static func gaussian(_ deviation: Double) -> [Float] {
        let reach = Int(GraphFilter.reach(ofDeviation: deviation))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = weights.reduce(0, +)
        return weights.map { Float($0 / sum) }
    }
}
