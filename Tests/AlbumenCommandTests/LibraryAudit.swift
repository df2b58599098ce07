import AlbumenTestSupport
import Foundation
import GRDB
import Testing

/// Compares each sentence of `verify`, `cloud status` and `cloud verify` with the files of a library and its place.
///
/// It reads the catalog's rows with SQL and the files with `sha256sum`, and none of the library's own code.
struct LibraryAudit {
    let harness: CommandHarness
    /// The path of the folder that is the place.
    let place: String

    /// A resource's row.
    private struct Row: Hashable {
        let digest: String
        let size: Int
    }

    /// The digests of the stored files that a folder contains. Their names are their digests.
    ///
    /// - Returns: The names of the files whose bytes match the name, and of all others.
    private func digests(in folder: URL) throws -> (whole: Set<String>, damaged: Set<String>) {
        let path = folder.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return ([], []) }
        let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter {
            $0.split(separator: "/").last?.count == 64
        }
        guard !names.isEmpty else { return ([], []) }
        let sums = try ProgramRun.run(
            URL(fileURLWithPath: "/usr/bin/sha256sum"), ["--"] + names, workingDirectory: folder)
        var (whole, damaged): (Set<String>, Set<String>) = ([], [])
        for line in sums.outputLines {
            let name = String(line.suffix(64))
            if line.hasPrefix(name) { whole.insert(name) } else { damaged.insert(name) }
        }
        try #require(whole.count + damaged.count == names.count, "\(sums.error)")
        return (whole, damaged)
    }

    private func rows() throws -> [Row] {
        var configuration = Configuration()
        configuration.readonly = true
        let path = harness.library.appending(path: "catalog.sqlite").path(percentEncoded: false)
        let database = try DatabaseQueue(path: path, configuration: configuration)
        return try database.read { database in
            try GRDB.Row.fetchAll(database, sql: "SELECT lower(hex(sha256)) AS digest, fileSize FROM resource").map {
                Row(digest: $0["digest"], size: $0["fileSize"])
            }
        }
    }

    /// The digests that the catalog's rows name.
    func namedDigests() throws -> Set<String> { Set(try rows().map(\.digest)) }

    private func run(_ arguments: String..., comment: Comment) throws -> ProgramRun.Outcome {
        let outcome = try harness.run(arguments)
        #expect(outcome.exitStatus == 0, "\(arguments): \(outcome.output)\(outcome.error) \(comment.rawValue)")
        return outcome
    }

    /// Checks that nothing is lost, nothing of deleted photos is left, and each sentence is true.
    ///
    /// - Parameter mayHaveOrphans: Whether a killed import may have left bytes without rows. `verify` then reports them,
    ///   and `verify --repair` removes them.
    func check(mayHaveOrphans: Bool, comment: Comment) throws {
        // Opens the library, which finishes the removals of a killed process.
        let verification = try run("verify", comment: comment)
        let rows = try rows()
        let named = Set(rows.map(\.digest))
        let local = try digests(in: harness.library.appending(path: "originals"))
        let remote = try digests(in: URL(fileURLWithPath: "\(place)/originals"))
        #expect(local.damaged.isEmpty, comment)
        #expect(named.subtracting(local.whole).subtracting(remote.whole).isEmpty, "lost: \(comment.rawValue)")
        let orphans = local.whole.subtracting(named)
        if !mayHaveOrphans { #expect(orphans.isEmpty, "left behind: \(comment.rawValue)") }
        let previews = try digests(in: harness.library.appending(path: "previews"))
        #expect(previews.whole.union(previews.damaged).isSubset(of: named), "previews left: \(comment.rawValue)")

        let away = named.subtracting(local.whole)
        let here = rows.count { !away.contains($0.digest) }
        var expected = "Checked \(counted(here, "file")): "
        expected += here == 0 && !away.isEmpty ? "none is on this machine." : "all are undamaged."
        let awayRows = rows.count - here
        if awayRows > 0 {
            expected +=
                " \(counted(awayRows, "file")) \(awayRows == 1 ? "is" : "are") only in the library's place: albumen cloud "
                + "verify checks \(awayRows == 1 ? "it" : "them")."
        }
        if !orphans.isEmpty {
            expected += " \(counted(orphans.count, "file")) of no photo found; --repair removes "
            expected += orphans.count == 1 ? "it." : "them."
        }
        let lines = verification.outputLines
        let notes = orphans.map { "note: originals/\($0.prefix(2))/\($0) belongs to no photo" }
        #expect(Set(lines.dropLast()) == Set(notes) && lines.last == expected, "\(lines) \(comment.rawValue)")
        if !orphans.isEmpty {
            _ = try run("verify", "--repair", comment: comment)
            let left = try digests(in: harness.library.appending(path: "originals")).whole
            #expect(left == local.whole.subtracting(orphans), comment)
        }
        try checkPlace(rows: rows, named: named, away: away, remote: remote.whole, comment: comment)
    }

    private func checkPlace(
        rows: [Row], named: Set<String>, away: Set<String>, remote: Set<String>, comment: Comment
    ) throws {
        // A killed disconnection or connection leaves either state.
        let status = try harness.run("cloud", "status")
        // 3 if a change has been only here for a minute.
        guard [0, 3].contains(status.exitStatus) else {
            #expect(status.error.contains("has no place") && away.isEmpty, "\(status.error) \(comment.rawValue)")
            return
        }
        let lines = status.outputLines
        #expect(lines.dropFirst().first == "The place is dir:\(place).", comment)
        let stored = try amount("Stored and verified: ", in: lines)
        let waiting = try amount("Begun: ", in: lines) + amount("Waiting: ", in: lines)
        #expect(!lines.contains { $0.hasPrefix("Failing: ") || $0.hasPrefix("Lost: ") }, "\(lines) \(comment.rawValue)")
        #expect(stored + waiting == named.count, "\(lines) \(named.count) named \(comment.rawValue)")
        // A killed upload may have stored an original without noting it, and a later check finds it.
        #expect(stored <= remote.intersection(named).count, "\(lines) \(comment.rawValue)")
        #expect(lines.contains { $0.contains(" of which \(counted(away.count, "original")) (") }, "\(lines)")
        #expect(lines.contains("To upload now: albumen cloud sync") == (waiting > 0), "\(lines)")
        // Files that left the catalog stay in the place for 37 days. A killed upload of one may not be noted.
        let deleted = try amount("Of deleted photos and edits: ", in: lines)
        #expect(deleted <= remote.subtracting(named).count, "\(lines) \(comment.rawValue)")
        if waiting == 0 {
            let document = try harness.run("cloud", "status", "--json").objects().first
            let sizes = Dictionary(rows.map { ($0.digest, $0.size) }) { first, _ in first }
            #expect(
                document?["stored"]?.object?["bytes"] == .number(Double(sizes.values.reduce(0, +))), comment)
        }
        let verified = try run("cloud", "verify", comment: comment).output
        #expect(
            verified.hasPrefix("Verified \(counted(stored, "original")) (") && verified.hasSuffix(").\n"),
            "\(verified) \(lines) \(comment.rawValue)")
    }

    /// The number after the beginning of a line, or 0 if no line begins so.
    private func amount(_ beginning: String, in lines: [String]) throws -> Int {
        guard let line = lines.first(where: { $0.hasPrefix(beginning) }) else { return 0 }
        return try #require(Int(line.dropFirst(beginning.count).prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)))
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
