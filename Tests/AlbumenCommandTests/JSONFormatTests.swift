import AlbumenTestSupport
import Foundation
import Testing

/// What `--json` prints is what `docs/json.md` says it prints.
@Suite(.blocking) struct JSONFormatTests {
    private static let documentation = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "docs/json.md")

    @Test func `every key is documented`() throws {
        let text = try String(contentsOf: Self.documentation, encoding: .utf8)
        let harness = try CommandHarness()
        let photos = try harness.writePhotos(2)
        try harness.folder.write(Data("no picture".utf8), to: "photos/words.jpg")
        var lines =
            try harness.run("import", "--json", photos.path).objects() + harness.run("list", "--json").objects()
            + harness.run("verify", "--json").objects()
        let identifiers = lines.compactMap { $0["localIdentifier"]?.text }
        let identifier = try #require(identifiers.first)
        let place = try harness.folder.makeFolder("place")
        for command in [
            ["cloud", "connect", "dir:\(place.path(percentEncoded: false))"], ["cloud", "sync"], ["cloud", "status"],
            ["cloud", "optimise", "--keep", "0"], ["cloud", "verify"], ["cloud", "download", "--all"],
            ["cloud", "disconnect"], ["folder", "create", "Trips"], ["album", "create", "Lisbon", identifier],
            ["albums", "--all"],
            ["set", identifier, "--favorite"], ["access", "set", "app", "limited"], ["access", "list"],
            ["delete", identifier, "--yes"], ["trash", "list"],
            ["trash", "purge", "--all", "--yes"], ["folder", "delete", "Trips", "--yes"],
        ] {
            let outcome = try harness.run(command + ["--json"])
            #expect(outcome.exitStatus == 0, "\(outcome.error)")
            lines += try outcome.objects()
        }
        let keys = Set(lines.flatMap(\.keys))
        #expect(keys.count > 20)
        #expect(keys.filter { !text.contains("`\($0)`") } == [])
    }
}
