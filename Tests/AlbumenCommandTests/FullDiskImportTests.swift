import AlbumenTestSupport
import Foundation
import Testing

/// Imports into a library whose disk is full.
@Suite(.blocking) struct FullDiskImportTests {
    private static let unshare = URL(fileURLWithPath: "/usr/bin/unshare")

    /// A library's disk keeps 64 MB free.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func `a full disk ends the import with one sentence and its own status, and the next one goes on`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(2)
        for number in 0..<3 {
            // Different bytes behind a photo that fill the disk.
            let photo = SampleMedia.jpeg(comment: "large \(number)") + Data(repeating: UInt8(number), count: 8 << 20)
            try harness.folder.write(photo, to: "photos/large\(number).jpg")
        }
        let script = """
            set -u
            mkdir disk
            mount -t tmpfs -o size=84m none disk || { echo "no mount"; exit 77; }
            trap 'umount disk' EXIT
            export ALBUMEN_LIBRARY="$PWD/disk/library"
            "$ALBUMEN" import --no-thumbnails photos
            echo "== $?"
            mount -o remount,size=200m disk
            "$ALBUMEN" import --no-thumbnails photos
            echo "== $?"
            "$ALBUMEN" verify
            """
        var environment = harness.environment
        environment["ALBUMEN"] = CommandHarness.executable.path
        environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        let namespace = ["-m", "--propagation", "private", "/bin/bash", "-c"]
        let trial = try ProgramRun.run(Self.unshare, namespace + ["true"])
        if trial.exitStatus != 0 { try Test.cancel("no mount namespace: \(trial.error)") }
        let outcome = try ProgramRun.run(
            Self.unshare, namespace + [script], environment: environment, workingDirectory: harness.folder.url)
        if outcome.exitStatus == 77 { try Test.cancel("\(outcome.output)") }
        #expect(outcome.exitStatus == 0, "\(outcome.output)\(outcome.error)")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.hasPrefix("albumen: The library's disk is full after "), "\(outcome.error)")
        let lines = outcome.outputLines
        #expect(lines.filter { $0.hasPrefix("== ") } == ["== 4", "== 0"], "\(outcome.output)")
        #expect(lines.last == "Checked 5 files: all are undamaged.", "\(outcome.output)")
    }
}
