import AlbumenTestSupport
import Foundation
import Testing

/// A library on exFAT, which stores no modes and no owners and has no hard links.
@Suite(.blocking) struct DiskWithoutModesTests {
    private static let programs = [
        "/usr/sbin/losetup", "/sbin/mkfs.exfat", "/sbin/mount.exfat-fuse", "/usr/bin/unshare",
    ]
    private static let isPossible =
        geteuid() == 0 && programs.allSatisfy(FileManager.default.isExecutableFile)
        && FileManager.default.fileExists(atPath: "/dev/fuse")
        && FileManager.default.fileExists(atPath: "/dev/loop-control")

    @Test(.enabled(if: isPossible, "only root can mount a disk, with exfat-fuse and exfatprogs"))
    func `on a disk without modes everything works, and doctor and verify warn`() throws {
        let harness = try CommandHarness()
        try harness.writePhotos(3)
        try harness.writePhotos(2, in: "more")
        // In a mount namespace of its own, so that nothing stays mounted.
        let script = """
            set -eu
            truncate -s 1G disk
            mkdir disk-folder
            mkfs.exfat disk >/dev/null
            device=$(losetup -f --show disk) || { echo "no loop device"; exit 77; }
            trap 'umount disk-folder; losetup -d "$device"' EXIT
            mount.exfat-fuse "$device" disk-folder >/dev/null || { echo "no mount"; exit 77; }
            export ALBUMEN_LIBRARY="$PWD/disk-folder/library"
            albumen() { echo "== $1"; "$ALBUMEN" "$@" 2>&1; }
            albumen import photos
            albumen import --json more | tail -n 1
            albumen album create Lisbon $("$ALBUMEN" list --json | sed 's/.*"localIdentifier":"\\([^"]*\\)".*/\\1/')
            albumen thumbnails --make
            albumen export --all --to out
            albumen doctor
            albumen verify
            albumen verify --repair
            albumen share --group root || echo "status $?"
            stat -c 'mode %a' disk-folder/library
            """
        var environment = harness.environment
        environment["ALBUMEN"] = CommandHarness.executable.path
        environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
        let namespace = ["-m", "--propagation", "private", "/bin/bash", "-c"]
        let unshare = URL(fileURLWithPath: "/usr/bin/unshare")
        let trial = try ProgramRun.run(unshare, namespace + ["true"])
        if trial.exitStatus != 0 { try Test.cancel("no mount namespace: \(trial.error)") }
        let outcome = try ProgramRun.run(
            unshare, namespace + [script], environment: environment, workingDirectory: harness.folder.url)
        if outcome.exitStatus == 77 { try Test.cancel("\(outcome.output)") }
        #expect(outcome.exitStatus == 0, "\(outcome.output)\(outcome.error)")
        var answers: [String: [String]] = [:]
        for part in outcome.output.components(separatedBy: "== ").dropFirst() {
            let lines = part.split(separator: "\n").map(String.init)
            answers[lines[0], default: []] += lines.dropFirst()
        }
        let complaint = "Every user of this machine can use the library: its file system stores no permissions."
        #expect(answers["import"]?.first == "Imported 3 files as 3 items.")
        #expect(answers["import"]?.last?.contains("\"imported\":2") == true)
        #expect(answers["album"]?.last?.contains("Lisbon") == true)
        #expect(answers["export"]?.last?.hasPrefix("Exported 5 files of 5 items") == true)
        #expect(answers["doctor"]?.contains { $0.hasPrefix("warning: permissions: \(complaint)") } == true)
        #expect(answers["verify"]?.count == 4)
        #expect(answers["verify"]?[0].hasPrefix("warning: \(complaint)") == true)
        #expect(answers["verify"]?[3] == "Checked 5 files: all are undamaged.")
        #expect(answers["share"]?.first?.contains("stores no permissions") == true)
        #expect(answers["share"]?.suffix(2) == ["status 1", "mode 777"])
    }
}
