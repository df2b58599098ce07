import AlbumenTestSupport
import Foundation
import LTX
import Testing

/// Files that were damaged or made to do harm.
@Suite struct LTXReaderTests {
    /// A file of pages that can't be packed.
    private func plainFile() throws -> [UInt8] {
        var generator = SeededGenerator(seed: 7)
        var file = SampleFile(3...8, commit: 90, pages: [:])
        for number in [1, 2, 50, 90] as [UInt32] {
            file.pages[number] = (0..<512).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        return try file.bytes()
    }

    private func mixedFile(using generator: inout SeededGenerator) throws -> SampleFile {
        let size = [512, 1024, 4096].randomElement(using: &generator) ?? 512
        let isSnapshot = Bool.random(using: &generator)
        var file = SampleFile(isSnapshot ? 1...8 : 3...8, commit: 20, pageSize: size, pages: [:])
        for number in 1...20 where isSnapshot || Int.random(in: 0..<3, using: &generator) == 0 {
            file.pages[UInt32(number)] = samplePage(size, using: &generator)
        }
        return file
    }

    /// Reads any bytes. Errors must be of the reader.
    private func read(_ bytes: [UInt8]) -> SampleFile? {
        do {
            return try SampleFile(reading: bytes)
        } catch {
            #expect(error is LTXError)
            return nil
        }
    }

    /// Each bit of a file, and not only 10,000 of them. The only bits that aren't refused are the four of each LZ4 block
    /// that have no meaning: the length of a match in its last token, which has no match. They change no page.
    @Test func eachTurnedBitIsRefusedUnlessItHasNoMeaning() throws {
        let bytes = try plainFile()
        let file = try SampleFile(reading: bytes)
        // Pages of random bytes have one token each, directly after the page's head.
        var tokens: Set<Int> = []
        var offset = 100
        for _ in file.pages {
            tokens.insert(offset + 10)
            offset += 10 + Int(bytes[offset + 8]) << 8 + Int(bytes[offset + 9])
        }
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            if let read = read(damaged) {
                #expect(tokens.contains(bit / 8) && bit % 8 < 4)
                #expect(read == file)
            }
        }
    }

    /// A turned bit in packed bytes can leave the same page, such as one that repeats another distance. No file with other
    /// content is accepted.
    @Test func noDamageChangesTheContent() throws {
        var generator = SeededGenerator.printingSeed("noDamageChangesTheContent")
        for _ in 0..<TestLength.cases(300) {
            let file = try mixedFile(using: &generator)
            let bytes = try file.bytes()
            for _ in 0..<10 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let position = Int.random(in: 0..<damaged.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: damaged[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                    case 1: damaged[position] = UInt8.random(in: 0...255, using: &generator)
                    case 2: damaged.remove(at: position)
                    default: damaged.insert(UInt8.random(in: 0...255, using: &generator), at: position)
                    }
                }
                if let read = read(damaged) { #expect(read == file) }
            }
        }
    }

    @Test func noTruncationIsAccepted() throws {
        let bytes = try plainFile()
        for length in 0..<bytes.count {
            #expect(codeOfError { _ = try SampleFile(reading: Array(bytes[..<length]), partSize: 100) } == .truncated)
        }
    }

    @Test func bytesAfterTheEndAreRefused() throws {
        let bytes = try plainFile()
        #expect(codeOfError { _ = try SampleFile(reading: bytes + [0]) } == .trailingBytes)
        #expect(codeOfError { _ = try SampleFile(reading: bytes + [0], partSize: bytes.count) } == .trailingBytes)
        #expect(codeOfError { _ = try SampleFile(reading: bytes + bytes) } == .trailingBytes)
    }

    @Test func randomBytesAreRefused() throws {
        var generator = SeededGenerator.printingSeed("randomBytesAreRefused")
        let header = Array(try plainFile()[..<100])
        for _ in 0..<TestLength.cases(1000) {
            let count = Int.random(in: 0...2000, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(read(bytes) == nil)
            #expect(read(header + bytes) == nil)
            // A page's head that is valid, and anything after it.
            #expect(read(header + [0, 0, 0, 1, 0, 1, 0, 0, 1, 0] + bytes) == nil)
            // No pages, and anything as the index.
            #expect(read(header + [0, 0, 0, 0, 0, 0] + bytes) == nil)
        }
    }

    /// An index that doesn't fit the pages is refused, even if all checksums fit.
    @Test(arguments: [
        (IndexChange.number, [UInt8]([0x02, 0x64])), (.number, [0x81, 0x00, 0x64]), (.offset, [0x01, 0x65]),
        (.offset, [0x01, 0xE4, 0x00]), (.none, [0x00]), (.none, [0x01, 0x64, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    ])
    func aForgedIndexIsRefused(_ change: IndexChange, _ start: [UInt8]) throws {
        let page = [UInt8](repeating: 0, count: 512)
        let bytes = try SampleFile(2...2, commit: 1, pages: [1: page]).bytes()
        // The head of the page is at 100, and its packed bytes end with the mark of six zero bytes.
        let packed = Int(bytes[109])
        let markEnd = 110 + packed + 6
        let index: [UInt8] = change == .none ? start : start + [UInt8(10 + packed), 0]
        let length = withUnsafeBytes(of: UInt64(index.count).bigEndian, Array.init)
        let tail = [UInt8](repeating: 0, count: 6) + index + length
        var checksum = CRC64()
        for part in [Array(bytes[..<110]), page, tail, [UInt8](repeating: 0, count: 8)] {
            part.withUnsafeBytes { checksum.update($0) }
        }
        let trailer = withUnsafeBytes(of: (checksum.value | 1 << 63).bigEndian, Array.init)
        let forged = Array(bytes[..<(markEnd - 6)]) + tail + [UInt8](repeating: 0, count: 8) + trailer
        #expect(codeOfError { _ = try SampleFile(reading: forged) } == .wrongIndex)
    }

    enum IndexChange { case number, offset, none }

    @Test func anotherFilesTransactionsAreRefused() throws {
        let bytes = try plainFile()
        #expect(
            codeOfError {
                var isRead = false
                _ = try LTXReader(name: "a file", expecting: 3...7) { _ in
                    defer { isRead = true }
                    return isRead ? nil : Data(bytes)
                }
            } == .wrongTransactions)
    }

    @Test func aSourcesErrorIsPassedOnAndRemains() throws {
        struct ConnectionLost: Error {}
        let bytes = try plainFile()
        var parts = [Data(bytes[..<700])]
        let reader = try LTXReader(name: "a file") { _ in
            if parts.isEmpty { throw ConnectionLost() }
            return parts.removeFirst()
        }
        #expect(try reader.next()?.number == 1)
        #expect(throws: ConnectionLost.self) { try reader.next() }
        parts = [Data(bytes[700...])]
        #expect(throws: ConnectionLost.self) { try reader.next() }
        #expect(reader.summary == nil)
    }

    @Test(arguments: [0, 1, 99, 100, 70_000, 300_000])
    func aSourceMayReturnMoreThanRequested(_ firstSize: Int) throws {
        var generator = SeededGenerator(seed: 9)
        var file = SampleFile(1...1, commit: 9, pageSize: 65536, pages: [:])
        for number in 1...9 as ClosedRange<UInt32> {
            file.pages[number] = (0..<65536).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        let bytes = Data(try file.bytes())
        var parts = [bytes.prefix(firstSize), bytes.dropFirst(firstSize)].filter { !$0.isEmpty }
        let reader = try LTXReader(name: "a file") { _ in parts.isEmpty ? nil : parts.removeFirst() }
        while let (number, page) = try reader.next() { #expect(Array(page) == file.pages[number]) }
        #expect(reader.summary?.size == UInt64(bytes.count))
    }

    @Test func theEndIsReturnedAgain() throws {
        let reader = try SampleFile.reader(plainFile())
        while try reader.next() != nil {}
        #expect(try reader.next() == nil)
    }

    @Test func pagesByWhichTheDatabaseGrewAreDemanded() throws {
        let page = [UInt8](repeating: 1, count: 512)
        let file = SampleFile(2...2, commit: 6, pages: [2: page, 5: page, 6: page])
        for (former, code) in [(4, nil), (6, nil), (9, nil), (3, .missingPage), (0, .missingPage)]
            as [(UInt32, LTXError.Code?)]
        {
            let reader = try file.reader()
            reader.demandGrowth(since: former)
            #expect(codeOfError { while try reader.next() != nil {} } == code)
        }
    }
}
