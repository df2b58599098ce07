import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import AlbumenServer

/// The picker with a client's selection: differences, conflicts and answers (§1.3.4, §1.3.7).
@Suite struct SelectionSessionTests {
    @Test func `the selection is marked, and Add applies the differences in one change`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(6)
            try gallery.choose(Array(assets[0...2]), for: "app")
            let session = try await SelectionClient(gallery, client: "app")
            let opened = try await session.open()
            #expect(opened.selectionFor == "app")
            #expect((opened.count, opened.chosen, opened.limit, opened.state) == (3, [], 0, "open"))
            #expect(try await session.chosen(among: assets) == Array(assets[0...2]))
            let changed = try await session.change(
                choosing: [assets[2], assets[3]], deselecting: [assets[0], assets[5]])
            #expect(try changed.decoded(as: SelectionClient.Picker.self).count == 3)
            #expect(try await session.chosen(among: assets) == Array(assets[1...3]))
            // Nothing is applied before the end.
            #expect(try gallery.selection(of: "app") == Set(assets[0...2]))
            let version = try gallery.version()
            let ended = try await session.end()
            #expect(try ended.decoded(as: SelectionClient.Picker.self).state == "added")
            #expect(try gallery.version() == version + 1)
            #expect(try gallery.selection(of: "app") == Set(assets[1...3]))
            #expect(try await session.end(revision: 3).status == 410)
        }
    }

    @Test func `an asset counts as it was changed last`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            try gallery.choose([assets[0]], for: "app")
            let session = try await SelectionClient(gallery, client: "app")
            _ = try await session.change(choosing: [assets[1], assets[2]], deselecting: [assets[0]])
            _ = try await session.change(choosing: [assets[0]], deselecting: [assets[1]])
            let last = try await session.change(choosing: [assets[1]])
            #expect(try last.decoded(as: SelectionClient.Picker.self).count == 3)
            _ = try await session.change(deselecting: [assets[2]])
            _ = try await session.end()
            #expect(try gallery.selection(of: "app") == [assets[0], assets[1]])
        }
    }

    @Test func `changes that others make meanwhile stay`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(6)
            try gallery.choose(Array(assets[0...2]), for: "app")
            let session = try await SelectionClient(gallery, client: "app")
            _ = try await session.change(choosing: [assets[3], assets[5]], deselecting: [assets[0]])
            try gallery.choose([assets[3], assets[4]], for: "app")
            try gallery.deselect([assets[0], assets[1]], of: "app")
            try gallery.temporary.commit(.trash(assetUUID: assets[5]), .purge(assetUUID: assets[5]))
            #expect(try await session.end().status == 200)
            #expect(try gallery.selection(of: "app") == [assets[2], assets[3], assets[4]])
        }
    }

    @Test func `Cancel changes nothing`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(2)
            try gallery.choose([assets[0]], for: "app")
            let version = try gallery.version()
            let session = try await SelectionClient(gallery, client: "app")
            _ = try await session.change(choosing: [assets[1]], deselecting: [assets[0]])
            let ended = try await session.end("cancel")
            #expect(try ended.decoded(as: SelectionClient.Picker.self).state == "cancelled")
            #expect(try gallery.selection(of: "app") == [assets[0]])
            #expect(try gallery.version() == version)
        }
    }

    @Test func `double clicks and stale pages are refused`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(1)
            let session = try await SelectionClient(gallery, client: "app")
            let revision = try await session.open().revision
            #expect(try await session.change(choosing: assets, revision: revision).status == 200)
            for answer in [
                try await session.change(deselecting: assets, revision: revision),
                try await session.end(revision: revision),
            ] {
                #expect(answer.status == 409)
                #expect(answer.refusal?.code == "pickChanged")
            }
            #expect(try gallery.selection(of: "app").isEmpty)
        }
    }

    @Test func `hidden, deleted and unknown assets can't be chosen, but can be deselected`() async throws {
        try await GalleryFixture.open { gallery in
            let (hidden, trashed) = (try gallery.add(in: .hidden), try gallery.add(in: .trashed))
            let session = try await SelectionClient(gallery, client: "app")
            for asset in [hidden, trashed, UUID().uuidString] {
                let answer = try await session.change(choosing: [asset])
                #expect(answer.status == 422)
                #expect(answer.refusal?.field == asset)
            }
            try gallery.choose([hidden, trashed], for: "app")
            #expect(try await session.change(deselecting: [hidden, trashed, UUID().uuidString]).status == 200)
            _ = try await session.end()
            #expect(try gallery.selection(of: "app").isEmpty)
        }
    }

    @Test func `a question about the selection is answered with what is new, or none`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(3)
            try gallery.choose([assets[0]], for: "app")
            let rows = try gallery.library.owner.assetRows(uuids: assets)
            for (action, expected) in [
                ("cancel", QuestionAnswer.none), ("add", QuestionAnswer.selection(added: [rows[assets[1]] ?? 0])),
            ] {
                let question = try gallery.library.ask(NewQuestion(client: "app", kind: .selection))
                let session = try await SelectionClient(gallery, question: question)
                _ = try await session.change(choosing: [assets[0], assets[1]], deselecting: [assets[2]])
                #expect(try await session.end(action).status == 200)
                #expect(try await gallery.library.answer(to: question) == expected)
            }
        }
    }

    @Test func `a question about access is answered by Add, and stays open after Cancel`() async throws {
        try await GalleryFixture.open { gallery in
            let assets = try gallery.addDays(1)
            let question = try gallery.library.ask(NewQuestion(client: "app", kind: .access(.readWrite)))
            let first = try await SelectionClient(gallery, question: question)
            _ = try await first.end("cancel")
            #expect(try gallery.library.openQuestions().map(\.id) == [question])
            let second = try await SelectionClient(gallery, question: question)
            #expect(second.number != first.number)
            _ = try await second.change(choosing: assets)
            _ = try await second.end()
            #expect(try gallery.library.clientAccess().first?.level == .limited)
            #expect(try gallery.selection(of: "app") == Set(assets))
            let rows = try gallery.library.owner.assetRows(uuids: assets)
            #expect(try await gallery.library.answer(to: question) == .selection(added: Array(rows.values)))
        }
    }

    @Test func `no app and no terminal hears of a session for a selection`() async throws {
        try await GalleryFixture.open { gallery in
            let session = try await SelectionClient(gallery, client: "app")
            #expect(try gallery.server.picks.waiting().isEmpty)
            #expect(gallery.server.picks.waitingVersion == 0)
            #expect(try await gallery.respond("/api/picks/\(session.number)", as: .nobody).status == 401)
            let app = try await PickClient(gallery)
            #expect(try await app.ask(.get, "/api/picks/\(session.number)").status == 404)
            let put = try await gallery.change(
                .put, "/api/picker/\(session.number)/selection", "{\"revision\": 1, \"assets\": []}")
            _ = try await session.open()
            #expect(put.status == 410)
            let open = try await gallery.change(
                .put, "/api/picker/\(session.number)/selection", "{\"revision\": 2, \"assets\": []}")
            #expect(open.status == 422)
        }
    }

    @Test func `sessions for selections don't use up the apps' share`() async throws {
        var limits = PickLimits()
        (limits.waiting, limits.waitingOfRequester) = (2, 2)
        try await GalleryFixture.open(limits: limits) { gallery in
            for _ in 0..<2 { _ = try await SelectionClient(gallery, client: "app") }
            #expect(try await gallery.change(.post, "/api/clients/app/choose", "{}").status == 429)
            for _ in 0..<2 { _ = try await PickClient(gallery, origin: nil) }
            #expect(try await PickClient.create(gallery, "{}", origin: nil).status == 429)
        }
    }

    @Test func `a session ends when its question is no longer open`() async throws {
        try await GalleryFixture.serve { gallery in
            let question = try gallery.library.ask(NewQuestion(client: "app", kind: .selection))
            let session = try await SelectionClient(gallery, question: question)
            _ = try await session.open()
            try await gallery.follow("/api/picker/\(session.number)/events") { (events) async throws in
                #expect(try await events.next()?.isComment == true)
                try gallery.library.withdraw(question)
                let event = try #require(try await events.nextEvent())
                #expect(event.name == "ended")
                #expect(event.data == "{\"reason\":\"withdrawn\"}")
            }
        }
    }

    @Test func `a selection of 100,000 assets is changed without its list`() async throws {
        try await GalleryFixture.open { gallery in
            let count = 100_000
            try gallery.addRows(count)
            let rows = try gallery.library.owner.assetIdentifiers(AssetFetch())
            try gallery.library.changeSelection(
                ofClient: "app", choosing: rows, deselecting: [], author: "test")
            let session = try await SelectionClient(gallery, client: "app")
            let opened = try await session.open()
            #expect(opened.count == count)
            #expect(opened.chosen.isEmpty)
            let record = try #require(try gallery.library.owner.assets(withIdentifiers: [rows[0]])[rows[0]])
            let changed = try await session.change(deselecting: [record.uuid])
            #expect(changed.body.count < 2000)
            #expect(try changed.decoded(as: SelectionClient.Picker.self).count == count - 1)
            _ = try await session.end()
            #expect(try gallery.library.chosenAssetCount(ofClient: "app") == count - 1)
        }
    }
}
