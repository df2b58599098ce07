import Foundation
import Imaging
import MediaRequests
import Pixels

/// Renders image graphs.
enum GraphService {
    static func render(_ work: GraphWork, request: Int32, into memory: Int32?, _ sources: [Int32]) -> MediaReply {
        do throws(MediaError) {
            guard let memory, sources.count == work.sources.count else {
                throw MediaError(.protocolViolation, "a graph came without memory or sources")
            }
            let graph = try read(request)
            return try withInputs(work.sources[...], sources[...], []) { inputs throws(MediaError) in
                try render(graph, inputs, into: memory)
            }
        } catch {
            return .failure(error)
        }
    }

    private static func read(_ descriptor: Int32) throws(MediaError) -> GraphRequest {
        let request = try MappedFile.read(descriptor) { bytes throws(MediaError) -> GraphRequest? in
            guard bytes.count <= GraphRequest.lengthLimitInBytes else { return nil }
            return try? JSONDecoder().decode(GraphRequest.self, from: Data(bytes))
        }
        guard let request else { throw MediaError(.unsupported, "The image graph can't be read.") }
        return request
    }

    /// Maps the sources one by one. They are mapped while `body` runs.
    private static func withInputs(
        _ descriptions: ArraySlice<GraphSource.Description>, _ descriptors: ArraySlice<Int32>, _ inputs: [GraphInput],
        _ body: ([GraphInput]) throws(MediaError) -> MediaReply
    ) throws(MediaError) -> MediaReply {
        guard let description = descriptions.first, let descriptor = descriptors.first else { return try body(inputs) }
        let reply = try MappedFile.read(descriptor) { bytes throws(MediaError) -> MediaReply? in
            let input: GraphInput?
            switch description {
            case .file(let filename, let appliesOrientation):
                input = try GraphInput(file: bytes, filename: filename, appliesOrientation: appliesOrientation)
            case .pixels(let width, let height, let hasAlpha):
                input = try GraphInput(pixels: bytes, width: width, height: height, hasAlpha: hasAlpha)
            }
            guard let input else { return nil }
            return try withInputs(descriptions.dropFirst(), descriptors.dropFirst(), inputs + [input], body)
        }
        guard let reply else { throw MediaError(.notMedia, "not a photo of a kind that albumen knows") }
        return reply
    }

    private static func render(
        _ request: GraphRequest, _ inputs: [GraphInput], into memory: Int32
    ) throws(MediaError) -> MediaReply {
        let product = try GraphRenderer.render(request, inputs) { rows throws(MediaError) in
            try SharedMemory.write(rows, toStartOf: memory)
        }
        switch product {
        case .pixels(let hasAlpha):
            return .pictures(PictureLayout(size: request.pixelSize, hasAlpha: hasAlpha))
        case .file(let bytes):
            let result = bytes.withUnsafeBytes { bytes in
                Result { () throws(MediaError) in try SharedMemory.write(bytes, toStartOf: memory) }
            }
            try result.get()
            return .graphFile(byteCount: bytes.count)
        }
    }
}
