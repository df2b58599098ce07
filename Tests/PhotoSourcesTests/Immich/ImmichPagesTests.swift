import Foundation
import Records
import Testing

@testable import PhotoSources

@Suite
struct ImmichPagesTests {
    private func assets(_ count: Int) -> [FakeAsset] {
        (1...count).map { number in
            var asset = FakeAsset(number)
            asset.created = "2023-05-06T10:00:\(String(number + 10)).000Z"
            return asset
        }
    }

    /// The answer to a search, with a text for each asset.
    private static func page(_ items: [String], next: String) -> FakeServer.Response {
        .json(#"{"albums":{},"assets":{"items":[\#(items.joined(separator: ","))],"nextPage":\#(next)}}"#)
    }

    private static func asset(_ number: Int) -> String {
        #"{"id":"\#(FakeAsset.id(number))","ownerId":"\#(FakeImmich.anna)","type":"IMAGE"}"#
    }

    private static func page(of request: FakeServer.Request) -> Int? {
        guard request.target == "/api/search/metadata" else { return nil }
        return (try? JSONSerialization.jsonObject(with: request.body) as? [String: Any])?["page"] as? Int
    }

    @Test("All pages are read, from the oldest item to the newest", arguments: ImmichItemTests.versions)
    func pages(version: [Int]) throws {
        let immich = try FakeImmich { state in
            state.version = version
            state.assets = assets(7)
            state.assets[2].visibility = "archive"
        }
        let source = try immich.source(pageSize: 3)
        #expect(source.itemCount == 7)
        let expected = version[0] == 1 ? [1, 2, 3, 4, 5, 6, 7] : [1, 2, 4, 5, 6, 7, 3]
        #expect(try source.items().map(\.identifier) == expected.map(FakeAsset.id))
    }

    @Test("Reading ends when the receiver has enough")
    func early() throws {
        let immich = try FakeImmich { $0.assets = assets(7) }
        let source = try immich.source(pageSize: 2)
        let before = immich.server.requests.count
        var count = 0
        try source.forEachItem { _ in
            count += 1
            return count < 3
        }
        #expect(count == 3)
        #expect(immich.server.requests.count == before + 2)
    }

    @Test("A second run finds equal items (imports 7)")
    func secondRun() throws {
        let immich = try FakeImmich { $0.assets = assets(5) }
        let first = try immich.source(pageSize: 2)
        // Immich changes this date with each tag or new thumbnail.
        immich.change { state in
            for index in state.assets.indices { state.assets[index].values["updatedAt"] = "2025-05-05T05:05:05.000Z" }
        }
        let second = try immich.source(pageSize: 4)
        #expect(first.key == second.key)
        for (one, other) in zip(try first.items(), try second.items()) {
            var other = other
            #expect(one.originals.map(\.size) == other.originals.map(\.size))
            #expect(one.originals.map(\.modificationTime) == other.originals.map(\.modificationTime))
            // Two sources never have the same connection.
            other.originals = one.originals
            #expect(one == other)
        }
    }

    @Test("An item that appears on two pages comes over once")
    func repeatedItem() throws {
        let immich = try FakeImmich {
            $0.version = [1, 118, 2]
            $0.override = { request, _ in
                switch Self.page(of: request) {
                case 1: Self.page([1, 2, 2].map(Self.asset), next: #""2""#)
                case 2: Self.page([2, 3].map(Self.asset), next: "null")
                default: nil
                }
            }
        }
        let source = try immich.source()
        #expect(source.itemCount == 3)
        #expect(try source.items().map(\.identifier) == [1, 2, 3].map(FakeAsset.id))
    }

    @Test("Pages that repeat end with an error", arguments: [1, 2, 5])
    func repeatedPages(period: Int) throws {
        let immich = try FakeImmich {
            $0.override = { request, _ in
                Self.page(of: request).map { Self.page([Self.asset($0 % period + 1)], next: #""\#($0 + 1)""#) }
            }
        }
        let error = sourceError { _ = try immich.source() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("repeats its lists") == true)
    }

    @Test("Empty pages end the list")
    func emptyPages() throws {
        let immich = try FakeImmich {
            $0.override = { request, _ in Self.page(of: request).map { _ in Self.page([], next: "99") } }
        }
        #expect(try immich.source().itemCount == 0)
    }

    @Test("A page with more items than were asked for is refused")
    func longPage() throws {
        let immich = try FakeImmich {
            $0.override = { request, _ in
                Self.page(of: request).map { _ in Self.page((1...11).map(Self.asset), next: "null") }
            }
        }
        let error = sourceError { _ = try immich.source(pageSize: 10) }
        #expect(error?.code == .damaged)
    }

    @Test("Assets without a valid identity are counted and left out")
    func invalidAssets() throws {
        let immich = try FakeImmich {
            $0.version = [1, 118, 2]
            $0.override = { request, _ in
                Self.page(of: request).map { _ in
                    Self.page(
                        [#"{"id":"../../users/me"}"#, "7", "null", Self.asset(1), #"{"id":5}"#, "[]", #"{"id":}"#],
                        next: "null")
                }
            }
        }
        let source = try immich.source()
        #expect(source.itemCount == 1)
        #expect(try source.items().map(\.identifier) == [FakeAsset.id(1)])
        #expect(source.otherDifferences.first?.difference.reason == .unreadable)
        #expect(source.otherDifferences.first?.difference.detail == "6 without an identity")
    }

    @Test("Values of other types than expected are as good as absent")
    func otherTypes() throws {
        let hostile = #"""
            {"id":"\#(FakeAsset.id(1))","type":"IMAGE","ownerId":7,"originalFileName":["x"],"exifInfo":[1],"people":{},
            "tags":"x","stack":[{"id":5}],"isFavorite":"yes","isTrashed":1,"fileCreatedAt":0,"checksum":false}
            """#
        let immich = try FakeImmich {
            $0.version = [1, 118, 2]
            $0.override = { request, _ in Self.page(of: request).map { _ in Self.page([hostile], next: "null") } }
        }
        let item = try #require(try immich.items().first)
        #expect(item.name == FakeAsset.id(1))
        #expect(item.facts == SourceFacts())
        #expect(item.exclusion == .absent)
    }

    @Test(
        "JSON that is too deep, too large or cut off is refused",
        arguments: [
            (String(repeating: "[", count: 100_000), SourceError.Code.damaged),
            (#"{"assets":{"items":[{"id":"x""#, .damaged), ("", .damaged), ("{}{}", .damaged), ("]", .damaged),
            (#"{"assets":{"items":["# + String(repeating: "[", count: 1_000), .damaged), (#"{"assets":{}"#, .damaged),
            (#"{"x":""# + String(repeating: "x", count: 4 << 20) + #""}"#, .damaged), ("nonsense", .damaged),
        ])
    func hostileJSON(text: String, code: SourceError.Code) throws {
        let immich = try FakeImmich {
            $0.override = { request, _ in Self.page(of: request).map { _ in .json(text) } }
        }
        #expect(sourceError { _ = try immich.source() }?.code == code)
    }

    @Test("A request that fails for a moment is sent again")
    func retries() throws {
        let immich = try FakeImmich { state in
            state.assets = assets(2)
            state.override = { request, number in
                if number % 3 == 1 { return .json("{}", status: 503) }
                return number % 3 == 2 ? FakeServer.Response(isDropped: true) : nil
            }
        }
        #expect(try immich.items().count == 2)
    }

    @Test("A server that vanishes in the middle ends the import with one sentence and the next step")
    func vanishing() throws {
        let immich = try FakeImmich { $0.assets = assets(6) }
        let source = try immich.source(pageSize: 2)
        var count = 0
        let error = sourceError {
            try source.forEachItem { _ in
                count += 1
                if count == 3 { immich.change { $0.override = { _, _ in FakeServer.Response(isDropped: true) } } }
                return true
            }
        }
        #expect(count == 4)
        #expect(error?.code == .unreadable)
        #expect(
            error?.message
                == "The connection to the Immich server \(immich.server.address) was lost. "
                + "Import again when the server is reachable.")
    }
}
