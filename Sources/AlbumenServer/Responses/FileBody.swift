import BlobStore
import Foundation
import Hummingbird
import NIOCore
import SystemCalls
import SystemPackage

/// The bytes of an open file, in a response, in pieces of 128 KB.
///
/// The file is open before the response's head is sent. So a file that is deleted meanwhile is still sent completely,
/// and one that can't be opened has a response that says so. After the head, an error could only break the connection.
struct FileBody: Sendable {
    private static let pieceSize = 128 << 10

    private let file: OpenFile
    private let work: BlockingWork

    init(_ file: OpenFile, work: BlockingWork) {
        self.file = file
        self.work = work
    }

    /// Opens a file. Blocks.
    init(contentsOf url: URL, work: BlockingWork) throws {
        let descriptor = try FileDescriptor.open(FilePath(url.path), .readOnly, options: [.closeOnExec, .noFollow])
        self.init(OpenFile(takingOver: descriptor.rawValue), work: work)
    }

    /// Returns the file's size. Blocks.
    func byteCount() throws -> Int64 {
        try file.withDescriptor { try FileDescriptor(rawValue: $0).status().size }
    }

    func body(of range: Range<Int64>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [self] writer in
            try await write(range, to: &writer)
            try await writer.finish(nil)
        }
    }

    /// Writes the bytes, and reads each piece only when the browser has taken the one before.
    func write(_ range: Range<Int64>, to writer: inout any ResponseBodyWriter) async throws {
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
            let count = min(Self.pieceSize, Int(range.upperBound - offset))
            try await writer.write(try await work.download { [file] in try Self.read(file, at: offset, count: count) })
        }
    }

    private static func read(_ file: OpenFile, at offset: Int64, count: Int) throws -> ByteBuffer {
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
