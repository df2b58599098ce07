import AlbumenTestSupport
import Foundation
import Testing

/// Commands that write, and the one that sends, are killed at random moments. What `cloud status` called protected comes
/// back, whatever was killed.
@Suite(.blocking) struct KilledBackupTests {
    @Test func whatWasProtectedComesBack() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(3)
            try harness.succeed("import", "photos")
            try harness.command.folder.makeFolder("place")
            try harness.succeed("cloud", "connect", "dir:place")
            let syncTime = try harness.time { try harness.succeed("cloud", "sync") }
            let albumTime = try harness.time { try harness.succeed("album", "create", "0") }
            for round in 1...max(6, min(TestLength.cases(6), 200)) {
                let album = try harness.kill(["album", "create", "\(round)"], within: albumTime)
                let sync = try harness.kill(["cloud", "sync"], within: syncTime)
                let comment: Comment = "round \(round): \(album) \(sync)"
                let status = try #require(try harness.command.run("cloud", "status", "--json").objects().first, comment)
                let isProtected = status["backup"]?.object?["protected"] == true
                let albums = try harness.succeed("albums", "--json").output
                let restored = try harness.command.run(
                    "cloud", "restore", "dir:place", "--to", "restored", "--read-only", "--json")
                try #require(restored.exitStatus == 0, "\(comment) \(restored.error)")
                let found = try harness.succeed("albums", "--json", "--library", "restored").output
                if isProtected { #expect(found == albums, comment) }
                try FileManager.default.removeItem(at: harness.command.folder.file("restored"))
                try harness.succeed("verify", comment: comment)
            }
            // Afterwards, one command brings everything there.
            try harness.succeed("cloud", "sync")
            let albums = try harness.succeed("albums", "--json").output
            try harness.succeed("cloud", "restore", "dir:place", "--to", "restored", "--read-only")
            #expect(try harness.succeed("albums", "--json", "--library", "restored").output == albums)
        }
    }

    @Test func aKilledRestorationLeavesNoLibraryAndTheNextOneSucceeds() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(3)
            try harness.succeed("import", "photos")
            try harness.succeed("backup", "Backup")
            let before = try harness.succeed("list", "--json").output
            let time = try harness.time { try harness.succeed("restore", "Backup", "--to", "first") }
            for round in 1...max(4, min(TestLength.cases(4), 100)) {
                let run = try harness.kill(["restore", "Backup", "--to", "restored"], within: time)
                let exists = FileManager.default.fileExists(atPath: harness.command.folder.file("restored").path)
                if !exists { try harness.succeed("restore", "Backup", "--to", "restored", comment: "\(round) \(run)") }
                #expect(
                    try harness.succeed("list", "--json", "--library", "restored").output == before, "\(round) \(run)")
                try harness.succeed("verify", "--library", "restored", comment: "\(round) \(run)")
                try FileManager.default.removeItem(at: harness.command.folder.file("restored"))
            }
            try harness.succeed("restore", "Backup", "--to", "restored")
            #expect(try !harness.command.folder.names().contains { $0.hasSuffix(".restoring") })
        }
    }
}
