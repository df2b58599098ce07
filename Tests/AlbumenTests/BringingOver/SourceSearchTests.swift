import AlbumenTestSupport
import Foundation
import Records
import SystemPackage
import Testing

@testable import Albumen

/// The search for libraries and exports in the usual places.
@Suite struct SourceSearchTests {
    private let home: TemporaryFolder
    private let mounts: TemporaryFolder

    init() throws {
        (home, mounts) = (try TemporaryFolder(), try TemporaryFolder())
    }

    @Test func `libraries, exports and cards are found where people have them, each once`() throws {
        try make("Pictures/Photos Library.photoslibrary/database/Photos.sqlite")
        try make("Downloads/takeout-20240101T000000Z-001.zip")
        try make("Downloads/takeout-20240101T000000Z-002.zip")
        try make("old/backup/Takeout/Google Photos/Album/a.jpg")
        try make("disk/DCIM/100CANON/IMG_1.JPG", in: mounts)
        let (found, isComplete) = search().run()
        #expect(isComplete)
        #expect(
            found == [
                candidate(home, "Downloads", paths: (1...2).map { "Downloads/takeout-20240101T000000Z-00\($0).zip" }),
                .init(path: path(home, "Pictures/Photos Library.photoslibrary"), kind: .applePhotos),
                .init(path: path(mounts, "disk"), kind: nil),
                candidate(home, "old/backup/Takeout"),
            ])
    }

    @Test func `the open library, hidden folders, links, and folders of other programs are left out`() throws {
        try make("Pictures/Albumen Library/library.json")
        try make("Pictures/Albumen Library/originals/Takeout/a.jpg")
        try make(".cache/Takeout/a.jpg")
        try make("shot/@eaDir/Takeout/a.jpg")
        try make("elsewhere/DCIM/a.jpg", in: mounts)
        try FileManager.default.createSymbolicLink(
            atPath: home.file("link").path, withDestinationPath: mounts.file("elsewhere").path)
        let (found, _) = SourceSearch(
            home: URL(fileURLWithPath: home.path), mounts: [], excluding: home.file("Pictures/Albumen Library")
        ).run()
        #expect(found.isEmpty)
    }

    @Test func `a search ends after a number of folders, and says that it isn't complete`() throws {
        for number in 0..<30 { try make("Pictures/\(number)/a.txt") }
        #expect(search(folderLimit: 32).run().isComplete == false)
        #expect(search(folderLimit: 33).run().isComplete)
        try make("Pictures/1/2/3/4/5/DCIM/a.jpg")
        #expect(search(folderLimit: 100).run().candidates.isEmpty)
    }

    private func search(folderLimit: Int = 1_000) -> SourceSearch {
        SourceSearch(
            home: URL(fileURLWithPath: home.path), mounts: [URL(fileURLWithPath: mounts.path)],
            excluding: URL(fileURLWithPath: "/nowhere"), folderLimit: folderLimit)
    }

    private func make(_ name: String, in folder: TemporaryFolder? = nil) throws {
        let file = (folder ?? home).file(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: file)
    }

    private func path(_ folder: TemporaryFolder, _ name: String) -> FilePath {
        FilePath(folder.path).appending(name)
    }

    private func candidate(
        _ folder: TemporaryFolder, _ name: String, paths: [String] = []
    ) -> SourceSearch.Candidate {
        .init(path: path(folder, name), paths: paths.map { path(folder, $0) }, kind: .googleTakeout)
    }
}
