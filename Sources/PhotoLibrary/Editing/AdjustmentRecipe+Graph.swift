import Foundation
package import MediaRequests
package import Pixels

extension AdjustmentRecipe {
    /// Returns the size after the rotation, to which a crop refers.
    package func turned(_ size: PixelSize) -> PixelSize {
        rotation % 180 == 0 ? size : PixelSize(width: size.height, height: size.width)
    }

    /// Returns the recipe as an image graph, and the part to render.
    ///
    /// - Parameter size: The size of the upright photo, which is the graph's source 0.
    package func graph(for size: PixelSize) -> (graph: ImageGraph, rectangle: GraphRectangle) {
        var graph = ImageGraph()
        var node = graph.append(.source(0))
        let turn = turn(of: size)
        if turn != .identity { node = graph.append(.transform(input: node, turn)) }
        let turned = turned(size)
        let extent = GraphRectangle(x: 0, y: 0, width: Double(turned.width), height: Double(turned.height))
        if straightening != 0 {
            // The graph's angle is counterclockwise.
            let angle = -straightening * .pi / 180
            node = graph.append(.clamp(input: node))
            node = graph.append(.transform(input: node, .straightening(angle, extent)))
            node = graph.append(.crop(input: node, extent))
        }
        let part = rectangle(in: turned)
        if part != extent { node = graph.append(.crop(input: node, part)) }
        for filter in filters(for: part) { node = graph.append(.filter(input: node, filter)) }
        return (graph, part)
    }

    /// Returns the recipe as a graph whose result has its lower left corner at the origin, and the result's size.
    ///
    /// - Parameter size: The size of the upright frame, which is the graph's source 0.
    func frameGraph(for size: PixelSize) -> (graph: ImageGraph, size: PixelSize) {
        var (graph, part) = graph(for: size)
        if part.x != 0 || part.y != 0 {
            let input = graph.nodes.count - 1
            _ = graph.append(
                .transform(input: input, GraphTransform(a: 1, b: 0, c: 0, d: 1, tx: -part.x, ty: -part.y)))
        }
        return (graph, PixelSize(width: Int(part.width), height: Int(part.height)))
    }

    /// The EXIF orientation that has the effect of the rotation and then the flip.
    private func turn(of size: PixelSize) -> GraphTransform {
        let (width, height) = (Double(size.width), Double(size.height))
        let rotated = [0: 1, 90: 6, 180: 3, 270: 8][rotation] ?? 1
        let turned = turned(size)
        var transform = GraphTransform.upright(from: rotated, width: width, height: height)
        let flips: [Int] =
            switch flip {
            case nil: []
            case .horizontal: [2]
            case .vertical: [4]
            case .both: [3]
            }
        for orientation in flips {
            transform = transform.followed(
                by: .upright(from: orientation, width: Double(turned.width), height: Double(turned.height)))
        }
        return transform
    }

    /// Returns the crop in whole pixels, with the origin at the lower left. It has at least one pixel.
    private func rectangle(in size: PixelSize) -> GraphRectangle {
        func range(_ start: Double, _ length: Double, _ count: Int) -> Range<Int> {
            let first = min(max(0, Int((start * Double(count)).rounded())), count - 1)
            let last = min(max(first + 1, Int(((start + length) * Double(count)).rounded())), count)
            return first..<last
        }
        let columns = range(crop.x, crop.width, size.width)
        let rows = range(crop.y, crop.height, size.height)
        return GraphRectangle(
            x: Double(columns.lowerBound), y: Double(size.height - rows.upperBound), width: Double(columns.count),
            height: Double(rows.count))
    }

    private func filters(for part: GraphRectangle) -> [GraphFilter] {
        var filters: [GraphFilter] = []
        func share(_ amount: Amount) -> Double { self[amount] / 100 }
        if self[.exposure] != 0 { filters.append(.exposure(stops: self[.exposure])) }
        if self[.temperature] != Amount.temperature.neutral || self[.tint] != 0 {
            filters.append(
                .temperatureAndTint(
                    neutral: GraphVector(self[.temperature], self[.tint]),
                    target: GraphVector(Amount.temperature.neutral, 0)))
        }
        if self[.highlights] != 0 || self[.shadows] != 0 {
            filters.append(.highlightsAndShadows(highlights: 1 + share(.highlights), shadows: share(.shadows)))
        }
        if self[.contrast] != 0 || self[.saturation] != 0 {
            filters.append(
                .colourControls(
                    saturation: 1 + share(.saturation), brightness: 0, contrast: pow(2, share(.contrast) / 2)))
        }
        if self[.vibrance] != 0 { filters.append(.vibrance(amount: share(.vibrance))) }
        if let filter { filters.append(filter.graphFilter) }
        if self[.sharpness] != 0 { filters.append(.unsharpMask(radius: 2, intensity: share(.sharpness) * 1.5)) }
        if self[.vignette] != 0 { filters.append(.vignette(intensity: share(.vignette), radius: 1)) }
        return filters
    }
}

extension AdjustmentRecipe.Filter {
    fileprivate var graphFilter: GraphFilter {
        switch self {
        case .mono: .photoEffect(.mono)
        case .noir: .photoEffect(.noir)
        case .tonal: .photoEffect(.tonal)
        case .chrome: .photoEffect(.chrome)
        case .fade: .photoEffect(.fade)
        case .instant: .photoEffect(.instant)
        case .process: .photoEffect(.process)
        case .transfer: .photoEffect(.transfer)
        case .sepia: .sepia(intensity: 1)
        }
    }
}
