import Foundation
import Testing

@testable import PhotoSources

/// Albums and folders of made libraries (imports 1.5).
@Suite struct AppleAlbumTests {
    private func addAlbum(
        _ library: MadeLibrary, _ id: Int, _ title: String, kind: Int = 2, parent: Int? = 1, position: Int = 0,
        isTrashed: Bool = false, sortKey: Int = 0, isAscending: Bool = true, cover: Int? = nil
    ) throws {
        try library.insert(
            "ZGENERICALBUM",
            [
                "Z_PK": id, "ZKIND": kind, "ZUUID": "ALBUM-\(id)", "ZTITLE": title, "ZPARENTFOLDER": parent,
                "Z_FOK_PARENTFOLDER": position, "ZTRASHEDSTATE": isTrashed ? 1 : 0, "ZCUSTOMSORTKEY": sortKey,
                "ZCUSTOMSORTASCENDING": isAscending ? 1 : 0, "ZCUSTOMKEYASSET": cover, "ZCACHEDCOUNT": 7,
            ])
    }

    private func collections(
        _ library: MadeLibrary, _ options: ApplePhotosOptions = ApplePhotosOptions()
    ) throws -> [SourceCollection] {
        let source = try library.open(options)
        defer { source.close() }
        return source.collections
    }

    @Test("imports 1.5: folders come before what they contain, in the order that Photos shows")
    func order() throws {
        let library = try MadeLibrary()
        try addAlbum(library, 10, "Last", position: 900)
        try addAlbum(library, 11, "Trip", kind: 4_000, position: 500)
        try addAlbum(library, 12, "Day 2", parent: 11, position: 20)
        try addAlbum(library, 13, "Day 1", parent: 11, position: 10)
        try addAlbum(library, 14, "Trip", position: 100)
        try addAlbum(library, 15, "No parent", parent: nil, position: 5)
        try addAlbum(library, 16, "Lost parent", parent: 99, position: 6)
        let collections = try collections(library)
        #expect(
            collections.map(\.title) == ["No parent", "Lost parent", "Trip", "Trip", "Day 1", "Day 2", "Last"])
        #expect(collections.map(\.kind) == [.album, .album, .album, .folder, .album, .album, .album])
        #expect(collections.map(\.parent) == [nil, nil, nil, nil, "ALBUM-11", "ALBUM-11", nil])
    }

    @Test("imports 1.5: members are in the order that Photos shows, and the cover is the user's")
    func members() throws {
        let library = try MadeLibrary()
        for (date, title) in [(3.0, "b"), (1.0, "C"), (2.0, "a"), (2.0, "B")] {
            try library.addItem(["ZDATECREATED": date], attributes: ["ZTITLE": title])
        }
        let sorts = [(20, 0, true), (21, 1, true), (22, 1, false), (23, 5, true), (24, 5, false)]
        for (id, sortKey, isAscending) in sorts {
            try addAlbum(
                library, id, "A", position: id, sortKey: sortKey, isAscending: isAscending, cover: id == 20 ? 2 : nil)
            for (item, position) in [(1, 40), (2, 30), (3, 20), (4, 10)] {
                try library.insert(
                    "Z_33ASSETS", ["Z_33ALBUMS": id, "Z_3ASSETS": item, "Z_FOK_3ASSETS": position])
            }
        }
        let collections = try collections(library)
        #expect(
            collections.map { $0.members.map { String($0.prefix(8).suffix(1)) }.joined() } == [
                "4321", "2431", "1432", "3412", "2413",
            ])
        #expect(collections.map { $0.cover.map { String($0.prefix(8).suffix(1)) } } == ["2", nil, nil, nil, nil])
    }

    @Test("imports 1.5: what is trashed, and all below it, stays out")
    func trash() throws {
        let library = try MadeLibrary()
        try addAlbum(library, 10, "Twin")
        try addAlbum(library, 11, "Twin", isTrashed: true)
        try addAlbum(library, 12, "Gone", kind: 4_000, isTrashed: true)
        try addAlbum(library, 13, "Below", parent: 12)
        let collections = try collections(library)
        #expect(
            Dictionary(uniqueKeysWithValues: collections.map { ($0.identifier, $0.exclusion) }) == [
                "ALBUM-10": nil, "ALBUM-11": .trashed, "ALBUM-12": .trashed, "ALBUM-13": .trashed,
            ])
    }

    @Test("imports 1.5: folders in a cycle are refused and listed")
    func cycle() throws {
        let library = try MadeLibrary()
        try addAlbum(library, 10, "Fine")
        try addAlbum(library, 11, "One", kind: 4_000, parent: 12)
        try addAlbum(library, 12, "Two", kind: 4_000, parent: 11)
        try addAlbum(library, 13, "In the cycle", parent: 12)
        try addAlbum(library, 14, "Self", kind: 4_000, parent: 14)
        let collections = try collections(library)
        #expect(collections.map(\.title) == ["Fine", "One", "Two", "In the cycle", "Self"])
        #expect(collections.map(\.exclusion) == [nil, .invalid, .invalid, .invalid, .invalid])
        #expect(collections.allSatisfy { $0.parent == nil })
    }

    @Test("imports 1.5: a deep tree of folders is read")
    func deep() throws {
        let library = try MadeLibrary()
        for id in 10..<3_010 { try addAlbum(library, id, "F", kind: 4_000, parent: id == 10 ? 1 : id - 1) }
        let collections = try collections(library)
        #expect(collections.count == 3_000)
        #expect(collections.last?.parent == "ALBUM-3008")
    }

    @Test("imports 1.5: shared albums and projects come only if asked; Photos' own never")
    func kinds() throws {
        let library = try MadeLibrary()
        try addAlbum(library, 10, "Shared", kind: 1_505, parent: nil)
        try addAlbum(library, 11, "Book", kind: 1_508, parent: 2)
        try addAlbum(library, 12, "Smart", kind: 1_507)
        try addAlbum(library, 13, "Import", kind: 1_506, parent: nil)
        try addAlbum(library, 14, "progress-sync", kind: 3_571, parent: nil)
        try library.insert("ZGENERICALBUM", ["Z_PK": 2, "ZKIND": 3_998, "ZUUID": "PROJECTS"])
        let source = try library.open()
        #expect(source.collections.map(\.exclusion) == [.shared, .notAsked])
        #expect(source.otherDifferences.map(\.name) == ["Smart"])
        #expect(
            source.otherDifferences.map(\.difference) == [
                SourceDifference(.smartAlbums, .unsupported, detail: "7 items")
            ])
        source.close()
        var options = ApplePhotosOptions()
        options.bringsShared = true
        options.bringsProjects = true
        #expect(try collections(library, options).map(\.exclusion) == [nil, nil])
    }
}
