import MediaContainers

/// A file of which only the start and the end have bytes other than zero. Counts the bytes that are read.
final class CountedSource: ByteSource {
    let count: Int
    private(set) var readCount = 0
    private let start: [UInt8]
    private let end: [UInt8]

    init(_ start: [UInt8], zeros: Int = 0, _ end: [UInt8] = []) {
        self.start = start
        self.end = end
        count = start.count + zeros + end.count
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let length = max(0, min(buffer.count, count - offset))
        for index in 0..<length {
            let position = offset + index
            let behind = position - (count - end.count)
            buffer[index] = position < start.count ? start[position] : behind >= 0 ? end[behind] : 0
        }
        readCount += length
        return length
    }
}

/// Walks a file in memory of exactly its length.
func withView<Result>(_ file: [UInt8], _ body: (ByteView) throws -> Result) rethrows -> Result {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: file.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: file)
    return try body(ByteView(UnsafeRawBufferPointer(memory)))
}
