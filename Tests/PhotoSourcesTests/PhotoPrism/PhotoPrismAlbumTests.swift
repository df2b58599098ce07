import Foundation
import Records
import Testing

@testable import PhotoSources

/// The albums of PhotoPrism (imports 6, PhotoPrism).
@Suite struct PhotoPrismAlbumTests {
    @Test("imports 6: albums with their members in the album's order")
    func albums() throws {
        let prism = try MadePrism()
        for number in 1...3 { try prism.addPhoto(number, takenAt: "201\(4 - number)-01-01T00:00:00Z") }
        let ids = (1...3).map { MadePrism.identifier($0) }
        let members = ids.enumerated().map { "UID: \($1)\n  CreatedAt: 2021-0\($0 + 1)-01T00:00:00Z" }
        try prism.addAlbum("aoldest", "B", "Order: oldest", photos: members + [members[0]])
        try prism.addAlbum("anewest", "a", "Order: newest", photos: members)
        try prism.addAlbum("aadded", "C", "Order: added", photos: members)
        try prism.addAlbum("aname", "D", "Order: name", photos: members.reversed())
        try prism.addAlbum(
            "ahand", "E", "Order: oldest",
            photos: ["UID: \(ids[0])\n  Order: 3", "UID: \(ids[1])\n  Order: 1", "UID: \(ids[2])\n  Hidden: true"])
        try prism.addAlbum("aempty", "F")
        let collections = try prism.open().collections
        #expect(collections.map(\.title) == ["a", "B", "C", "D", "E", "F"])
        #expect(collections.map(\.members) == [ids, ids.reversed(), ids.reversed(), ids, [ids[1], ids[0]], []])
        #expect(collections.allSatisfy { $0.kind == .album && $0.exclusion == nil && $0.parent == nil })
    }

    @Test("imports 6: automatic albums are listed, and deleted ones are in the trash")
    func otherAlbums() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        for type in ["folder", "moment", "month", "state"] {
            try prism.addAlbum("a\(type)", type, "Filter: x", type: type)
        }
        try prism.addAlbum("agone", "Gone", "DeletedAt: 2022-01-01T00:00:00Z")
        try prism.addAlbum(
            "afacts", "Facts", "Favorite: true\nPrivate: true\nThumbSrc: manual\nDescription: Text\nLocation: Rome")
        let source = try prism.open()
        #expect(source.collections.map(\.exclusion) == [nil, .trashed])
        #expect(
            source.otherDifferences.map(MadeLightroom.text) == [
                "Facts covers unsupported -", "Facts favorites unsupported album", "Facts hidden unsupported album",
                "Facts captions unsupported description of the album",
                "Facts place-names unsupported location of the album", "folder smart-albums unsupported folder",
                "moment smart-albums unsupported moment", "month smart-albums unsupported month",
                "state smart-albums unsupported state",
            ])
    }

    @Test("imports 6: albums of the storage beat those of the backups")
    func backupAlbums() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.addAlbum("a1", "New")
        try prism.addAlbum("a1", "Old", in: "storage/backup/albums")
        try prism.addAlbum("a2", "Only there", in: "storage/backup/albums")
        #expect(try prism.open().collections.map(\.title) == ["New", "Only there"])
    }

    @Test("imports general: damaged and hostile albums are listed, and the others come over")
    func hostileAlbums() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        try prism.addAlbum("a1", "Good", photos: ["UID: \(MadePrism.identifier(1))", "UID: ../x", "text"])
        try prism.addAlbum("a2", "&a [*a]")
        try prism.folder.write(Data("x: [".utf8), to: "storage/albums/album/a3.yml")
        try prism.folder.write(Data(count: 33 << 20), to: "storage/albums/album/a4.yml")
        try prism.addAlbum("a5", "Aliases", photos: ["UID: &a p1", "UID: *a"])
        try prism.addAlbum("a6", String(repeating: "x", count: 2 << 20))
        try prism.addAlbum("a7", "Member", photos: ["UID: " + String(repeating: "x", count: 2 << 20)])
        let source = try prism.open()
        #expect(source.collections.map(\.members) == [[MadePrism.identifier(1)]])
        #expect(
            source.otherDifferences.map(MadeLightroom.text) == [
                "Good memberships invalid 2 without a UID",
                "albums/album/a2.yml albums unreadable the YAML has aliases",
                "albums/album/a3.yml albums unreadable the file isn't valid YAML",
                "albums/album/a4.yml albums unreadable the file is too large",
                "albums/album/a5.yml albums unreadable the YAML has aliases",
                "albums/album/a6.yml albums unreadable the file is too large",
                "albums/album/a7.yml albums unreadable the file is too large",
            ])
    }

    @Test("imports general: an album can have 100,000 members, more than a document may have")
    func manyMembers() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        let members = (0..<100_000).map { "UID: \(MadePrism.identifier($0))\n  CreatedAt: 2021-01-27T05:55:25Z" }
        try prism.addAlbum("a1", "All", "Order: oldest", photos: members)
        let collection = try #require(try prism.open().collections.first)
        #expect(collection.members.count == 100_000 && Set(collection.members).count == 100_000)
    }

    @Test("imports 6: keys after the members, members in one line, and no members")
    func memberForms() throws {
        let prism = try MadePrism()
        try prism.addPhoto(1)
        let uid = MadePrism.identifier(1)
        for (number, text) in [
            "Photos:\n- UID: \(uid)\n- UID: x\nTitle: A\n", "Photos: [{UID: \(uid)}, {UID: x}]\nTitle: B\n",
            "Title: C\nPhotos:\n", "Title: D\nPhotos:\r\n- UID: \(uid)\r\n- UID: x\r\n",
        ].enumerated() {
            try prism.folder.write(
                Data("UID: a\(number)\nOrder: relevance\n\(text)".utf8), to: "storage/albums/album/a\(number).yml")
        }
        let source = try prism.open()
        #expect(source.collections.map(\.title) == ["A", "B", "C", "D"])
        #expect(source.collections.map(\.members) == [[uid, "x"], [uid, "x"], [], [uid, "x"]])
        #expect(source.otherDifferences.isEmpty)
    }
}
