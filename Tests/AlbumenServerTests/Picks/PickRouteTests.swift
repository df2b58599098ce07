import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// The path from an app's request to the chosen bytes.
@Suite struct PickRouteTests {
    @Test func `an app gets the chosen assets and nothing else`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try gallery.add(.photograph("IMG_0001.JPG"))
            let movie = try gallery.add(.movie("b.mov"))
            let other = try gallery.add(.photograph("other.jpg"))
            let app = try await PickClient(gallery, #"{"limit": 0, "application": "Mail\n", "selection": "ordered"}"#)
            #expect(try await app.items() == PickClient.Pick(revision: 1, state: "waiting", items: []))
            let page = try await app.open()
            // The program that has the connection open is this one.
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            #expect(page.requester == .init(kind: "origin", origin: "http://app.example", user: nil, program: program))
            #expect(page.application == "Mail")
            #expect(page.state == "open")

            let pick = try await app.choose([movie, photo])
            #expect(pick.state == "added")
            #expect(pick.items.map(\.name) == ["b", "IMG_0001"])
            #expect(pick.items.map(\.kind) == ["video", "image"])
            #expect(pick.items.allSatisfy { $0.identifier == nil && !$0.isPreselected })
            let item = pick.items[1]
            let form = try #require(item.representations.first)
            #expect(form.type == "public.jpeg" && form.name == "IMG_0001.JPG")
            let bytes = try SampleMedia.photograph(width: 640, height: 480, comment: "IMG_0001.JPG")
            let answer = try await app.load(item.item, form.type)
            #expect(answer.body == bytes)
            #expect(form.bytes == bytes.count)
            #expect(answer.headers[.contentDisposition]?.contains("\"IMG_0001.JPG\"") == true)
            #expect(answer.headers[.contentType] == "image/jpeg")
            let part = try await app.load(item.item, form.type, "", [.range: "bytes=10-19"])
            #expect(part.status == 206 && part.body == bytes[10...19])
            let progress = try await app.load(item.item, form.type, "/progress")
            #expect(progress.text == #"{"fraction":1,"phase":"ready"}"#)

            let cipher = try gallery.library.owner.pickItemCipher(for: "origin http://app.example")
            for token in [try #require(try cipher.seal(other)), photo, "x", other] {
                let refused = try await app.load(token, form.type)
                #expect(refused.status == 404)
                let unknown = try await app.load("unknown", "none")
                #expect(refused.body == unknown.body)
            }
            #expect(try await app.load(item.item, "public.heic").status == 404)
            #expect(try await app.load(item.item, form.type, "/paired").status == 404)
        }
    }

    @Test func `unordered results are in the library's order`() async throws {
        try await GalleryFixture.open { gallery in
            let days = try gallery.addDays(3)
            let app = try await PickClient(gallery, #"{"limit": 0}"#)
            let pick = try await app.choose([days[1], days[0], days[2]])
            #expect(pick.items.map(\.name) == ["day-2", "day-1", "day-0"])
        }
    }

    @Test func `a token names an asset in each session of one requester (§10.27)`() async throws {
        try await GalleryFixture.open { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            var tokens: [String] = []
            for origin in ["http://a.example", "http://a.example", "http://b.example"] {
                let app = try await PickClient(gallery, origin: origin)
                tokens.append(try #require(try await app.choose([photo]).items.first).item)
            }
            #expect(tokens[0] == tokens[1] && tokens[0] != tokens[2])
            let again = try await PickClient(
                gallery, "{\"limit\": 0, \"preselected\": [\"\(tokens[0])\", \"\(tokens[2])\", \"\(photo)\"]}",
                origin: "http://a.example")
            #expect(try await again.open().chosen == [photo])
            let foreign = try await PickClient(
                gallery, "{\"limit\": 0, \"preselected\": [\"\(tokens[0])\"]}", origin: "http://b.example")
            #expect(try await foreign.open().chosen == [])
        }
    }

    @Test func `only programs of the owner get local identifiers`() async throws {
        try await GalleryFixture.open { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let configuration = "{\"limit\": 0, \"identifiers\": true, \"preselected\": [\"\(photo)/L0/001\"]}"
            let program = try await PickClient(gallery, configuration, origin: nil)
            #expect(try await program.open().requester.kind == "process")
            #expect(try await program.open().chosen == [photo])
            #expect(try await program.end("cancel").status == 200)
            let cancelled = try await program.items()
            #expect(cancelled.items.map(\.identifier) == ["\(photo)/L0/001"])
            #expect(cancelled.items[0].isPreselected && cancelled.items[0].representations.isEmpty)
            #expect(try await program.load(cancelled.items[0].item, "public.jpeg").status == 404)
            let page = try await PickClient(gallery, configuration)
            #expect(try await page.open().chosen == [])
            #expect(try await page.choose([photo]).items.map(\.identifier) == [nil])
            try await ConnectionPeer.$current.withValue(ConnectionPeer(user: 12_345, inode: 0, owner: 1)) {
                let foreign = try await PickClient.create(gallery, configuration, origin: nil)
                #expect(foreign.status == 201)
                // The owner's cookie has no effect on the connection of another user.
                #expect(try await gallery.respond("/api/picker/waiting").status == 401)
                #expect(try await gallery.respond(gallery.link(), as: .nobody).cookie == nil)
            }
        }
    }

    @Test func `programs of the owner change the choice with local identifiers`() async throws {
        try await GalleryFixture.open { gallery in
            let photos = try ["a.jpg", "b.jpg", "c.jpg"].map { try gallery.add(.photograph($0)) }
            let configuration = #"{"limit": 0, "identifiers": true, "selection": "continuousAndOrdered"}"#
            let local = photos.map { "\($0)/L0/001" }
            let program = try await PickClient(gallery, configuration, origin: nil)
            #expect(try await program.select(photos).status == 200)
            #expect(try await program.items().items.map(\.identifier) == local)
            let moved = try await program.ask(
                .patch, nil, "{\"move\": {\"item\": \"\(local[2])\", \"after\": \"\(local[0])\"}}")
            #expect(moved.status == 200)
            #expect(try await program.open().chosen == [photos[0], photos[2], photos[1]])
            let deselected = try await program.ask(.patch, nil, "{\"deselect\": [\"\(local[0])\"]}")
            #expect(try deselected.decoded(as: PickClient.Pick.self).items.map(\.identifier) == [local[2], local[1]])

            // A page's app has no local identifiers, so they name nothing.
            let page = try await PickClient(gallery, configuration)
            #expect(try await page.select(photos).status == 200)
            #expect(try await page.ask(.patch, nil, "{\"deselect\": [\"\(local[0])\"]}").status == 200)
            #expect(try await page.open().chosen == photos)
        }
    }

    @Test func `an app that offers files learns that the owner wants one`() async throws {
        try await GalleryFixture.open { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let app = try await PickClient(gallery, #"{"offersFiles": true}"#)
            #expect(try await app.open().offersFiles)
            #expect(try await app.select([photo]).status == 200)
            #expect(try await app.end("files").status == 200)
            let files = PickClient.Pick(revision: 3, state: "cancelled", wantsFiles: true, items: [])
            #expect(try await app.items() == files)

            let other = try await PickClient(gallery)
            #expect(try await !other.open().offersFiles)
            #expect(try await other.end("files").status == 200)
            let ended = try await other.items()
            #expect(ended.state == "cancelled" && !ended.wantsFiles)
        }
    }

    @Test func `a program can ask for a new window of the browser`() async throws {
        try await GalleryFixture.serve { gallery in
            let windows = Mutex<[Bool]>([])
            gallery.server.openBrowser { _, isInNewWindow in windows.withLock { $0.append(isInNewWindow) } }
            let tab = try await PickClient.create(gallery, #"{"present": true}"#, origin: nil)
            let window = try await PickClient.create(gallery, #"{"present": true, "newWindow": true}"#, origin: nil)
            #expect(tab.status == 201 && window.status == 201)
            #expect(windows.withLock { $0 } == [false, true])
        }
    }

    @Test func `only programs of the owner open the browser, through a link that they don't learn`() async throws {
        let log = RecordedLog()
        try await GalleryFixture.serve(log: log) { gallery in
            let links = Mutex<[String]>([])
            gallery.server.openBrowser { link, _ in links.withLock { $0.append(link) } }
            let configuration = #"{"present": true}"#
            #expect(try await PickClient.create(gallery, configuration, origin: "http://a.example").status == 201)
            #expect(try await PickClient.create(gallery, "{}", origin: nil).status == 201)
            #expect(links.withLock { $0 } == [])
            let answer = try await PickClient.create(gallery, configuration, origin: nil)
            let new = try answer.decoded(as: PickClient.New.self)
            let link = try #require(links.withLock { $0 }.first)
            let path = String(link.dropFirst(gallery.address.origin.count))
            let form = try Regex("/open\\?key=([A-Za-z0-9_-]{43})&pick=\(new.number)")
            let key = try #require(try form.wholeMatch(in: path)?[1].substring)
            #expect(!answer.text.contains(key) && !answer.headers.map(\.value).joined().contains(key))
            let app = PickClient(gallery, number: new.number)
            let wait = try await app.ask(token: new.token)
            #expect(wait.status == 200 && !wait.text.contains(key))
            let entrance = try await gallery.respond(path, as: .nobody)
            #expect(entrance.cookie != nil && entrance.text.contains("/picker?number=\(new.number)"))
            #expect(!log.text.contains(key))
        }
    }

    @Test func `assets that don't qualify say why (§10.9)`() async throws {
        try await GalleryFixture.open { gallery in
            let short = try gallery.add(.video("short.mov") { $0.duration = 60 })
            let long = try gallery.add(.video("long.mov") { $0.duration = 61 })
            let photo = try gallery.add(.photograph("photo.jpg"))
            let hidden = try gallery.add(.photograph("hidden.jpg"))
            try gallery.setHidden(true, hidden)
            let lost = try gallery.add(.video("lost.mov") { $0.duration = 1 })
            try gallery.loseBytes(of: lost)
            let app = try await PickClient(
                gallery, #"{"limit": 0, "filter": {"all": [{"kind": "videos"}, {"duration": [null, 60]}]}}"#)
            _ = try await app.open()
            let list = [short, long, photo, hidden, lost].map { "\"\($0)\"" }.joined(separator: ",")
            let answer = try await gallery.change(
                .post, "\(app.pickerPath)/eligibility", "{\"assets\": [\(list)]}", headers: [.acceptLanguage: "en"])
            struct Obstacle: Decodable, Equatable { let reason: String, message: String }
            let obstacles = try answer.decoded(as: [String: Obstacle?].self)
            #expect(obstacles[short] == .some(nil))
            #expect(obstacles[long]??.reason == "duration")
            #expect(obstacles[long]??.message == "Videos must last at most 60 seconds.")
            #expect(obstacles[photo]??.reason == "kind")
            #expect(obstacles[hidden]??.reason == "unavailable")
            #expect(obstacles[lost]??.reason == "notOnDisk")
            let refused = try await app.select([long], "zh")
            #expect(refused.status == 422)
            #expect(refused.refusal?.code == "duration")
            #expect(refused.refusal?.message == "视频时长至多为 60 秒。")
            #expect(try await app.open().chosen == [])
            #expect(try await app.select([short]).status == 200)
        }
    }

    @Test func `a waiting app hears of the choice`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let app = try await PickClient(gallery)
            async let opened = app.ask(.get, "\(app.path)?after=1")
            _ = try await app.open()
            #expect(try await opened.decoded(as: PickClient.Pick.self).state == "open")
            async let added = app.ask(.get, "\(app.path)?after=2")
            _ = try await app.choose([photo])
            #expect(try await added.decoded(as: PickClient.Pick.self).items.count == 1)
        }
    }

    @Test func `the page hears the app's changes, and the gallery of waiting programs`() async throws {
        try await GalleryFixture.serve { gallery in
            let app = try await PickClient(gallery, origin: nil)
            try await gallery.follow("/api/changes") { events in
                #expect(try await events.nextEvent()?.name == "current")
                _ = try await PickClient(gallery, origin: nil)
                #expect(try await events.nextEvent()?.name == "picks")
            }
            _ = try await app.open()
            let names = try await gallery.follow("\(app.pickerPath)/events") { events in
                _ = try await app.ask(.patch, nil, #"{"zoom": "out", "limit": 2}"#)
                _ = try await app.ask(.delete)
                return [
                    try await events.nextEvent()?.name, try await events.nextEvent()?.name,
                    try await events.nextEvent()?.name,
                ]
            }
            #expect(names == ["document", "zoom", "ended"])
            #expect(try await app.ask().status == 404)
        }
    }

    @Test func `a page has no bytes of a continuous session before the owner confirms`() async throws {
        try await GalleryFixture.open { gallery in
            let photos = try ["a.jpg", "b.jpg"].map { try gallery.add(.photograph($0)) }
            let page = try await PickClient(gallery, #"{"limit": 0, "selection": "continuous"}"#)
            #expect(try await page.open().needsConfirmation)
            #expect(try await page.select(photos).status == 200)
            #expect(try await page.items().items == [])
            #expect(try await page.select([photos[0]], confirms: true).status == 200)
            #expect(try await page.open().needsConfirmation == false)
            let item = try #require(try await page.items().items.first)
            #expect(try await page.load(item.item, "public.jpeg").status == 200)
            #expect(try await page.ask(.patch, nil, #"{"limit": 9}"#).status == 200)
            #expect(try await page.select(photos).status == 200)
            #expect(try await page.items().items == [item])
            let opened = try await page.open()
            #expect(opened.needsConfirmation && opened.requestChanges == 1 && opened.chosen == photos)
        }
    }

    @Test func `an expired session says so`() async throws {
        let clock = TestClock()
        try await GalleryFixture.open(now: clock.now) { gallery in
            let photo = try gallery.add(.photograph("a.jpg"))
            let app = try await PickClient(gallery)
            let item = try #require(try await app.choose([photo]).items.first)
            clock.advance(by: 3600)
            #expect(try await app.ask().decoded(as: PickClient.Pick.self).state == "expired")
            #expect(try await app.ask(.get, "\(app.path)/items").status == 410)
            #expect(try await app.load(item.item, "public.jpeg").status == 410)
            #expect(try await gallery.respond(app.pickerPath).refusal?.code == "pickExpired")
        }
    }

    @Test func `hidden and deleted assets are no longer delivered`() async throws {
        try await GalleryFixture.open { gallery in
            let photos = try ["a.jpg", "b.jpg"].map { try gallery.add(.photograph($0)) }
            let app = try await PickClient(gallery, #"{"limit": 0}"#)
            let items = try await app.choose(photos).items
            try gallery.setHidden(true, photos[0])
            try gallery.temporary.commit(.trash(assetUUID: photos[1]))
            for item in items { #expect(try await app.load(item.item, "public.jpeg").status == 404) }
            #expect(try await app.items().items == [])
        }
    }
}
