import AlbumenTestSupport
import Foundation
import Pixels
import Testing

@testable import Imaging
@testable import MediaRequests
@testable import MediaWork

/// The work of image graphs, which is bounded before a pixel is computed.
@Suite struct GraphCostTests {
    private static let size = PixelSize(width: 64, height: 48)

    private func check(
        _ nodes: [ImageGraph.Node], size: PixelSize = size, width: Int = 400, height: Int = 400
    ) throws(MediaError) {
        try GraphCost.check(
            ImageGraph(nodes: [.source(0)] + nodes), sources: [size],
            covering: PlaneRectangle(left: 0, top: -height, width: width, height: height))
    }

    /// Graphs over a tiny picture that need billions of pixels.
    private static let endless: [[ImageGraph.Node]] = [
        // A reduction of an image without an end.
        [.clamp(input: 0), .transform(input: 1, GraphTransform(a: 1e-3, b: 0, c: 0, d: 1e-3, tx: 0, ty: 0))],
        [.clamp(input: 0), .transform(input: 1, GraphTransform(a: 1e-3, b: 1e-3, c: -1e-3, d: 1e-3, tx: 0, ty: 0))],
        [
            .colour(GraphColour(red: 1, green: 0, blue: 0, alpha: 1)),
            .filter(input: 1, .lanczosScale(scale: 1e-3, aspectRatio: 1)),
        ],
        // An enlargement, and then its reduction.
        [
            .filter(input: 0, .lanczosScale(scale: 500, aspectRatio: 1)),
            .filter(input: 1, .gaussianBlur(radius: 8)), .filter(input: 2, .exposure(stops: 1)),
            .filter(input: 3, .lanczosScale(scale: 0.002, aspectRatio: 1)),
        ],
        // Each strip needs the neighbours of its neighbours.
        (0..<400).map { .filter(input: $0, .gaussianBlur(radius: 12)) },
    ]

    @Test(arguments: endless.indices)
    func `a graph that would compute for minutes is refused`(index: Int) throws {
        let error = try #require(throws: MediaError.self) { try check(Self.endless[index]) }
        #expect(error.code == .limitExceeded)
    }

    @Test func `the worker refuses such a graph before it reads pixels`() throws {
        let folder = try TemporaryFolder()
        let file = try FileHandle(forReadingFrom: folder.write(SampleMedia.png(), to: "a.png"))
        defer { file.closeFile() }
        let request = GraphRequest(
            graph: ImageGraph(nodes: [.source(0)] + Self.endless[0]),
            rectangle: GraphRectangle(x: 0, y: 0, width: 400, height: 400), output: .pixels(.sRGB))
        let source = GraphSource.file(descriptor: file.fileDescriptor, filename: "a.png", appliesOrientation: true)
        let error = try #require(throws: MediaError.self) {
            _ = try WorkerPool.shared().render(request, sources: [source])
        }
        #expect(error.code == .limitExceeded)
    }

    @Test func `usual graphs over large pictures are accepted`() throws {
        let large = PixelSize(width: 12_000, height: 9_000)
        let edit: [ImageGraph.Node] = [
            .filter(input: 0, .exposure(stops: 1)), .filter(input: 1, .vibrance(amount: 0.5)),
            .filter(input: 2, .highlightsAndShadows(highlights: 0.5, shadows: 0.5)),
            .filter(input: 3, .unsharpMask(radius: 3, intensity: 1)), .filter(input: 4, .gaussianBlur(radius: 10)),
            .filter(input: 5, .vignette(intensity: 1, radius: 2)),
        ]
        try check(edit, size: large, width: 12_000, height: 9_000)
        // A thumbnail of it.
        try check(
            edit + [.filter(input: 6, .lanczosScale(scale: 0.02, aspectRatio: 1))], size: large, width: 240, height: 180
        )
        // A large blur, and a rotation.
        try check(
            [
                .filter(input: 0, .gaussianBlur(radius: 200)),
                .transform(input: 1, GraphTransform(a: 0.7, b: 0.7, c: -0.7, d: 0.7, tx: 0, ty: 0)),
            ], size: large, width: 9_000, height: 9_000)
    }
}
