import AlbumenTestSupport
import Foundation
import Testing

/// Copies and moves of a library to a disk that becomes full in the middle.
@Suite(.blocking) struct FullDiskCopyTests {
    private static let unshare = URL(fileURLWithPath: "/usr/bin/unshare")

    /// The disk has room in bytes, so that the command begins, but soon no more files can be made.
    @Test(
        .enabled(if: geteuid() == 0, "only root can mount a disk"),
        arguments: [
            ("copy", "Checked 30 files: all are undamaged."), ("move", "albumen: There is no library at "),
        ])
    func `the same command completes what a full disk stopped`(_ verb: String, _ former: String) throws {
        let harness = try CommandHarness()
        try #require(try harness.run("import", harness.writePhotos(30).path).exitStatus == 0)
        let script = """
            set -u
            mkdir disk
            mount -t tmpfs -o size=300m,nr_inodes=30 none disk || { echo "no mount"; exit 77; }
            trap 'umount disk' EXIT
            "$ALBUMEN" library \(verb) disk/library
            echo "== $?"
            "$ALBUMEN" verify
            mount -o remount,nr_inodes=10000 disk
            "$ALBUMEN" library \(verb) disk/library >/dev/null
            echo "== $?"
            "$ALBUMEN" verify --library disk/library
            "$ALBUMEN" verify 2>&1
            ls -A disk
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
        let whole = "Checked 30 files: all are undamaged."
        let lines = outcome.outputLines
        try #require(lines.count == 6, "\(outcome.output)\(outcome.error)")
        #expect(Array(lines[0..<4]) == ["== 4", whole, "== 0", whole], "\(outcome.output)\(outcome.error)")
        #expect(lines[4].hasPrefix(former), "\(outcome.output)")
        #expect(lines[5] == "library", "nothing else stays on the disk")
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.hasPrefix("albumen: There is no room to write "), "\(outcome.error)")
    }
}
