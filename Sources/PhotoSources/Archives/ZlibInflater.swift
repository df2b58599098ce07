internal import CZlib

/// Decompresses with zlib in this process.
package final class ZlibInflater: ArchiveInflater {
    /// zlib keeps a pointer to the stream, so it can't move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isUsable: Bool

    package init(_ start: InflaterStart) {
        stream.initialize(to: z_stream())
        // A negative size of the window means that there is no header, and 16 more that there is that of gzip.
        let bits = if case .gzip = start { MAX_WBITS + 16 } else { -MAX_WBITS }
        isUsable = inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        guard isUsable, case .block(let bits, let byte, let window) = start else { return }
        let isPrimed = bits == 0 || inflatePrime(stream, Int32(bits), Int32(byte) >> Int32(8 - bits)) == Z_OK
        if !isPrimed || inflateSetDictionary(stream, window, UInt32(window.count)) != Z_OK {
            inflateEnd(stream)
            isUsable = false
        }
    }

    deinit {
        if isUsable { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    package func inflate(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, stopsAtBlocks: Bool
    ) throws(SourceError) -> InflatedStep {
        guard isUsable else { throw SourceError(.unreadable, "zlib can't start. Free some memory") }
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.pointee.avail_out = UInt32(clamping: output.count)
        let (inputCount, outputCount) = (stream.pointee.avail_in, stream.pointee.avail_out)
        let status = CZlib.inflate(stream, stopsAtBlocks ? Z_BLOCK : Z_NO_FLUSH)
        // Nothing to do without more input or room isn't damage.
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            throw SourceError(.damaged, "the compressed bytes are damaged")
        }
        let type = stream.pointee.data_type
        // The last block has no next one.
        let isAtBlock = stopsAtBlocks && type & 128 != 0 && type & 64 == 0 && status == Z_OK
        return InflatedStep(
            readCount: Int(inputCount - stream.pointee.avail_in),
            writtenCount: Int(outputCount - stream.pointee.avail_out), isFinished: status == Z_STREAM_END,
            blockBits: isAtBlock ? Int(type & 7) : nil)
    }
}
