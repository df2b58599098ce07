import AlbumenTestSupport
import Foundation
import LTX
import Testing

/// `litestream restore` restores our backups, byte for byte.
@Suite(
    .enabled(if: Litestream.program != nil, Comment(rawValue: Litestream.isMissing)),
    .enabled(if: SQLiteHistory.program != nil, "The program sqlite3 is missing."))
struct LitestreamTests {
    /// Growth, changes of few and many pages, and a file that shrinks.
    private func history(pageSize: Int = 4096) throws -> SQLiteHistory {
        let insert = """
            INSERT INTO asset(uuid, name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 700)
            SELECT hex(randomblob(16)), 'IMG_' || i || hex(randomblob(i % 60)) FROM n;
            """
        let history = try SQLiteHistory(
            """
            PRAGMA page_size=\(pageSize); PRAGMA journal_mode=WAL;
            CREATE TABLE asset(id INTEGER PRIMARY KEY, uuid TEXT UNIQUE, name TEXT, favorite INT DEFAULT 0);
            CREATE VIRTUAL TABLE search USING fts5(name, content='');
            CREATE TRIGGER t AFTER INSERT ON asset BEGIN
            INSERT INTO search(rowid, name) VALUES (new.id, new.name); END;
            \(insert)
            """)
        try history.step(insert)
        try history.step("UPDATE asset SET favorite = 1 WHERE id = 7")
        try history.step("DELETE FROM asset WHERE id > 100; INSERT INTO search(search) VALUES('delete-all')")
        try history.step("VACUUM")
        try history.step(insert + "INSERT INTO search(search) VALUES('optimize')")
        try history.step("UPDATE asset SET favorite = 1 - favorite")
        return history
    }

    @Test func eachStateIsRestored() throws {
        let history = try history()
        let backup = BackupFolder(url: history.folder.url.appending(path: "backup"))
        for file in history.files { try backup.store(file, level: 0) }
        try #require(history.states[4].count < history.states[3].count)
        for step in 1...history.states.count {
            let text = String(step, radix: 16)
            let transaction = String(repeating: "0", count: 16 - text.count) + text
            let output = history.folder.url.appending(path: "restored-\(step)")
            #expect(try Litestream.restore(backup.url, to: output, "-txid", transaction) == history.states[step - 1])
            let own = history.folder.url.appending(path: "own-\(step)")
            #expect(try backup.restore(.through(UInt64(step)), to: own) == history.states[step - 1])
        }
    }

    @Test(arguments: [512, 1024, 65536])
    func snapshotsAndMergedFilesAreRestored(_ pageSize: Int) throws {
        let history = try history(pageSize: pageSize)
        let backup = BackupFolder(url: history.folder.url.appending(path: "backup"))
        try backup.store(history.merged(1...2), level: 9)
        try backup.store(history.merged(3...4), level: 2)
        try backup.store(history.merged(5...6), level: 1)
        try backup.store(history.files[6], level: 0)
        let output = history.folder.url.appending(path: "restored")
        let restored = try Litestream.restore(backup.url, to: output, "-integrity-check", "full")
        #expect(restored == history.states.last)
        #expect(try backup.restore(to: history.folder.url.appending(path: "own")) == history.states.last)
    }

    @Test func overlappingFilesAreRestoredLikeLitestreamDoes() throws {
        let history = try history()
        let backup = BackupFolder(url: history.folder.url.appending(path: "backup"))
        try backup.store(history.merged(1...4), level: 9)
        try backup.store(history.merged(2...6), level: 1)
        try backup.store(history.files[6], level: 0)
        let output = history.folder.url.appending(path: "restored")
        #expect(try Litestream.restore(backup.url, to: output) == history.states.last)
        #expect(try backup.restore(to: history.folder.url.appending(path: "own")) == history.states.last)
    }

    @Test func datesAreThoseOfLitestream() throws {
        let history = try history()
        let backup = BackupFolder(url: history.folder.url.appending(path: "backup"))
        for file in history.files { try backup.store(file, level: 0) }
        for step in 1...history.states.count {
            for offset in [0, 1, 59] {
                let date = history.files[step - 1].header.date + TimeInterval(offset)
                let name = "\(step)-\(offset)"
                let output = history.folder.url.appending(path: "restored-\(name)")
                let text = date.formatted(.iso8601)
                let restored = try Litestream.restore(backup.url, to: output, "-timestamp", text)
                let own = history.folder.url.appending(path: "own-\(name)")
                if step == 1, offset == 0 {
                    #expect(restored == nil)
                    #expect(codeOfError { _ = try backup.restore(.before(date), to: own) } == .noSnapshot)
                } else {
                    let expected = history.states[offset == 0 ? step - 2 : step - 1]
                    // Litestream refuses dates after the newest file.
                    let isAfterEnd = step == history.states.count && offset > 0
                    #expect(restored == (isAfterEnd ? nil : expected))
                    #expect(try backup.restore(.before(date), to: own) == expected)
                }
            }
        }
    }

    @Test func gapsAndDamageAreRefusedByBoth() throws {
        let history = try history()
        let gap = BackupFolder(url: history.folder.url.appending(path: "gap"))
        for file in history.files where file.header.transactions != 3...3 { try gap.store(file, level: 0) }
        let output = history.folder.url.appending(path: "restored")
        #expect(try Litestream.restore(gap.url, to: output) == nil)
        #expect(codeOfError { _ = try gap.restore(to: output) } == .missingTransaction)

        let damaged = BackupFolder(url: history.folder.url.appending(path: "damaged"))
        var bytes = try Data(history.files[0].bytes())
        bytes[bytes.count / 2] ^= 1
        try damaged.store(bytes, LTXName(level: 0, transactions: 1...1), history.files[0].header.date)
        #expect(try Litestream.restore(damaged.url, to: output) == nil)
        #expect(throws: LTXError.self) { try damaged.restore(to: output) }
    }

    /// The other direction: files that Litestream wrote.
    @Test func litestreamsFilesAreRestored() throws {
        let history = try history()
        let live = history.folder.url.appending(path: "copy.sqlite")
        try history.states[6].write(to: live)
        let backup = BackupFolder(url: history.folder.url.appending(path: "backup"))
        let program = try #require(Litestream.program)
        for number in 0..<3 {
            let statement = "UPDATE asset SET favorite = \(number + 2), name = name || 'x' WHERE id < 200"
            try Litestream.run(try #require(SQLiteHistory.program), [live.path, statement])
            let result = try Litestream.run(program, ["replicate", "-once", live.path, "file://\(backup.url.path)"])
            try #require(result.status == 0, "\(result.output)")
        }
        let output = history.folder.url.appending(path: "restored")
        let restored = try #require(try Litestream.restore(backup.url, to: output))
        #expect(try backup.restore(to: history.folder.url.appending(path: "own")) == restored)
    }

    /// Takes a minute and 4 GB of disk.
    @Test(.enabled(if: TestLength.isLong, "Only in long runs."))
    func aDatabaseOverTheLockPageIsRestored() throws {
        let history = try SQLiteHistory(
            """
            PRAGMA page_size=65536; PRAGMA journal_mode=WAL; CREATE TABLE blob(bytes);
            INSERT INTO blob WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 260)
            SELECT zeroblob(4000000) FROM n;
            """)
        try history.step("INSERT INTO blob SELECT zeroblob(4000000) FROM blob LIMIT 20")
        let lockPage = LTXHeader.lockPage(pageSize: 65536)
        try #require(history.files[0].header.commit < lockPage && history.files[1].header.commit > lockPage)
        let backup = BackupFolder(url: history.folder.url.appending(path: "backup"))
        for file in history.files { try backup.store(file, level: 0) }
        let output = history.folder.url.appending(path: "restored")
        #expect(try Litestream.restore(backup.url, to: output, "-integrity-check", "full") == history.states[1])
        #expect(try backup.restore(to: history.folder.url.appending(path: "own")) == history.states[1])
    }
}
