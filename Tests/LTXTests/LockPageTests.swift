import AlbumenTestSupport
import Foundation
import Glibc
import LTX
import Testing

/// Databases over 1 GiB, with the page that SQLite uses for locks only.
@Suite struct LockPageTests {
    private let size = 65536
    private let lockPage: UInt32 = 16385
    private let commit: UInt32 = 16400

    /// A page of zeros, but for its number in the last bytes.
    private func page(_ number: UInt32) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: size)
        for position in 0..<4 { page[size - 1 - position] = UInt8(truncatingIfNeeded: number >> (8 * position)) }
        return page
    }

    /// Only some pages have content: most of the time is that of the checksums.
    private func snapshot(_ commit: UInt32) throws -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: size)
        var bytes: [UInt8] = []
        let header = LTXHeader(pageSize: size, commit: commit, transactions: 1...1, milliseconds: 0)
        let writer = try LTXWriter(header: header, name: "a snapshot") { bytes.append(contentsOf: $0) }
        for number in 1...commit where number != lockPage {
            let page = number > lockPage - 3 || number == 1 ? page(number) : zeros
            try page.withUnsafeBytes { try writer.append(page: number, $0) }
        }
        _ = try writer.finish()
        return bytes
    }

    @Test func theLockPageIsAHoleInTheFileAndNotInTheChecksum() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "database")
        // The database ends before the lock page, and grows over it.
        let before = try snapshot(lockPage - 1)
        let growth = SampleFile(
            2...2, commit: commit, pageSize: size,
            pages: Dictionary(uniqueKeysWithValues: (lockPage + 1...commit).map { ($0, page($0)) }))
        let chain = [before, try growth.bytes()]
        let restored = try LTXRestore.restore(chain, to: url) { try SampleFile.reader($0) }
        #expect(restored.pageChecksums.count == Int(commit))
        #expect(restored.pageChecksums[Int(lockPage) - 1] == 0)
        #expect(restored.pageChecksums.filter { $0 == 0 }.count == 1)

        let file = try FileHandle(forReadingFrom: url)
        defer { #expect(throws: Never.self) { try file.close() } }
        #expect(try file.seekToEnd() == UInt64(commit) * UInt64(size))
        for number in [1, lockPage - 1, lockPage, lockPage + 1, commit] {
            try file.seek(toOffset: UInt64(number - 1) * UInt64(size))
            let expected = number == lockPage ? [UInt8](repeating: 0, count: size) : page(number)
            #expect(try file.read(upToCount: size) == Data(expected))
        }
        let start = Int(lockPage - 1) * size
        // `SEEK_HOLE` of Linux, which the module of the C library leaves out.
        #expect(lseek(file.fileDescriptor, start, 4) == start)
    }

    @Test func aMergeLeavesItOut() throws {
        let files = [
            SampleFile(
                2...2, commit: lockPage + 1, pageSize: size, pages: [lockPage - 1: page(1), lockPage + 1: page(2)]),
            SampleFile(3...3, commit: lockPage + 2, pageSize: size, pages: [lockPage + 2: page(3)]),
            SampleFile(4...4, commit: lockPage - 1, pageSize: size, pages: [1: page(4)]),
            SampleFile(5...5, commit: lockPage + 1, pageSize: size, pages: [lockPage + 1: page(5)]),
        ]
        let merged = try SampleHistory.merge(files)
        #expect(merged.pages == [1: page(4), lockPage - 1: page(1), lockPage + 1: page(5)])
    }

    @Test func theLockPageIsRefused() throws {
        let file = SampleFile(2...2, commit: commit, pageSize: size, pages: [lockPage: page(lockPage)])
        #expect(codeOfError { _ = try file.bytes() } == .invalidPage)

        // A file of another program with that page.
        var bytes = try SampleFile(2...2, commit: commit, pageSize: size, pages: [1: page(1)]).bytes()
        withUnsafeBytes(of: lockPage.bigEndian) { bytes.replaceSubrange(100..<104, with: $0) }
        let error = #expect(throws: LTXError.self) { try SampleFile(reading: bytes) }
        #expect(error?.code == .invalidPage)
        #expect(error?.message.contains("16385") == true)
    }
}
