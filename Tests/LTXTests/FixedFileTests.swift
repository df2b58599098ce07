import LTX
import Testing

/// A file that another program wrote, byte for byte.
@Suite struct FixedFileTests {
    /// Written by the reference in Python, with LZ4 1.9.4.
    private let text = """
        4c54583100000002000002000000012c000000000000000700000000000000090000018bcfe5687b0000000000000000000000000000\
        002000000000000006481122334455667788000000000000000000000000000000000000000000000000000000000000000100010000\
        000c1f000100ffe85000000000000000000300010000010bfff1000102030405060708090a0b0c0d0e0f101112131415161718191a1b\
        1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f5051\
        52535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f8081828384858687\
        88898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbd\
        bebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3\
        f4f5f6f7f8f9fafbfcfdfeff0001e850fbfcfdfeff000000c80001000000138f616c62756d656e200800ffe150756d656e2000000000\
        0000016416037a9502c8018f031d00000000000000000d0000000000000000d0c03f0cbe401c61
        """

    private var bytes: [UInt8] {
        let digits = text.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private let file = SampleFile(
        header: LTXHeader(
            pageSize: 512, commit: 300, transactions: 7...9, milliseconds: 1_700_000_000_123,
            wal: .init(offset: 32, size: 1608, salt1: 0x1122_3344, salt2: 0x5566_7788)),
        pages: [
            1: [UInt8](repeating: 0, count: 512),
            3: (0..<512).map { UInt8(truncatingIfNeeded: $0) },
            200: Array(String(repeating: "albumen ", count: 64).utf8),
        ])

    @Test func readsTheFile() throws {
        #expect(try SampleFile(reading: bytes) == file)
    }

    @Test func writesTheSameHeader() {
        #expect(file.header.bytes == Array(bytes[..<100]))
    }

    @Test func writesTheSamePagesIndexAndChecksum() throws {
        let written = try file.bytes()
        // Another release of LZ4 may pack a page in another way. Then only the checksum's parts agree.
        try #require(written.count == bytes.count)
        #expect(written == bytes)
    }

    @Test func aHeaderSurvivesItsBytes() throws {
        let header = LTXHeader(
            pageSize: 65536, commit: 0xFFFF_FFFE, transactions: 1...UInt64.max, milliseconds: -5,
            wal: .init(offset: .max, size: .max, salt1: .max, salt2: 1), node: .max)
        let read = try header.bytes.withUnsafeBytes { try LTXHeader($0, name: "a header") }
        #expect(read == header)
        #expect(header.isSnapshot)
        #expect(header.lockPage == 16385)
        #expect(LTXHeader.lockPage(pageSize: 512) == 2_097_153)
    }

    @Test(arguments: [
        (0, 0x4D), (7, 0), (7, 3), (10, 3), (11, 1), (9, 2), (14, 0), (23, 0), (23, 10), (40, 1), (47, 1), (48, 0x80),
        (55, 0), (56, 0x80), (80, 1), (99, 1),
    ])
    func aHeaderWithAWrongByteIsRefused(_ position: Int, _ value: UInt8) throws {
        var header = Array(bytes[..<100])
        try #require(header[position] != value)
        header[position] = value
        // The last byte of the number of pages, 300, isn't the only one that isn't zero.
        if position == 14 { header[15] = 0 }
        #expect(
            codeOfError { _ = try header.withUnsafeBytes { try LTXHeader($0, name: "a header") } } == .invalidHeader)
    }
}
