import AlbumenTestSupport
import Foundation
import SystemCalls
import SystemPackage
import Testing

/// Real libraries of Apple's Photos, brought over by the program (imports 1, 7).
@Suite(.blocking, .serialized, .enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct AppleLibraryImportTests {
    private static let rounds = TestLength.isLong ? 40 : 3

    static var libraries: [URL] {
        let folder = RealMedia.folder.appending(path: "apple", directoryHint: .isDirectory)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.filter { $0.hasSuffix(".photoslibrary") }.sorted()
            .map { folder.appending(path: $0, directoryHint: .isDirectory) }
    }

    @Test(arguments: libraries)
    func `each present file comes, a second run changes nothing, and the library of Photos stays as it is`(
        _ source: URL
    ) throws {
        let harness = try CommandHarness()
        let path = source.path(percentEncoded: false)
        let before = try Self.files(in: path)
        let dry = try Self.table(harness.run("import", "--dry-run", "--json", path).objects())
        let first = try harness.run("import", "--json", "--report", harness.folder.file("report.tsv").path, path)
        #expect(first.exitStatus == 0, "\(first.error)")
        let objects = try first.objects()
        let table = try Self.table(objects)
        for row in try #require(table["facts"]?.list).compactMap(\.object) {
            let reasons = row["differences"]?.object?.values.reduce(0) { $0 + Self.number($1) } ?? 0
            #expect(Self.number(row["found"]) == Self.number(row["used"]) + reasons, "\(row)")
        }
        #expect(Self.facts(dry, "photos") == Self.facts(table, "photos"))
        #expect(dry["created"] == table["created"])
        let lines = try String(contentsOf: harness.folder.file("report.tsv"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1 + objects.count { $0["event"] == "notUsed" })
        #expect(try Set(Self.digests(harness)).isSuperset(of: Self.knownDigests(source)))

        let change = try harness.run("changes").outputLines.count
        let second = try Self.table(harness.run("import", "--json", path).objects())
        #expect(second["created"] == 0 && second["updated"] == 0)
        #expect(second["facts"] == table["facts"])
        #expect(try harness.run("changes").outputLines.count == change)
        #expect(try harness.run("verify").exitStatus == 0)
        #expect(try Self.files(in: path) == before)
    }

    @Test func `a killed import is completed by the next one, with nothing twice`() throws {
        let source = try #require(Self.libraries.first { $0.lastPathComponent == "Test-10.15.7.photoslibrary" })
        let path = source.path(percentEncoded: false)
        let whole = try CommandHarness()
        let start = Date()
        #expect(try whole.run("import", path).exitStatus == 0)
        let duration = Date().timeIntervalSince(start)
        let expected = try whole.run("list", "--json").outputLines.count
        for round in 0..<Self.rounds {
            let harness = try CommandHarness()
            let moment = Double.random(in: 0...duration)
            let run = try harness.start("import", path)
            DispatchQueue.global().asyncAfter(deadline: .now() + moment) { run.kill(SIGKILL) }
            _ = try run.wait()
            let comment: Comment = "round \(round), killed after \(moment) s"
            #expect(try harness.run("import", path).exitStatus == 0, comment)
            #expect(try harness.run("list", "--json").outputLines.count == expected, comment)
            #expect(try harness.run("albums").output == whole.run("albums").output, comment)
            #expect(try harness.run("verify").exitStatus == 0, comment)
        }
    }

    // MARK: Reading

    private static func number(_ value: JSONValue?) -> Double {
        if case .number(let number)? = value { number } else { 0 }
    }

    private static func table(_ objects: [[String: JSONValue]]) throws -> [String: JSONValue] {
        try #require(objects.last?["sources"]?.list?.first?.object)
    }

    private static func facts(_ table: [String: JSONValue], _ fact: String) -> JSONValue? {
        table["facts"]?.list?.first { $0.object?["fact"]?.text == fact }
    }

    private static func digests(_ harness: CommandHarness) throws -> [String] {
        try harness.run("list", "--json").objects().flatMap { object in
            (object["resources"]?.list ?? []).compactMap { $0.object?["sha256"]?.text }
        }
    }

    /// The digests of the files of living assets that are in the library, by another program.
    private static func knownDigests(_ source: URL) throws -> Set<String> {
        let name = source.deletingPathExtension().lastPathComponent
        let file = RealMedia.folder.deletingLastPathComponent().appending(path: "spec/apple-known/\(name).json")
        let known = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: file))
        var digests: Set<String> = []
        for asset in known.object?["assets"]?.list?.compactMap(\.object) ?? [] {
            guard asset["trashed"] == false, asset["shared"] == false, asset["hidden"] == false,
                let original = asset["original"]?.object?["sha256"]?.text
            else { continue }
            digests.insert(original)
            for part in ["live_video", "rendering"] {
                if let digest = asset[part]?.object?["sha256"]?.text { digests.insert(digest) }
            }
        }
        return digests
    }

    /// The sizes and times of all files and folders, by their paths.
    private static func files(in path: String) throws -> [String: [Int64]] {
        var files: [String: [Int64]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) + ["."] {
            let status = try Stat(FilePath("\(path)/\(name)"))
            files[name] = [status.size, status.modificationTime]
        }
        return files
    }
}
