import Foundation
import Records
import Testing

@testable import PhotoSources

@Suite
struct ImmichAlbumTests {
    private static let (first, second) = (FakeAsset.id(901), FakeAsset.id(902))

    private func album(_ id: String, _ title: String, _ values: [String: JSON] = [:]) -> JSON {
        let standard: [String: JSON] = [
            "id": .text(id), "albumName": .text(title), "description": "", "ownerId": .text(FakeImmich.anna),
            "albumThumbnailAssetId": nil, "shared": false, "albumUsers": [], "hasSharedLink": false, "assets": [],
            "assetCount": 0, "isActivityEnabled": true, "order": "desc",
        ]
        return .object(standard.merging(values) { $1 })
    }

    /// Three photos of three days in the album, in another order than that of their dates.
    private func members(of album: String) -> [FakeAsset] {
        zip([1, 2, 3], ["2022-01-02", "2022-01-03", "2022-01-01"]).map { number, day in
            var asset = FakeAsset(number)
            asset.created = "\(day)T10:00:00.000Z"
            asset.local = "\(day)T11:00:00.000Z"
            asset.albums = [album]
            return asset
        }
    }

    @Test(
        "Albums have their titles, covers, and members in their orders (imports 7)",
        arguments: ["desc", "asc"], [true, false])
    func albums(order: String, hasAlbumAssets: Bool) throws {
        let immich = try FakeImmich { state in
            state.hasAlbumAssets = hasAlbumAssets
            state.assets = members(of: Self.first)
            state.albums = [
                album(Self.second, "Zoo"),
                album(
                    Self.first, "Am Meer", ["order": .text(order), "albumThumbnailAssetId": .text(FakeAsset.id(1))]),
            ]
        }
        let collections = try immich.source(pageSize: 2).collections
        #expect(collections.map(\.title) == ["Am Meer", "Zoo"])
        #expect(collections.map(\.identifier) == [Self.first, Self.second])
        #expect(collections.first?.cover == FakeAsset.id(1))
        let expected = [3, 1, 2].map(FakeAsset.id)
        #expect(collections.first?.members == (order == "asc" ? expected : expected.reversed()))
        #expect(collections.last?.members == [])
        #expect(collections.allSatisfy { $0.exclusion == nil && $0.kind == .album })
    }

    @Test("Photos of one day are in the order of their moments")
    func oneDay() throws {
        let immich = try FakeImmich { state in
            state.assets = members(of: Self.first)
            for (index, hour) in ["12", "09", "10"].enumerated() {
                state.assets[index].created = "2022-01-01T\(hour):00:00.000Z"
                state.assets[index].local = "2022-01-01T\(24 - (Int(hour) ?? 0)):00:00.000Z"
            }
            state.albums = [album(Self.first, "x", ["order": "asc"])]
        }
        #expect(try immich.source().collections.first?.members == [2, 3, 1].map(FakeAsset.id))
    }

    @Test("A cover that isn't in the album is none, and a description is listed")
    func coverAndDescription() throws {
        let immich = try FakeImmich { state in
            state.albums = [
                album(
                    Self.first, "Meer",
                    ["albumThumbnailAssetId": .text(FakeAsset.id(7)), "description": "Im Sommer"])
            ]
        }
        let source = try immich.source()
        #expect(source.collections.first?.cover == nil)
        #expect(source.otherDifferences.first?.name == "Meer")
        #expect(source.otherDifferences.first?.difference.fact == .captions)
    }

    @Test("An album of another user is listed, and comes over with its items by choice")
    func sharedAlbum() throws {
        let immich = try FakeImmich { state in
            state.assets = members(of: Self.first)
            for index in [0, 1] {
                state.assets[index].owner = FakeImmich.bert
                // Only items of partners are in searches.
                state.assets[index].visibility = "of another user"
            }
            state.sharedAlbums = [album(Self.first, "Fest", ["ownerId": .text(FakeImmich.bert)])]
        }
        let left = try immich.source()
        #expect(left.collections.map(\.exclusion) == [.shared])
        #expect(left.itemCount == 1)
        var options = ImmichOptions()
        options.bringsShared = true
        let source = try immich.source(options)
        #expect(source.collections.map(\.exclusion) == [nil])
        #expect(source.collections.first?.members == [2, 1, 3].map(FakeAsset.id))
        let items = try source.items()
        #expect(source.itemCount == 3)
        #expect(items.map(\.identifier) == [3, 1, 2].map(FakeAsset.id))
        #expect(items.allSatisfy { $0.exclusion == nil && $0.originals.count == 1 })
        immich.change { $0.assets.removeFirst() }
        #expect(try source.items().map(\.exclusion) == [nil, .absent, nil])
    }

    @Test("Items of others in the user's own album are listed")
    func foreignMembers() throws {
        let immich = try FakeImmich { state in
            state.assets = members(of: Self.first)
            state.assets[0].owner = FakeImmich.bert
            state.assets[0].visibility = "of another user"
            state.sharedAlbums = [album(Self.first, "Fest")]
            // The user's own album is in both lists.
            state.albums = state.sharedAlbums
        }
        let source = try immich.source()
        #expect(source.collections.map(\.members) == [[2, 3].map(FakeAsset.id)])
        #expect(source.otherDifferences.first?.name == "Fest")
        #expect(
            source.otherDifferences.first?.difference
                == SourceDifference(.memberships, .shared, detail: "1 items of others"))
    }

    @Test("An album that disappears meanwhile is listed, and isn't emptied")
    func deletedAlbum() throws {
        let immich = try FakeImmich { state in
            state.albums = [album(Self.first, "Fest")]
            state.override = { request, _ in
                request.target.hasSuffix(Self.first) ? .json("{}", status: 400) : nil
            }
        }
        let source = try immich.source()
        #expect(source.collections.isEmpty)
        #expect(source.unreadableParts.map(\.path) == ["Fest"])
    }

    @Test("Version 3 has all albums in one list, their owners among the users, and their items in a search")
    func version3() throws {
        let immich = try FakeImmich { state in
            state.version = [3, 1, 0]
            state.hasAlbumAssets = false
            state.assets = members(of: Self.first)
            let user: JSON = ["user": ["id": .text(FakeImmich.bert)], "role": "owner"]
            state.albums = [
                album(Self.first, "Fest", ["ownerId": nil]),
                album(Self.second, "Zoo", ["ownerId": nil, "albumUsers": [user]]),
            ]
            state.override = { request, _ in
                request.target.hasSuffix("?shared=true") ? .json("{}", status: 400) : nil
            }
        }
        let collections = try immich.source().collections
        #expect(collections.map(\.members) == [[2, 1, 3].map(FakeAsset.id), []])
        #expect(collections.map(\.exclusion) == [nil, .shared])
    }

    @Test("Albums without a valid identity never become a part of an address", arguments: ["../users", "a/b", ""])
    func hostileIdentifier(id: String) throws {
        let immich = try FakeImmich { state in
            state.albums = [album(id, "x"), album(Self.first, "y")]
        }
        #expect(try immich.source().collections.map(\.title) == ["y"])
        #expect(immich.server.requests.allSatisfy { !$0.target.contains("..") && !$0.target.contains("a/b") })
    }
}
