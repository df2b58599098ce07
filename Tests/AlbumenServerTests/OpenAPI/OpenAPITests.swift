import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import MediaRequests
import Testing

@testable import AlbumenServer

/// The API behaves exactly as described.
@Suite struct OpenAPITests {
    /// The page itself, which isn't part of the API.
    private static let pagePaths: Set = [
        "/", "/web/**", "/open", "/picker", "/access", "/status", "/pick/{number}", "/albumen-picker.js",
        "/pair", "/authority.crt", "/connect", "/site",
    ]

    @Test func `the description contains the router's routes`() async throws {
        try await GalleryFixture.open { gallery in
            let router = gallery.server.router()
            _ = router.buildResponder()
            let described = try #require(try await description(gallery)["paths"] as? [String: [String: Any]])
            let operations = described.flatMap { path, item in item.keys.map { "\($0.uppercased()) \(path)" } }
            // HEAD is supported wherever GET is, and one sentence of the description covers it.
            let all = try await Operation.all(of: router).union(deviceOperations())
            let routes =
                all
                .filter { !Self.pagePaths.contains($0.path) && $0.method != .head }
                // OpenAPI has no methods of WebDAV. docs/webdav.md describes these routes.
                .filter { $0.path != SenderArea.dav && !$0.path.hasPrefix("\(SenderArea.dav)/") }
                .map { "\($0.method) \($0.path)" }
            #expect(operations.sorted() == routes.sorted())
        }
    }

    @Test(.enabled(if: OpenAPIChecker.isPresent, "\(OpenAPIChecker.absence)"))
    func `responses match the description`() async throws {
        let clock = TestClock()
        try await GalleryFixture.serve(now: clock.now) { gallery in
            let exchanges =
                try await exchanges(gallery) + changes(gallery) + PickExchanges(gallery, clock).all()
                + ClientExchanges(gallery).all() + PairingExchanges(gallery).all()
                + SenderExchanges(gallery).all() + SiteExchanges(gallery).all()
            let inboxes = try await InboxExchanges().all()
            let faults = try await check(description(gallery), exchanges + inboxes)
            #expect(faults == [])
            let statuses: Set = [
                200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 409, 410, 413, 414, 415, 416, 422, 429, 503,
            ]
            #expect(Set(exchanges.map(\.answer.status)) == statuses)
        }
    }

    @Test(.enabled(if: OpenAPIChecker.isPresent, "\(OpenAPIChecker.absence)"))
    func `the check finds responses that do not match the description`() async throws {
        let clock = TestClock()
        try await GalleryFixture.serve(now: clock.now) { gallery in
            let inboxes = try await InboxExchanges().all()
            let sound =
                try await inboxes + exchanges(gallery) + changes(gallery) + PickExchanges(gallery, clock).all()
                + ClientExchanges(gallery).all() + PairingExchanges(gallery).all()
                + SenderExchanges(gallery).all() + SiteExchanges(gallery).all()
            let description = try await description(gallery)
            let listing = sound.first { $0.path == "/api/collections" && $0.answer.status == 200 }
            let first = try #require(listing)

            let renamed = first.answer.text.replacingOccurrences(of: "\"title\"", with: "\"name\"")
            try await expectFault(
                "'title' is a required property", description, sound + [first.answering(text: renamed)])
            let wrongType = first.answer.text.replacingOccurrences(of: "\"count\":0", with: "\"count\":\"0\"")
            try await expectFault(
                "'0' is not of type 'integer'", description, sound + [first.answering(text: wrongType)])
            try await expectFault("the status is not described", description, sound + [first.answering(status: 299)])
            try await expectFault(
                "comes as text/html", description, sound + [first.answering(contentType: "text/html")])
            try await expectFault(
                "0 described operations fit", description,
                sound + [Exchange(method: .get, path: "/api/other", answer: first.answer)])
            try await expectFault(
                "the query's other is not described", description,
                sound + [Exchange(method: .get, path: "/api/collections?other=1", answer: first.answer)])
            try await expectFault(
                "GET /api/collections → 200: is described, and no exchange shows it", description,
                sound.filter { $0.path != "/api/collections" })

            let made = try #require(sound.first { $0.method == .post && $0.answer.status == 201 })
            var misspelt = made
            misspelt.body = made.body?.replacingOccurrences(of: "\"title\"", with: "\"name\"")
            try await expectFault(
                "is not valid under any of the given schemas", description, sound + [misspelt])

            let text = try await gallery.respond("/api/openapi.json").text
            let broken = try object(text.replacingOccurrences(of: "schemas/Rank\"", with: "schemas/Nothing\""))
            try await expectFault("refers to #/components/schemas/Nothing, which is not there", broken, [])
            let nonsense = try object(text.replacingOccurrences(of: "\"integer\"", with: "\"number of things\""))
            try await expectFault("isn't a JSON schema of 2020-12", nonsense, [])
        }
    }

    private struct Operation: Hashable {
        let method: HTTPRequest.Method
        let path: String

        static func all(of router: Router<GalleryContext>) -> Set<Operation> {
            Set(router.routes.map { Operation(method: $0.method, path: $0.path.description) })
        }
    }

    /// The operations for other devices.
    private func deviceOperations() async throws -> Set<Operation> {
        var operations: Set<Operation> = []
        try await DeviceFixture.open { devices in
            let router = try devices.server.deviceRouter(for: devices.devices)
            _ = router.buildResponder()
            operations = Operation.all(of: router)
        }
        return operations
    }

    // MARK: Exchanges

    /// Returns exchanges with each route in each state.
    private func exchanges(_ gallery: GalleryFixture) async throws -> [Exchange] {
        let subjects = try addSubjects(gallery)
        let timeline = "/api/collections/\(AlbumIdentifier.recents)/timeline"
        let unknown = UUID().uuidString
        let album = try gallery.addAlbum("Covered", [subjects.photo])
        let empty = try gallery.addAlbum("Empty")
        let trashed = try gallery.add(.image("trashed.jpg"))
        try gallery.temporary.commit(.trash(assetUUID: trashed))
        let version = try gallery.version()
        var exchanges: [Exchange] = []

        func ask(_ path: String, as visitor: GalleryFixture.Visitor = .owner, _ headers: HTTPFields = [:]) async throws
        {
            let answer = try await gallery.respond(path, as: visitor, headers: headers)
            exchanges.append(Exchange(method: .get, path: path, answer: answer))
        }

        for visitor in GalleryFixture.Visitor.allCases {
            try await ask("/api/openapi.json", as: visitor)
            try await ask("/api/session", as: visitor)
            try await ask("/api/collections", as: visitor)
            try await ask(timeline, as: visitor)
            try await ask("\(timeline)/\(version)?from=0&count=100", as: visitor)
            try await ask("\(timeline)/\(version)/identifiers?from=0&count=10", as: visitor)
            try await ask("\(timeline)/\(version)/ranks/\(subjects.photo)", as: visitor)
            try await ask("\(timeline)/\(version)/ranks?assets=\(subjects.photo),\(unknown)", as: visitor)
            try await ask("/api/collections/\(album)", as: visitor)
            try await ask("/api/covers?albums=\(album),\(empty),\(unknown)", as: visitor)
            try await ask("/api/search/completions?text=2", as: visitor)
            try await ask("/api/search/correction?text=nothing", as: visitor)
            try await ask("/api/removals", as: visitor)
            try await ask("\(timeline)/\(version)/months", as: visitor)
            try await ask("\(timeline)/\(version)/days?first=-400000&last=40000", as: visitor)
            try await ask("\(timeline)/\(version)/covers?parts=0-1,1-9&count=3", as: visitor)
            try await ask("/api/assets/\(subjects.photo)", as: visitor)
            try await ask("/api/assets/\(subjects.frame)/burst?from=0&count=10", as: visitor)
            for form in [
                "thumbnail", "preview", "rendition?long=512", "tiles", "tile", "video", "originals/photo", "download",
                "shown", "shown?form=jpeg",
            ] {
                try await ask("/api/assets/\(subjects.live)/\(form)", as: visitor)
            }
            for form in ["parts", "part?form=480", "frames"] {
                try await ask("/api/assets/\(subjects.live)/video/\(form)", as: visitor)
            }
        }
        try await ask("/api/removals?since=\(gallery.library.owner.currentToken())")
        try await ask("/api/removals?since=yesterday")
        try await ask("/api/removals?since=\(String(repeating: "x", count: 16_384))")
        try await ask("/api/collections", [.acceptLanguage: "zh"])
        try await ask("/api/collections/\(unknown)")
        try await ask("/api/covers?albums=\(String(repeating: ",", count: 100))")
        try await ask("/api/covers?albums=\(String(repeating: "x", count: 16_384))")
        try await ask("/api/search/completions?text=\(String(repeating: "x", count: 501))")
        try await ask("/api/search/completions?text=\(String(repeating: "x", count: 16_384))")
        try await ask("/api/search/correction?text=\(String(repeating: "x", count: 501))")
        try await ask("/api/search/correction?text=\(String(repeating: "x", count: 16_384))")
        try await ask("/api/collections/\(album)/timeline?count=2&order=oldest")
        try await ask("/api/collections/\(AlbumIdentifier.recentlyDeleted)/timeline?count=2")
        try await ask("\(timeline)?order=color")
        try await ask("\(timeline)/\(version)/ranks/\(subjects.photo)?order=color")
        for subject in subjects.others { try await ask("/api/assets/\(subject)") }
        try await ask("\(timeline)?count=2")
        try await ask("\(timeline)?count=501")
        try await ask("\(timeline)/\(version)")
        try await ask("\(timeline)/\(version)?count=501")
        try await ask("\(timeline)/\(version)/identifiers?count=10001")
        try await ask("\(timeline)/0/identifiers")
        for path in [
            "/\(unknown)/timeline", "/\(unknown)/timeline/1", "/\(unknown)/timeline/1/identifiers",
            "/\(unknown)/timeline/1/ranks/\(unknown)", "/\(unknown)/timeline/1/ranks",
        ] {
            try await ask("/api/collections\(path)")
        }
        try await ask("\(timeline)/\(version)/ranks/\(unknown)")
        try await ask("\(timeline)/0")
        try await ask("\(timeline)/0/ranks/\(unknown)")
        try await ask("\(timeline)/0/ranks")
        for form in ["months", "days", "covers?parts=0-1"] {
            try await ask("\(timeline)/0/\(form)")
            try await ask("/api/collections/\(unknown)/timeline/1/\(form)")
        }
        let trash = "/api/collections/\(AlbumIdentifier.recentlyDeleted)/timeline"
        let trashVersion = try await gallery.respond(trash).decoded(as: TimelineAnswer.self).version
        try await ask("\(trash)/\(trashVersion)/months")
        try await ask("\(timeline)/\(version)/days?first=1")
        try await ask("\(timeline)/\(version)/covers?parts=0-1&count=9")
        try await ask("\(timeline)/\(version)/ranks?assets=\(String(repeating: ",", count: 100))")
        try await ask("\(timeline)/\(version)/ranks?assets=\(String(repeating: "x", count: 16_384))")
        for query in ["?since=x", "?since=\(unknown)-1"] { try await ask("/api/changes\(query)") }
        try await ask("/api/changes", as: .nobody)
        exchanges.append(
            try await gallery.follow("/api/changes") { events in
                Exchange(
                    method: .get, path: "/api/changes",
                    answer: Answer(
                        status: events.status, headers: events.headers,
                        body: Data(try #require(try await events.next()?.data).utf8)))
            })
        try await ask("/api/assets/\(unknown)")
        try await ask("/api/assets/\(unknown)/burst")
        try await ask("/api/assets/\(unknown)/download")
        try await ask("/api/assets/\(subjects.photo)/burst")
        try await ask("/api/assets/\(subjects.frame)/burst?count=501")

        let content = try gallery.source(subjects.live).contentTag
        for form in ["thumbnail?", "preview?", "rendition?long=512&", "tile?level=0&column=0&row=0&"] {
            let path = "/api/assets/\(subjects.live)/\(form)content=\(content)"
            let tag = try #require(try await gallery.respond(path).headers[.eTag])
            try await ask(path)
            try await ask(path, [.ifNoneMatch: tag])
            try await ask("/api/assets/\(subjects.undecodable)/\(form)content=x")
            try await ask("/api/assets/\(unknown)/\(form)content=x")
        }
        try await ask("/api/assets/\(subjects.live)/rendition?long=513")
        for form in ["thumbnail", "preview", "rendition?long=512", "tiles", "tile"] {
            let query = form.contains("?") ? "&" : "?"
            try await ask("/api/assets/\(subjects.pair)/\(form)\(query)version=current")
            try await ask("/api/assets/\(subjects.live)/\(form)\(query)version=first")
        }
        try await ask("/api/assets/\(subjects.undecodable)/tiles")
        try await ask("/api/assets/\(unknown)/tiles")
        try await ask("/api/assets/\(subjects.live)/tile?column=99")
        try await ask("/api/assets/\(subjects.small)/thumbnail")
        for form in ["part?form=480&", "frames?"] {
            let path = "/api/assets/\(subjects.live)/video/\(form)content=x"
            let tag = try #require(try await gallery.respond(path).headers[.eTag])
            try await ask(path, [.ifNoneMatch: tag])
        }
        for form in ["parts", "part?form=480", "part?form=481", "part?form=480&number=9", "frames"] {
            try await ask("/api/assets/\(subjects.live)/video/\(form)")
            try await ask("/api/assets/\(subjects.photo)/video/\(form)")
            try await ask("/api/assets/\(unknown)/video/\(form)")
            try await ask("/api/assets/\(subjects.undecodableVideo)/video/\(form)")
        }
        for form in ["adjustments", "adjustments/preview", "video?version=base", "video/parts?version=base"] {
            try await ask("/api/assets/\(subjects.live)/\(form)")
            try await ask("/api/assets/\(subjects.photo)/\(form)")
            try await ask("/api/assets/\(unknown)/\(form)")
            try await ask("/api/assets/\(subjects.undecodable)/\(form)")
            try await ask("/api/assets/\(subjects.undecodableVideo)/\(form)")
            try await ask("/api/assets/\(subjects.animated)/\(form)")
            try await ask("/api/assets/\(subjects.live)/\(form)", as: .nobody)
        }
        for form in ["video", "video/parts", "video/frames"] {
            try await ask("/api/assets/\(subjects.live)/\(form)?version=original")
        }
        let base = "/api/assets/\(subjects.live)/adjustments/preview"
        let baseTag = try #require(try await gallery.respond(base).headers[.eTag])
        try await ask(base, [.ifNoneMatch: baseTag])
        try await ask("/api/assets/\(subjects.live)/shown?form=png")
        for form in ["video", "originals/photo", "shown"] {
            let path = "/api/assets/\(subjects.live)/\(form)"
            let tag = try #require(try await gallery.respond(path).headers[.eTag])
            try await ask(path, [.ifNoneMatch: tag])
            try await ask(path, [.range: "bytes=0-9"])
            try await ask(path, [.range: "bytes=99999999-"])
            try await ask("/api/assets/\(unknown)/\(form)")
        }
        return exchanges
    }

    /// Returns exchanges with each change and each of its results.
    private func changes(_ gallery: GalleryFixture) async throws -> [Exchange] {
        let assets = try gallery.addDays(102)
        let (kept, removed) = (assets[101], Array(assets.prefix(101)))
        let unknown = UUID().uuidString
        let album = try gallery.addAlbum("Album", [kept])
        let inner = try gallery.addFolder("Inner")
        let outer = try gallery.addFolder("Outer", [inner])
        let members = "/api/collections/\(album)/members"
        var exchanges: [Exchange] = []

        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
            as visitor: GalleryFixture.Visitor = .owner, contentType: String = "application/json",
            tellsToken: Bool = true
        ) async throws {
            let answer =
                if let body {
                    try await gallery.change(
                        method, path, body, as: visitor, headers: [.contentType: contentType], tellsToken: tellsToken)
                } else { try await gallery.respond(method, path, as: visitor, tellsToken: tellsToken) }
            exchanges.append(Exchange(method: method, path: path, body: body, answer: answer))
        }

        func list(_ assets: [String]) -> String { "[\(assets.map { "\"\($0)\"" }.joined(separator: ","))]" }

        let facts = """
            "isFavorite": true, "isHidden": false, "creationDate": "2024-05-07T01:33:04Z", "utcOffset": null,
            "location": {"latitude": 1, "longitude": 2, "altitude": null},
            "rating": 3, "caption": null, "keywords": ["a"]
            """
        // First the successful changes, then the refused ones.
        let frames = try gallery.temporary.addBurst("changed", count: 3, from: 50_000)
        let burst = "/api/assets/\(frames[0])/burst"
        try await ask(.patch, burst, "{\"kept\": \(list([frames[1]])), \"key\": \"\(frames[2])\"}")
        try await ask(.patch, burst, "{\"kept\": [], \"key\": null}")
        try await ask(.patch, burst, "{\"key\": \"\(unknown)\"}")
        try await ask(.post, "/api/bursts/frames", "{\"assets\": \(list([frames[0], kept, unknown]))}")
        try await ask(.patch, "/api/assets", "{\"assets\": \(list([kept])), \(facts)}")
        let undo = try #require(exchanges.last).answer.decoded(as: ChangedAnswer.self).undo ?? ""
        for _ in 0..<2 { try await ask(.post, "/api/undo", "{\"undo\": \"\(undo)\"}") }
        try await ask(.patch, "/api/assets", "{\"assets\": \(list([kept])), \"location\": null}")
        let adjustment = """
            "clockTime": "2024-05-07T09:33:04", "timeZone": {"utcOffset": 7200, "keeps": "moment"},
            "addedKeywords": ["b"], "removedKeywords": ["a"]
            """
        try await ask(.patch, "/api/assets", "{\"assets\": \(list([kept])), \(adjustment)}")
        try await ask(.patch, "/api/assets", "{\"assets\": \(list([kept])), \"dateShift\": -3600}")
        for path in ["/api/assets/summary", "/api/downloads"] {
            try await ask(.post, path, "{\"assets\": \(list([kept]))}")
            try await ask(.post, path, "{\"assets\": \(list([unknown]))}")
        }
        try await ask(.post, "/api/downloads", "{\"assets\": \(list([kept, assets[0]])), \"title\": \"Lake\"}")
        let download = try #require(exchanges.last).answer.decoded(as: DownloadAnswer.self).address
        try await ask(.get, download, as: .nobody)
        for _ in 0..<2 { try await ask(.get, download) }
        try await ask(.patch, "/api/assets", "{\"assets\": \(list([unknown])), \"rating\": 3}")
        try await ask(.patch, "/api/assets", "{\"assets\": \(list([kept])), \"rating\": 9}")
        let adjusted = try gallery.add(.photograph("adjusted.jpg"))
        let adjustments = "/api/assets/\(adjusted)/adjustments"
        try await ask(.post, adjustments, "{\"recipe\": {}, \"revision\": \"unedited\"}")
        let other = "4-\(String(repeating: "0", count: 64))"
        try await ask(.post, adjustments, "{\"recipe\": {\"tint\": 9}, \"revision\": \"\(other)\"}")
        try await ask(.post, adjustments, "{\"recipe\": {\"muted\": true}, \"revision\": \"unedited\"}")
        try await ask(.post, "/api/assets/\(unknown)/adjustments", "{\"recipe\": {}, \"revision\": \"unedited\"}")
        try await ask(.post, "/api/adjustments", "{\"assets\": \(list([kept, unknown])), \"recipe\": {}}")
        try gallery.temporary.commit(.trash(assetUUID: frames[0]))
        for asset in [kept, frames[0]] {
            try await ask(.post, "/api/revert", "{\"assets\": \(list([asset]))}")
        }
        try await ask(.post, "/api/revert", "{\"assets\": \(list([unknown]))}")
        for path in ["/api/trash", "/api/trash/purge"] {
            try await ask(.post, path, "{\"assets\": \(list(removed))}")
            try await ask(.post, path, "{\"assets\": \(list(removed)), \"confirmedRemovals\": 101}")
            try await ask(.post, path, "{\"assets\": \(list([unknown]))}")
        }
        try await ask(.post, "/api/trash/purge", "{\"assets\": \(list([kept]))}")
        try await ask(.post, "/api/trash/restore", "{\"assets\": \(list([kept]))}")
        try await ask(.post, "/api/trash/restore", "{\"assets\": \(list([unknown]))}")
        let new = "\"type\": \"album\", \"title\": \"New\""
        try await ask(.post, "/api/collections", "{\(new), \"parent\": \"\(inner)\", \"assets\": \(list([kept]))}")
        try await ask(.post, "/api/collections", "{\(new), \"parent\": \"\(unknown)\"}")
        try await ask(.post, "/api/collections", "{\(new), \"parent\": \"\(album)\"}")
        try await ask(.patch, "/api/collections/\(album)", "{\"title\": \"Other\", \"parent\": null, \"before\": null}")
        try await ask(.patch, "/api/collections/\(album)", "{\"description\": \"By the lake\"}")
        try await ask(.patch, "/api/collections/\(unknown)", "{\"title\": \"Other\"}")
        try await ask(.patch, "/api/collections/\(album)", "{\"before\": \"\(inner)\"}")
        try await ask(.patch, "/api/collections/\(outer)", "{\"parent\": \"\(inner)\"}")
        for change in [
            "\"remove\": \(list([kept]))", "\"insert\": \(list([kept])), \"at\": [0]",
            "\"move\": \(list([kept])), \"before\": null", "\"move\": \(list([kept])), \"at\": [0]",
            "\"add\": \(list([kept]))",
            "\"insert\": \(list([kept])), \"at\": [7]", "\"add\": \(list([unknown]))",
        ] {
            try await ask(.patch, members, "{\(change)}")
        }
        try await ask(.patch, "/api/collections/\(inner)/members", "{\"add\": \(list([kept]))}")
        for (method, path) in [
            (HTTPRequest.Method.patch, "/api/assets"), (.patch, burst), (.post, "/api/bursts/frames"),
            (.post, "/api/assets/summary"), (.post, "/api/downloads"), (.post, "/api/undo"), (.post, "/api/trash"),
            (.post, "/api/trash/restore"), (.post, "/api/revert"), (.post, "/api/adjustments"),
            (.post, "/api/assets/\(kept)/adjustments"),
            (.post, "/api/trash/purge"), (.post, "/api/collections"), (.patch, "/api/collections/\(album)"),
            (.patch, members),
        ] {
            try await ask(method, path, "{\"color\": 1}")
            try await ask(method, path, "{}", as: .nobody)
            try await ask(method, path, "{}", tellsToken: false)
            try await ask(method, path, "{}", contentType: "text/plain")
            let isSelection = ["/api/assets/summary", "/api/downloads"].contains(path)
            let limit = isSelection ? AssetSelection.bodyLimit : JSONBody.limit
            try await ask(method, path, String(repeating: " ", count: limit + 1))
        }
        try await ask(.delete, "/api/collections/\(outer)", as: .nobody)
        try await ask(.delete, "/api/collections/\(outer)", tellsToken: false)
        try await ask(.delete, "/api/collections/\(outer)")
        try await ask(.delete, "/api/collections/\(outer)")
        return exchanges
    }

    private struct DownloadAnswer: Decodable {
        let address: String
    }

    private struct Subjects {
        var photo = ""
        var live = ""
        var small = ""
        /// A frame of a burst.
        var frame = ""
        var undecodable = ""
        var undecodableVideo = ""
        var animated = ""
        /// A RAW and its JPEG.
        var pair = ""
        /// Assets with other known metadata.
        var others: [String] = []
    }

    private func addSubjects(_ gallery: GalleryFixture) throws -> Subjects {
        var subjects = Subjects()
        var photo = try TemporaryLibrary.Sample.photograph("a.jpg")
        photo.probe.location = MediaProbe.Location(latitude: -33.9, longitude: 151.2, altitude: 12)
        photo.probe.captureDate = MediaProbe.CaptureDate(
            secondsSinceReferenceDate: 736_738_384.046, utcOffsetInSeconds: 28_800, source: .exifOriginal)
        (photo.probe.cameraMake, photo.probe.cameraModel, photo.probe.lensModel) = ("Maker", "Camera", "Lens")
        photo.probe.exposure = MediaProbe.Exposure(
            time: 0.004, aperture: 5.6, iso: 200, focalLength: 24.5, focalLengthIn35mmFilm: 37)
        (photo.probe.title, photo.probe.caption) = ("Title", "Caption")
        (photo.probe.keywords, photo.probe.rating) = (["one", "two"], 5)
        photo.probe.damage = "The file ends early."
        subjects.photo = try gallery.add(photo)

        var still = try TemporaryLibrary.Sample.photograph("IMG_1.JPG")
        var moving = TemporaryLibrary.Sample.movie("IMG_1.MOV")
        (still.probe.contentIdentifier, moving.probe.contentIdentifier) = ("pair", "pair")
        (still.probe.captureDate, moving.probe.captureDate) = (photo.probe.captureDate, photo.probe.captureDate)
        let outcomes = try gallery.temporary.add([still, moving])
        subjects.live = try #require(outcomes[0].assetUUID)

        var small = TemporaryLibrary.Sample.image("c.png").probe
        (small.uniformTypeIdentifier, small.pixelWidth, small.pixelHeight) = ("public.png", 32, 24)
        subjects.small = try gallery.add(.init("c.png", small, bytes: SampleMedia.png()))
        subjects.frame = try gallery.temporary.addBurst("burst", count: 3)[0]
        subjects.undecodable = try gallery.add(.undecodable("d.jpg"))
        subjects.undecodableVideo = try gallery.add(.video("k.mov"))
        let raw = TemporaryLibrary.Sample.image("j.dng") {
            ($0.isRAW, $0.uniformTypeIdentifier, $0.pixelWidth, $0.pixelHeight) = (
                true, "com.adobe.raw-image", 8000, 6000
            )
        }
        subjects.pair = try #require(
            try gallery.temporary.add([.photograph("j.jpg"), raw])[0].assetUUID)
        _ = try gallery.addAlbum("Lake", [subjects.pair])
        subjects.animated = try gallery.add(
            .image("f.gif") { ($0.frameCount, $0.uniformTypeIdentifier) = (3, "com.compuserve.gif") })
        subjects.others = [
            subjects.pair, subjects.live, subjects.small, subjects.frame, subjects.undecodable,
            try gallery.add(.movie("e.mov")),
            subjects.animated,
            try gallery.add(.image("g.dng") { ($0.isRAW, $0.uniformTypeIdentifier) = (true, "com.adobe.raw-image") }),
            try gallery.add(
                .image("h.jpg") {
                    $0.captureDate = MediaProbe.CaptureDate(
                        secondsSinceReferenceDate: -1e15, utcOffsetInSeconds: nil, source: .exifOriginal)
                }),
            try gallery.add(.image("i.jpg") { ($0.pixelWidth, $0.pixelHeight) = (1, 30_000) }),
        ]
        return subjects
    }

    // MARK: Parts

    private func description(_ gallery: GalleryFixture) async throws -> [String: Any] {
        try object(await gallery.respond("/api/openapi.json").text)
    }

    private func object(_ text: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(object as? [String: Any])
    }

    private func check(_ description: [String: Any], _ exchanges: [Exchange]) throws -> [String] {
        try OpenAPIChecker.faults(description: description, exchanges: exchanges)
    }

    private func expectFault(
        _ text: String, _ description: [String: Any], _ exchanges: [Exchange]
    ) async throws {
        let faults = try check(description, exchanges)
        #expect(faults.contains { $0.contains(text) }, "\(faults)")
    }
}

extension Exchange {
    fileprivate func answering(status: Int? = nil, contentType: String? = nil, text: String? = nil) -> Exchange {
        var headers = answer.headers
        if let contentType { headers[.contentType] = contentType }
        return Exchange(
            method: method, path: path, body: body,
            answer: Answer(
                status: status ?? answer.status, headers: headers, body: text.map { Data($0.utf8) } ?? answer.body))
    }
}
