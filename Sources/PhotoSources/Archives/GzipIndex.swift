internal import SystemCalls
internal import SystemPackage

/// Places in a gzip file from where it can be decompressed, found in one pass.
struct GzipIndex {
    private struct Point {
        var outputOffset: Int64
        var inputOffset: Int64
        var bits: Int
        var windowOffset: Int64
        var windowByteCount: Int
    }

    /// The number of uncompressed bytes between two places. Reading a file decompresses up to as many bytes before it.
    static let spacing: Int64 = 4 << 20
    private static let windowByteCount = 32 << 10

    private var points: [Point] = []
    private let spool: SourceSpool
    private var window: [UInt8] = []
    private var inputOffset: Int64 = 0
    private var outputOffset: Int64 = 0

    /// - Parameter spool: The file for the bytes before the places.
    init(spool: SourceSpool) {
        self.spool = spool
    }

    /// Decompresses a file once, and passes the result. After an error, the places before the damage are known.
    ///
    /// - Throws: `SourceError` with a part of a sentence, or the error of `body`.
    /// - Complexity: Reads the file once. The spool grows by 32 KiB for each 4 MiB of the result.
    mutating func read(
        _ archive: FileDescriptor, limits: ArchiveLimits, reader: SourceFileReader,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let inflater = try reader.makeInflater(.gzip)
        let output = UnsafeMutableRawBufferPointer.allocate(
            byteCount: SourceFileReader.pieceByteCount, alignment: 16)
        defer { output.deallocate() }
        var isFinished = false
        _ = try reader.readBytes(of: archive, at: 0, count: .max) { input in
            var position = 0
            while !isFinished {
                let rest = UnsafeRawBufferPointer(rebasing: input[position...])
                let step = try inflater.inflate(rest, into: output, stopsAtBlocks: true)
                position += step.readCount
                isFinished = step.isFinished
                try add(step, output, limits: limits, body)
                if position == input.count, step.writtenCount < output.count, step.blockBits == nil { break }
                guard step.readCount > 0 || step.writtenCount > 0 || step.blockBits != nil else {
                    throw SourceError(.damaged, "the compressed bytes are damaged")
                }
            }
            return !isFinished
        }
        guard isFinished else { throw SourceError(.damaged, "the compressed bytes end too early") }
    }

    private mutating func add(
        _ step: InflatedStep, _ output: UnsafeMutableRawBufferPointer, limits: ArchiveLimits,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        inputOffset += Int64(step.readCount)
        outputOffset += Int64(step.writtenCount)
        guard outputOffset <= limits.freeByteCount || outputOffset / limits.ratio <= inputOffset else {
            throw SourceError(.damaged, "it has \(outputOffset) bytes in \(inputOffset) compressed ones")
        }
        let piece = UnsafeRawBufferPointer(rebasing: output[..<step.writtenCount])
        window.append(contentsOf: piece.suffix(Self.windowByteCount))
        if window.count > Self.windowByteCount { window.removeFirst(window.count - Self.windowByteCount) }
        if let bits = step.blockBits, points.last.map({ outputOffset - $0.outputOffset >= Self.spacing }) ?? true {
            let position = try window.withUnsafeBytes { bytes throws(SourceError) in try spool.append(bytes) }
            points.append(
                Point(
                    outputOffset: outputOffset, inputOffset: inputOffset, bits: bits, windowOffset: position,
                    windowByteCount: window.count))
        }
        if !piece.isEmpty { try body(piece) }
    }

    /// Returns the place of bytes in the result, or `nil` if there is none before them.
    func place(at offset: Int64) -> GzipPlace? {
        // The last point that isn't behind the offset.
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].outputOffset <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let point = points[low - 1]
        return GzipPlace(
            inputOffset: point.inputOffset, bits: point.bits, spool: spool.path, windowOffset: point.windowOffset,
            windowByteCount: point.windowByteCount, skippedByteCount: offset - point.outputOffset)
    }
}
