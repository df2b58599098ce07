import AlbumenTestSupport
import Foundation
import Testing

/// Downloads of originals to a disk that is full.
@Suite(.blocking) struct CloudFullDiskTests {
    /// The limit of a file's size stands for the full disk: the system refuses to write more in both cases.
    @Test(arguments: [CloudHarness.Store.folder, .rclone])
    func `a download without room fails with the reason, and the next one completes it`(
        _ store: CloudHarness.Store
    ) async throws {
        try await onOwnThread {
            guard store.isPresent else { return }
            let harness = try CloudHarness(store)
            let photos = try harness.command.writePhotos(2)
            try harness.command.folder.write(SampleMedia.png(width: 4000, height: 3000), to: "photos/large.png")
            try harness.succeed("import", photos.path)
            let before = try harness.originals()
            try harness.connect()
            try harness.succeed("cloud", "sync")
            try harness.succeed("cloud", "optimise", "--keep", "0")

            // Blocks of 512 bytes: 5 MiB.
            let script = "trap '' XFSZ; ulimit -f 10240; exec \"$0\" \"$@\""
            let outcome = try ProgramRun.run(
                URL(filePath: "/bin/sh"),
                ["-c", script, CommandHarness.executable.path(percentEncoded: false), "cloud", "download", "--all"],
                environment: harness.command.environment, workingDirectory: harness.command.folder.url)
            #expect(outcome.exitStatus == 3, "\(outcome.ending) \(outcome.error)")
            let lines = outcome.errorLines.filter { $0.contains("large.png") }
            #expect(lines.count == 1 && lines[0].contains("space"), "\(outcome.error)")
            #expect(try harness.originals().count == 2, "The small originals have arrived.")
            try harness.succeed("verify")

            try harness.succeed("cloud", "download", "--all")
            #expect(try harness.originals() == before)
            try harness.succeed("verify")
        }
    }
}
