import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// An app preselects assets that it may not see. Until the owner adds them, the answers are the same for all names.
@Suite struct PickPreselectionTests {
    /// Photos that match the session's filter or don't, are hidden, or don't exist.
    private struct Names {
        let matching: String
        let other: String
        let hidden: String
        let missing = UUID().uuidString

        init(_ gallery: GalleryFixture) throws {
            matching = try gallery.add(.photograph("secret-name.jpg"))
            other = try gallery.add(.movie("secret-video.mov"))
            hidden = try gallery.add(.photograph("secret-hidden.jpg"))
            try gallery.temporary.commit(.setHidden(true, assetUUID: hidden))
        }

        var all: [String] { [missing, matching, hidden, other] }
    }

    private func configuration(_ names: [String], _ selection: String = "default", limit: Int = 0) -> String {
        let list = names.map { "\"\($0)/L0/001\"" }.joined(separator: ", ")
        return """
            {"limit": \(limit), "identifiers": true, "selection": "\(selection)", "filter": {"kind": "images"}, \
            "preselected": [\(list)]}
            """
    }

    private func expectNamesOnly(_ items: [PickClient.Pick.Item], _ names: [String]) {
        #expect(items.map(\.identifier) == names.map { "\($0)/L0/001" })
        for item in items {
            #expect(item.isPreselected && item.name == nil && item.kind == nil && item.pairedVideo == nil)
            #expect(item.representations.isEmpty)
        }
    }

    @Test func `after Cancel, the items are the names that the app sent`() async throws {
        try await GalleryFixture.open { gallery in
            let names = try Names(gallery)
            let app = try await PickClient(gallery, configuration(names.all), origin: nil)
            #expect(try await app.open().chosen == [names.matching])
            #expect(try await app.items().items.isEmpty)
            #expect(try await app.end("cancel").status == 200)
            let cancelled = try await app.items()
            expectNamesOnly(cancelled.items, names.all)
            for item in cancelled.items {
                #expect(try await app.load(item.item, "public.jpeg").status == 404)
                #expect(try await app.load(item.item, "public.jpeg", "/progress").status == 404)
            }
        }
    }

    @Test func `a continuous session shows names only, until the owner adds`() async throws {
        try await GalleryFixture.open { gallery in
            let names = try Names(gallery)
            let chosen = try gallery.add(.photograph("chosen.jpg"))
            let app = try await PickClient(gallery, configuration(names.all, "continuousAndOrdered"), origin: nil)
            #expect(try await app.open().chosen == [names.matching])
            expectNamesOnly(try await app.items().items, names.all)
            // The owner selects another photo, and the preselected one stays.
            #expect(try await app.select([names.matching, chosen]).status == 200)
            let items = try await app.items().items
            expectNamesOnly(items.dropLast(), names.all)
            #expect(items.last?.name == "chosen" && items.last?.isPreselected == false)
            #expect(try await app.end("add").status == 200)
            let added = try await app.items().items
            #expect(added.map(\.name) == ["secret-name", "chosen"])
            #expect(added.allSatisfy { !$0.isPreselected && !$0.representations.isEmpty })
        }
    }

    @Test func `the app's own end of a session confirms nothing that it preselected`() async throws {
        try await GalleryFixture.open { gallery in
            let names = try Names(gallery)
            let chosen = try gallery.add(.photograph("chosen.jpg"))
            let app = try await PickClient(gallery, configuration(names.all, "continuous"), origin: nil)
            #expect(try await app.select([names.matching, chosen]).status == 200)
            #expect(try await app.ask(.patch, nil, #"{"end": true}"#).status == 200)
            let ended = try await app.items()
            #expect(ended.state == "added")
            expectNamesOnly(ended.items.dropLast(), names.all)
            #expect(ended.items.last?.name == "chosen")
            #expect(try await app.load(ended.items[1].item, "public.jpeg").status == 404)
            #expect(try gallery.library.confirmedPicks().map(\.assetCount) == [1])
        }
    }

    /// What an app does to a preselected asset.
    @Test(arguments: [
        #"{"deselect": ["NAME"]}"#, #"{"move": {"item": "NAME", "after": null}}"#,
        #"{"move": {"item": "CHOSEN", "after": "NAME"}}"#, #"{"limit": 2}"#, #"{"limit": 3}"#, #"{"limit": 1}"#,
    ])
    func `the answers to an app's calls are the same for an asset that doesn't exist`(_ call: String) async throws {
        try await GalleryFixture.open { gallery in
            let names = try Names(gallery)
            let (first, second) = (try gallery.add(.photograph("1.jpg")), try gallery.add(.photograph("2.jpg")))
            var answers: [String] = []
            for name in names.all {
                let app = try await PickClient(
                    gallery, configuration([name], "continuousAndOrdered"), origin: nil)
                let open = try await app.open().chosen
                #expect(try await app.select(open + [first, second]).status == 200)
                let call = call.replacingOccurrences(of: "NAME", with: "\(name)/L0/001")
                    .replacingOccurrences(of: "CHOSEN", with: "\(second)/L0/001")
                let changed = try await app.ask(.patch, nil, call)
                #expect(changed.status == 200, "\(changed.text)")
                let token = try #require(
                    try gallery.library.owner.pickItemCipher(for: app.requesterKey).seal(name))
                answers.append(
                    changed.text.replacingOccurrences(of: name, with: "NAME")
                        .replacingOccurrences(of: token, with: "TOKEN"))
            }
            #expect(Set(answers).count == 1, "\(answers)")
        }
    }

    @Test func `an asset that the owner deselects goes, and a token reveals no identifier`() async throws {
        try await GalleryFixture.open { gallery in
            let names = try Names(gallery)
            let app = try await PickClient(gallery, configuration(names.all, "continuous"), origin: nil)
            _ = try await app.open()
            let items = try await app.items().items
            #expect(try await app.select([]).status == 200)
            expectNamesOnly(try await app.items().items, names.all.filter { $0 != names.matching })
            #expect(try await app.select([names.matching]).status == 200)
            expectNamesOnly(try await app.items().items, names.all)
            let body = """
                {"limit": 0, "identifiers": true, "selection": "continuous", "preselected": ["\(items[1].item)"]}
                """
            let again = try await PickClient(gallery, body, origin: nil)
            #expect(try await again.open().chosen == [names.matching])
            let item = try #require(try await again.items().items.first)
            #expect(item.item == items[1].item && item.identifier == nil && item.name == nil)
        }
    }
}

extension PickClient {
    /// The requester's key, which its tokens depend on.
    fileprivate var requesterKey: String {
        get throws { try #require(try gallery.server.picks.session(number)).requester.key }
    }
}
