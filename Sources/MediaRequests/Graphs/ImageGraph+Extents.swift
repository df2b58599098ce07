package import Pixels

extension ImageGraph {
    /// The area in which an image has pixels.
    package enum Extent: Equatable, Sendable {
        case finite(GraphRectangle)
        case infinite

        package var rectangle: GraphRectangle? {
            if case .finite(let rectangle) = self { rectangle } else { nil }
        }
    }

    /// Returns the extent of each node.
    ///
    /// - Parameter sources: The sizes of the sources, upright if the source applies its orientation.
    /// - Complexity: O(*n*) for *n* nodes.
    package func extents(sources: [PixelSize]) -> [Extent] {
        var extents: [Extent] = []
        extents.reserveCapacity(nodes.count)
        for node in nodes { extents.append(Self.extent(of: node, sources: sources) { extents[$0] }) }
        return extents
    }

    /// Returns the extent of one node.
    package static func extent(of node: Node, sources: [PixelSize], _ extent: (Int) -> Extent) -> Extent {
        switch node {
        case .source(let index):
            guard sources.indices.contains(index) else { return .finite(.zero) }
            let size = sources[index]
            return .finite(GraphRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
        case .colour:
            return .infinite
        case .crop(let input, let rectangle):
            guard case .finite(let inner) = extent(input) else { return .finite(rectangle) }
            return .finite(inner.intersection(rectangle))
        case .transform(let input, let transform):
            guard case .finite(let inner) = extent(input) else { return .infinite }
            return .finite(inner.isEmpty ? .zero : transform.bounds(of: inner))
        case .composite(let input, let background):
            guard case .finite(let upper) = extent(input), case .finite(let lower) = extent(background) else {
                return .infinite
            }
            return .finite(upper.union(lower))
        case .clamp(let input):
            return extent(input) == .finite(.zero) ? .finite(.zero) : .infinite
        case .filter(let input, let filter):
            return filter.extent(of: extent(input))
        }
    }
}

extension GraphFilter {
    fileprivate func extent(of input: ImageGraph.Extent) -> ImageGraph.Extent {
        guard case .finite(let rectangle) = input, !rectangle.isEmpty else { return input }
        switch self {
        case .gaussianBlur: return .finite(rectangle.insetBy(-reach))
        case .lanczosScale(let scale, let aspectRatio):
            return .finite(
                GraphRectangle(
                    x: rectangle.x * scale * aspectRatio, y: rectangle.y * scale,
                    width: rectangle.width * scale * aspectRatio, height: rectangle.height * scale))
        default: return input
        }
    }
}
