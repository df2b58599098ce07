import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen

@Suite struct FolderWalkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("folders are walked depth first, names in order, hidden ones left out")
    func order() throws {
        for name in ["b.jpg", "a/2.jpg", "a/1.jpg", "c/x.jpg", ".git/y.jpg", ".z.jpg", "a/deep/er/3.jpg"] {
            try folder.write(Data(), to: name)
        }
        #expect(walk([folder.path]) == ["b.jpg", "a/1.jpg", "a/2.jpg", "a/deep/er/3.jpg", "c/x.jpg"])
    }

    @Test("links make no loop, and no folder comes twice")
    func links() throws {
        try folder.write(Data(), to: "a/1.jpg")
        try link("a/loop", to: folder.path)
        try link("b", to: folder.file("a").path)
        try link("1-link.jpg", to: folder.file("a/1.jpg").path)
        #expect(walk([folder.path, folder.file("a").path]) == ["1-link.jpg", "a/1.jpg"])
    }

    @Test("a broken link is told and does not stop the rest")
    func brokenLink() throws {
        try folder.write(Data(), to: "a.jpg")
        try link("broken.jpg", to: "/nonexistent")
        #expect(walk([folder.path]) == ["! broken.jpg", "a.jpg"])
    }

    @Test("the library's own folder is not entered")
    func ownLibrary() throws {
        try folder.write(Data(), to: "library/originals/ab/file")
        try folder.write(Data(), to: "a.jpg")
        #expect(walk([folder.path], excluding: folder.file("library")) == ["a.jpg"])
    }

    @Test("files can be named, and paths that are not there are told")
    func files() throws {
        try folder.write(Data(), to: "a.jpg")
        #expect(walk([folder.file("a.jpg").path, folder.file("none").path]) == ["a.jpg", "! none"])
    }

    @Test("a pipe is no file to be read")
    func pipe() throws {
        #expect(mkfifo(folder.file("pipe.jpg").path, 0o644) == 0)
        #expect(walk([folder.path]) == [])
    }

    private func walk(_ paths: [String], excluding library: URL? = nil) -> [String] {
        var found: [String] = []
        FolderWalk(excluding: library).walk(paths) { step in
            switch step {
            case .folder(let path, let files): found += files.map { relative("\(path)/\($0.name)") }
            case .unreadable(let path, _): found.append("! " + relative(path))
            }
            return true
        }
        return found
    }

    private func relative(_ path: String) -> String {
        path.replacingOccurrences(of: folder.url.path + "/", with: "")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name).path, withDestinationPath: target)
    }
}
