import CVipsBridge
import Foundation
import MediaRequests
import Pixels

/// A part of a JPEG in sRGB that becomes a JPEG in sRGB, so that its samples are copied as they are. It costs less
/// than a conversion to light and back, and rounds nothing.
struct CopiedJPEG {
    private let output: GraphFile
    private let bytes: UnsafeRawBufferPointer
    private let size: PixelSize
    private let format: RasterFormat
    private let part: albumen_rectangle

    /// Returns `nil` if the graph does more than to crop and to move by whole pixels, or if the colours change.
    init?(_ request: GraphRequest, _ inputs: [GraphInput], _ metadata: GraphFile.Metadata?) {
        var area = PlaneRectangle(request.rectangle)
        var node = request.graph.nodes.count - 1
        while true {
            switch request.graph.nodes[node] {
            case .crop(let input, let rectangle) where PlaneRectangle(rectangle).contains(area): node = input
            case .transform(let input, let transform):
                guard let shift = transform.wholePixels else { return nil }
                area.left -= shift.x
                area.top += shift.y
                node = input
            case .source(let index):
                let input = inputs[index]
                let whole = PlaneRectangle(
                    left: 0, top: -input.size.height, width: input.size.width, height: input.size.height)
                guard case .file(let file) = request.output, file.type == .jpeg, file.colourSpace == .sRGB,
                    case .streamed(let bytes, let format, let light) = input.content, input.orientation == 1,
                    format.colours == .rgb, light.isStandard, !area.isEmpty, whole.contains(area)
                else { return nil }
                output = GraphFile(file, size: request.pixelSize, metadata: metadata)
                (self.bytes, self.size, self.format) = (bytes, input.size, format)
                part = area.relative(to: whole)
                return
            default: return nil
            }
        }
    }

    func encode(_ pipeline: GraphPipeline) throws(MediaError) -> Data {
        let samples = try pipeline.jpeg(bytes, size, format, isSequential: true)
        return try output.encode(
            samples: try pipeline.check(albumen_pipeline_part(pipeline.handle, samples, part)), pipeline)
    }
}
