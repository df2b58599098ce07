import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Who can open the library, and how.
    @Suite struct SignInTests {
        @Test func `a link opens the library in one browser once`() async throws {
            let library = try TemporaryLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let cookies = try await visit.browser.cookies()
                #expect(cookies.count == 1)
                let cookie = try #require(cookies.first)
                #expect(cookie.httpOnly)
                #expect(cookie.sameSite == "Strict")
                #expect(cookie.path == "/")
                let seen: String = try await visit.browser.evaluate("return document.cookie")
                #expect(seen == "")

                try await BrowserSession.with { stranger in
                    for address in [visit.server.link, visit.server.origin + "/"] {
                        try await stranger.open(address)
                        let status: Int = try await stranger.evaluate(
                            "return performance.getEntriesByType('navigation')[0].responseStatus")
                        #expect(status == 401, "\(address)")
                        let text: String = try await stranger.evaluate("return document.body.innerText")
                        #expect(text.contains("Sign in to this library"))
                        #expect(try await stranger.cookies().isEmpty)
                    }
                }

                // The browser that opened the library keeps its access.
                try await visit.browser.reload()
                try await visit.waitForGrid()
            }
        }

        @Test func `a link that is pasted into the sign-in page opens the library`() async throws {
            let library = try TemporaryLibrary()
            let server = try GalleryProcess(serving: library.folder)
            try await BrowserSession.with { stranger in
                try await stranger.open(server.origin + "/")
                try await stranger.run(
                    """
                    const field = document.querySelector("input[type=url]");
                    field.value = arguments[0];
                    field.dispatchEvent(new InputEvent("input"));
                    """, server.link)
                try await stranger.wait(for: "document.querySelector('photo-grid')")
            }
            #expect(try server.stop().exitStatus == 0)
        }

        @Test func `a request without the cookie is refused`() async throws {
            let library = try TemporaryLibrary()
            let server = try GalleryProcess(serving: library.folder)
            for path in ["/", "/web/app.js", "/api/collections", "/nothing"] {
                #expect(try await server.ask(path).status == 401, "\(path)")
            }
            #expect(try server.stop().exitStatus == 0)
        }
    }
}
