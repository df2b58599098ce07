extension LTXHeader {
    /// The size of a header in bytes.
    package static let size = 100

    private static let magic: UInt32 = 0x4C54_5831
    /// The file has no checksums of the database. `litestream restore` refuses files with them.
    private static let flags: UInt32 = 2

    /// The header's bytes. The header must be valid.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size)
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        append(Self.magic)
        append(Self.flags)
        append(UInt32(truncatingIfNeeded: pageSize))
        append(commit)
        append(transactions.lowerBound)
        append(transactions.upperBound)
        append(milliseconds)
        append(UInt64(0))
        append(wal.offset)
        append(wal.size)
        append(wal.salt1)
        append(wal.salt2)
        append(node)
        bytes.append(contentsOf: repeatElement(0, count: Self.size - bytes.count))
        return bytes
    }

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - bytes: 100 bytes of any origin.
    ///   - name: The file that the error names.
    /// - Throws: ``LTXError`` with the code `truncated` or `invalidHeader`.
    package init(_ bytes: UnsafeRawBufferPointer, name: String) throws(LTXError) {
        guard bytes.count >= Self.size else {
            throw LTXError(.truncated, "\(name) has \(bytes.count) bytes, fewer than the header of an LTX file.")
        }
        func invalid(_ problem: String) -> LTXError {
            LTXError(.invalidHeader, "\(name) isn't a valid LTX file: \(problem).")
        }
        guard bytes.bigEndian(UInt32.self, at: 0) == Self.magic else { throw invalid("it doesn't begin with LTX1") }
        let flags = bytes.bigEndian(UInt32.self, at: 4)
        guard flags == Self.flags else {
            throw invalid("its flags are \(flags); only files without database checksums, flags 2, can be restored")
        }
        let first = bytes.bigEndian(UInt64.self, at: 16)
        let last = bytes.bigEndian(UInt64.self, at: 24)
        guard first <= last else { throw invalid("it ends with transaction \(last), before it begins with \(first)") }
        guard bytes.bigEndian(UInt64.self, at: 40) == 0 else { throw invalid("it has a database checksum") }
        guard bytes[80..<Self.size].allSatisfy({ $0 == 0 }) else { throw invalid("reserved bytes aren't zero") }
        self.init(
            pageSize: Int(bytes.bigEndian(UInt32.self, at: 8)),
            commit: bytes.bigEndian(UInt32.self, at: 12),
            transactions: first...last,
            milliseconds: bytes.bigEndian(Int64.self, at: 32),
            wal: WALPart(
                offset: bytes.bigEndian(Int64.self, at: 48), size: bytes.bigEndian(Int64.self, at: 56),
                salt1: bytes.bigEndian(UInt32.self, at: 64), salt2: bytes.bigEndian(UInt32.self, at: 68)),
            node: bytes.bigEndian(UInt64.self, at: 72))
        try validate(name: name)
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the big-endian number at an offset. The buffer must reach that far.
    func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
        precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
        return Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}
