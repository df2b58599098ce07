import Foundation
import Records
import SystemPackage
import Testing

@testable import PhotoSources

/// The albums of digiKam, which are folders on the disk (imports 6).
@Suite struct DigiKamAlbumTests {
    private func collections(_ catalog: MadeDigiKam) throws -> [SourceCollection] {
        let source = try catalog.open()
        defer { source.close() }
        return source.collections
    }

    @Test("imports 6: each folder is an album, and one with folders in it is a folder, too")
    func nested() throws {
        let catalog = try MadeDigiKam()
        try catalog.addAlbum(3, "/Trip/Day 2")
        try catalog.addAlbum(4, "/Trip/Day 1/Evening")
        try catalog.addAlbum(5, "/Empty/Inner")
        try catalog.addAlbum(6, "/Empty")
        try catalog.addItem(1)
        try catalog.addItem(2, ["album": 1, "name": "root.jpg"], file: nil)
        try catalog.addItem(3, ["album": 3, "name": "day.jpg"], file: nil)
        let found = try collections(catalog)
        #expect(found.map(\.identifier) == ["folder-6", "album-5", "folder-2", "album-2", "album-3", "album-4"])
        #expect(found.map(\.title) == ["Empty", "Inner", "Trip", "Trip", "Day 2", "Evening"])
        #expect(found.map(\.kind) == [.folder, .album, .folder, .album, .album, .album])
        #expect(found.map(\.parent) == [nil, "folder-6", nil, "folder-2", "folder-2", "folder-2"])
        #expect(found.map(\.members) == [[], [], [], ["1"], ["3"], []])
        #expect(found.allSatisfy { $0.exclusion == nil })
    }

    @Test("imports 6: members have the user's order, and then that of their names")
    func order() throws {
        let catalog = try MadeDigiKam()
        for (id, name, order) in [(1, "d.jpg", nil), (2, "c.jpg", nil), (3, "b.jpg", 20), (4, "a.jpg", 30)]
            as [(Int64, String, Int?)]
        {
            try catalog.addItem(id, ["name": name, "manualOrder": order], file: nil)
        }
        try catalog.addItem(5, ["name": "e.jpg", "status": 4], file: nil)
        #expect(try collections(catalog).map(\.members) == [["3", "4", "2", "1"]])
    }

    @Test("imports 6: a cover that is an item comes over, and others are listed")
    func covers() throws {
        let catalog = try MadeDigiKam()
        try catalog.addItem(1, file: nil)
        try catalog.addAlbum(3, "/B", icon: 1)
        try catalog.addAlbum(4, "/C", icon: 1_000_000_000, caption: "words")
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.collections.map(\.cover) == ["1", nil, nil])
        #expect(source.otherDifferences.map(\.name) == ["/C", "/C"])
        #expect(source.otherDifferences.map(\.difference.fact) == [.covers, .captions])
    }

    @Test(
        "imports, general rules: paths that leave the root are excluded",
        arguments: ["/../up", "/a/../b", "relative", "//", "/a//b", "/.", "/" + String(repeating: "a/", count: 4_000)])
    func hostile(_ path: String) throws {
        let catalog = try MadeDigiKam()
        try catalog.made.folder.write(Data("secret".utf8), to: "up/IMG_1.JPG")
        try catalog.addAlbum(9, path)
        try catalog.addItem(1, ["album": 9], file: nil)
        let found = try collections(catalog)
        #expect(found.map(\.exclusion) == [nil, .invalid])
        let item = try catalog.item()
        #expect(item.originals.isEmpty)
        #expect(item.exclusion == .unreadable)
    }

    @Test("imports, general rules: albums of the same title, path and of deep paths don't disturb each other")
    func odd() throws {
        let catalog = try MadeDigiKam { tables in
            tables["Albums"] = tables["Albums"]?.replacingOccurrences(of: ", UNIQUE(albumRoot, relativePath)", with: "")
        }
        try catalog.addRoot(2, "Disk", "volumeid:?uuid=1234")
        try catalog.addAlbum(3, "/Trip", root: 2)
        try catalog.addAlbum(4, "/Trip/In", root: 2)
        try catalog.addAlbum(5, "/Trip", root: 2)
        try catalog.addAlbum(6, "/" + Array(repeating: "a", count: 1_500).joined(separator: "/"))
        let found = try collections(catalog)
        #expect(found.map(\.identifier) == ["album-6", "album-2", "folder-3", "album-4", "album-5"])
        #expect(Set(found.map(\.identifier)).count == found.count)
        #expect(found.map(\.parent) == [nil, nil, nil, "folder-3", nil])
    }

    @Test("imports 6: saved searches are listed, and digiKam's own aren't")
    func searches() throws {
        let catalog = try MadeDigiKam()
        for (id, type, name) in [(1, 2, "Five stars"), (2, 2, "_Current_Search_View_Search_"), (3, 7, "Duplicates")] {
            try catalog.made.insert("Searches", ["id": id, "type": type, "name": name, "query": ""])
        }
        let source = try catalog.open()
        defer { source.close() }
        #expect(source.otherDifferences.map(\.name) == ["Five stars"])
        #expect(source.otherDifferences.map(\.difference) == [SourceDifference(.smartAlbums, .unsupported)])
    }
}
