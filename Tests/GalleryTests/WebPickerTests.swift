import AlbumenTestSupport
import Foundation
import NIOHTTP1
import Testing

extension PageTests {
    /// Pages of other sites that ask for photos with `albumen-picker.js`.
    @Suite struct WebPickerTests {
        private struct Item: Decodable, Equatable {
            let name: String
            let kind: String
            let bytes: Int
        }

        /// What a page of another site tried to reach.
        private struct Loot: Decodable {
            let readable: [String]
            let frames: [Bool]
            let picture: Int
        }

        @Test func `a page of another site gets what was chosen and nothing else`() async throws {
            let photos = try SamplePhotos(count: 6)
            let library = try photos.makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let thumbnail: String = try await browser.evaluate(
                    "return document.querySelector('photo-grid').timeline.library.thumbnailAddress('X', '')")
                // The driver's page is another site under this name, so the browser doesn't send it strict cookies.
                let host = try ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost")
                try await browser.open(host)
                let page = try await browser.window()
                let before = try await browser.windows()
                try await browser.run(
                    """
                    const { pick } = await import(`${arguments[0]}/albumen-picker.js`);
                    const open = window.open;
                    window.open = (...values) => (window.opened = open.apply(window, values));
                    window.picked = pick({ server: arguments[0], application: "Host", limit: 2, selection: "ordered" });
                    window.picked.catch(() => {});
                    """, server.origin)
                try await browser.useNewWindow(besides: before)
                try await visit.waitForPicker()
                let card: String = try await browser.evaluate(
                    "return document.querySelector('.request-title').textContent")
                let origin = try #require(
                    URL(string: host).flatMap { url in url.port.map { "http://localhost:\($0)" } })
                #expect(card.contains(origin))
                let isAlone: Bool = try await browser.evaluate(
                    """
                    return window.opener === null && window.top === window && !document.referrer.includes("localhost");
                    """)
                #expect(isAlone)
                try await visit.keepScreenshot("picker-of-a-page")
                let picker = try await browser.window()

                try await browser.use(window: page)
                let loot = try await attack(server.origin, thumbnail, browser)
                #expect(loot.readable == [])
                #expect(loot.frames.allSatisfy { !$0 })
                #expect(loot.picture == 0)

                try await browser.use(window: picker)
                try await visit.focusPicker()
                for rank in [3, 1] { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("2 of 2 chosen")
                // The window closes itself, because a script has opened it.
                try await visit.closePicker(by: ".picker-add", returningTo: page)
                let items: [Item] = try await browser.evaluate(
                    """
                    const items = await window.picked;
                    return Promise.all(items.map(async (item) => {
                      return { name: item.name, kind: item.kind, bytes: (await item.blob()).size };
                    }));
                    """)
                let expected = try [3, 1].map { rank in
                    let name = photos.names[rank]
                    return Item(
                        name: name.replacing(".JPG", with: ""), kind: "image", bytes: try photos.data(of: name).count)
                }
                #expect(items == expected)
                // The browser reports each request that it or the server refused.
                _ = try await browser.takeConsole()
            }
        }

        /// Tries to reach the library from a page of another site while the picker is open.
        private func attack(_ origin: String, _ thumbnail: String, _ browser: BrowserSession) async throws -> Loot {
            try await browser.evaluate(
                """
                const [origin, thumbnail] = arguments;
                const routes = ["/", "/picker?number=1", "/web/app.js", "/api/collections", "/api/session",
                  "/api/picker/waiting", "/api/changes", "/api/openapi.json", thumbnail];
                const readable = [];
                for (const route of routes) {
                  for (const credentials of ["include", "omit"]) {
                    try {
                      const answer = await fetch(origin + route, { credentials });
                      if (answer.ok) readable.push(route);
                    } catch (error) {
                      if (!(error instanceof TypeError)) throw error;
                    }
                  }
                }
                const seen = (read) => {
                  try {
                    return read() !== undefined;
                  } catch (error) {
                    return false;
                  }
                };
                const frame = document.createElement("iframe");
                const loaded = new Promise((resolve) => (frame.onload = resolve));
                frame.src = `${origin}/picker?number=1`;
                document.body.append(frame);
                await loaded;
                const image = new Image();
                const settled = new Promise((resolve) => (image.onload = image.onerror = resolve));
                image.src = origin + thumbnail;
                await settled;
                return {
                  readable,
                  frames: [
                    seen(() => frame.contentWindow.document?.querySelector(".picker")), frame.contentWindow.length > 0,
                    !window.opened.closed,
                  ],
                  picture: image.naturalWidth,
                };
                """, origin, thumbnail)
        }

        @Test func `a page knows whether a library answers`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.open(ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost"))
                let answers: [Bool] = try await browser.evaluate(
                    """
                    // The browser would ask its user.
                    navigator.permissions.query = async () => ({ state: "granted" });
                    const { isAvailable } = await import(`${arguments[0]}/albumen-picker.js`);
                    // A busy server may answer late.
                    let isThere = false;
                    for (let attempt = 0; attempt < 100 && !isThere; attempt += 1) {
                      isThere = await isAvailable({ server: arguments[0] });
                    }
                    return [isThere, await isAvailable({ server: "http://127.0.0.1:1" })];
                    """, visit.server.origin)
                #expect(answers == [true, false])
                // The browser reports the port without a server.
                _ = try await browser.takeConsole()
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `a window that isn't signed in says who asks, and continues by itself`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let server = try GalleryProcess(serving: library.folder)
            try await BrowserSession.with { browser in
                let visit = GalleryVisit(server: server, browser: browser)
                try await browser.open(ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost"))
                let (page, before) = (try await browser.window(), try await browser.windows())
                let origin: String = try await browser.evaluate("return location.origin")
                try await browser.run(
                    """
                    const { pick } = await import(`${arguments[0]}/albumen-picker.js`);
                    window.picked = pick({ server: arguments[0], limit: 2, application: "Claim" });
                    window.picked.catch(() => {});
                    """, server.origin)
                try await browser.useNewWindow(besides: before)
                try await browser.wait(
                    for: "document.querySelector('h1')?.textContent.startsWith(`The page ${arguments[0]} in /`)",
                    origin)
                let isSilent: Bool = try await browser.evaluate("return !document.body.innerText.includes('Claim')")
                #expect(isSilent)
                try await visit.keepScreenshot("picker-signing-in")
                let findings = try await AccessibilityChecker.findings(in: browser)
                #expect(findings.filter(\.isSerious).isEmpty, "\(findings)")
                let picker = try await browser.window()
                try await browser.openWindow()
                try await browser.open(server.link)
                try await visit.waitForGrid()
                try await browser.use(window: picker)
                try await visit.waitForPicker()
                try await visit.focusPicker()
                try await visit.closePicker(by: ".picker-cancel", returningTo: page)
                let count: Int = try await browser.evaluate("return (await window.picked).length")
                #expect(count == 0)
            }
            #expect(try server.stop().exitStatus == 0)
        }

        @Test func `the picker's window opens a link that the owner pastes`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let server = try GalleryProcess(serving: library.folder)
            try await BrowserSession.with { browser in
                let visit = GalleryVisit(server: server, browser: browser)
                let pick = try await server.ask(forPhotos: "{}", page: "https://photos.example")
                try await browser.open("\(server.origin)/picker?number=\(pick.number)")
                try await browser.run(
                    """
                    const field = document.querySelector("input");
                    field.value = arguments[0];
                    field.dispatchEvent(new Event("input"));
                    """, server.link)
                try await visit.waitForPicker()
            }
            #expect(try server.stop().exitStatus == 0)
        }

        @Test func `the gallery offers a page that waits for signing in elsewhere`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, server) = (visit.browser, visit.server)
                try await visit.waitForEditing()
                let pick = try await server.ask(
                    forPhotos: #"{"application": "Buy now"}"#, page: "https://photos.example")
                #expect(try await server.ask("/picker?number=\(pick.number)").status == 401)
                try await browser.wait(
                    for: "document.querySelector('.pick-offer')?.innerText.includes('https://photos.example')")
                let text: String = try await browser.evaluate(
                    "return document.querySelector('.pick-offer').innerText")
                #expect(!text.contains("Buy now"))
                try await visit.keepScreenshot("offer-of-a-page")
                // After “Not now”, further requests of the origin don't appear.
                try await browser.find(".pick-offer button").click()
                let next = try await server.ask(forPhotos: "{}", page: "https://photos.example")
                #expect(try await server.ask("/picker?number=\(next.number)").status == 401)
                let program = try await server.ask(forPhotos: #"{"application": "Tree"}"#)
                try await browser.wait(for: "document.querySelector('.pick-offer').innerText.includes('Tree')")
                #expect(try await server.ask(.DELETE, of: program).status == 204)
                try await browser.wait(for: "document.querySelector('.pick-offer').hidden")
            }
        }

        @Test func `closing the picker's window cancels, unless another window shows the request`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.open(ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost"))
                let (page, before) = (try await browser.window(), try await browser.windows())
                try await browser.run(
                    """
                    const { pick } = await import(`${arguments[0]}/albumen-picker.js`);
                    window.picked = pick({ server: arguments[0], limit: 2 });
                    window.picked.finally(() => (window.hasEnded = true)).catch(() => {});
                    """, visit.server.origin)
                try await browser.useNewWindow(besides: before)
                try await visit.waitForPicker()
                try await browser.reload()
                try await visit.waitForPicker()
                let address: String = try await browser.evaluate("return location.href")
                let first = try await browser.window()
                try await browser.openWindow()
                try await browser.open(address)
                try await visit.waitForEnding("This request is open in another window")
                let second = try await browser.window()
                try await browser.use(window: first)
                try await browser.closeWindow(returningTo: second)
                try await visit.waitForPicker()
                try await browser.use(window: page)
                let hasEnded: Bool = try await browser.evaluate("return window.hasEnded === true")
                #expect(!hasEnded)
                try await browser.use(window: second)
                try await browser.closeWindow(returningTo: page)
                try await browser.wait(for: "window.hasEnded")
                let count: Int = try await browser.evaluate("return (await window.picked).length")
                #expect(count == 0)
                // The browser reports the refusal of the second window.
                _ = try await browser.takeConsole()
            }
        }

        @Test func `a page whose window is blocked shows a link`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.open(ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost"))
                try await browser.run(
                    """
                    const { pick } = await import(`${arguments[0]}/albumen-picker.js`);
                    window.open = () => null;
                    const controller = new AbortController();
                    window.stop = () => controller.abort();
                    window.picked = pick({ server: arguments[0], signal: controller.signal });
                    window.picked.catch((error) => (window.failure = error.name));
                    """, visit.server.origin)
                let link = "document.querySelector('albumen-notice')?.shadowRoot.querySelector('a')?.href"
                try await browser.wait(for: "\(link)?.startsWith(`${arguments[0]}/pick/`)", visit.server.origin)
                try await visit.keepScreenshot("blocked-window")
                try await browser.run("window.stop()")
                try await browser.wait(for: "window.failure === 'AbortError'")
                try await browser.wait(for: "!document.querySelector('albumen-notice')")
                _ = try await browser.takeConsole()
            }
        }
    }
}
