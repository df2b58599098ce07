import Foundation
import GRDB
import Records
import Testing

@testable import PhotoSources

/// The albums and folders of a library (imports 1.6).
@Suite struct AlbumenLibraryAlbumTests {
    private func uuid(_ id: Int64) -> String { MadeAlbumenLibrary.uuid(id) }
    /// The UUID of a collection.
    private func name(_ id: Int64) -> String { MadeAlbumenLibrary.uuid(id + 1_000) }

    @Test("albums and folders come with titles, UUIDs and their order, each folder before what it contains")
    func order() throws {
        let library = try MadeAlbumenLibrary()
        for id: Int64 in 1...3 { try library.addPhoto(id) }
        try library.addCollection(1, "Paris", position: 5, ["parentId": 3])
        try library.addCollection(2, "Top", position: 100)
        try library.addCollection(3, "Travel", kind: 2, position: Int64.min)
        try library.addCollection(4, "Empty", position: -8_589_934_592, ["parentId": 3])
        try library.addCollection(5, "Empty folder", kind: 2, position: Int64.max)
        try library.addMembers([3, 1, 2], to: 1)
        try library.addMembers([2], to: 2)
        let collections = try library.collections()
        #expect(collections.map(\.title) == ["Travel", "Empty", "Paris", "Top", "Empty folder"])
        #expect(collections.map(\.identifier) == [3, 4, 1, 2, 5].map(name))
        #expect(collections.map(\.kind) == [.folder, .album, .album, .album, .folder])
        #expect(collections.map(\.parent) == [nil, name(3), name(3), nil, nil])
        #expect(collections.map(\.members) == [[], [], [3, 1, 2].map(uuid), [uuid(2)], []])
        #expect(collections.allSatisfy { $0.exclusion == nil && $0.cover == nil })
        #expect(try library.otherDifferences().isEmpty)
    }

    @Test("large positions that differ by one keep their order")
    func positions() throws {
        let library = try MadeAlbumenLibrary()
        for id: Int64 in 1...4 { try library.addCollection(id, "\(id)", position: Int64.max - id) }
        try library.addPhoto(1)
        try library.addPhoto(2)
        for id: Int64 in 1...2 {
            try library.made.insert(
                "albumMember", ["assetId": id, "collectionId": 1, "position": (1 << 60) - id])
        }
        let collections = try library.collections()
        #expect(collections.map(\.title) == ["4", "3", "2", "1"])
        #expect(collections.last?.members == [uuid(2), uuid(1)])
    }

    @Test("a cover is that of the user, if it's a member", arguments: [(2, true), (3, false), (99, false)])
    func covers(_ asset: Int64, _ isCover: Bool) throws {
        let library = try MadeAlbumenLibrary()
        for id: Int64 in 1...3 { try library.addPhoto(id) }
        try library.addCollection(1, "Paris", position: 0, ["coverId": asset])
        try library.addMembers([1, 2], to: 1)
        #expect(try library.collections().map(\.cover) == [isCover ? uuid(asset) : nil])
    }

    @Test("members that are in Recently Deleted stay members, and rows of purged assets aren't")
    func members() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1)
        try library.addPhoto(2, ["trashedDate": 730_000_000.0])
        try library.addCollection(1, "Paris", position: 0)
        try library.addMembers([99, 2, 1], to: 1)
        #expect(try library.collections().first?.members == [uuid(2), uuid(1)])
    }

    @Test("the albums of imports stay behind, and are counted", arguments: [1, 2])
    func imports(_ count: Int) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        for id in 1...Int64(count) {
            try library.addCollection(id, "Camera, 2026-11-29", position: nil, ["subtype": 6])
            try library.addMembers([1], to: id)
        }
        #expect(try library.collections().isEmpty)
        let others = try library.otherDifferences()
        #expect(others.map(\.name) == ["Imports"])
        #expect(others.map(\.difference.fact) == [.albums])
        #expect(others.map(\.difference.reason) == [.unsupported])
        #expect(others.first?.difference.detail == (count == 1 ? "1 import" : "2 imports"))
    }

    @Test("descriptions are listed")
    func descriptions() throws {
        let library = try MadeAlbumenLibrary()
        try library.addCollection(1, "Paris", position: 0, ["description": "Our first trip"])
        try library.addCollection(2, "Travel", kind: 2, position: 1, ["description": "All trips"])
        #expect(try library.collections().count == 2)
        let others = try library.otherDifferences()
        #expect(others.map(\.name) == ["Paris", "Travel"])
        #expect(
            others.map(\.difference) == [
                SourceDifference(.albums, .unsupported, detail: "its description"),
                SourceDifference(.folders, .unsupported, detail: "its description"),
            ])
    }

    @Test("imports, general rules: folders in a cycle, and what is in them, aren't brought over")
    func cycles() throws {
        let library = try MadeAlbumenLibrary()
        try library.addCollection(1, "A", kind: 2, position: 0, ["parentId": 2])
        try library.addCollection(2, "B", kind: 2, position: 0, ["parentId": 1])
        try library.addCollection(3, "In the cycle", position: 0, ["parentId": 1])
        try library.addCollection(4, "Itself", kind: 2, position: 0, ["parentId": 4])
        try library.addCollection(5, "Fine", position: 0)
        try library.addCollection(6, "In an album", position: 1, ["parentId": 5])
        try library.addCollection(7, "In nothing", position: 2, ["parentId": 99])
        let collections = try library.collections()
        #expect(collections.filter { $0.exclusion == nil }.map(\.title) == ["Fine", "In an album", "In nothing"])
        #expect(collections.filter { $0.exclusion == .invalid }.map(\.title) == ["A", "B", "In the cycle", "Itself"])
        #expect(collections.allSatisfy { $0.parent == nil })
    }

    @Test("imports, general rules: 20,000 folders in each other are read")
    func deep() throws {
        let library = try MadeAlbumenLibrary()
        try library.made.execute(
            """
            INSERT INTO collection (id, uuid, kind, subtype, title, parentId, position, creationDate, modificationDate,
            creator)
            WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000)
            SELECT x, printf('00000000-0000-4000-8000-%012d', x), 2, 100, 't', nullif(x - 1, 0), 0, 0, 0, '' FROM n
            """)
        let collections = try library.collections()
        #expect(collections.map(\.identifier) == (1...20_000).map { uuid(Int64($0)) })
        #expect(collections.last?.parent == uuid(19_999))
    }

    @Test("imports, general rules: repeated UUIDs, unknown kinds and repeated members")
    func damaged() throws {
        let library = try MadeAlbumenLibrary { tables in
            tables["albumMember"] = "CREATE TABLE albumMember (assetId INTEGER, collectionId INTEGER, position INTEGER)"
        }
        try library.addPhoto(1)
        try library.addPhoto(2)
        try library.addCollection(1, "First", position: 0)
        try library.addCollection(2, "Second", position: 1, ["uuid": name(1).lowercased()])
        try library.addCollection(3, "Later kind", kind: 7, position: 2)
        try library.addCollection(4, "Nameless", position: 3, ["uuid": "../.."])
        try library.addMembers([2, 1, 2, 2], to: 1)
        let collections = try library.collections()
        #expect(collections.map(\.identifier) == [name(1), "collection-4"])
        #expect(collections.first?.members == [uuid(2), uuid(1)])
        let others = try library.otherDifferences()
        #expect(others.map(\.name) == ["Second", "Later kind"])
        #expect(others.map(\.difference.reason) == [.duplicate, .unsupported])
    }
}
