import CVipsBridge
package import Foundation
package import MediaRequests
import Pixels

/// Renders graphs with libvips, in linear light. A mere crop of a JPEG in sRGB keeps its samples.
///
/// The rows of a JPEG stream through the graph into the encoder if each is needed once and in order. Otherwise, the
/// decoded picture is in memory, with its own bits per pixel. Equal sources, graphs and requests give equal bytes.
package enum GraphRenderer {
    /// The result of a graph.
    package enum Product {
        /// The receiver got all rows.
        case pixels(hasAlpha: Bool)
        case file(Data)
    }

    /// Renders a graph.
    ///
    /// - Parameters:
    ///   - receive: Receives rows of pixels from the top, if the request is for pixels.
    /// - Throws: `unsupported`, `limitExceeded`, and the errors of decoding a source.
    package static func render(
        _ request: GraphRequest, _ inputs: [GraphInput],
        receive: @escaping (UnsafeRawBufferPointer) throws(MediaError) -> Void
    ) throws(MediaError) -> Product {
        try request.check(sourceCount: inputs.count)
        try GraphCost.check(
            request.graph, sources: inputs.map(\.upright), covering: PlaneRectangle(request.rectangle))
        let used = Set(
            request.graph.nodes.compactMap { node -> Int? in
                if case .source(let index) = node { index } else { nil }
            })
        // Decoders use libvips on their own.
        var decoded: [GraphInput] = []
        for (index, input) in inputs.enumerated() {
            decoded.append(used.contains(index) ? try input.decoded() : input)
        }
        var metadata: GraphFile.Metadata?
        if request.carriesMetadataOfSource != nil || request.changes != nil {
            metadata = GraphFile.Metadata(
                original: request.carriesMetadataOfSource.flatMap { inputs[$0].original },
                changes: request.changes.flatMap { ImageProperty(encoded: $0) })
        }
        return try rendered(request, decoded, metadata, receive)
    }

    private static func rendered(
        _ request: GraphRequest, _ inputs: [GraphInput], _ metadata: GraphFile.Metadata?,
        _ receive: @escaping (UnsafeRawBufferPointer) throws(MediaError) -> Void
    ) throws(MediaError) -> Product {
        try Vips.use { () throws(MediaError) in
            let pipeline = try GraphPipeline()
            let area = PlaneRectangle(request.rectangle)
            if let copy = CopiedJPEG(request, inputs, metadata) { return .file(try copy.encode(pipeline)) }
            let light = try GraphCompiler(request.graph, pipeline, inputs).image(covering: area)
            switch request.output {
            case .pixels(let space):
                let form = GraphEncoding(bands: 4, bits: 8, isStraight: false, space)
                let rows = PixelRows(width: area.width * Bitmap.bytesPerPixel, receive)
                let isTranslucent = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
                defer { isTranslucent.deallocate() }
                isTranslucent.initialize(to: 0)
                try rows.run(pipeline, try form.encode(light, pipeline, isTranslucent: isTranslucent))
                return .pixels(hasAlpha: isTranslucent.pointee != 0)
            case .file(let file):
                return .file(try GraphFile(file, size: request.pixelSize, metadata: metadata).encode(light, pipeline))
            }
        }
    }
}

/// Passes rows of the pipeline to a closure.
final class PixelRows {
    private let width: Int
    private let receive: (UnsafeRawBufferPointer) throws(MediaError) -> Void
    private var failure: MediaError?

    /// - Parameter width: The length of a row in bytes.
    init(width: Int, _ receive: @escaping (UnsafeRawBufferPointer) throws(MediaError) -> Void) {
        self.width = width
        self.receive = receive
    }

    func run(_ pipeline: GraphPipeline, _ image: GraphPipeline.Image) throws(MediaError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let isGood = albumen_pipeline_rows(pipeline.handle, image, context) { context, samples, bytesPerRow, _, count in
            guard let context, let samples else { return 0 }
            let rows = Unmanaged<PixelRows>.fromOpaque(context).takeUnretainedValue()
            return rows.take(samples, bytesPerRow, Int(count))
        }
        guard isGood != 0 else { throw failure ?? pipeline.failure() }
    }

    private func take(_ samples: UnsafeRawPointer, _ bytesPerRow: Int, _ count: Int) -> Int32 {
        do throws(MediaError) {
            if bytesPerRow == width {
                try receive(UnsafeRawBufferPointer(start: samples, count: width * count))
                return 1
            }
            for row in 0..<count {
                try receive(UnsafeRawBufferPointer(start: samples + row * bytesPerRow, count: width))
            }
            return 1
        } catch {
            failure = error
            return 0
        }
    }
}
