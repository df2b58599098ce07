/// Writes an LTX file, page by page.
///
/// The file is passed to a closure in parts of up to 256 KiB. The writer keeps the index in memory: about 9 bytes for each
/// page. It isn't thread-safe.
package final class LTXWriter {
    package let header: LTXHeader
    private let name: String
    private let output: OutputBuffer
    private var order: PageOrder
    private var checksum = CRC64()
    private var index: [UInt8] = []
    private var pages = 0
    private var isOpen = true

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - header: The file's header. A header whose transactions begin with 1 makes the file a snapshot.
    ///   - name: The file that errors name.
    ///   - write: Appends bytes to the file. The bytes are valid during the call. If it throws, the file is unusable.
    /// - Throws: ``LTXError`` with the code `invalidHeader`.
    package init(
        header: LTXHeader, name: String, write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try header.validate(name: name)
        self.header = header
        self.name = name
        order = PageOrder(header, name: name)
        output = OutputBuffer(capacity: 256 << 10, write: write)
        try header.bytes.withUnsafeBytes { try append($0) }
    }

    /// Appends a page. Pages must be in ascending order.
    ///
    /// - Parameters:
    ///   - number: The page's number: at most the header's `commit`, and not the lock page.
    ///   - bytes: As many bytes as the header's page size.
    /// - Throws: ``LTXError`` with the code `invalidPage`, or `missingPage` if the file is a snapshot and this isn't its
    ///   next page. The file is then unusable.
    package func append(page number: UInt32, _ bytes: UnsafeRawBufferPointer) throws {
        try open()
        isOpen = false
        guard bytes.count == header.pageSize else {
            throw LTXError(
                .invalidPage, "Page \(number) for \(name) has \(bytes.count) bytes instead of \(header.pageSize).")
        }
        try order.append(number)
        let offset = output.count
        let room = PageHead.size + LZ4Block.largestSize(of: bytes.count)
        try output.append(room: room) { buffer in
            let packed = LZ4Block.pack(bytes, to: .init(rebasing: buffer[PageHead.size...]))
            PageHead.write(number: number, packedSize: UInt32(packed), to: buffer)
            checksum.update(.init(rebasing: buffer[..<PageHead.size]))
            return PageHead.size + packed
        }
        checksum.update(bytes)
        let entry = IndexEntry(number: number, offset: offset, size: UInt32(output.count - offset))
        entry.encode(to: &index)
        pages += 1
        isOpen = true
    }

    /// Ends the file: writes the index and the trailer, and passes all bytes on.
    ///
    /// - Throws: ``LTXError`` with the code `missingPage` if a snapshot isn't whole. The file is then unusable.
    package func finish() throws -> LTXSummary {
        try open()
        isOpen = false
        try order.finish()
        index.append(0)
        try [UInt8](repeating: 0, count: PageHead.markSize).withUnsafeBytes { try append($0) }
        try index.withUnsafeBytes { try append($0) }
        try append(UInt64(index.count))
        // The checksum of the database, which a file with these flags doesn't have.
        try append(UInt64(0))
        let value = checksum.value | CRC64.markedBit
        try append(value)
        try output.flush()
        return LTXSummary(size: output.count, pages: pages, checksum: value)
    }

    private func open() throws(LTXError) {
        guard isOpen else {
            throw LTXError(.alreadyFinished, "\(name) was already finished, or writing it failed. Write it again.")
        }
    }

    private func append(_ number: UInt64) throws {
        try withUnsafeBytes(of: number.bigEndian) { try append($0) }
    }

    private func append(_ bytes: UnsafeRawBufferPointer) throws {
        checksum.update(bytes)
        try output.append(bytes)
    }
}
