import AlbumenTestSupport
import LTX
import Testing

/// Which files can be written.
@Suite struct LTXWriterTests {
    private func page(_ size: Int = 512) -> [UInt8] { [UInt8](repeating: 7, count: size) }

    private func write(_ header: LTXHeader, _ pages: [(UInt32, Int)]) -> LTXError.Code? {
        codeOfError {
            let writer = try LTXWriter(header: header, name: "a file") { _ in }
            for (number, size) in pages { try page(size).withUnsafeBytes { try writer.append(page: number, $0) } }
            _ = try writer.finish()
        }
    }

    private func header(_ transactions: ClosedRange<UInt64> = 2...2, commit: UInt32 = 10) -> LTXHeader {
        LTXHeader(pageSize: 512, commit: commit, transactions: transactions, milliseconds: 0)
    }

    @Test(arguments: [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536], [1, 7, 100_000])
    func eachPageSizeIsReadBack(_ size: Int, _ partSize: Int) throws {
        var generator = SeededGenerator(seed: UInt64(size))
        var snapshot = SampleFile(1...5, commit: 9, pageSize: size, pages: [:])
        for number in 1...9 { snapshot.pages[UInt32(number)] = samplePage(size, using: &generator) }
        #expect(try SampleFile(reading: snapshot.bytes(), partSize: partSize) == snapshot)
        let changes = SampleFile(
            6...6, commit: 4_000_000, pageSize: size,
            pages: [
                2: samplePage(size, using: &generator), 3_999_999: samplePage(size, using: &generator),
                4_000_000: samplePage(size, using: &generator),
            ])
        #expect(try SampleFile(reading: changes.bytes(), partSize: partSize) == changes)
    }

    @Test func theSummaryDescribesTheFile() throws {
        var bytes: [UInt8] = []
        let writer = try LTXWriter(header: header(), name: "a file") { bytes.append(contentsOf: $0) }
        try page().withUnsafeBytes { try writer.append(page: 4, $0) }
        let summary = try writer.finish()
        #expect(summary.size == UInt64(bytes.count))
        #expect(summary.pages == 1)
        let reader = try SampleFile.reader(bytes)
        while try reader.next() != nil {}
        #expect(reader.summary == summary)
    }

    @Test func aFileWithoutPagesIsReadBack() throws {
        let file = SampleFile(2...2, commit: 10, pages: [:])
        #expect(try SampleFile(reading: file.bytes()) == file)
    }

    @Test func invalidHeadersAreRefused() {
        #expect(write(header(commit: 0), []) == .invalidHeader)
        #expect(write(header(commit: .max), []) == .invalidHeader)
        #expect(write(header(0...2), []) == .invalidHeader)
        for size in [0, -512, 256, 513, 131072, Int.max, Int.min] {
            let header = LTXHeader(pageSize: size, commit: 1, transactions: 2...2, milliseconds: 0)
            #expect(write(header, []) == .invalidHeader)
        }
        var salted = header()
        salted.wal.salt2 = 1
        #expect(write(salted, []) == .invalidHeader)
        var negative = header()
        negative.wal.offset = -1
        #expect(write(negative, []) == .invalidHeader)
    }

    @Test func invalidPagesAreRefused() {
        #expect(write(header(), [(0, 512)]) == .invalidPage)
        #expect(write(header(), [(11, 512)]) == .invalidPage)
        #expect(write(header(), [(3, 511)]) == .invalidPage)
        #expect(write(header(), [(3, 0)]) == .invalidPage)
        #expect(write(header(), [(3, 512), (3, 512)]) == .invalidPage)
        #expect(write(header(), [(3, 512), (2, 512)]) == .invalidPage)
        #expect(write(header(commit: 3_000_000), [(2_097_153, 512)]) == .invalidPage)
        #expect(write(header(commit: 3_000_000), [(2_097_152, 512), (2_097_154, 512)]) == nil)
    }

    @Test func aSnapshotMustBeWhole() {
        #expect(write(header(1...4, commit: 3), [(1, 512), (2, 512), (3, 512)]) == nil)
        #expect(write(header(1...4, commit: 3), [(1, 512), (2, 512)]) == .missingPage)
        #expect(write(header(1...4, commit: 3), [(1, 512), (3, 512)]) == .missingPage)
        #expect(write(header(1...4, commit: 3), [(2, 512)]) == .missingPage)
        #expect(write(header(1...4, commit: 3), []) == .missingPage)
    }

    @Test func nothingFollowsTheEndOrAFailure() throws {
        let ended = try LTXWriter(header: header(), name: "a file") { _ in }
        _ = try ended.finish()
        #expect(codeOfError { _ = try ended.finish() } == .alreadyFinished)
        #expect(codeOfError { try page().withUnsafeBytes { try ended.append(page: 1, $0) } } == .alreadyFinished)

        struct DiskIsFull: Error {}
        let failed = try LTXWriter(header: header(), name: "a file") { _ in throw DiskIsFull() }
        #expect(throws: DiskIsFull.self) { try failed.finish() }
        #expect(codeOfError { _ = try failed.finish() } == .alreadyFinished)
    }
}
