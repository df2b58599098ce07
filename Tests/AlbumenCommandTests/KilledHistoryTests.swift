import AlbumenTestSupport
import Foundation
import Testing

/// A random history of one library, most of whose commands are killed at random moments. After each, `LibraryAudit`
/// compares the sentences of the program with the files.
@Suite(.blocking, .serialized) struct KilledHistoryTests {
    private static let kills = TestLength.isLong ? 200 : 8

    @Test func `killed commands lose nothing, leave nothing behind and say nothing untrue`() async throws {
        try await onOwnThread {
            let seed = UInt64.random(in: 0 ... .max)
            var history = try KilledHistory(seed: seed)
            var round = 0
            while history.killCount < Self.kills {
                try history.continue(round)
                round += 1
                try #require(
                    round < Self.kills * 50, "seed \(seed): only \(history.killCount) kills in \(round) rounds")
            }
            try history.finish()
            print("\(history.killCount) of \(round) commands were killed, seed \(seed).")
        }
    }
}

/// The state of a random history.
private struct KilledHistory {
    private enum Step: String, CaseIterable {
        case importPhotos, importExport, edit, revert, purge, export, sync, optimise, download, verify, disconnect
    }

    private let cloud: CloudHarness
    private let place: String
    private let audit: LibraryAudit
    private let seed: UInt64
    private var generator: SeededGenerator
    /// The time of each step's whole command in seconds, as last measured.
    private var durations: [Step: Double] = [:]
    private var exports = 0
    private(set) var killCount = 0
    /// The digests of the photos that were imported, and that nothing has begun to delete.
    private var kept: Set<String> = []

    private var harness: CommandHarness { cloud.command }

    init(seed: UInt64) throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        cloud = try CloudHarness(.folder)
        let folder = try cloud.command.folder.makeFolder("place").path(percentEncoded: false)
        place = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        audit = LibraryAudit(harness: cloud.command, place: place)
        let photos = try harness.writePhotos(12)
        try cloud.succeed("import", photos.path)
        try cloud.succeed("cloud", "connect", "dir:\(place)")
        kept = try audit.namedDigests()
    }

    private mutating func items(_ count: Int) throws -> [String] {
        let all = try cloud.succeed("list", "--json").objects().compactMap { $0["localIdentifier"]?.text }
        return Array(all.shuffled(using: &generator).prefix(count))
    }

    private mutating func command(_ words: String..., items count: Int) throws -> [String]? {
        let items = try items(count)
        return items.isEmpty ? nil : words + items
    }

    /// Runs one random command, kills most of them, and checks the library.
    mutating func `continue`(_ round: Int) throws {
        let step = Step.allCases.randomElement(using: &generator)!
        guard let command = try prepare(step, round) else { return }
        let duration = durations[step] ?? 0.1
        let isKilled = Int.random(in: 0..<5, using: &generator) > 0
        var comment: Comment = "seed \(seed), round \(round), \(step.rawValue)"
        if isKilled {
            let (moment, wasKilled) = try cloud.kill(command, within: duration)
            killCount += wasKilled ? 1 : 0
            comment = "\(comment.rawValue) \(wasKilled ? "killed" : "ended") within \(moment) of \(duration) s"
        } else {
            durations[step] = try cloud.time {
                let outcome = try harness.run(command)
                #expect(outcome.exitStatus == 0, "\(outcome.output)\(outcome.error) \(comment.rawValue)")
            }
        }
        // A killed import may have stored bytes before their rows.
        let mayHaveOrphans = [.importPhotos, .importExport, .edit].contains(step)
        try audit.check(mayHaveOrphans: mayHaveOrphans, comment: comment)
        let named = try audit.namedDigests()
        #expect(kept.isSubset(of: named), "lost from the catalog: \(comment.rawValue)")
        if step == .importPhotos, !isKilled { kept.formUnion(try sums(in: "round\(round)")) }
        if step == .export { try checkExport(comment) }
        try reconnect()
    }

    /// Returns the arguments of a step's command, or `nil` if there is nothing to do.
    private mutating func prepare(_ step: Step, _ round: Int) throws -> [String]? {
        switch step {
        case .importPhotos: return ["import", try harness.writePhotos(8, in: "round\(round)").path]
        case .importExport:
            // A killed export may not have made its folder.
            let folder = harness.folder.file("export\(exports)").path(percentEncoded: false)
            return FileManager.default.fileExists(atPath: folder) ? ["import", folder] : nil
        case .edit: return try command("edit", "--rotate", "90", items: 3)
        case .revert: return try command("revert", items: 6)
        case .purge:
            let chosen = try items(3)
            for item in chosen {
                for resource in try cloud.succeed("info", item, "--json").objects().flatMap({ digests(in: $0) }) {
                    kept.remove(resource)
                }
                try cloud.succeed("delete", item, "--yes")
            }
            return ["trash", "purge", "--all", "--yes"]
        case .export:
            exports += 1
            let folder = harness.folder.file("export\(exports)").path(percentEncoded: false)
            return ["export", "--all", "--to", folder] + (Bool.random(using: &generator) ? ["--original"] : [])
        case .sync: return ["cloud", "sync"]
        case .optimise: return ["cloud", "optimise", "--keep", "0"]
        case .download: return ["cloud", "download", "--all"]
        case .verify: return ["cloud", "verify"]
        case .disconnect:
            try cloud.succeed("cloud", "download", "--all")
            return ["cloud", "disconnect"]
        }
    }

    /// The digests of an item's files, from `info --json`.
    private func digests(in item: [String: JSONValue]) -> [String] {
        item["resources"]?.list?.compactMap { $0.object?["sha256"]?.text } ?? []
    }

    private func reconnect() throws {
        guard try harness.run("cloud", "status").exitStatus == 1 else { return }
        try cloud.succeed("cloud", "connect", "dir:\(place)")
    }

    /// Checks that each exported picture is a whole original or rendering of the library.
    private func checkExport(_ comment: Comment) throws {
        #expect(try sums(in: "export\(exports)").isSubset(of: audit.namedDigests()), comment)
    }

    /// The digests of the pictures in a folder.
    private func sums(in name: String) throws -> Set<String> {
        let folder = harness.folder.file(name)
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        let pictures = names.filter { $0.hasSuffix(".jpg") && !$0.hasPrefix(".") }
        guard !pictures.isEmpty else { return [] }
        let sums = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/sha256sum"), ["--"] + pictures, workingDirectory: folder)
        return Set(sums.outputLines.map { String($0.prefix(64)) })
    }

    /// Completes the history: everything is uploaded, removed here, and downloaded again.
    func finish() throws {
        let named = try audit.namedDigests()
        try cloud.succeed("cloud", "sync")
        #expect(try cloud.count("stored") == named.count, "seed \(seed)")
        try cloud.succeed("cloud", "optimise", "--keep", "0")
        try audit.check(mayHaveOrphans: false, comment: "seed \(seed), removed here")
        try cloud.succeed("cloud", "download", "--all")
        try audit.check(mayHaveOrphans: false, comment: "seed \(seed), downloaded")
        #expect(try Set(cloud.originals().keys) == named, "seed \(seed)")
    }
}
