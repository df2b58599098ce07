import CLibHeif
import Foundation
import MediaRequests
import Pixels

extension GraphRenderer {
    /// Makes libvips and the encoders do their one-time work before the sandbox closes: they load character tables, read
    /// the number of processors and start threads.
    package static func warmUp() {
        let side = 32
        let pixels = [UInt8](repeating: 128, count: side * side * 4)
        let area = GraphRectangle(x: 0, y: 0, width: Double(side), height: Double(side))
        let graph = ImageGraph(nodes: [.source(0), .filter(input: 0, .unsharpMask(radius: 1, intensity: 1))])
        let types: [GraphRequest.FileType] = [.jpeg, .png, .tiff]
        for type in types {
            let request = GraphRequest(graph: graph, rectangle: area, output: .file(GraphRequest.File(type)))
            pixels.withUnsafeBytes { bytes in
                guard let input = try? GraphInput(pixels: bytes, width: side, height: side, hasAlpha: true),
                    case .file(let file) = try? render(request, [input], receive: { _ in }), type == .jpeg
                else { return }
                file.withUnsafeBytes { bytes in
                    guard let input = try? GraphInput(file: bytes, filename: "", appliesOrientation: true) else {
                        return
                    }
                    _ = try? render(request, [input], receive: { _ in })
                }
            }
        }
    }

    /// Encodes an animated GIF, whose palette is computed by threads of its own.
    package static func warmUpAnimation() {
        let request = AnimationRequest(
            type: .gif, size: PixelSize(width: 8, height: 8), delays: [0.1, 0.1], loopCount: 0)
        let pixels = [UInt8](repeating: 128, count: request.frameLengthInBytes * 2)
        pixels.withUnsafeBytes { _ = try? AnimationEncoder.encode(request, $0) }
    }

    /// Makes libheif look for encoders.
    package static func warmUpEncoder() {
        let context = heif_context_alloc()
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        _ = heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder)
        if let encoder { heif_encoder_release(encoder) }
    }
}
