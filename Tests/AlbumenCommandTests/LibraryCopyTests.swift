import AlbumenTestSupport
import Foundation
import SystemCalls
import SystemPackage
import Testing

/// `albumen library copy`.
@Suite(.blocking) struct LibraryCopyTests {
    /// The numbers of files by method, and the identity of each original.
    private func originals(of library: URL) throws -> [String: UInt64] {
        let folder = library.appending(path: "originals", directoryHint: .isDirectory)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.contains("/") }.map {
                ($0, try Stat(FilePath(folder.appending(path: $0).path(percentEncoded: false))).identity.file)
            })
    }

    private func identifier(of library: URL) throws -> String? {
        let data = try Data(contentsOf: library.appending(path: "library.json"))
        return try JSONDecoder().decode([String: JSONValue].self, from: data)["identifier"]?.text
    }

    @Test func `a copy has everything, shares files on the same disk, and is a library of its own`() throws {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(4)
        try harness.succeed("import", "photos")
        try harness.succeed("album", "create", "Trip")
        let list = try harness.succeed("list", "--json").output
        let document = try #require(try harness.succeed("library", "copy", "copy", "--json").objects().first)
        let numbers = try #require(document["originals"]?.object)
        let copy = harness.command.folder.url.appending(path: "copy", directoryHint: .isDirectory)
        #expect(document["assets"] == 4)
        #expect(try harness.succeed("list", "--json", "--library", "copy").output == list)
        #expect(try harness.succeed("albums", "--json", "--library", "copy").output.contains("Trip"))
        try harness.succeed("verify", "--library", "copy")
        #expect(try identifier(of: copy) != identifier(of: harness.command.library))
        #expect(try FileModes(of: copy).unexpected() == [])
        let (own, other) = (try originals(of: harness.command.library), try originals(of: copy))
        #expect(Set(own.keys) == Set(other.keys) && own.count == 4)
        if numbers["linked"] == 4 {
            #expect(own == other)
        } else {
            #expect(Set(own.values).isDisjoint(with: other.values))
        }
        // A change of one isn't a change of the other.
        let item = try #require(try harness.succeed("list", "--json").objects().first?["localIdentifier"]?.text)
        try harness.succeed("delete", item, "--yes", "--library", "copy")
        try harness.succeed("trash", "purge", "--all", "--yes", "--library", "copy")
        #expect(try harness.succeed("list", "--json").output == list)
        try harness.succeed("verify")
        #expect(try !harness.command.folder.names().contains { $0.hasSuffix(".copying") })
    }

    @Test func `a whole copy shares no file`() throws {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(3)
        try harness.succeed("import", "photos")
        let document = try #require(try harness.succeed("library", "copy", "copy", "--whole", "--json").objects().first)
        #expect(document["originals"]?.object?["copied"] == 3)
        let copy = harness.command.folder.url.appending(path: "copy", directoryHint: .isDirectory)
        #expect(
            try Set(originals(of: harness.command.library).values).isDisjoint(with: originals(of: copy).values))
        try harness.succeed("verify", "--library", "copy")
    }

    @Test func `a library is copied while a server and an import use it`() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(6)
            try harness.succeed("import", "photos")
            try harness.command.writePhotos(40, in: "more")
            let server = try harness.command.start("serve", "--port", "0")
            #expect(server.waitForOutput { $0.contains("once.") })
            let run = try harness.command.start("import", "more")
            try harness.succeed("library", "copy", "copy", "--whole")
            #expect(try run.wait().exitStatus == 0)
            server.kill(SIGTERM)
            #expect(try server.wait().exitStatus == 0)
            let verification = try harness.succeed("verify", "--library", "copy", "--json").output
            #expect(!verification.contains("missing"))
            let names = try harness.succeed("list", "--json", "--library", "copy").objects().count
            #expect((6...46).contains(names))
            #expect(!FileManager.default.fileExists(atPath: harness.command.folder.file("copy/server.json").path))
        }
    }

    @Test func `a copy isn't connected to the place, and reads it only for originals that are nowhere else`() throws {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(3)
        try harness.succeed("import", "photos")
        try harness.command.folder.makeFolder("place")
        try harness.succeed("cloud", "connect", "dir:place")
        try harness.succeed("cloud", "sync")
        try harness.succeed("library", "copy", "first")
        #expect(try harness.command.run("cloud", "status", "--library", "first").exitStatus == 1)
        let item = try #require(try harness.succeed("list", "--json").objects().first?["localIdentifier"]?.text)
        try harness.succeed("set", item, "--favorite", "--library", "first")
        try harness.succeed("cloud", "optimise", "--keep", "0")
        let document = try #require(try harness.succeed("library", "copy", "second", "--json").objects().first)
        #expect(document["remoteOnly"]?.object?["originals"] == 3)
        let refused = try harness.command.run("set", item, "--favorite", "--library", "second")
        #expect(refused.exitStatus == 1 && refused.error.contains("only reads"), "\(refused.error)")
        try harness.succeed("export", "--all", "--to", "exported", "--library", "second")
        #expect(try harness.command.folder.names(in: "exported").filter { $0.hasSuffix(".jpg") }.count == 3)
        // The library still owns its place.
        try harness.succeed("set", item, "--favorite")
        try harness.succeed("cloud", "sync")
    }

    @Test func `a copy needs a new folder outside of the library`() throws {
        let harness = try CloudHarness(.folder)
        try harness.command.writePhotos(1)
        try harness.succeed("import", "photos")
        for (folder, reason) in [
            ("photos", "isn't an empty folder"), ("library/copy", "in the library itself"), ("none/copy", "no folder"),
        ] {
            let outcome = try harness.command.run("library", "copy", folder)
            #expect(outcome.exitStatus == 1 && outcome.error.contains(reason), "\(outcome.error)")
        }
        try harness.succeed("verify")
    }

    @Test func `a copy that is killed leaves no library, and the next one goes on`() async throws {
        try await onOwnThread {
            let harness = try CloudHarness(.folder)
            try harness.command.writePhotos(12)
            try harness.succeed("import", "photos")
            let list = try harness.succeed("list", "--json").output
            let time = try harness.time { try harness.succeed("library", "copy", "first", "--whole") }
            for round in 1...max(5, min(TestLength.cases(5), 200)) {
                let run = try harness.kill(["library", "copy", "copy", "--whole"], within: time)
                let exists = FileManager.default.fileExists(atPath: harness.command.folder.file("copy").path)
                if !exists { try harness.succeed("library", "copy", "copy", "--whole", comment: "\(round) \(run)") }
                #expect(try harness.succeed("list", "--json", "--library", "copy").output == list, "\(round) \(run)")
                try harness.succeed("verify", "--library", "copy", comment: "\(round) \(run)")
                try FileManager.default.removeItem(at: harness.command.folder.file("copy"))
            }
            try harness.succeed("verify")
        }
    }
}
