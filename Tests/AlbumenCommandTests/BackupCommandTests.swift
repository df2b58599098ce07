import AlbumenTestSupport
import Foundation
import Testing

/// The commands of docs/backup.md do what it says.
@Suite(.blocking) struct BackupCommandTests {
    @Test func everyCommandOfThePageIsRun() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            let command = harness.command
            try command.writePhotos(3)
            try harness.succeed("import", "photos")
            try command.folder.makeFolder("place")
            try command.folder.makeFolder("media")
            let before = try harness.succeed("list", "--json").output
            var run: Set<String> = []

            /// Runs a line of the page with folders of the test instead of those of the page.
            func page(_ line: String, _ others: String..., to folder: String = "") throws -> ProgramRun.Outcome {
                run.insert(line)
                var text = line.replacingOccurrences(
                    of: "s3://photos/family --endpoint https://s3.example.org", with: "dir:place")
                text = text.replacingOccurrences(of: "/media/disk/Backup", with: "media/Backup")
                for name in ["~/Pictures/Library", "~/Pictures/Yesterday", "~/Salvaged"] {
                    text = text.replacingOccurrences(of: name, with: folder)
                }
                text = text.replacingOccurrences(of: " --follow", with: "")
                text = text.replacingOccurrences(of: "2026-11-29", with: "2999-01-01")
                return try command.run(text.split(separator: " ").dropFirst().map(String.init) + others)
            }

            // To another disk, and back.
            let backup = try page("albumen backup /media/disk/Backup")
            #expect(backup.exitStatus == 0 && backup.output.contains("Copied 3 originals"), "\(backup.error)")
            let again = try page("albumen backup /media/disk/Backup")
            #expect(again.output.contains("Copied 0 originals"))
            let check = try page("albumen backup /media/disk/Backup --verify")
            #expect(check.exitStatus == 0 && check.output.contains("3 originals"), "\(check.error)")
            let disk = try page("albumen restore /media/disk/Backup --to ~/Pictures/Library", to: "restored")
            #expect(disk.exitStatus == 0, "\(disk.error)")
            #expect(try harness.succeed("list", "--json", "--library", "restored").output == before)
            try harness.succeed("verify", "--library", "restored")
            let list = try page("albumen restore /media/disk/Backup --list")
            #expect(list.exitStatus == 0 && list.output.contains("from 20"))
            let earlier = try page(
                "albumen restore /media/disk/Backup --to ~/Pictures/Yesterday --before 2026-11-29", to: "yesterday")
            #expect(earlier.exitStatus == 0, "\(earlier.error)")

            // To a place, and back after the loss of the machine.
            _ = try page("albumen cloud connect s3://photos/family --endpoint https://s3.example.org")
            let early = try harness.command.run("cloud", "status")
            #expect(early.output.hasPrefix("Not protected"))
            let sync = try page("albumen cloud sync --follow")
            #expect(sync.exitStatus == 0, "\(sync.error)")
            _ = try page("albumen cloud sync")
            let status = try page("albumen cloud status")
            #expect(status.exitStatus == 0 && status.output.hasPrefix("Protected"), "\(status.output)")
            try harness.succeed("cloud", "verify", "--backup")
            let deep = try harness.succeed("cloud", "verify", "--backup", "--deep", "--json").objects().first
            #expect(deep?["compared"] == true)
            try command.writePhotos(1, in: "late")
            try harness.succeed("import", "late")
            let lateStatus = try command.run("cloud", "status", "--json").objects().first?["backup"]?.object
            #expect(lateStatus?["protected"] == false && lateStatus?["waitingChanges"] != 0)
            let kept = command.folder.file("kept")
            try FileManager.default.copyItem(at: command.library, to: kept)
            try FileManager.default.removeItem(at: command.library)
            let refused = try page(
                "albumen cloud restore s3://photos/family --endpoint https://s3.example.org --to ~/Pictures/Library",
                to: "rescued")
            #expect(refused.exitStatus == 1 && refused.error.contains("--force"), "\(refused.error)")
            let rescued = try command.run("cloud", "restore", "dir:place", "--to", "rescued", "--force")
            #expect(rescued.exitStatus == 0, "\(rescued.error)")
            #expect(try harness.succeed("list", "--json", "--library", "rescued").output == before)
            try harness.succeed("export", "--all", "--to", "out", "--original", "--library", "rescued")

            // The old copy is found again, with a change that it didn't send.
            try FileManager.default.copyItem(at: kept, to: command.library)
            let replaced = try harness.command.run("cloud", "sync")
            #expect(replaced.exitStatus == 1 && replaced.error.contains("cloud salvage"), "\(replaced.error)")
            let loss = try harness.command.run("cloud", "status")
            #expect(loss.exitStatus == 3 && loss.output.contains("rescued") && loss.output.contains("cloud salvage"))
            let salvage = try page("albumen cloud salvage --to ~/Salvaged", to: "salvaged")
            #expect(salvage.exitStatus == 0 && salvage.output.contains("changes.txt"), "\(salvage.error)")
            let full = try command.run("cloud", "salvage", "--to", "salvaged", "--json")
            #expect(full.exitStatus == 1 && full.error.contains("isn't an empty folder"))
            let bringing = try page("albumen import ~/Salvaged", "--library", "rescued", to: "salvaged")
            #expect(bringing.exitStatus == 0, "\(bringing.error)")
            #expect(try harness.succeed("list", "--json", "--library", "rescued").outputLines.count == 4)

            #expect(try Self.linesOfPage().subtracting(run).isEmpty)
        }
    }

    @Test func faultsOfABackupAreNamedAndEndWithAnError() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            let command = harness.command
            try command.writePhotos(2)
            try harness.succeed("import", "photos")
            try harness.succeed("backup", "Backup")
            let originals = command.folder.file("Backup/originals")
            let paths = try FileManager.default.subpathsOfDirectory(atPath: originals.path).filter { $0.contains("/") }
            try FileManager.default.removeItem(at: originals.appending(path: paths.sorted()[0]))
            let faulty = try command.run("backup", "Backup", "--verify")
            #expect(faulty.exitStatus == 1 && faulty.error.contains("1 fault"), "\(faulty.error)")
            #expect("\(faulty.output)\(faulty.error)".contains("missing: photo-"), "\(faulty.output)\(faulty.error)")
            let lines = try command.run("backup", "Backup", "--verify", "--json").objects()
            #expect(lines.first?["event"]?.text == "missing" && lines.last?["faults"] == 1)
            try harness.succeed("backup", "Backup")
            try harness.succeed("backup", "Backup", "--verify")

            try harness.connect()
            try harness.succeed("cloud", "sync")
            let status = try harness.succeed("cloud", "status")
            #expect(status.output.contains("The last restore drill succeeded"), "\(status.output)")
            let folder = command.library.appending(path: "backup")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let file = folder.appending(path: "\(name)/state.json")
                let data = try Data(contentsOf: file)
                var state = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                state["drill"] = ["date": 0, "failure": "It's broken."] as [String: Any]
                try JSONSerialization.data(withJSONObject: state).write(to: file)
            }
            let failing = try command.run("cloud", "status")
            #expect(failing.exitStatus == 1 && failing.output.contains("failed: It's broken."), "\(failing.output)")
            #expect(failing.error.contains("cloud verify --backup --deep"))
        }
    }

    @Test func mistakesHaveClearAnswers() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(1)
            try harness.succeed("import", "photos")
            let cases: [([String], Int32, String)] = [
                (["backup", "absent/Backup"], 1, "Attach the disk"),
                (["backup", "library"], 1, "in the library itself"),
                (["restore", "absent", "--to", "new"], 1, "absent"),
                (["restore", "photos", "--to", "new"], 1, "no backup"),
                (["restore", "photos"], 2, "--to DIR"),
                (["restore", "photos", "--to", "new", "--before", "yesterday"], 2, "isn't a time"),
                (["cloud", "restore", "ftp://x", "--to", "new"], 1, "s3://BUCKET"),
                (["cloud", "verify", "--deep"], 2, "--backup"),
                (["cloud", "verify", "--backup"], 1, "cloud connect"),
            ]
            for (arguments, status, text) in cases {
                let outcome = try harness.command.run(arguments)
                #expect(outcome.exitStatus == status && outcome.error.contains(text), "\(arguments): \(outcome.error)")
            }
            try harness.succeed("backup", "Backup")
            let full = try harness.command.run("restore", "Backup", "--to", "photos")
            #expect(full.exitStatus == 1 && full.error.contains("isn't an empty folder"))
            #expect(!FileManager.default.fileExists(atPath: harness.command.folder.file("new").path))
        }
    }

    /// The lines of the page's examples that begin with the program.
    /// The page's commands without shell variables. BackupPageTests runs the others.
    private static func linesOfPage() throws -> Set<String> {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/backup.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        return Set(lines.filter { $0.hasPrefix("albumen ") && !$0.contains("$") }.map(String.init))
    }
}
