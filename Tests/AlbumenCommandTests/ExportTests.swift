import AlbumenTestSupport
import Foundation
import SystemCalls
import SystemPackage
import Testing

@Suite(.blocking) struct ExportTests {
    /// A library with three photos.
    private func makeLibrary() throws -> CommandHarness {
        let harness = try CommandHarness()
        let outcome = try harness.run("import", harness.writePhotos(3).path)
        try #require(outcome.exitStatus == 0, "\(outcome.error)")
        return harness
    }

    @Test func `exported files equal the imported ones`() throws {
        let harness = try makeLibrary()
        let outcome = try harness.run("export", "--all", "--to", "out/deep")
        #expect(outcome.exitStatus == 0)
        let target = harness.folder.file("out/deep").path
        #expect(outcome.output == "Exported 3 files of 3 items to \(target)/.\n")
        #expect(try harness.folder.names(in: "out/deep") == ["photo-0.jpg", "photo-1.jpg", "photo-2.jpg"])
        for index in 0..<3 {
            let exported = try Data(contentsOf: harness.folder.file("out/deep/photo-\(index).jpg"))
            #expect(try exported == Data(contentsOf: harness.folder.file("photos/photo-\(index).jpg")))
        }
        let again = try harness.run("export", "--all", "--to", "out/deep")
        #expect(again.output == "Exported 0 files of 3 items to \(target)/; 3 already exported.\n")
    }

    @Test func `a photo whose name isn't UTF-8 is imported, listed and exported with its bytes`() throws {
        let harness = try CommandHarness()
        let folder = try harness.folder.makeFolder("photos")
        // "café.jpg" in Latin-1.
        let name: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x6A, 0x70, 0x67]
        let path = FilePath(folder.path(percentEncoded: false)).appending(name: name)
        let photo = SampleMedia.jpeg()
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
        try file.closeAfter { _ = try file.writeAll(photo) }

        let outcome = try harness.run("import", folder.path(percentEncoded: false))
        #expect(outcome.exitStatus == 0, "\(outcome.error)")
        let listed = try harness.run("list", "--json").objects()
        #expect(listed.map { $0["originalFilename"] } == [.text("caf%E9.jpg")])
        try #require(harness.run("export", "--all", "--to", "out").exitStatus == 0)
        #expect(try harness.folder.names(in: "out") == ["caf%E9.jpg"])
        #expect(try Data(contentsOf: harness.folder.file("out/caf%E9.jpg")) == photo)
    }

    @Test func `an identifier is enough, with or without its end, or its beginning`() throws {
        let harness = try makeLibrary()
        let first = try #require(try harness.run("list", "--json").objects().first?["localIdentifier"])
        guard case .text(let identifier) = first else { return }
        for (index, name) in [identifier, String(identifier.prefix(36)), String(identifier.prefix(13)).lowercased()]
            .enumerated()
        {
            let outcome = try harness.run("export", name, identifier, "--to", "out-\(index)", "--original")
            #expect(outcome.exitStatus == 0, "\(outcome.error)")
            #expect(try harness.folder.names(in: "out-\(index)") == ["photo-0.jpg"])
        }
    }

    @Test func `an unknown identifier is named and nothing is written`() throws {
        let harness = try makeLibrary()
        let unknown = "421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001"
        let outcome = try harness.run("export", unknown, "--to", "out")
        #expect(outcome.exitStatus == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.contains("There is no photo or video \(unknown) in the library."))
        #expect(try !harness.folder.names().contains("out"))
    }

    @Test(arguments: [
        ["--to", "out"], ["--all", "AAAAAAAA", "--to", "out"], ["--all"], ["--all", "--to", ""],
    ])
    func `assets and destination are required`(_ arguments: [String]) throws {
        let outcome = try CommandHarness().run(["export"] + arguments)
        #expect(outcome.exitStatus == 2)
        #expect(outcome.error.contains("See “albumen help export”."))
    }

    @Test func `lost bytes are an error that names the photo, with status 3`() throws {
        let harness = try makeLibrary()
        try FileManager.default.removeItem(at: try #require(try harness.blobs().first))
        let outcome = try harness.run("export", "--all", "--to", "out")
        #expect(outcome.exitStatus == 3)
        #expect(
            outcome.error.contains(/failed: photo-\d.jpg \([-0-9A-F]{36}\/L0\/001\): its bytes are not in the library/))
        #expect(outcome.error.contains("1 file couldn't be exported"))
        #expect(try harness.folder.names(in: "out").count == 2)
    }

    @Test func `JSON has a line per file and a summary`() throws {
        let harness = try makeLibrary()
        _ = try harness.run("export", "--all", "--to", "out")
        try FileManager.default.removeItem(at: harness.folder.file("out/photo-1.jpg"))
        try FileManager.default.removeItem(at: harness.folder.file("out/photo-2.jpg"))
        for blob in try harness.blobs() { try FileManager.default.removeItem(at: blob) }
        let objects = try harness.run("export", "--all", "--to", "out", "--json").objects()
        #expect(objects.map { $0["event"] } == ["present", "failed", "failed", nil])
        #expect(objects[0]["path"] == .text(harness.folder.file("out/photo-0.jpg").path))
        #expect(Set(objects[0].keys) == ["event", "localIdentifier", "path"])
        #expect(Set(objects[1].keys) == ["event", "localIdentifier", "originalFilename", "reason"])
        #expect(
            objects[3] == ["assets": 3, "exported": 0, "failed": 2, "present": 1, "sidecars": 0, "unknown": 0])
    }

    @Test func `a killed export leaves complete files, and the next one completes it`() throws {
        let harness = try CommandHarness()
        let photos = try harness.writePhotos(60)
        try #require(try harness.run("import", photos.path).exitStatus == 0)
        for round in 0..<12 {
            let name = "out-\(round)"
            let run = try harness.start("export", "--all", "--to", name, "--json")
            _ = run.waitForOutput { $0.count { $0.isNewline } >= round * 5 }
            run.kill(round % 3 == 2 ? SIGINT : SIGKILL)
            _ = try run.wait()
            let names = (try? harness.folder.names(in: name)) ?? []
            for name in names where !name.hasPrefix(".") {
                let exported = try Data(contentsOf: harness.folder.file("out-\(round)/\(name)"))
                #expect(try exported == Data(contentsOf: photos.appending(path: name)))
            }
            if round % 3 == 2 { #expect(!names.contains { $0.hasPrefix(".") }) }
            #expect(try harness.run("export", "--all", "--to", name).exitStatus == 0)
            let whole = try harness.folder.names(in: name)
            #expect(whole == (try harness.folder.names(in: "photos")), "round \(round)")
        }
    }
}
