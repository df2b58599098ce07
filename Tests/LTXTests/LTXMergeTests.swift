import AlbumenTestSupport
import Foundation
import LTX
import Testing

/// Merging and restoring.
@Suite struct LTXMergeTests {
    private func restore(_ files: [SampleFile]) throws -> (database: Data, restored: RestoredDatabase) {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "database")
        let restored = try LTXRestore.restore(files, to: url) { try $0.reader() }
        return (try Data(contentsOf: url), restored)
    }

    @Test func mergingEqualsApplyingOneAfterAnother() throws {
        var generator = SeededGenerator.printingSeed("mergingEqualsApplyingOneAfterAnother")
        // Each case waits for the disk several times.
        for _ in 0..<min(TestLength.cases(60), 1000) {
            let count = Int.random(in: 1...12, using: &generator)
            let history = SampleHistory(transactions: count, using: &generator)
            let expected = history.database(after: count)
            #expect(try restore(history.files).database == expected)
            let whole = try history.merged(1...count)
            #expect(try restore([whole]).database == expected)
            #expect(whole.pages.count == Int(whole.header.commit))
            #expect(whole.header.milliseconds == history.files.last?.header.milliseconds)

            // Merges of parts, and merges of those.
            var parts: [SampleFile] = []
            var start = 1
            while start <= count {
                let end = Int.random(in: start...count, using: &generator)
                parts.append(try history.merged(start...end))
                start = end + 1
            }
            #expect(try restore(parts).database == expected)
            #expect(try SampleHistory.merge(parts) == whole)

            // A file that begins before the end of the snapshot.
            let middle = Int.random(in: 1...count, using: &generator)
            if middle < count {
                let overlapping = Int.random(in: 1...middle, using: &generator)
                let chain = [try history.merged(1...middle), try history.merged(overlapping...count)]
                #expect(try restore(chain).database == expected)
            }
        }
    }

    @Test func theChecksumIsThatOfTheDatabase() throws {
        var generator = SeededGenerator(seed: 3)
        let history = SampleHistory(transactions: 9, using: &generator)
        let result = try restore(history.files)
        let pages = history.states[8]
        let checksums = pages.enumerated().map { index, page in
            page.withUnsafeBytes { CRC64.ofPage(number: UInt32(index + 1), $0) }
        }
        #expect(result.restored.pageChecksums == checksums)
        #expect(result.restored.checksum == checksums.reduce(0, ^))
        #expect(result.restored.header == history.files[8].header)
    }

    @Test func filesThatDoNotFollowEachOtherAreRefused() throws {
        var generator = SeededGenerator(seed: 4)
        let files = SampleHistory(transactions: 6, using: &generator).files
        let larger = SampleHistory(transactions: 6, pageSize: 1024, using: &generator).files
        for chain in [
            [files[0], files[2]], [files[1], files[3]], [files[1], files[1]], [files[2], files[1]],
            [files[0], larger[1]], [],
        ] {
            #expect(codeOfError { _ = try SampleHistory.merge(chain) } == .notContiguous)
        }
        for chain in [[files[0], files[2]], [files[0], files[0]], [files[0], larger[1]]] {
            #expect(codeOfError { _ = try restore(chain) } == .notContiguous)
        }
        #expect(codeOfError { _ = try restore([files[1]]) } == .noSnapshot)
        #expect(codeOfError { _ = try restore([]) } == .noSnapshot)
    }

    @Test func aDatabaseThatGrewWithoutItsPagesIsRefused() throws {
        let page = [UInt8](repeating: 1, count: 512)
        let chain = [
            SampleFile(1...1, commit: 3, pages: [1: page, 2: page, 3: page]),
            SampleFile(2...2, commit: 1, pages: [1: page]), SampleFile(3...3, commit: 3, pages: [3: page]),
        ]
        // Page 2 of the first file isn't a page of the last state.
        #expect(codeOfError { _ = try SampleHistory.merge(chain) } == .missingPage)
        #expect(codeOfError { _ = try restore(chain) } == .missingPage)
    }

    @Test func nothingRemainsOfAFailedRestore() throws {
        var generator = SeededGenerator(seed: 5)
        let files = SampleHistory(transactions: 3, using: &generator).files
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "database")
        var damaged = try files[1].bytes()
        damaged[damaged.count - 1] ^= 1
        let all = [try files[0].bytes(), damaged]
        #expect(
            codeOfError { _ = try LTXRestore.restore(all, to: url) { try SampleFile.reader($0) } } == .wrongChecksum)
        #expect(!FileManager.default.fileExists(atPath: url.path))

        try Data("mine".utf8).write(to: url)
        #expect(codeOfError { _ = try LTXRestore.restore(files, to: url) { try $0.reader() } } == .fileFailure)
        #expect(try Data(contentsOf: url) == Data("mine".utf8))
    }

    @Test func aDamagedFileIsNotMerged() throws {
        var generator = SeededGenerator(seed: 6)
        let files = SampleHistory(transactions: 3, using: &generator).files
        for position in 0..<3 {
            var all = try files.map { try $0.bytes() }
            all[position][all[position].count - 1] ^= 1
            let readers = try all.map { try SampleFile.reader($0) }
            #expect(codeOfError { _ = try LTXMerge.merge(readers, name: "a file") { _ in } } == .wrongChecksum)
        }
    }
}
