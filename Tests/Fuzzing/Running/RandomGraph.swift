import Foundation
import MediaRequests

/// A random graph over one source, with usual and extreme values. Its seed makes it repeatable.
struct RandomGraph {
    private var random: MutationRandom
    private var graph = ImageGraph(nodes: [.source(0)])

    init(seed: UInt64) {
        random = MutationRandom(seed: seed, loader: "graph", index: 0)
    }

    mutating func request() -> GraphRequest {
        for _ in 0..<Int(below(12)) { graph.append(node()) }
        let side = Double(1 + below(400))
        let rectangle = GraphRectangle(
            x: below(4) == 0 ? number() : Double(below(200)), y: Double(below(200)), width: side,
            height: Double(1 + below(400)))
        let outputs: [GraphRequest.Output] = [
            .pixels(.sRGB), .pixels(.linearSRGB), .file(.init(.jpeg, quality: Double(below(101)) / 100)),
            .file(.init(.png, colourSpace: .displayP3, bitsPerComponent: 16)), .file(.init(.tiff)),
        ]
        let output = outputs[below(outputs.count)]
        var request = GraphRequest(graph: graph, rectangle: rectangle, output: output)
        if case .file = output, below(2) == 0 {
            request.carriesMetadataOfSource = 0
            if below(2) == 0 { request.changes = Data(Self.changes.encoded) }
        }
        return request
    }

    /// Changes of all kinds of metadata.
    private static let changes = ImageProperty.dictionary([
        "Orientation": .integer(6), "{GPS}": .removal, "{MakerApple}": .dictionary(["17": .text("identifier")]),
        "{Exif}": .dictionary(["LensModel": .text("Lens"), "FNumber": .removal, "ISOSpeedRatings": .integer(400)]),
        "{IPTC}": .dictionary(["Keywords": .list([.text("ü")]), "City": .removal]),
        "{TIFF}": .dictionary(["Artist": .text("Artist")]), "{PNG}": .dictionary(["Title": .text("Title")]),
    ])

    private mutating func node() -> ImageGraph.Node {
        let input = below(graph.nodes.count)
        switch below(8) {
        case 0: return .colour(GraphColour(red: number(), green: number(), blue: 0.5, alpha: Double(below(3)) / 2))
        case 1:
            return .crop(
                input: input,
                GraphRectangle(x: number(), y: number(), width: abs(number()), height: Double(below(300))))
        case 2:
            return .transform(
                input: input,
                GraphTransform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number()))
        case 3: return .composite(input: input, background: below(graph.nodes.count))
        case 4: return .clamp(input: input)
        case 5: return .transform(input: input, GraphTransform(a: -0.5, b: 0, c: 0, d: 2, tx: 100, ty: number()))
        default: return .filter(input: input, filter())
        }
    }

    private mutating func filter() -> GraphFilter {
        switch below(13) {
        case 0: .exposure(stops: number())
        case 1: .gamma(power: abs(number()))
        case 2: .hue(angle: number())
        case 3: .vibrance(amount: number())
        case 4: .highlightsAndShadows(highlights: number(), shadows: number())
        case 5: .toneCurve((0..<5).map { GraphVector(Double($0) / 4, Double($0) / 3) })
        case 6: .gaussianBlur(radius: abs(number()).truncatingRemainder(dividingBy: 40))
        case 7: .unsharpMask(radius: Double(below(20)), intensity: number())
        case 8: .vignette(intensity: number(), radius: abs(number()))
        case 9: .lanczosScale(scale: abs(number()), aspectRatio: abs(number()))
        case 10: .photoEffect(PhotoEffect.allCases[below(PhotoEffect.allCases.count)])
        case 11:
            .colourMatrix(
                red: GraphVector(number(), 0), green: GraphVector(0, number()), blue: GraphVector(0, 0, 1),
                alpha: GraphVector(0, 0, 0, number()), bias: GraphVector(0, 0, 0, number()))
        default:
            .temperatureAndTint(neutral: GraphVector(6500, number()), target: GraphVector(2000 + abs(number()), 0))
        }
    }

    private mutating func number() -> Double {
        let extremes: [Double] = [0, 1, -1, 0.5, -0.5, 2, 1e-9, 1e-3, 1e3, -1e7, 1e7, 1e300, .infinity, .nan]
        return below(3) == 0 ? extremes[below(extremes.count)] : Double(below(4000)) / 1000 - 2
    }

    private mutating func below(_ limit: Int) -> Int { random.below(limit) }
}
