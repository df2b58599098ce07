import AlbumenTestSupport
import Foundation
import NIOHTTP1
import Testing

extension PageTests {
    /// Pages and apps that lead the owner to a key or a click, and open the picker under it.
    @Suite struct HurriedPickTests {
        /// A page of another site. It opens the picker at the first event of a type, and keeps what it receives.
        private static let page = """
            const [server, type, key, options] = arguments;
            const { pick } = await import(`${server}/albumen-picker.js`);
            const ask = window.fetch;
            window.fetch = async (address, init) => {
              const answer = await ask(address, init);
              if (init?.method === "POST") window.session = await answer.clone().json();
              return answer;
            };
            window.received = [];
            addEventListener(type, (event) => {
              if (window.picked || (key && event.key !== key)) return;
              const onChange = (items) => window.received.push(items.length);
              window.picked = pick({ server, onChange, ...JSON.parse(options) });
              window.picked.catch(() => {});
            });
            """

        private static let everything = #"{"limit": 0, "selection": "continuous"}"#

        /// Opens a page of another site, and returns its origin. The browser doesn't send it strict cookies.
        private func openPage(
            _ visit: GalleryVisit, asking options: String, at type: String, of key: String = ""
        ) async throws -> String {
            let address = try ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost")
            try await visit.browser.open(address)
            try await visit.browser.run(Self.page, visit.server.origin, type, key, options)
            return try await visit.browser.evaluate("return location.origin")
        }

        /// Goes to the picker's window, which isn't ready yet, and returns the session.
        private func goToPicker(_ visit: GalleryVisit, besides before: [String]) async throws -> AskedPick {
            let browser = visit.browser
            try await browser.wait(for: "window.session !== undefined")
            var pick: AskedPick = try await browser.evaluate("return window.session")
            pick.origin = try await browser.evaluate("return location.origin")
            try await browser.useNewWindow(besides: before)
            try await browser.wait(
                for: "location.pathname === '/picker' && document.querySelector('.photo-tile img.is-loaded') !== null")
            return pick
        }

        /// Notes the keys and clicks that arrive in the window, also those without an effect.
        private func noteInput(_ browser: BrowserSession) async throws {
            try await browser.run(
                """
                window.arrived = [];
                const note = (input) => window.arrived.push(input);
                addEventListener("keyup", ({ key, ctrlKey }) => note(ctrlKey ? `Control ${key}` : key), true);
                addEventListener("pointerup", () => note("pointer"), true);
                """)
        }

        private func waitForInput(_ input: String, count: Int = 1, _ browser: BrowserSession) async throws {
            try await browser.wait(
                for: "window.arrived.filter((each) => each === arguments[0]).length >= arguments[1]", input, count)
        }

        private func shareText(_ browser: BrowserSession) async throws -> String {
            try await browser.evaluate("return document.querySelector('.picker-share').textContent")
        }

        /// Checks that an app has received so many items.
        private func expectItems(_ count: Int, of pick: AskedPick, _ visit: GalleryVisit) async throws {
            let answer = try await visit.server.ask(.GET, of: pick)
            let state = try JSONDecoder().decode(AskedPick.State.self, from: answer.body)
            #expect(state.state == "open" && state.items.count == count)
        }

        @Test func `a Control key that a page has asked for selects nothing in the picker`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let origin = try await openPage(visit, asking: Self.everything, at: "keydown", of: "Control")
                let (page, before) = (try await browser.window(), try await browser.windows())
                let pick = try await browser.hold(.control) {
                    let pick = try await goToPicker(visit, besides: before)
                    try await noteInput(browser)
                    try await browser.type("a")
                    try await waitForInput("Control a", browser)
                    try await visit.waitUntilPickerListens()
                    try await browser.type("a")
                    try await waitForInput("Control a", count: 2, browser)
                    return pick
                }
                // The page handles input in its order, so everything before this click has had its effect.
                try await visit.click(at: visit.middle(ofTile: 0))
                try await visit.waitForChosen("1 item chosen")
                #expect(try await shareText(browser) == "Share 1 item with \(origin)")
                try await expectItems(0, of: pick, visit)
                try await visit.keepScreenshot("picker-before-sharing")

                // The ordinary way, with the mouse.
                try await browser.find(".picker-share").click()
                _ = try await visit.server.state("open", of: pick, items: 1)
                try await visit.waitUntilPickerListens()
                try await visit.click(at: visit.middle(ofTile: 2))
                _ = try await visit.server.state("open", of: pick, items: 2)
                try await browser.hold(.control) { try await browser.type("a") }
                _ = try await visit.server.state("open", of: pick, items: 6)
                try await visit.closePicker(by: ".picker-add", returningTo: page)
                let received: [Int] = try await browser.evaluate(
                    "await window.picked; return window.received.filter((each, index, all) => each !== all[index - 1])")
                #expect(received == [1, 2, 6])
                _ = try await browser.takeConsole()
            }
        }

        @Test func `Control and A select nothing before the owner has shared, and keys can share`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let origin = try await openPage(visit, asking: Self.everything, at: "click")
                let (page, before) = (try await browser.window(), try await browser.windows())
                try await visit.click(at: BrowserSession.Point(x: 40, y: 40))
                let pick = try await goToPicker(visit, besides: before)
                try await visit.waitUntilPickerListens()
                try await browser.hold(.control) { try await browser.type("ac") }
                try await visit.waitForShortNotice("before you have shared")
                try await browser.press(.enter, .space)
                // Keys choose a photo, and find the button.
                try await browser.press(.right, .space)
                try await visit.waitForChosen("1 item chosen")
                #expect(try await shareText(browser) == "Share 1 item with \(origin)")
                try await browser.run("document.querySelector('.picker-cancel').focus()")
                try await browser.press(.tab)
                try await browser.wait(for: "document.activeElement.classList.contains('picker-share')")
                try await expectItems(0, of: pick, visit)
                try await browser.press(.enter)
                _ = try await visit.server.state("open", of: pick, items: 1)
                try await visit.waitUntilPickerListens()
                try await browser.hold(.control) { try await browser.type("a") }
                _ = try await visit.server.state("open", of: pick, items: 6)
                try await visit.closePicker(by: ".picker-add", returningTo: page)
                _ = try await browser.takeConsole()
            }
        }

        @Test func `fast clicks of a page add nothing, and a finger can add`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                _ = try await openPage(visit, asking: "{}", at: "click")
                let (page, before) = (try await browser.window(), try await browser.windows())
                try await visit.click(at: BrowserSession.Point(x: 40, y: 40))
                let pick = try await goToPicker(visit, besides: before)
                try await noteInput(browser)
                let tile = try await visit.middle(ofTile: 0)
                for _ in 0..<5 { try await visit.click(at: tile) }
                try await visit.waitUntilPickerListens()
                for _ in 0..<3 { try await visit.click(at: tile) }
                try await waitForInput("pointer", count: 8, browser)
                try await visit.click(at: visit.middle(ofTile: 1))
                try await visit.waitForChosen("1 of 1 chosen")
                try await expectItems(0, of: pick, visit)
                let other = try await visit.middle(ofTile: 2)
                try await browser.tap(at: other)
                try await browser.wait(
                    for: "document.elementFromPoint(...arguments).closest('[aria-selected=true]') !== null",
                    other.x, other.y)
                try await visit.keepScreenshot("picker-add-one")
                try await browser.tap(at: visit.middle(of: "document.querySelector('.picker-add')"))
                #expect(try await visit.server.state("added", of: pick).items.count == 1)
                try await browser.use(window: page)
                let count: Int = try await browser.evaluate("return (await window.picked).length")
                #expect(count == 1)
                _ = try await browser.takeConsole()
            }
        }

        @Test func `a limit that an app lowers meanwhile does not turn a click into Add`() async throws {
            let photos = try SamplePhotos(count: 6)
            let library = try photos.makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let pick = try await server.ask(forPhotos: #"{"limit": 3}"#)
                try await visit.open(pick)
                try await visit.click(at: visit.middle(ofTile: 1))
                try await visit.waitForChosen("1 of 3 chosen")
                #expect(try await server.ask(.PATCH, of: pick, #"{"limit": 1}"#).status == 200)
                // The page may not know yet.
                try await visit.click(at: visit.middle(ofTile: 2))
                try await browser.wait(
                    for: "document.querySelector('.picker-news').textContent.includes('You can choose one item.')")
                try await visit.click(at: visit.middle(ofTile: 4))
                try await visit.waitForChosen("1 of 1 chosen")
                try await expectItems(0, of: pick, visit)
                try await visit.keepScreenshot("picker-changed-request")
                try await browser.find(".picker-add").click()
                try await visit.waitForEnding("The items were added")
                let items = try await server.state("added", of: pick).items
                #expect(items.map { $0.name + ".JPG" } == [photos.names[4]])
            }
        }

        @Test func `a page that changes its request gets nothing new before the owner shares again`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let pick = try await server.ask(
                    forPhotos: #"{"limit": 2, "selection": "continuous"}"#, page: "https://photos.example")
                try await visit.open(pick)
                try await visit.click(at: visit.middle(ofTile: 1))
                try await visit.waitForChosen("1 of 2 chosen")
                try await browser.find(".picker-share").click()
                _ = try await server.state("open", of: pick, items: 1)
                #expect(try await server.ask(.PATCH, of: pick, #"{"limit": 0}"#).status == 200)
                try await browser.wait(for: "!document.querySelector('.picker-share').hidden")
                try await visit.waitUntilPickerListens()
                try await browser.hold(.control) { try await browser.type("a") }
                try await visit.waitForShortNotice("before you have shared")
                try await visit.click(at: visit.middle(ofTile: 2))
                try await visit.waitForChosen("2 items chosen")
                try await browser.wait(
                    for: """
                        document.querySelector(".picker-share").textContent
                          === "Share 2 items with https://photos.example"
                        """)
                try await expectItems(1, of: pick, visit)
                try await browser.find(".picker-share").click()
                _ = try await server.state("open", of: pick, items: 2)
            }
        }

        @Test func `the picker ignores clicks after it comes to the front`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let pick = try await visit.server.ask(forPhotos: #"{"limit": 5}"#)
                try await visit.open(pick)
                try await visit.browser.run(
                    """
                    const tiles = document.querySelectorAll(".photo-tile");
                    const events = [[window, "focus"], [window, "pageshow"], [document, "visibilitychange"]];
                    for (const [index, [target, type]] of events.entries()) {
                      document.documentElement.removeAttribute("data-quiet");
                      target.dispatchEvent(new Event(type));
                      if (!document.documentElement.hasAttribute("data-quiet")) throw new Error(type);
                      tiles[index].click();
                    }
                    """)
                try await visit.waitUntilPickerListens()
                try await visit.click(at: visit.middle(ofTile: 4))
                try await visit.waitForChosen("1 of 5 chosen")
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the confirmation is accessible in light and dark mode and on a phone`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            var options = BrowserOptions()
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options) { visit in
                let pick = try await visit.server.ask(
                    forPhotos: #"{"limit": 3, "selection": "continuous", "application": "Tree", "purpose": "A print"}"#,
                    page: "https://a-page-with-a-long-name.photos-and-prints.example:8443")
                try await visit.open(pick)
                try await visit.click(at: visit.middle(ofTile: 1))
                try await visit.waitForChosen("1 of 3 chosen")
                #expect(try await visit.server.ask(.PATCH, of: pick, #"{"limit": 5}"#).status == 200)
                try await visit.waitForChosen("1 of 5 chosen")
                let bases: [BrowserOptions] = [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone]
                for base in bases {
                    var options = base
                    options.bypassesContentSecurityPolicy = true
                    try await visit.browser.emulate(options)
                    try await visit.waitForStillness()
                    let findings = try await AccessibilityChecker.findings(in: visit.browser)
                    #expect(findings.filter(\.isSerious).isEmpty)
                    let name = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                    try await visit.keepScreenshot("axe-picker-sharing-\(name)")
                }
            }
        }
    }
}
