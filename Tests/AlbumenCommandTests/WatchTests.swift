import AlbumenTestSupport
import Foundation
import Testing

/// `albumen watch`, and `albumen serve` with watched folders, as processes.
@Suite(.blocking) struct WatchTests {
    private let harness: CommandHarness

    init() throws {
        harness = try CommandHarness()
        // Only an import creates a library.
        try harness.folder.write(SampleMedia.jpeg(comment: "first"), to: "first.jpg")
        #expect(try harness.run("import", "first.jpg").exitStatus == 0)
    }

    private func watch(_ arguments: String...) throws -> ProgramRun {
        try ProgramRun(
            CommandHarness.executable, ["watch", "--settling-seconds", "0.05"] + arguments,
            environment: harness.environment, workingDirectory: harness.folder.url)
    }

    @Test func `new files come in until Ctrl-C, and each refused file is named once`() throws {
        let photos = try harness.writePhotos(3)
        try harness.folder.write(Data("no photo".utf8), to: "photos/words.jpg")
        let run = try watch(photos.path)
        #expect(run.waitForOutput { $0.contains("Checked ") })
        try harness.writePhotos(5)
        #expect(run.waitForOutput { Self.imported($0) == 5 })
        run.kill(SIGINT)
        let outcome = try run.wait()
        #expect(outcome.ending == .exited(0))
        #expect(
            outcome.output.hasPrefix("Watching \(photos.path(percentEncoded: false).dropLast()). Ctrl-C ends it.\n"))
        let lines = outcome.errorLines.filter { !$0.hasPrefix("Stopping ") }
        #expect(lines.count == 1 && lines[0].hasPrefix("refused: \(photos.path)/words.jpg: "), "\(outcome.error)")
        #expect(try harness.run("list", "--json").outputLines.count == 6)
        // Another run names it no more.
        let again = try watch(photos.path)
        #expect(again.waitForOutput { $0.contains("Checked ") })
        again.kill(SIGTERM)
        #expect(try !again.wait().error.contains("refused"))
    }

    @Test func `the list is added to, shown and removed from`() throws {
        let photos = try harness.writePhotos(1)
        let empty = try harness.run("watch", "--list")
        #expect(empty.exitStatus == 0 && empty.error.contains("albumen watch --add"))
        #expect(try harness.run("watch").error.contains("No folder is in the list."))
        let added = try harness.run("watch", "--add", "--albums", "photos")
        #expect(added.exitStatus == 0)
        #expect(added.output.contains("  (albums)  0 imported, not checked yet"))
        #expect(added.error.contains("albumen serve"))
        let run = try watch()
        #expect(run.waitForOutput { Self.imported($0) == 1 && $0.contains("Checked ") })
        let second = try harness.run("watch", photos.path)
        #expect(second.exitStatus == 1)
        #expect(second.error.hasPrefix("albumen: albumen watch (process \(run.processIdentifier)) watches"))
        let entry = try #require(try harness.run("watch", "--list", "--json").objects().first)
        #expect(entry["imported"] == 1 && entry["albums"] == true && entry["problem"] == .null)
        #expect(entry["lastCheck"] != .null && entry["refused"]?.list == [])
        #expect(try harness.run("albums", "--json").output.contains("\"photos\""))
        let removed = try harness.run("watch", "--remove", "photos")
        #expect(removed.exitStatus == 0 && removed.output == "")
        #expect(try harness.run("watch", "--remove", "photos").exitStatus == 1)
        run.kill(SIGINT)
        #expect(try run.wait().ending == .exited(0))
        #expect(try harness.run("list", "--json").outputLines.count == 2)
    }

    @Test(arguments: [
        ["--add"], ["--remove"], ["--list", "photos"], ["--add", "--list", "photos"], ["--list", "--albums"],
    ])
    func `options that make no sense together are wrong usage`(_ arguments: [String]) throws {
        #expect(try harness.run(["watch"] + arguments).exitStatus == 2)
    }

    @Test func `the library and missing folders are refused with the reason`() throws {
        for (path, text) in [
            ("library", "in the library itself"), (".", "contains the library"), ("no", "Check the path"),
        ] {
            let outcome = try harness.run("watch", "--add", path)
            #expect(outcome.exitStatus == 1)
            #expect(outcome.error.contains(text), "\(outcome.error)")
        }
    }

    @Test func `a server watches the folders of the list and those on its command line`() async throws {
        let listed = try harness.writePhotos(2, in: "listed")
        let named = try harness.writePhotos(2, in: "named")
        #expect(try harness.run("watch", "--add", listed.path).exitStatus == 0)
        let server = try harness.start(
            "serve", "--port", "0", "--settling-seconds", "0.05", "--import", named.path, "--no-lasting-sign-in")
        try await waitUntil { try harness.run("list", "--json").outputLines.count == 5 }
        // The list changes while the server runs.
        let later = try harness.writePhotos(2, in: "later")
        #expect(try harness.run("watch", "--add", later.path).error == "")
        try await waitUntil { try harness.run("list", "--json").outputLines.count == 7 }
        server.kill(SIGTERM)
        let outcome = try server.wait()
        #expect(outcome.ending == .exited(0))
        #expect(outcome.error == "")
    }

    @Test func `after more notifications than the system keeps, all files are looked at`() async throws {
        let limit = try #require(
            Int(
                String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines)))
        try #require(limit <= 100_000, "the system keeps very many notifications")
        let photos = try harness.writePhotos(1)
        let run = try watch(photos.path)
        #expect(run.waitForOutput { $0.contains("Checked ") })
        run.kill(SIGSTOP)
        // Each file gives at least two notifications.
        for number in 0..<limit / 2 + 100 {
            let other = open(photos.appending(path: "\(number).txt").path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            try #require(other >= 0)
            close(other)
        }
        try harness.writePhotos(4)
        run.kill(SIGCONT)
        try await waitUntil { try harness.run("list", "--json").outputLines.count == 5 }
        run.kill(SIGINT)
        #expect(try run.wait().ending == .exited(0))
    }

    // MARK: Kills

    @Test func `a killed watch leaves a valid library, and the next one has each file once`() async throws {
        for round in 0..<max(2, min(TestLength.cases(2), 40)) {
            let harness = try CommandHarness()
            try harness.folder.write(SampleMedia.jpeg(comment: "first"), to: "first.jpg")
            #expect(try harness.run("import", "first.jpg").exitStatus == 0)
            let photos = try harness.writePhotos(150)
            let first = try harness.start("watch", "--settling-seconds", "0.05", "--albums", photos.path)
            // A file that isn't complete when the watch is killed.
            let partial = SampleMedia.jpeg(comment: "slow")
            let slow = try #require(fopen(photos.appending(path: "slow.jpg").path, "w"))
            Self.write(partial.prefix(partial.count / 2), to: slow)
            let wished = Int.random(in: 1..<150)
            try await waitUntil { try harness.blobs().count > wished }
            first.kill(SIGKILL)
            _ = try first.wait()
            #expect(try harness.run("verify").exitStatus == 0, "round \(round)")
            let second = try harness.start("watch", "--settling-seconds", "0.05", "--albums", photos.path)
            try await waitUntil { try harness.run("list", "--json").outputLines.count == 151 }
            Self.write(partial.suffix(from: partial.count / 2), to: slow)
            fclose(slow)
            try await waitUntil { try harness.run("list", "--json").outputLines.count == 152 }
            second.kill(SIGINT)
            let outcome = try second.wait()
            #expect(outcome.ending == .exited(0))
            #expect(!outcome.error.contains("refused"), "\(outcome.error)")
            #expect(try harness.run("verify").exitStatus == 0, "round \(round)")
            #expect(try harness.blobs().count == 152)
        }
    }

    private static func write(_ part: Data, to file: UnsafeMutablePointer<FILE>) {
        let count = part.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        #expect(count == part.count)
        fflush(file)
    }

    private static func imported(_ output: String) -> Int {
        output.matches(of: #/Imported (\d+) files?/#).reduce(0) { $0 + (Int($1.1) ?? 0) }
    }
}
