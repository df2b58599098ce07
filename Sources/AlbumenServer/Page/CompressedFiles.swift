internal import CZlib
import NIOCore

/// The page's texts compressed with gzip, which other devices load over slower links than loopback.
///
/// They contain no secret, so their compressed sizes reveal none. Answers about the library aren't compressed: a page
/// of another site that knows the sizes could learn from them, and they are small.
struct CompressedFiles: Sendable {
    /// Smaller files fit into a packet anyway.
    private static let smallestSize = 1000

    /// The files, compressed at the first use. All servers of a process share them.
    static let shared = Result { try CompressedFiles(of: PageFiles.shared.get()) }

    private let bytes: [String: ByteBuffer]

    /// - Throws: `ServerError` if there is not enough memory.
    init(of files: PageFiles) throws {
        var bytes: [String: ByteBuffer] = [:]
        for (tag, text) in files.texts where text.readableBytes >= Self.smallestSize {
            bytes[tag] = try text.withUnsafeReadableBytes { try Self.gzip($0) }
        }
        self.bytes = bytes
    }

    /// Returns the compressed file with the entity tag, or `nil` if it isn't a text of the page.
    func file(withTag tag: String) -> ByteBuffer? { bytes[tag] }

    private static func gzip(_ bytes: UnsafeRawBufferPointer) throws -> ByteBuffer {
        var stream = z_stream()
        // 15 is the largest window, and 16 selects the header of gzip.
        let status = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw failure(status) }
        defer { deflateEnd(&stream) }
        let limit = Int(deflateBound(&stream, UInt(bytes.count)))
        var result = ByteBufferAllocator().buffer(capacity: limit)
        try result.writeWithUnsafeMutableBytes(minimumWritableBytes: limit) { output in
            stream.next_in = UnsafeMutablePointer(
                mutating: bytes.baseAddress?.assumingMemoryBound(to: Bytef.self))
            stream.avail_in = UInt32(bytes.count)
            stream.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
            stream.avail_out = UInt32(output.count)
            let status = deflate(&stream, Z_FINISH)
            guard status == Z_STREAM_END else { throw failure(status) }
            return Int(stream.total_out)
        }
        return result
    }

    private static func failure(_ status: Int32) -> ServerError {
        ServerError(
            .missingFiles, "The page's files can't be compressed (zlib: \(status)). Free some memory, then try again.")
    }
}
