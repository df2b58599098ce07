import Albumen
import BlobStore
import Foundation
import Hummingbird
import NIOCore
import Records
import SystemCalls
import SystemPackage

/// The bytes of an original that is only in the library's place, in a response. The pieces come while the browser reads,
/// and at most one before the browser needs it. So a video starts to play with its first piece.
struct RemoteFileBody: Sendable {
    private static let stepSize = 128 << 10

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
            for offset in stride(from: piece.lowerBound, to: piece.upperBound, by: Self.stepSize) {
                let count = min(Self.stepSize, Int(piece.upperBound - offset))
                try await writer.write(try await work.download { try Self.read(file, at: offset, count: count) })
            }
            start = piece.upperBound
        }
    }

    /// Returns the bytes from an offset to the end of the piece that has it.
    private static func piece(from start: Int64, in range: Range<Int64>) -> Range<Int64> {
        start..<min(range.upperBound, (start / RemoteUpload.pieceSize + 1) * RemoteUpload.pieceSize)
    }

    static func read(_ file: OpenFile, at offset: Int64, count: Int) throws -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: count)
        while buffer.readableBytes < count {
            let position = offset + Int64(buffer.readableBytes)
            let rest = count - buffer.readableBytes
            let read = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: rest) { bytes in
                let target = UnsafeMutableRawBufferPointer(rebasing: bytes[..<rest])
                return try file.withDescriptor { descriptor in
                    try FileDescriptor(rawValue: descriptor).read(at: position, into: target)
                }
            }
            guard read > 0 else { throw Refusal.notFound("The file became shorter while it was read.") }
        }
        return buffer
    }
}
