package import Foundation

/// Reads an LTX file of any origin as its bytes arrive.
///
/// Pages are returned before the whole file is verified. Trust them only after ``next()`` returned `nil`. The reader needs
/// about 200 KiB of memory, whatever the file's size. It isn't thread-safe.
package final class LTXReader {
    package let header: LTXHeader
    /// The file that errors name.
    package let name: String
    /// The facts of the whole file, after ``next()`` returned `nil`.
    package private(set) var summary: LTXSummary?

    private let input: InputBuffer
    private let page: UnsafeMutableRawBufferPointer
    private var order: PageOrder
    private var checksum = CRC64()
    private var pages = 0
    /// The index that the pages demand. A hash with a random key, so that no file is made to fit it.
    private var expectedIndex = Hasher()
    private var failure: (any Error)?

    /// Begins to read a file.
    ///
    /// - Parameters:
    ///   - name: The file that errors name.
    ///   - transactions: The transactions that the file must have. `nil` if any will do.
    ///   - read: Returns the next bytes, up to the requested number, or `nil` at the end of the file.
    /// - Throws: ``LTXError`` with the code `truncated`, `invalidHeader` or `wrongTransactions`, or the error of `read`.
    package init(
        name: String, expecting transactions: ClosedRange<UInt64>? = nil, read: @escaping (_ count: Int) throws -> Data?
    ) throws {
        self.name = name
        input = InputBuffer(capacity: 128 << 10, read: read)
        guard let bytes = try input.take(LTXHeader.size) else { throw Self.truncated(name, "its header") }
        let header = try LTXHeader(bytes, name: name)
        if let transactions, transactions != header.transactions {
            throw LTXError(
                .wrongTransactions,
                """
                \(name) has transactions \(header.transactions.lowerBound) to \(header.transactions.upperBound) instead \
                of \(transactions.lowerBound) to \(transactions.upperBound). Another file took its place.
                """)
        }
        self.header = header
        order = PageOrder(header, name: name)
        checksum.update(bytes)
        page = UnsafeMutableRawBufferPointer.allocate(byteCount: header.pageSize, alignment: 16)
    }

    deinit { page.deallocate() }

    /// Demands all pages by which the database grew. Call it before the first page is read.
    ///
    /// - Parameter former: The number of pages before the file's transactions.
    package func demandGrowth(since former: UInt32) {
        precondition(pages == 0 && summary == nil, "Pages were read already.")
        order.demandGrowth(since: former)
    }

    /// Returns the next page, or `nil` after the last one, if the whole file is valid.
    ///
    /// - Returns: The page's number and its bytes, valid until the next call.
    /// - Throws: ``LTXError``, or the error of the source. Later calls throw the same error.
    package func next() throws -> (number: UInt32, bytes: UnsafeRawBufferPointer)? {
        if let failure { throw failure }
        guard summary == nil else { return nil }
        do {
            if let number = try readPage() { return (number, UnsafeRawBufferPointer(page)) }
            summary = try readEnd()
            return nil
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads a page into `page`. Returns `nil` at the mark after the last page.
    private func readPage() throws -> UInt32? {
        let offset = input.offset
        let mark = try take(PageHead.markSize, "a page's head")
        let number = mark.bigEndian(UInt32.self, at: 0)
        let flags = mark.bigEndian(UInt16.self, at: 4)
        guard number != 0 else {
            guard flags == 0 else { throw LTXError(.invalidPage, "\(name) has a page without a number.") }
            return nil
        }
        try order.append(number)
        guard flags == PageHead.flags else {
            throw LTXError(.invalidPage, "\(name): page \(number) has the unknown flags \(flags).")
        }
        let size = try take(PageHead.size - PageHead.markSize, "page \(number)").bigEndian(UInt32.self, at: 0)
        guard size > 0, size <= LZ4Block.largestSize(of: page.count) else {
            throw LTXError(.invalidPage, "\(name): page \(number) can't have \(size) packed bytes.")
        }
        let packed = try takeUnchecked(Int(size), "page \(number)")
        guard LZ4Block.unpack(packed, to: page) else {
            throw LTXError(
                .invalidPage, "\(name): page \(number) doesn't unpack to \(page.count) bytes. Download the file again.")
        }
        checksum.update(UnsafeRawBufferPointer(page))
        pages += 1
        expectedIndex.combine(IndexEntry(number: number, offset: offset, size: UInt32(PageHead.size) + size))
        return number
    }

    /// Reads and verifies the index and the trailer.
    private func readEnd() throws -> LTXSummary {
        try order.finish()
        let start = input.offset
        var index = Hasher()
        for _ in 0..<pages {
            guard let number = UInt32(exactly: try readVariable()), number != 0 else { throw wrongIndex }
            let offset = try readVariable()
            guard let size = UInt32(exactly: try readVariable()) else { throw wrongIndex }
            index.combine(IndexEntry(number: number, offset: offset, size: size))
        }
        guard try readVariable() == 0, index.finalize() == expectedIndex.finalize() else { throw wrongIndex }
        let length = input.offset - start
        guard try take(8, "its index").bigEndian(UInt64.self, at: 0) == length else { throw wrongIndex }
        guard try take(8, "its trailer").bigEndian(UInt64.self, at: 0) == 0 else {
            throw LTXError(.wrongChecksum, "\(name) has a database checksum, which its flags exclude.")
        }
        let value = checksum.value | CRC64.markedBit
        guard try takeUnchecked(8, "its trailer").bigEndian(UInt64.self, at: 0) == value else {
            throw LTXError(
                .wrongChecksum, "\(name) is damaged: its checksum doesn't fit its content. Download it again.")
        }
        guard try input.isAtEnd() else {
            throw LTXError(.trailingBytes, "\(name) has bytes after its end. Download it again.")
        }
        return LTXSummary(size: input.offset, pages: pages, checksum: value)
    }

    /// Reads a number of the index, in its only valid form: the shortest.
    private func readVariable() throws -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try take(1, "its index")[0]
            let bits = UInt64(byte & 0x7F)
            guard shift < 64, (bits << shift) >> shift == bits else { throw wrongIndex }
            number |= bits << shift
            guard byte & 0x80 != 0 else {
                guard bits != 0 || shift == 0 else { throw wrongIndex }
                return number
            }
            shift += 7
        }
    }

    /// Takes bytes that the checksum includes.
    private func take(_ count: Int, _ part: @autoclosure () -> String) throws -> UnsafeRawBufferPointer {
        let bytes = try takeUnchecked(count, part())
        checksum.update(bytes)
        return bytes
    }

    private func takeUnchecked(_ count: Int, _ part: @autoclosure () -> String) throws -> UnsafeRawBufferPointer {
        guard let bytes = try input.take(count) else { throw Self.truncated(name, part()) }
        return bytes
    }

    private var wrongIndex: LTXError {
        LTXError(.wrongIndex, "\(name) is damaged: its index doesn't list its pages. Download it again.")
    }

    private static func truncated(_ name: String, _ part: String) -> LTXError {
        LTXError(.truncated, "\(name) is incomplete: it ends in \(part). Download it again.")
    }
}
