import Foundation
import MediaRequests

extension ImageGraph {
    /// The number of paths from the result to each node.
    var pathCounts: [Double] {
        var counts = [Double](repeating: 0, count: nodes.count)
        counts[nodes.count - 1] = 1
        for index in nodes.indices.reversed() {
            for input in nodes[index].inputs { counts[input] += counts[index] }
        }
        return counts
    }

    /// Returns the sources whose rows are needed once, in order from the top. They don't have to be in memory.
    func sequentialSources(_ inputs: [GraphInput], _ paths: [Double]) -> Set<Int> {
        // Whether each path to a node keeps the order of rows.
        var isOrdered = [Bool](repeating: true, count: nodes.count)
        for index in nodes.indices.reversed() {
            for input in nodes[index].inputs where !isOrdered[index] || !nodes[index].keepsOrderOfRows {
                isOrdered[input] = false
            }
        }
        var uses: [Int: Double] = [:]
        var ordered = Set(inputs.indices)
        for (index, node) in nodes.enumerated() {
            guard case .source(let source) = node else { continue }
            uses[source, default: 0] += paths[index]
            if !isOrdered[index] { ordered.remove(source) }
        }
        return ordered.filter { uses[$0] == 1 && inputs[$0].orientation == 1 }
    }
}

extension ImageGraph.Node {
    fileprivate var keepsOrderOfRows: Bool {
        switch self {
        case .transform(_, let transform): transform.b == 0 && transform.c == 0 && transform.d > 0
        // A large blur reduces and enlarges the image, and reads it twice if it sharpens.
        case .filter(_, .gaussianBlur(let radius)), .filter(_, .unsharpMask(let radius, _)): radius <= 12
        default: true
        }
    }
}

extension GraphTransform {
    /// The same transformation with y growing downwards.
    var downwards: GraphTransform { GraphTransform(a: a, b: -b, c: -c, d: d, tx: tx, ty: -ty) }

    /// The translation if the transformation is nothing else, by whole pixels.
    var wholePixels: (x: Int, y: Int)? {
        guard a == 1, b == 0, c == 0, d == 1, tx == tx.rounded(), ty == ty.rounded() else { return nil }
        return (PlaneRectangle.clipped(tx), PlaneRectangle.clipped(ty))
    }

    /// Returns the pixels to which this transformation maps a rectangle, with a margin.
    func pixels(neededFor area: PlaneRectangle, margin: Int) -> PlaneRectangle {
        let bounds = bounds(
            of: GraphRectangle(
                x: Double(area.left), y: Double(area.top), width: Double(area.width), height: Double(area.height)))
        let (left, top) = (bounds.x.rounded(.down), bounds.y.rounded(.down))
        return PlaneRectangle(
            left: PlaneRectangle.clipped(left), top: PlaneRectangle.clipped(top),
            width: PlaneRectangle.clipped(bounds.maxX.rounded(.up) - left),
            height: PlaneRectangle.clipped(bounds.maxY.rounded(.up) - top)
        ).extended(by: margin)
    }
}
