import AlbumenTestSupport
import Foundation
import NIOHTTP1
import Testing

extension PageTests {
    /// Browsers that stay signed in after they, and the server, have ended.
    @Suite struct LastingSignInTests {
        private static let grid =
            "location.pathname === '/' && document.querySelector('photo-grid').timeline.version !== null"

        /// A request of a program of the owner.
        private struct Pick: Decodable {
            let page: String

            static func make(at server: GalleryProcess) async throws -> Pick {
                let answer = try await LocalHTTP.send(
                    .POST, "/api/picks", toPort: server.port, headers: ["Content-Type": "application/json"],
                    body: Data("{}".utf8))
                try #require(answer.status == 201, "\(answer.text)")
                return try JSONDecoder().decode(Pick.self, from: answer.body)
            }
        }

        /// The page watches its connection.
        private static let live = """
            performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/picker/waiting"))
            """

        @Test func `a bookmark opens the library after the browser and the server have ended`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let profile = try TemporaryFolder()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            let (host, cookies) = try await BrowserSession.with(profile: profile) { browser in
                try await browser.open(first.link)
                try await browser.wait(for: Self.grid)
                let host: String = try await browser.evaluate("return location.host")
                #expect(host.wholeMatch(of: /[a-z0-9]{26}\.albumen\.localhost:[0-9]+/) != nil)
                // The cookies of the run: none that another name can have set, and none for scripts.
                let cookies = try await browser.cookies()
                let seen: String = try await browser.evaluate("return document.cookie")
                #expect(seen == "")
                return (host, cookies)
            }
            #expect(cookies.count == 1 && cookies.first?.sameSite == "Strict")
            #expect(try first.stop().exitStatus == 0)

            let second = try GalleryProcess(serving: library.folder, port: first.port, isLasting: true)
            try await BrowserSession.with(profile: profile) { browser in
                try await browser.open(second.entrance + "/#/years")
                try await browser.wait(
                    for: "location.pathname === '/' && document.querySelector('photo-grid') !== null")
                let address: String = try await browser.evaluate("return location.href")
                #expect(address.hasSuffix(".albumen.localhost:\(second.port)/#/years"))
                #expect(!address.contains(host))
                // No address with a key stays in the history.
                let entries: [String] = try await browser.evaluate(
                    "return navigation.entries().map(({ url }) => String(url))")
                #expect(entries.allSatisfy { !$0.contains("key=") }, "\(entries)")
                // The page about access lists this browser, and signs it out.
                try await browser.open(second.entrance + "/access")
                try await browser.wait(for: "document.querySelector('.access-browsers .client-name') !== null")
                let name: String = try await browser.evaluate(
                    "return document.querySelector('.access-browsers .client-name').textContent")
                #expect(name.hasSuffix("(this browser)"))
                try await browser.find(".access-browsers .client-card button").click()
                try await browser.find("dialog.ask .is-danger").click()
                try await browser.wait(for: "document.querySelector('.notice-page') !== null")
                try await browser.open(second.entrance + "/")
                let status: Int = try await browser.evaluate(
                    "return performance.getEntriesByType('navigation')[0].responseStatus")
                #expect(status == 401)
            }
            let ending = try second.stop()
            #expect(ending.exitStatus == 0 && ending.error == "", "\(ending.error)")
        }

        @Test func `the open page continues by itself, at its place, after the server was started again`() async throws
        {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            try await BrowserSession.with { browser in
                try await browser.open(first.link)
                try await browser.wait(for: Self.grid)
                try await browser.run("location.hash = '#/years'")
                try await browser.wait(for: Self.live)
                let host: String = try await browser.evaluate("return location.host")
                #expect(try first.stop().exitStatus == 0)
                try await browser.wait(for: "document.querySelector('.notice-card') !== null")
                let second = try GalleryProcess(serving: library.folder, port: first.port, isLasting: true)
                try await browser.wait(
                    for: "location.host !== arguments[0] && document.querySelector('photo-grid') !== null", host)
                let address: String = try await browser.evaluate("return location.href")
                #expect(address.hasSuffix(".albumen.localhost:\(first.port)/#/years"))
                try await browser.wait(for: "document.querySelector('.notice-card') === null")
                #expect(try second.stop().exitStatus == 0)
            }
        }

        @Test func `a page that has loaded only its first screen continues, too`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            try await BrowserSession.with { browser in
                try await browser.open(first.link)
                try await browser.wait(for: Self.grid)
                let host: String = try await browser.evaluate("return location.host")
                #expect(try first.stop().exitStatus == 0)
                let second = try GalleryProcess(serving: library.folder, port: first.port, isLasting: true)
                try await browser.wait(
                    for: "location.host !== arguments[0] && document.querySelector('photo-grid') !== null", host)
                #expect(try second.stop().exitStatus == 0)
            }
        }

        @Test func `unsaved changes of a photo keep the page until the reader decides`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            try await BrowserSession.with { browser in
                try await browser.open(first.link)
                try await browser.wait(for: Self.live)
                // The mark of the editor's button Done.
                try await browser.run(
                    """
                    const mark = document.createElement("span");
                    mark.className = "has-changes";
                    document.body.append(mark);
                    """)
                let host: String = try await browser.evaluate("return location.host")
                #expect(try first.stop().exitStatus == 0)
                let second = try GalleryProcess(serving: library.folder, port: first.port, isLasting: true)
                try await browser.wait(
                    for: """
                        document.querySelector(".notice-card .notice-title")?.textContent === arguments[0]
                        """, "The library was started again.")
                let still: String = try await browser.evaluate("return location.host")
                #expect(still == host)
                try await browser.find(".notice-card .button").click()
                try await browser.wait(
                    for: "location.host !== arguments[0] && document.querySelector('photo-grid') !== null", host)
                #expect(try second.stop().exitStatus == 0)
            }
        }

        @Test func `a picker's window opens after a restart of the server, without a new link`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let profile = try TemporaryFolder()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            try await BrowserSession.with(profile: profile) { browser in
                try await browser.open(first.link)
                try await browser.wait(for: Self.grid)
            }
            #expect(try first.stop().exitStatus == 0)
            let second = try GalleryProcess(serving: library.folder, port: first.port, isLasting: true)
            let pick = try await Pick.make(at: second)
            try await BrowserSession.with(profile: profile) { browser in
                try await browser.open(pick.page)
                try await browser.wait(
                    for: """
                        location.host.endsWith(arguments[0]) && location.pathname === "/picker"
                          && document.querySelector("photo-grid")?.timeline?.count === 2
                        """, ".albumen.localhost:\(second.port)")
            }
            #expect(try second.stop().exitStatus == 0)
        }

        @Test func `a picker's window that asks to sign in continues after another window has opened a link`()
            async throws
        {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let server = try GalleryProcess(serving: library.folder, isLasting: true)
            let pick = try await Pick.make(at: server)
            try await BrowserSession.with { stranger in
                try await stranger.open(pick.page)
                try await stranger.wait(
                    for: "location.host === arguments[0] && document.querySelector('input[data-pick]') !== null",
                    "albumen.localhost:\(server.port)")
                let asking = try await stranger.window()
                try await stranger.openWindow()
                try await stranger.open(server.link)
                try await stranger.wait(for: Self.grid)
                try await stranger.use(window: asking)
                try await stranger.wait(
                    for: """
                        location.host.endsWith(arguments[0]) && location.pathname === "/picker"
                          && document.querySelector("photo-grid")?.timeline?.count === 2
                        """, ".albumen.localhost:\(server.port)")
            }
            #expect(try server.stop().exitStatus == 0)
        }

        @Test func `a link that is pasted at the entrance opens the library under the run's name`() async throws {
            let library = try TemporaryLibrary()
            let server = try GalleryProcess(serving: library.folder, isLasting: true)
            try await BrowserSession.with { stranger in
                // The numeric address leads to the entrance.
                try await stranger.open(server.origin + "/#/years")
                try await stranger.wait(for: "location.host === arguments[0]", "albumen.localhost:\(server.port)")
                try await stranger.run(
                    """
                    const field = document.querySelector("input[type=url]");
                    field.value = arguments[0];
                    field.dispatchEvent(new InputEvent("input"));
                    """, server.link)
                try await stranger.wait(for: "document.querySelector('photo-grid') !== null")
                let address: String = try await stranger.evaluate("return location.href")
                #expect(address.hasSuffix(".albumen.localhost:\(server.port)/#/years"))
            }
            #expect(try server.stop().exitStatus == 0)
        }
    }
}
