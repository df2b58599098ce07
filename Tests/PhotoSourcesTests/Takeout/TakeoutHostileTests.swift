import Foundation
import PhotoSources
import SystemPackage
import Testing

/// Hostile exports: each fault is one line, and the rest comes over (imports, general rules and 2.4).
@Suite struct TakeoutHostileTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func contents(_ paths: [FilePath]) throws -> SourceContents {
        try SourceContents(Takeout.open(TakeoutParts(paths), temporaryFolder: folder.path))
    }

    private func archive(_ more: [TestZip.Member], part: Int = 1) throws -> FilePath {
        let prefix = "Takeout/Google Photos/Photos from 1970/"
        let fine: [TestZip.Member] = [
            .init(prefix + "fine\(part).jpg", Data("photo \(part)".utf8)),
            .init(
                prefix + "fine\(part).jpg.json",
                Data(#"{"title": "fine\#(part).jpg", "photoTakenTime": {"timestamp": "\#(part)"}}"#.utf8)),
        ]
        return try folder.write(
            TestZip(fine + more).bytes(), to: "takeout-20240712T112341Z-00\(part).zip")
    }

    @Test(arguments: [
        "../../../../tmp/x.jpg", "/etc/x.jpg", "Takeout/Google Photos/Photos from 1970/../../../x.jpg",
        "Takeout/Google Photos/Photos from 1970/fine1.jpg", "Takeout\\Google Photos\\x.jpg",
    ])
    func `dangerous and repeated names in archives are one line each`(name: String) throws {
        let found = try contents([archive([.init(name, Data("evil".utf8))])])
        #expect(found.items.map(\.item.name) == ["fine1.jpg"])
        #expect(found.items.first?.files.first?.data == Data("photo 1".utf8))
        #expect(found.differences.count == 1)
        #expect(found.differences.first?.contains("otherFiles unreadable the") == true)
    }

    @Test func `a document that declares 1 GB is one line, and its photo comes over`() throws {
        let prefix = "Takeout/Google Photos/Photos from 1970/"
        var honest = TestZip.Member(prefix + "a.jpg.json", Data(count: 2 << 20), isDeflated: true)
        var liar = TestZip.Member(prefix + "b.jpg.json", Data(count: 2 << 20), isDeflated: true)
        honest.declaredSize = nil
        liar.declaredSize = 1_000
        var bomb = TestZip.Member(prefix + "c.jpg.json", Data(count: 1_000), isDeflated: true)
        bomb.declaredSize = 1_000_000_000
        let photos = ["a", "b", "c"].map { TestZip.Member(prefix + "\($0).jpg", Data($0.utf8)) }
        let found = try contents([archive([honest, liar, bomb] + photos)])
        #expect(found.items.count == 4)
        #expect(found.differences.count == 3, "\(found.differences)")
    }

    @Test func `a document of 1 GB in a folder is one line`() throws {
        var export = TestExport()
        export.add("Photos from 1970/a.jpg", "a")
        export.addItem("Photos from 1970/a.jpg.json", title: "a.jpg", time: 5)
        export.add("Photos from 1970/b.jpg", "b")
        export.addDocument("Photos from 1970/b.jpg.json", "{")
        let tree = try export.writeTree(in: folder)
        let large = folder.url.appending(path: "tree/Takeout/Google Photos/Photos from 1970/b.jpg.json")
        let file = try FileHandle(forWritingTo: large)
        try file.truncate(atOffset: 1 << 30)
        try file.close()
        let found = try contents([tree])
        #expect(found.items.map(\.item.name) == ["a.jpg", "b.jpg"])
        #expect(found.differences.count == 1)
        #expect(found.differences.first?.contains("it has more than 1048576 bytes.") == true)
    }

    @Test func `a link to an archive is an archive`() throws {
        let real = try archive([])
        let link = folder.url.appending(path: "takeout-20240712T112341Z-009.zip")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(filePath: real.string))
        let found = try contents([FilePath(link.path)])
        #expect(found.items.map(\.files.count) == [1])
    }

    @Test func `a damaged archive is one line, and the others come over`() throws {
        let good = try archive([])
        let bad = try archive([], part: 2)
        let bytes = try Data(contentsOf: URL(filePath: bad.string))
        try bytes.prefix(bytes.count - 10).write(to: URL(filePath: bad.string))
        let found = try contents([good, bad])
        #expect(found.items.map(\.item.name) == ["fine1.jpg"])
        #expect(found.differences.count == 1)
        let failure = #expect(throws: SourceError.self) { try contents([bad]) }
        #expect(failure?.code == .damaged)
        #expect(failure?.message.contains("002.zip") == true)
    }

    @Test func `a file that is replaced after the listing isn't read`() throws {
        var export = TestExport()
        export.add("Photos from 1970/a.jpg", "a")
        export.addItem("Photos from 1970/a.jpg.json", title: "a.jpg", time: 5)
        let source = try Takeout.open(TakeoutParts([export.writeTree(in: folder)]), temporaryFolder: folder.path)
        let file = folder.url.appending(path: "tree/Takeout/Google Photos/Photos from 1970/a.jpg")
        try Data("other".utf8).write(to: folder.url.appending(path: "new"))
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: folder.url.appending(path: "new"), to: file)
        try source.forEachItem { item in
            let file = try #require(item.originals.first)
            #expect(throws: SourceError.self) { try SourceFileReader().contents(of: file, limit: 1_000) }
            return true
        }
    }

    @Test func `titles that are paths become plain names`() throws {
        var export = TestExport()
        export.add("Photos from 1970/a.jpg", "a")
        export.addItem("Photos from 1970/a.jpg.json", title: "../../etc/passwd.jpg", time: 5)
        export.add("Photos from 1970/b.jpg", "b")
        export.addItem("Photos from 1970/b.jpg.json", title: "..", time: 6)
        let found = try contents([export.writeTree(in: folder)])
        #expect(found.items.map(\.item.name) == [".._.._etc_passwd.jpg", "b.jpg"])
    }

    @Test func `nothing is written to the source`() throws {
        var export = TestExport()
        export.add("Photos from 1970/a.jpg", "a")
        export.addItem("Photos from 1970/a.jpg.json", title: "a.jpg", time: 5)
        let tree = try export.writeTree(in: folder)
        let before = try FileManager.default.subpathsOfDirectory(atPath: tree.string).sorted()
        let times = try before.map { try tree.appending($0).stat().modificationTimeForTest }
        let found = try contents([tree])
        #expect(found.items.count == 1)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: tree.string).sorted() == before)
        #expect(try before.map { try tree.appending($0).stat().modificationTimeForTest } == times)
    }
}

extension Stat {
    fileprivate var modificationTimeForTest: Int64 {
        Int64(rawValue.st_mtim.tv_sec) * 1_000_000_000 + Int64(rawValue.st_mtim.tv_nsec)
    }
}
