import CVipsBridge
import Foundation
package import MediaRequests
package import Pixels

/// Renders one graph again and again, while the pixels of its sources change. The graph is compiled once. Only one thread
/// can use it.
package final class FrameGraphRenderer {
    private let pipeline: GraphPipeline
    private let image: GraphPipeline.Image
    private let size: PixelSize
    private let rowSize: Int
    private let output: UnsafeMutableRawBufferPointer

    /// Compiles a graph.
    ///
    /// - Parameters:
    ///   - inputs: Decoded sources. Their memory must exist as long as this object.
    ///   - size: The size of the result, whose lower left corner is the origin.
    /// - Throws: `unsupported`, `limitExceeded`, and the errors of decoding a source.
    package init(_ graph: ImageGraph, _ inputs: [GraphInput], size: PixelSize) throws(MediaError) {
        let area = GraphRectangle(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        try GraphRequest(graph: graph, rectangle: area, output: .pixels(.sRGB)).check(sourceCount: inputs.count)
        try GraphCost.check(graph, sources: inputs.map(\.upright), covering: PlaneRectangle(area))
        self.size = size
        rowSize = size.width * Bitmap.bytesPerPixel
        // In memory, because a stream can be read only once.
        (pipeline, image) = try Vips.use { () throws(MediaError) in
            let pipeline = try GraphPipeline()
            let light = try GraphCompiler(graph, pipeline, inputs, isRepeated: true)
                .image(covering: PlaneRectangle(area))
            return (pipeline, try GraphEncoding.onBlack.encode(light, pipeline))
        }
        output = UnsafeMutableRawBufferPointer.allocate(byteCount: rowSize * size.height, alignment: 64)
    }

    deinit {
        output.deallocate()
    }

    /// Renders the sources' current pixels.
    ///
    /// - Returns: Rows of four bytes per pixel on black, from the top. They're valid until the next call.
    package func render() throws(MediaError) -> UnsafeRawBufferPointer {
        var end = 0
        let rows = PixelRows(width: rowSize) { [output] rows throws(MediaError) in
            guard end + rows.count <= output.count else {
                throw MediaError(.unreadable, "The image graph has more rows than its rectangle.")
            }
            UnsafeMutableRawBufferPointer(rebasing: output[end..<end + rows.count]).copyMemory(from: rows)
            end += rows.count
        }
        try Vips.use { () throws(MediaError) in
            pipeline.useThreads()
            try rows.run(pipeline, image)
        }
        guard end == output.count else {
            throw MediaError(.unreadable, "The image graph has fewer rows than its rectangle.")
        }
        return UnsafeRawBufferPointer(output)
    }
}
