import AlbumenTestSupport
import Foundation
import Testing

@testable import Photos

/// The links behind `PHImageFileURLKey` (§4.6.3).
@Suite struct OriginalLinksTests {
    private let temporary: TemporaryFolder
    private let original: URL

    init() throws {
        temporary = try TemporaryFolder()
        original = temporary.url.appending(path: "digest")
        try Data("bytes".utf8).write(to: original)
    }

    @Test("originals with the same name have separate links, and an original has one")
    func names() throws {
        let links = OriginalLinks(in: temporary.url)
        let other = temporary.url.appending(path: "other")
        try Data("others".utf8).write(to: other)
        let first = try #require(links.link(named: "IMG_1.JPG", to: original))
        let second = try #require(links.link(named: "IMG_1.JPG", to: other))
        #expect(links.link(named: "IMG_1.JPG", to: original) == first)
        #expect([first, second].map(\.lastPathComponent) == ["IMG_1.JPG", "IMG_1.JPG"])
        #expect(try Data(contentsOf: first) == Data("bytes".utf8))
        #expect(try Data(contentsOf: second) == Data("others".utf8))
    }

    @Test("no links remain after the process ends or was killed")
    func end() throws {
        let links = OriginalLinks(in: temporary.url)
        _ = try #require(links.link(named: "a.jpg", to: original))
        // The folder of a killed process or an earlier version, so its lock is free.
        let abandoned = temporary.url.appending(path: "albumen.originals.abandoned/x")
        try FileManager.default.createDirectory(at: abandoned, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: abandoned.appending(path: "b.jpg"), withDestinationURL: original)
        let others = OriginalLinks(in: temporary.url)
        _ = try #require(others.link(named: "c.jpg", to: original))
        #expect(try contents().count == 2, "The folder that is in use stays.")
        links.remove()
        others.remove()
        #expect(try contents().isEmpty)
        #expect(FileManager.default.fileExists(atPath: original.path))
        #expect(links.link(named: "a.jpg", to: original) != nil, "Links can be made again.")
    }

    @Test("the number of links is limited, and the oldest are deleted first")
    func limit() throws {
        let links = OriginalLinks(in: temporary.url, limit: 3)
        let made = try (0..<8).map { try #require(links.link(named: "\($0).jpg", to: original)) }
        #expect(made.map { FileManager.default.fileExists(atPath: $0.path) } == (0..<8).map { $0 >= 5 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: made[7].path(levelsUp: 2)).count == 3)
    }

    @Test("a folder that another user made first doesn't prevent links")
    func foreignFolder() throws {
        let folder = temporary.url.appending(path: "albumen-originals-\(getuid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        #expect(chmod(folder.path, 0o777) == 0)
        let link = try #require(OriginalLinks(in: temporary.url).link(named: "a.jpg", to: original))
        #expect(!link.path.hasPrefix(folder.path))
    }

    private func contents() throws -> [String] {
        try temporary.names().filter { $0.hasPrefix("albumen.") }
    }
}

extension URL {
    fileprivate func path(levelsUp count: Int) -> String {
        (0..<count).reduce(self) { url, _ in url.deletingLastPathComponent() }.path
    }
}
