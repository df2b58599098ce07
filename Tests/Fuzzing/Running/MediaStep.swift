import MediaWork
import Pixels

/// A request to the worker for each file.
enum MediaStep: String, CaseIterable, Sendable {
    case probe, preview, thumbnail, pair, full

    /// - Returns: The result, for the tally.
    /// - Throws: `MediaError`.
    func run(on pool: WorkerPool, _ descriptor: Int32, filename: String) throws(MediaError) -> String {
        let request: RenderRequest
        switch self {
        case .probe:
            let probe = try pool.probe(descriptor: descriptor, filename: filename)
            return probe.damage == nil ? "probed" : "probed, damaged"
        case .preview: request = RenderRequest(filename: filename, source: .preview, sizes: [.longSide(256)])
        case .thumbnail: request = RenderRequest(filename: filename, sizes: [.longSide(256)])
        case .pair: request = RenderRequest(filename: filename, sizes: [.longSide(1440), .longSide(256)])
        case .full: request = RenderRequest(filename: filename, sizes: [.full], keepsStoredOrientation: true)
        }
        let rendering = try pool.render(descriptor: descriptor, request)
        for picture in rendering.pictures { picture.withBytes { bytes in Self.touch(bytes) } }
        return rendering.damage == nil ? "pictures" : "pictures, damaged"
    }

    /// Reads the memory to its end.
    private static func touch(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.first != nil && bytes.last != nil)
    }
}
