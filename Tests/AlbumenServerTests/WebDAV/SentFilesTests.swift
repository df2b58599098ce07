import AlbumenTestSupport
import Foundation
import SentFiles
import Testing

/// The list of what senders have sent.
@Suite(.blocking) struct SentFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(
        _ path: String, _ state: SentFile.State = .added, upload: String? = nil, at seconds: Double = 0
    ) throws -> SentFile {
        let names = path.split(separator: "/").map(String.init)
        let date = Date(timeIntervalSince1970: seconds)
        return SentFile(
            path: try #require(SentPath(names)), state: state, size: 1, modified: date, created: date, tag: path,
            upload: upload)
    }

    @Test func `only the user can read the file, and it's the same after it's opened again`() throws {
        let url = folder.file("sent.sqlite")
        let stored = try file("a.jpg", .held, upload: "u", at: 1_600_000_000.123)
        do {
            let files = try SentFiles(at: url)
            #expect(try files.store(stored, of: "s"))
            try files.close()
        }
        let status = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect((status[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try SentFiles(at: url).file(stored.path, of: "s") == stored)
    }

    @Test func `the oldest files of the library are forgotten first, and waiting ones never`() throws {
        let files = try SentFiles(at: folder.file("sent.sqlite"), limit: 4)
        #expect(try files.store(file("folder", .folder), of: "s"))
        #expect(try files.store(file("folder/waits", .held, upload: "u"), of: "s"))
        #expect(try files.store(file("b", at: 2), of: "s") && files.store(file("a", at: 1), of: "s"))
        #expect(try files.store(file("c", at: 3), of: "s"))
        #expect(try files.files(in: .root, of: "s").map(\.path.name) == ["b", "c", "folder"])
        #expect(try files.count(of: "s") == 4)
        #expect(try files.store(file("folder/d", .held, upload: "v"), of: "s"))
        #expect(try files.store(file("folder/e", .held, upload: "w"), of: "s"))
        #expect(try !files.store(file("folder/f", .held, upload: "x"), of: "s"))
        // Replacing needs no room, and other senders have their own.
        #expect(try files.store(file("folder/e", .held, upload: "y"), of: "s"))
        #expect(try files.store(file("a"), of: "t"))
    }

    @Test func `moving, copying and removing a folder are about all that is in it, and nothing beside it`() throws {
        let files = try SentFiles(at: folder.file("sent.sqlite"))
        for path in ["a", "a/b", "a/b/c"] { #expect(try files.store(file(path, .folder), of: "s")) }
        for path in ["a/b/c/1", "a0", "a-", "ab"] { #expect(try files.store(file(path), of: "s")) }
        let (a, x) = (try #require(SentPath(["a"])), try #require(SentPath(["x"])))
        let property = SentProperty(space: "n", name: "p", element: "<p/>")
        _ = try files.change([(property, false)], of: try #require(SentPath(["a", "b"])), "s")
        #expect(try files.move(a, to: x, of: "s", at: Date(timeIntervalSince1970: 5)) == [])
        #expect(try files.tree(x, of: "s").map(\.path.text).sorted() == ["x", "x/b", "x/b/c", "x/b/c/1"])
        #expect(try files.properties(of: try #require(SentPath(["x", "b"])), "s") == [property])
        #expect(try files.remove(x, of: "s").count == 4)
        #expect(try files.files(in: .root, of: "s").map(\.path.name) == ["a-", "a0", "ab"])
        #expect(try files.properties(of: try #require(SentPath(["x", "b"])), "s") == [])
        #expect(try files.keep(["t"]) == [])
        #expect(try files.count(of: "s") == 0)
    }

    @Test func `properties are limited`() throws {
        let files = try SentFiles(at: folder.file("sent.sqlite"))
        let stored = try file("a")
        #expect(try files.store(stored, of: "s"))
        let large = SentProperty(
            space: "n", name: "p", element: String(repeating: "x", count: SentFiles.propertyLimit))
        #expect(try !files.change([(large, false)], of: stored.path, "s"))
        #expect(try files.properties(of: stored.path, "s") == [])
    }
}
