import Albumen
import BlobStore
import Hummingbird
import Records

/// The bytes of an original that is only in the library's place, in a response. The pieces come while the browser reads,
/// and at most one before the browser needs it. So a video starts to play with its first piece.
struct RemoteFileBody: Sendable {
    let source: PictureSource
    let originals: RemoteOriginals
    let work: BlockingWork

    /// Gets the first piece and returns the body. A failure after the response's head would only break the connection.
    ///
    /// - Parameter range: The bytes of the original.
    /// - Throws: An error if the first piece can't be fetched.
    func body(of range: Range<Int64>, _ context: GalleryContext) async throws -> ResponseBody {
        guard !range.isEmpty else { return ResponseBody(contentLength: 0) { try await $0.finish(nil) } }
        let first = try await context.whileConnected {
            try await originals.file(with: Self.piece(from: range.lowerBound, in: range), of: source)
        }
        return ResponseBody(contentLength: range.count) { [self] writer in
            try await write(range, first, to: &writer, context)
            try await writer.finish(nil)
        }
    }

    /// Returns the body of the response to a request without one (HEAD). It fetches nothing.
    static func empty(byteCount: Int) -> ResponseBody {
        ResponseBody(contentLength: byteCount) { try await $0.finish(nil) }
    }

    private func write(
        _ range: Range<Int64>, _ first: OpenFile, to writer: inout any ResponseBodyWriter, _ context: GalleryContext
    ) async throws {
        var start = range.lowerBound
        var next = Task<OpenFile, any Error> { first }
        defer { next.cancel() }
        while start < range.upperBound {
            let piece = Self.piece(from: start, in: range)
            // A browser that leaves, for example to seek, must not keep a thread of the downloads.
            let file = try await context.whileConnected { [next] in
                try await withTaskCancellationHandler {
                    try await next.value
                } onCancel: {
                    next.cancel()
                }
            }
            if piece.upperBound < range.upperBound {
                next = Task { [originals, source] in
                    try await originals.file(with: Self.piece(from: piece.upperBound, in: range), of: source)
                }
            }
            try await FileBody(file, work: work).write(piece, to: &writer)
            start = piece.upperBound
        }
    }

    /// Returns the bytes from an offset to the end of the piece that has it.
    private static func piece(from start: Int64, in range: Range<Int64>) -> Range<Int64> {
        start..<min(range.upperBound, (start / RemoteUpload.pieceSize + 1) * RemoteUpload.pieceSize)
    }
}
