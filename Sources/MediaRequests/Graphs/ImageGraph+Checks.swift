extension ImageGraph {
    /// Checks the graph before pixels are touched.
    ///
    /// - Parameter sourceCount: The number of sources that accompany the graph.
    /// - Throws: `limitExceeded` if the graph has too many nodes or sources. `unsupported` if it's empty, refers to a
    ///   node or source that doesn't exist, or contains a number that isn't finite or is too large.
    package func check(sourceCount: Int) throws(MediaError) {
        guard !nodes.isEmpty else { throw MediaError(.unsupported, "The image graph is empty.") }
        guard nodes.count <= Self.nodeLimit else {
            throw MediaError(
                .limitExceeded, "The image graph has \(nodes.count) steps. The limit is \(Self.nodeLimit).")
        }
        guard sourceCount <= Self.sourceLimit else {
            throw MediaError(
                .limitExceeded, "The image graph has \(sourceCount) source images. The limit is \(Self.sourceLimit).")
        }
        for (index, node) in nodes.enumerated() {
            guard node.inputs.allSatisfy({ (0..<index).contains($0) }) else {
                throw MediaError(.unsupported, "Step \(index) of the image graph refers to a later step.")
            }
            guard node.isPlausible(sourceCount) else {
                throw MediaError(
                    .unsupported,
                    "Step \(index) of the image graph has a parameter outside of its range: \(node.name).")
            }
        }
    }
}

extension ImageGraph.Node {
    fileprivate func isPlausible(_ sourceCount: Int) -> Bool {
        switch self {
        case .source(let index): (0..<sourceCount).contains(index)
        case .colour(let colour): colour.numbers.allSatisfy(Self.isUsable)
        case .crop(_, let rectangle): rectangle.isFinite && rectangle.width >= 0 && rectangle.height >= 0
        case .transform(_, let transform): transform.isFinite && transform.inverse != nil
        case .composite, .clamp: true
        case .filter(_, let filter): filter.numbers.allSatisfy(Self.isUsable) && filter.isPlausible
        }
    }

    private static func isUsable(_ number: Double) -> Bool {
        number.isFinite && abs(number) <= ImageGraph.coordinateLimit
    }

    /// The operation's name, for messages.
    fileprivate var name: String {
        switch self {
        case .source: "source"
        case .colour: "colour"
        case .crop: "crop"
        case .transform: "transform"
        case .composite: "composite"
        case .clamp: "clamp"
        case .filter(_, let filter): filter.name
        }
    }
}

extension GraphFilter {
    fileprivate var name: String {
        // The case without its parameters.
        String(String(describing: self).prefix { $0 != "(" })
    }

    fileprivate var isPlausible: Bool {
        switch self {
        case .exposure(let stops): abs(stops) <= 100
        case .gamma(let power): power > 0 && power <= 100
        case .temperatureAndTint(let neutral, let target):
            [neutral, target].allSatisfy { (1_000...40_000).contains($0.x) && abs($0.y) <= 1_000 }
        case .toneCurve(let points):
            points.count == 5 && zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x }
        case .gaussianBlur(let radius): (0...ImageGraph.radiusLimit).contains(radius)
        case .unsharpMask(let radius, _): (0...ImageGraph.radiusLimit).contains(radius)
        case .vignette(_, let radius): radius >= 0
        case .lanczosScale(let scale, let aspectRatio):
            (1e-5...1e3).contains(scale) && (1e-5...1e3).contains(scale * aspectRatio)
        case .colourControls, .colourMatrix, .hue, .vibrance, .highlightsAndShadows, .invert, .monochrome, .sepia,
            .photoEffect:
            true
        }
    }
}
