import AlbumenTestSupport
import Foundation
import Testing

/// In durable mode, what a command reported comes back, whatever is killed and when.
@Suite(.blocking) struct KilledDurableTests {
    @Test func whatWasReportedComesBack() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(2)
            try harness.succeed("import", "photos")
            try harness.command.folder.makeFolder("place")
            let connected = try harness.succeed("cloud", "connect", "dir:place", "--durable")
            #expect(connected.output.contains("only after the place has it"))
            try harness.succeed("cloud", "sync")
            let time = try harness.time { try harness.succeed("album", "create", "0") }
            #expect(try harness.succeed("cloud", "status").output.hasPrefix("Protected"))
            var reported: Set<String> = ["0"]
            for round in 1...max(6, min(TestLength.cases(6), 200)) {
                // The first one sends its change itself. It may be killed at any moment, and what it reports counts.
                let run = try harness.kill(["album", "create", "killed \(round)"], within: time)
                let second = try harness.command.run("album", "create", "\(round)")
                if second.exitStatus == 0 { reported.insert("\(round)") }
                try harness.succeed("cloud", "restore", "dir:place", "--to", "restored", "--read-only")
                let found = try Self.titles(harness, "--library", "restored")
                #expect(reported.isSubset(of: found), "round \(round): \(run)")
                try FileManager.default.removeItem(at: harness.command.folder.file("restored"))
            }
            // No command failed, because each one that was killed left its lock.
            #expect(reported.count > 1)
            try harness.succeed("verify")
        }
    }

    @Test func anUnreachablePlaceLeavesTheChangeUnconfirmed() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(1)
            try harness.succeed("import", "photos")
            try harness.command.folder.makeFolder("place")
            try harness.succeed("cloud", "connect", "dir:place", "--durable")
            try harness.succeed("cloud", "sync")
            let (place, away) = (harness.command.folder.file("place"), harness.command.folder.file("away"))
            try FileManager.default.moveItem(at: place, to: away)
            let outcome = try harness.command.run("album", "create", "Trip")
            #expect(outcome.exitStatus == 1 && outcome.error.contains("hasn't confirmed it"), "\(outcome.error)")
            #expect(try Self.titles(harness) == ["Trip"], "It's in this library.")
            try FileManager.default.moveItem(at: away, to: place)
            // On a busy machine, ten seconds may not suffice.
            _ = try harness.command.run("album", "create", "Summer")
            try harness.succeed("cloud", "sync")
            try harness.succeed("cloud", "restore", "dir:place", "--to", "restored", "--force")
            #expect(try Self.titles(harness, "--library", "restored") == ["Trip", "Summer"])
            // The former copy finds out with its next change, and then says who owns the library.
            let replaced = try harness.command.run("album", "create", "Late")
            let isExplained = ["another copy", "hasn't confirmed"].contains { replaced.error.contains($0) }
            #expect(replaced.exitStatus == 1 && isExplained, "\(replaced.error)")
            #expect(try harness.command.run("cloud", "sync").exitStatus == 1)
            let refused = try harness.command.run("album", "create", "Later")
            #expect(refused.exitStatus == 1 && refused.error.contains("--take-over"), "\(refused.error)")
            #expect(try Self.titles(harness) == ["Trip", "Summer", "Late"])
        }
    }

    private static func titles(_ harness: CloudHarness, _ arguments: String...) throws -> Set<String> {
        let outcome = try harness.command.run(["albums", "--json"] + arguments)
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        return try Set(outcome.objects().compactMap { $0["title"]?.text })
    }
}
