import Foundation
import Pixels
import Testing

@testable import MediaRequests

/// The host's checks of graphs and their extents.
@Suite struct ImageGraphTests {
    private static let area = GraphRectangle(x: 0, y: 0, width: 10, height: 10)

    private func request(
        _ nodes: [ImageGraph.Node], _ rectangle: GraphRectangle = area,
        _ output: GraphRequest.Output = .pixels(.sRGB), metadata: Int? = nil
    ) -> GraphRequest {
        GraphRequest(
            graph: ImageGraph(nodes: nodes), rectangle: rectangle, output: output, carriesMetadataOfSource: metadata)
    }

    private func code(_ request: GraphRequest, sources: Int = 1) -> MediaError.Code? {
        do throws(MediaError) {
            try request.check(sourceCount: sources)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a sound graph passes`() {
        #expect(code(request([.source(0), .clamp(input: 0), .crop(input: 1, Self.area)])) == nil)
    }

    @Test(
        arguments: [
            [], [.source(1)], [.source(-1)], [.clamp(input: 0)], [.source(0), .clamp(input: 1)],
            [.source(0), .composite(input: 0, background: 2)], [.source(0), .clamp(input: -1)],
            [.source(0), .crop(input: 0, GraphRectangle(x: 0, y: 0, width: .infinity, height: 1))],
            [.source(0), .crop(input: 0, GraphRectangle(x: .nan, y: 0, width: 1, height: 1))],
            [.source(0), .crop(input: 0, GraphRectangle(x: 0, y: 0, width: -1, height: 1))],
            [.source(0), .transform(input: 0, GraphTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0))],
            [.source(0), .transform(input: 0, GraphTransform(a: 1, b: 0, c: 0, d: 1, tx: 1e8, ty: 0))],
            [.source(0), .filter(input: 0, .exposure(stops: .nan))],
            [.source(0), .filter(input: 0, .exposure(stops: 1e6))],
            [.source(0), .filter(input: 0, .gaussianBlur(radius: -1))],
            [.source(0), .filter(input: 0, .gaussianBlur(radius: 501))],
            [.source(0), .filter(input: 0, .lanczosScale(scale: 0, aspectRatio: 1))],
            [.source(0), .filter(input: 0, .toneCurve([GraphVector(0, 0)]))],
            [.source(0), .filter(input: 0, .toneCurve((0..<5).map { _ in GraphVector(0.5, 0.5) }))],
            [.colour(GraphColour(red: .infinity, green: 0, blue: 0))],
        ] as [[ImageGraph.Node]])
    func `an invalid graph is unsupported`(nodes: [ImageGraph.Node]) {
        #expect(code(request(nodes)) == .unsupported)
    }

    @Test func `nodes, sources, areas and outputs have limits`() {
        let long = [ImageGraph.Node.source(0)] + (0..<1000).map { .clamp(input: $0) }
        #expect(code(request(Array(long.dropLast()))) == nil)
        #expect(code(request(long)) == .limitExceeded)
        #expect(code(request([.source(0)]), sources: 8) == nil)
        #expect(code(request([.source(0)]), sources: 9) == .limitExceeded)
        let large = GraphRectangle(x: 0, y: 0, width: 90_000, height: 90_000)
        #expect(code(request([.source(0)], large)) == .limitExceeded)
        #expect(code(request([.source(0)], .zero)) == .unsupported)
        let wide = GraphRectangle(x: 0, y: 0, width: 66_000, height: 2)
        #expect(code(request([.source(0)], wide)) == nil)
        #expect(code(request([.source(0)], wide, .file(.init(.jpeg)))) == .limitExceeded)
        #expect(code(request([.source(0)], Self.area, .file(.init(.jpeg, quality: .nan)))) == .unsupported)
        #expect(code(request([.source(0)], Self.area, .file(.init(.jpeg, bitsPerComponent: 16)))) == .unsupported)
        #expect(code(request([.source(0)], Self.area, .file(.init(.png)), metadata: 0)) == nil)
        #expect(code(request([.source(0)], metadata: 0)) == .unsupported)
        #expect(code(request([.source(0)], Self.area, .file(.init(.jpeg)), metadata: 1)) == .unsupported)
    }

    @Test func `extents follow the operations`() {
        let graph = ImageGraph(nodes: [
            .source(0), .crop(input: 0, GraphRectangle(x: 5, y: -5, width: 100, height: 10)),
            .transform(input: 1, GraphTransform(a: 0, b: 2, c: -2, d: 0, tx: 0, ty: 0)), .clamp(input: 2),
            .filter(input: 0, .gaussianBlur(radius: 2)), .composite(input: 1, background: 3),
            .filter(input: 0, .lanczosScale(scale: 0.5, aspectRatio: 2)),
        ])
        let extents = graph.extents(sources: [PixelSize(width: 20, height: 10)])
        #expect(extents[1] == .finite(GraphRectangle(x: 5, y: 0, width: 15, height: 5)))
        #expect(extents[2] == .finite(GraphRectangle(x: -10, y: 10, width: 10, height: 30)))
        #expect(extents[3] == .infinite && extents[5] == .infinite)
        #expect(extents[4] == .finite(GraphRectangle(x: -6, y: -6, width: 32, height: 22)))
        #expect(extents[6] == .finite(GraphRectangle(x: 0, y: 0, width: 20, height: 5)))
    }

    @Test func `a request survives its encoding`() throws {
        let request = request(
            [.source(0), .filter(input: 0, .toneCurve((0..<5).map { GraphVector(Double($0) / 4, 0.5) }))], Self.area,
            .file(.init(.jpeg, quality: 0.5)), metadata: 0)
        let data = try JSONEncoder().encode(request)
        #expect(try JSONDecoder().decode(GraphRequest.self, from: data) == request)
    }
}
