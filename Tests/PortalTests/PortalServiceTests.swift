import AlbumenTestSupport
import Foundation
import Testing

/// The program `albumen-portal` on a session bus, with the real server.
@Suite(.blocking, .enabled(if: PortalBus.isPresent, Comment(rawValue: PortalBus.absence)))
struct PortalServiceTests {
    private static var images: [String: Any] { ["filters": [["Images", ["image/*"]]]] }

    @Test func `a dialog for images shows the picker, and the program gets files that it can read`() async throws {
        let bus = try PortalBus()
        let original = SampleMedia.jpeg(width: 320, height: 200)
        let assets = try bus.importFiles(["a b.jpg": original, "b.jpg": SampleMedia.jpeg(width: 200, height: 320)])
        try bus.send(
            "OpenFile", "/request/1",
            [
                "title": "Upload", "application": "org.example.App",
                "options": Self.images.merging(["multiple": true]) { $1 },
            ])
        let page = try await bus.page()
        let number = try await page.waitingPick()
        let picks = try await page.send("GET", "/api/picker/waiting")["picks"] as? [[String: Any]]
        let pick = try #require(picks?.first)
        #expect(pick["application"] as? String == "org.example.App" && pick["purpose"] as? String == "Upload")
        #expect(pick["offersFiles"] as? Bool == true && pick["limit"] as? Int == 0)
        let order = [try #require(assets["b.jpg"]), try #require(assets["a b.jpg"])]
        try await page.choose(order, in: number)
        let answer = try bus.next()
        #expect(answer.event == "answer" && answer.response == 0 && answer.results == ["uris"])
        let files = try #require(answer.uris).map { try #require(URL(string: $0)) }
        #expect(files.map(\.lastPathComponent) == ["b.jpg", "a b.jpg"])
        #expect(try Data(contentsOf: try #require(files.last)) == original)
        for file in files {
            let folder = try FileManager.default.attributesOfItem(atPath: file.deletingLastPathComponent().path)
            #expect(folder[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `Cancel is an answer without files`() async throws {
        let bus = try PortalBus()
        let assets = try bus.importFiles(["a.jpg": SampleMedia.jpeg(width: 320, height: 200)])
        try bus.send("OpenFile", "/request/1", ["options": Self.images])
        let page = try await bus.page()
        try await page.choose([try #require(assets["a.jpg"])], in: try await page.waitingPick(), action: "cancel")
        let answer = try bus.next()
        #expect(answer.event == "answer" && answer.response == 1 && answer.results == [])
        #expect(try bus.requestFolders().isEmpty)
    }

    @Test func `Choose a File opens the other backend's dialog`() async throws {
        let bus = try PortalBus()
        _ = try bus.importFiles(["a.jpg": SampleMedia.jpeg(width: 320, height: 200)])
        try bus.send("OpenFile", "/request/1", ["title": "Upload", "options": Self.images])
        let page = try await bus.page()
        try await page.choose([], in: try await page.waitingPick(), action: "files")
        let other = try bus.next()
        #expect(other.event == "other" && other.member == "OpenFile" && other.handle == "/request/1")
        #expect(other.title == "Upload" && other.options == ["filters"])
        let answer = try bus.next()
        #expect(answer.response == 0 && answer.uris == ["file:///other"] && answer.results == ["uris", "writable"])
    }

    @Test func `without a browser that shows the picker in time, the other backend opens its dialog`() throws {
        let bus = try PortalBus(opening: 0.2)
        _ = try bus.importFiles(["a.jpg": SampleMedia.jpeg(width: 320, height: 200)])
        try bus.send("OpenFile", "/request/1", ["title": "Upload", "options": Self.images])
        #expect(bus.waitForPortal(toWrite: "No browser showed the picker in time."))
        let other = try bus.next()
        #expect(other.event == "other" && other.member == "OpenFile" && other.handle == "/request/1")
    }

    @Test func `the end of a request closes the picker`() async throws {
        let bus = try PortalBus()
        _ = try bus.importFiles(["a.jpg": SampleMedia.jpeg(width: 320, height: 200)])
        try bus.send("OpenFile", "/request/1", ["options": Self.images])
        let page = try await bus.page()
        _ = try await page.waitingPick()
        try bus.send("Close", "/request/2")
        #expect(try bus.next().event == "close refused")
        try bus.send("Close", "/request/1")
        let events = [try bus.next(), try bus.next()]
        #expect(Set(events.map(\.event)) == ["answer", "close answered"])
        #expect(events.compactMap(\.response) == [2])
        try await waitUntil {
            (try await page.send("GET", "/api/picker/waiting")["picks"] as? [[String: Any]])?.isEmpty == true
        }
    }

    @Test func `a program that ends closes its picker`() async throws {
        let bus = try PortalBus()
        _ = try bus.importFiles(["a.jpg": SampleMedia.jpeg(width: 320, height: 200)])
        try bus.send("OpenFile", "/request/1", ["options": Self.images])
        let page = try await bus.page()
        _ = try await page.waitingPick()
        bus.stopClient()
        try await waitUntil {
            (try await page.send("GET", "/api/picker/waiting")["picks"] as? [[String: Any]])?.isEmpty == true
        }
    }

    @Test func `all other dialogs are the other backend's`() throws {
        let bus = try PortalBus()
        let requests: [(String, [String: Any])] = [
            ("OpenFile", [:]),
            ("OpenFile", ["filters": [["All", ["*.*"]]]]),
            ("OpenFile", ["filters": [["Images", ["image/*"]]], "current_filter": ["All", ["*.txt"]]]),
            ("OpenFile", ["filters": [["Images", ["image/*"]]], "directory": true]),
            ("OpenFile", ["filters": [["Images", ["image/*"]]], "choices": [["a", "A", [], "true"]]]),
            ("OpenFile", ["filters": "image/*"]),
            ("SaveFile", ["filters": [["Images", ["image/*"]]], "current_name": "a.jpg"]),
            ("SaveFiles", [:]),
        ]
        for (number, request) in requests.enumerated() {
            let handle = "/request/\(number)"
            try bus.send(request.0, handle, ["options": request.1, "application": "app", "title": "Title"])
            let other = try bus.next()
            #expect(other.event == "other" && other.member == request.0 && other.handle == handle)
            #expect(other.options == request.1.keys.sorted())
            #expect(other.application == "app" && other.title == "Title")
            #expect(other.name == request.1["current_name"] as? String ?? "")
            let answer = try bus.next()
            #expect(answer.handle == handle && answer.response == 0 && answer.uris == ["file:///other"])
        }
    }

    @Test func `errors and ends of the other backend reach the program`() throws {
        let bus = try PortalBus()
        try bus.send("SaveFile", "/request/1", ["title": "fail"])
        #expect(try bus.next().event == "other")
        let failure = try bus.next()
        #expect(failure.event == "error" && failure.name == "org.example.Broken")
        try bus.send("SaveFile", "/request/1", ["title": "wait"])
        #expect(try bus.next().event == "other")
        try bus.send("SaveFile", "/request/1", [:])
        #expect(try bus.next().name == "org.freedesktop.portal.Error.Failed")
        try bus.send("Close", "/request/1")
        let events = [try bus.next(), try bus.next(), try bus.next()]
        #expect(Set(events.map(\.event)) == ["closed", "answer", "close answered"])
        #expect(events.compactMap(\.response) == [2])
    }

    @Test func `a program without a library or a server gets the other backend's dialog`() throws {
        let bus = try PortalBus(variables: ["ALBUMEN_COMMAND": "/nonexistent/albumen"])
        try bus.send("OpenFile", "/request/1", ["options": Self.images])
        #expect(try bus.next().event == "other")
        #expect(try bus.next().uris == ["file:///other"])
    }

    @Test func `without another backend, other dialogs fail with a reason`() throws {
        let bus = try PortalBus(hasOther: false)
        #expect(bus.waitForPortal(toWrite: "There is no other backend for files"))
        try bus.send("SaveFile", "/request/1", [:])
        let failure = try bus.next()
        #expect(failure.event == "error" && failure.name == "org.freedesktop.portal.Error.Failed")
    }

    @Test func `programs can inspect the object`() throws {
        let bus = try PortalBus()
        try bus.send("Inspect")
        let found = try bus.next()
        #expect(found.event == "inspected" && found.properties == [])
        #expect(found.text?.contains(PortalBus.interface) == true)
    }
}
