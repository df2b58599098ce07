import AlbumenTestSupport
import Foundation
import GRDB
import Testing

/// Libraries of earlier versions, opened by the program.
@Suite(.blocking) struct UpgradeTests {
    /// Makes a library of an earlier version, whose catalog takes a while to migrate.
    private func makeLibrary(at library: URL, rows: Int) throws {
        try EarlierCatalog(version: 3).makeLibrary(in: library)
        let queue = try DatabaseQueue(path: library.appending(path: "catalog.sqlite").path(percentEncoded: false))
        try queue.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
                    INSERT INTO tombstone
                        SELECT 1000 + n, printf('%08d-0000-4000-9000-000000000000', n), 1, 10, 10, 5, NULL, 0, 0 FROM numbers;
                    """, arguments: [rows])
        }
        try queue.close()
    }

    private static let rowCount = "SELECT count(*) FROM tombstone"

    private func number(_ sql: String, in file: URL) throws -> Int? {
        let queue = try DatabaseQueue(path: file.path(percentEncoded: false))
        defer { try? queue.close() }
        return try queue.read { try Int.fetchOne($0, sql: sql) }
    }

    @Test func `an upgrade that is killed at any moment goes on, with the catalog from before it`() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            let library = harness.command.library
            let snapshots = harness.command.folder.file("library/snapshots")
            try makeLibrary(at: library, rows: 20_000)
            let time = try harness.time { try harness.succeed("list", "--json") }
            for round in 1...max(6, min(TestLength.cases(6), 300)) {
                try FileManager.default.removeItem(at: library)
                try makeLibrary(at: library, rows: 20_000)
                let run = try harness.kill(["list", "--json"], within: time)
                let list = try harness.succeed("list", "--json", comment: "\(round) \(run)")
                #expect(try list.objects().count == 2, "\(round) \(run)")
                try harness.succeed("verify", comment: "\(round) \(run)")
                let names = try FileManager.default.contentsOfDirectory(atPath: snapshots.path(percentEncoded: false))
                #expect(names.count == 1 && names[0].hasPrefix("upgrade-3-to-"), "\(round) \(run): \(names)")
                #expect(try number(Self.rowCount, in: snapshots.appending(path: names[0])) == 20_001)
                #expect(try number(Self.rowCount, in: library.appending(path: "catalog.sqlite")) == 20_001)
            }
        }
    }

    /// The copy and the migrations need twice the catalog's size.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func `without room for the copy, the upgrade is refused with one sentence and changes nothing`() throws {
        let harness = try CommandHarness()
        try makeLibrary(at: harness.library, rows: 40_000)
        let script = """
            set -u
            mkdir disk
            mount -t tmpfs -o size=12m none disk || { echo "no mount"; exit 77; }
            trap 'umount disk' EXIT
            cp -a library disk/library
            export ALBUMEN_LIBRARY="$PWD/disk/library"
            "$ALBUMEN" list
            echo "== $?"
            ls disk/library/snapshots 2>/dev/null
            cp disk/library/catalog.sqlite refused.sqlite
            mount -o remount,size=200m disk
            "$ALBUMEN" list >/dev/null
            echo "== $?"
            ls disk/library/snapshots
            """
        var environment = harness.environment
        environment["ALBUMEN"] = CommandHarness.executable.path
        environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        let unshare = URL(fileURLWithPath: "/usr/bin/unshare")
        let namespace = ["-m", "--propagation", "private", "/bin/bash", "-c"]
        let trial = try ProgramRun.run(unshare, namespace + ["true"])
        if trial.exitStatus != 0 { try Test.cancel("no mount namespace: \(trial.error)") }
        let outcome = try ProgramRun.run(
            unshare, namespace + [script], environment: environment, workingDirectory: harness.folder.url)
        if outcome.exitStatus == 77 { try Test.cancel("\(outcome.output)") }
        // GRDB writes to each database that it opens, so the bytes of the files differ.
        let refused = harness.folder.file("refused.sqlite")
        #expect(try number("SELECT count(*) FROM grdb_migrations", in: refused) == 3)
        #expect(try number(Self.rowCount, in: refused) == 40_001)
        let lines = outcome.outputLines
        #expect(lines.count == 3 && lines.starts(with: ["== 4", "== 0"]), "\(outcome.output)\(outcome.error)")
        #expect(lines.last?.hasPrefix("upgrade-3-to-") == true)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.contains("Nothing was changed: make room for"), "\(outcome.error)")
    }

    @Test func `a library of a newer version is refused, and goes back with the printed command`() throws {
        let harness = try CommandHarness()
        try makeLibrary(at: harness.library, rows: 10)
        #expect(try harness.run("list").exitStatus == 0)
        let catalog = harness.library.appending(path: "catalog.sqlite")
        let queue = try DatabaseQueue(path: catalog.path(percentEncoded: false))
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 watched folders')") }
        try queue.close()
        let refused = try harness.run("list")
        #expect(refused.exitStatus == 1 && refused.errorLines.count == 1)
        #expect(refused.error.contains("it has schema 99"), "\(refused.error)")
        let printed = try #require(refused.error.firstMatch(of: /albumen (library restore-snapshot upgrade-3-[^ \n]*)/))
        let copies = try harness.run("library", "restore-snapshot", "--json").objects()
        #expect(copies.count == 1 && copies[0]["schema"] == 3)
        let restored = try harness.run(printed.1.split(separator: " ").map(String.init))
        #expect(restored.exitStatus == 0, "\(restored.error)")
        #expect(restored.output.contains("The replaced one is snapshots/replaced-"))
        #expect(try harness.run("list", "--json").objects().count == 2)
        #expect(try harness.run("verify").exitStatus == 0)
        #expect(try FileModes(of: harness.library).unexpected() == [])
    }
}
