import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The stream of the library's changes, as received by browsers.
@Suite(.timeLimit(.minutes(60))) struct ChangeRouteTests {
    private struct Change: Decodable {
        struct Objects: Decodable {
            var inserted: [String]?
            var updated: [String]?
            var deleted: [String]?
        }

        let token: String
        let author: String
        let date: String
        var assets: Objects?
        var albums: Objects?
        var folders: Objects?
    }

    @Test("the first event contains the current token, and each commit is one event")
    func theFirstEventTellsTheTokenOfNowAndEachCommitIsOneMore() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.image("a.jpg"))
            let before = try gallery.library.owner.currentToken()
            try await gallery.follow("/api/changes") { (events) async throws in
                #expect(events.status == 200)
                #expect(events.headers[.contentType] == "text/event-stream")
                #expect(events.headers[.cacheControl] == "no-store")
                let current = try #require(try await events.next())
                #expect(current.name == "current")
                #expect(current.identifier == before.description)
                #expect(current.data == "{\"token\":\"\(before)\"}")

                try gallery.temporary.commit(.setFavorite(true, assetUUID: asset))
                let event = try #require(try await events.nextEvent())
                #expect(event.name == "message")
                #expect(try event.identifier == gallery.library.owner.currentToken().description)
                let change = try self.change(event)
                #expect(change.token == event.identifier)
                #expect(change.author == "test")
                #expect(change.date.hasSuffix("Z"))
                #expect(change.assets?.updated == ["\(asset)/L0/001"])
                #expect(change.assets?.inserted == nil)
                #expect(change.albums == nil)

                let album = try gallery.addAlbum("Album", [asset])
                #expect(try await self.next(&events).albums?.inserted == ["\(album)/L0/040"])
                #expect(try await self.next(&events).albums?.updated == ["\(album)/L0/040"])
            }
        }
    }

    @Test("missed changes come first, for a token in the address or from the browser")
    func whatWasMissedComesFirstWhetherTheAddressOrTheBrowserTellsTheToken() async throws {
        try await GalleryFixture.serve { gallery in
            let first = try gallery.library.owner.currentToken()
            let old = try gallery.add(.image("a.jpg"))
            let second = try gallery.library.owner.currentToken()
            let new = try gallery.add(.image("b.jpg"))
            try await gallery.follow("/api/changes?since=\(first)") { (events) async throws in
                #expect(try await self.next(&events).assets?.inserted == ["\(old)/L0/001"])
                #expect(try await self.next(&events).assets?.inserted == ["\(new)/L0/001"])
            }
            // With two tokens, the one that the browser sends is used.
            for path in ["/api/changes", "/api/changes?since=\(first)"] {
                try await gallery.follow(path, headers: [.lastEventID: second.description]) { (events) async throws in
                    #expect(try await self.next(&events).assets?.inserted == ["\(new)/L0/001"])
                }
            }
        }
    }

    @Test("a stream continues after missed changes")
    func aStreamThatHasCaughtUpGoesOn() async throws {
        try await GalleryFixture.serve { gallery in
            let start = try gallery.library.owner.currentToken()
            let asset = try gallery.add(.image("a.jpg"))
            try await gallery.follow("/api/changes?since=\(start)") { (events) async throws in
                #expect(try await self.next(&events).assets?.inserted == ["\(asset)/L0/001"])
                try gallery.temporary.commit(.trash(assetUUID: asset))
                #expect(try await self.next(&events).assets?.deleted == ["\(asset)/L0/001"])
                try gallery.temporary.commit(.restore(assetUUID: asset))
                #expect(try await self.next(&events).assets?.inserted == ["\(asset)/L0/001"])
            }
        }
    }

    @Test("a token of another library or a future state fails with 410")
    func aTokenThatTheHistoryDoesNotGoBackToIsGone() async throws {
        try await GalleryFixture.serve { gallery in
            _ = try gallery.add(.image("a.jpg"))
            let token = try gallery.library.owner.currentToken()
            let wrong = [
                ChangeToken(libraryIdentifier: UUID().uuidString, number: token.number),
                ChangeToken(libraryIdentifier: token.libraryIdentifier, number: token.number + 1),
            ]
            for wrong in wrong {
                for answer in [
                    try await gallery.respond("/api/changes?since=\(wrong)"),
                    try await gallery.respond("/api/changes", headers: [.lastEventID: wrong.description]),
                ] {
                    #expect(answer.status == 410)
                    #expect(answer.refusal?.code == "tokenExpired")
                }
            }
            for nonsense in ["x", "17", token.libraryIdentifier, "\(token)0x"] {
                #expect(try await gallery.respond("/api/changes?since=\(nonsense)").status == 400)
            }
            #expect(try await gallery.respond("/api/changes?since=\(token)", as: .nobody).status == 401)
        }
    }

    @Test("a commit by another instance of the library is reported")
    func aCommitByAnotherOpenLibraryComesToo() async throws {
        try await GalleryFixture.serve { gallery in
            let asset = try gallery.add(.image("a.jpg"))
            let other = try Library(at: gallery.temporary.folder, workerExecutable: nil)
            try await gallery.follow("/api/changes") { (events) async throws in
                _ = try await events.nextEvent()
                for isFavorite in [true, false, true] {
                    var transaction = Transaction()
                    transaction.record(.setFavorite(isFavorite, assetUUID: asset))
                    try other.view(for: .owner(through: "other")).commit(transaction)
                    let change = try await self.next(&events)
                    #expect(change.author == "other")
                    #expect(change.assets?.updated == ["\(asset)/L0/001"])
                }
            }
            try other.close()
        }
    }

    @Test("several streams report the same changes")
    func severalStreamsTellTheSame() async throws {
        try await GalleryFixture.serve { gallery in
            let start = try gallery.library.owner.currentToken()
            for index in 0..<200 { _ = try gallery.addAlbum("Album \(index)") }
            try await gallery.follow("/api/changes?since=\(start)") { (first) async throws in
                try await gallery.follow("/api/changes?since=\(start)") { (second) async throws in
                    for number in 1...200 {
                        let token = "\(start.libraryIdentifier)-\(start.number + Int64(number))"
                        #expect(try await first.nextEvent()?.identifier == token)
                        #expect(try await second.nextEvent()?.identifier == token)
                    }
                }
            }
        }
    }

    // MARK: Ends

    @Test("an idle stream sends a heartbeat")
    func aStreamWithNothingToTellShowsThatItIsThere() async throws {
        try await GalleryFixture.serve(heartbeat: .milliseconds(10)) { gallery in
            try await gallery.follow("/api/changes") { (events) async throws in
                #expect(try await events.next()?.name == "current")
                for _ in 0..<3 { #expect(try await events.next()?.isComment == true) }
            }
        }
    }

    @Test("a stream ends with its session")
    func aStreamEndsWithItsSession() async throws {
        let clock = TestClock()
        try await GalleryFixture.serve(now: clock.now, heartbeat: .milliseconds(10)) { gallery in
            try await gallery.follow("/api/changes") { (events) async throws in
                _ = try await events.nextEvent()
                clock.advance(by: OwnerSessions.idleLimit)
                #expect(try await events.nextEvent() == nil)
                #expect(events.isComplete)
            }
            #expect(try await gallery.respond("/api/changes").status == 401)
        }
    }

    @Test("the number of streams is limited, and a closed stream frees its slot")
    func asManyStreamsAsThereArePlacesAndAPlaceIsFreeWhenABrowserGoes() async throws {
        try await GalleryFixture.serve(heartbeat: .milliseconds(10)) { gallery in
            let alarms = ChangeAlarms(of: gallery.library, interval: .seconds(25))
            var places = try (0..<ChangeAlarms.limit).map { _ in try alarms.join() }
            #expect(throws: Refusal.self) { try alarms.join() }
            places.removeLast()
            _ = try alarms.join()

            try await withThrowingTaskGroup(of: Void.self) { group in
                let (opened, tell) = AsyncStream.makeStream(of: Void.self)
                for _ in 0..<ChangeAlarms.limit {
                    group.addTask {
                        try await gallery.follow("/api/changes") { (events) async throws in
                            #expect(events.status == 200)
                            tell.yield()
                            while try await events.next() != nil {}
                        }
                    }
                }
                var count = 0
                for await _ in opened {
                    count += 1
                    if count == ChangeAlarms.limit { break }
                }
                let refused = try await gallery.respond("/api/changes")
                #expect(refused.status == 503)
                #expect(refused.refusal?.code == "tooManyStreams")
                group.cancelAll()
            }
            try await waitUntil { try await gallery.follow("/api/changes") { $0.status } == 200 }
        }
    }

    @Test func `a client's streams leave the places of the owner's pages and of other clients`() async throws {
        try await GalleryFixture.serve { gallery in
            let alarms = ChangeAlarms(of: gallery.library, interval: .seconds(25))
            var places = try (0..<ChangeAlarms.clientLimit).map { _ in try alarms.join(client: "app") }
            #expect(throws: Refusal.self) { try alarms.join(client: "app") }
            for number in 0..<7 {
                for _ in 0..<ChangeAlarms.clientLimit { places.append(try alarms.join(client: "\(number)")) }
            }
            #expect(throws: Refusal.self) { try alarms.join(client: "another") }
            #expect(!alarms.hasPages)
            for _ in 0..<ChangeAlarms.limit { places.append(try alarms.join()) }
            #expect(throws: Refusal.self) { try alarms.join() }
            #expect(alarms.hasPages)
            places.removeFirst()
            _ = try alarms.join(client: "another")
        }
    }

    // MARK: Parts

    private func next(_ events: inout EventReader) async throws -> Change {
        try change(try #require(try await events.nextEvent()))
    }

    private func change(_ event: EventReader.Event) throws -> Change {
        try JSONDecoder().decode(Change.self, from: Data(try #require(event.data).utf8))
    }
}
