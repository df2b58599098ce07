import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Pages of other sites that ask for photos in the browser of a paired device.
    @Suite struct SiteConnectionTests {
        private struct Item: Decodable {
            let name: String
            let bytes: Int
        }

        /// Opens a page of another site in a new window, which has the picker's script as `window.picker`.
        private func openSite(
            _ visit: DeviceVisit, _ options: BrowserOptions = .phone, policy: String? = nil
        ) async throws -> String {
            let browser = visit.browser
            try await browser.openWindow()
            try await browser.emulate(options)
            // The browser sends the library no strict cookies from this site.
            try await browser.open(try ChromeDriver.shared.page.replacing("127.0.0.1", with: "localhost"))
            try await browser.run(
                """
                if (arguments[1] !== "") {
                  const meta = document.createElement("meta");
                  meta.name = "referrer";
                  meta.content = arguments[1];
                  document.head.append(meta);
                }
                localStorage.clear();
                window.picker = await import(`${arguments[0]}/albumen-picker.js`);
                """, visit.origin, policy ?? "")
            return try await browser.window()
        }

        /// Starts something on the site's page, and goes to the window that it opens.
        private func start(_ script: String, _ visit: DeviceVisit) async throws {
            let before = try await visit.browser.windows()
            try await visit.browser.run(script, visit.origin)
            try await visit.browser.useNewWindow(besides: before)
        }

        private func gallery(_ visit: DeviceVisit) -> GalleryVisit {
            GalleryVisit(server: visit.server, browser: visit.browser)
        }

        /// Waits until the page that asks takes input, and presses one of its buttons.
        ///
        /// - Parameter page: The window to return to, because this one closes itself. `nil` if it continues.
        private func answer(_ visit: DeviceVisit, _ button: String, returningTo page: String? = nil) async throws {
            try await visit.browser.wait(
                for: """
                    location.pathname === "/site" && document.querySelector(".site-buttons button") !== null
                        && !document.documentElement.hasAttribute("data-quiet")
                    """)
            // The first click gives the focus to the window, which then ignores input for a moment.
            try await gallery(visit).focusPicker()
            guard let page else { return try await visit.browser.find(button).click() }
            try await gallery(visit).closePicker(by: button, returningTo: page)
        }

        private func choose(_ ranks: [Int], _ visit: DeviceVisit, returningTo page: String) async throws {
            let gallery = gallery(visit)
            try await gallery.waitForPicker()
            try await gallery.focusPicker()
            for rank in ranks { try await gallery.click(at: gallery.middle(ofTile: rank)) }
            try await gallery.waitForChosen("\(ranks.count) of 2 chosen")
            try await gallery.closePicker(by: ".picker-add", returningTo: page)
        }

        private func picked(_ visit: DeviceVisit) async throws -> [Item] {
            try await visit.browser.evaluate(
                """
                const items = await window.picked;
                return Promise.all(items.map(async (item) => {
                  return { name: item.name, bytes: (await item.blob()).size };
                }));
                """)
        }

        @Test func `a site asks once whether it may ask, and continues to the picker in the same window`() async throws
        {
            let photos = try SamplePhotos(count: 6)
            let library = try photos.makeLibrary()
            try await DeviceVisit.run(library.folder) { visit in
                let browser = visit.browser
                // Such a page names its origin nowhere else.
                let page = try await openSite(visit, policy: "no-referrer")
                let pick = """
                    window.picked = picker.pick({ server: arguments[0], limit: 2, selection: "ordered" });
                    window.picked.catch(() => {});
                    """
                try await start(pick, visit)
                try await browser.wait(for: "document.querySelector('.site-origin') !== null")
                let shown: String = try await browser.evaluate(
                    "return document.querySelector('.site-origin').textContent")
                #expect(shown.wholeMatch(of: /http:\/\/localhost:[0-9]+/) != nil)
                try await visit.keepScreenshot("site-question-phone")
                if AccessibilityChecker.isPresent {
                    let findings = try await AccessibilityChecker.findings(in: browser)
                    #expect(findings.filter(\.isSerious).isEmpty, "\(findings)")
                }
                let isAlone: Bool = try await browser.evaluate("return window.opener === null && window.top === window")
                #expect(isAlone)
                try await answer(visit, ".site-buttons .button")
                try await choose([2, 0], visit, returningTo: page)
                let items = try await picked(visit)
                #expect(items.map { "\($0.name).JPG" } == [photos.names[2], photos.names[0]])
                #expect(try items.map(\.bytes) == [2, 0].map { try photos.data(of: photos.names[$0]).count })

                // The next time, the owner only chooses.
                try await start(pick.replacing("server: arguments[0], ", with: ""), visit)
                try await choose([1], visit, returningTo: page)
                #expect(try await picked(visit).count == 1)
                let server: String = try await browser.evaluate("return picker.connectedServer()")
                #expect(server == visit.origin)

                // The owner ends it, and the site has to ask again.
                try await browser.use(window: visit.device)
                try await browser.open("\(visit.origin)/access")
                try await browser.wait(for: "document.querySelector('.access-sites .client-name') !== null")
                try await visit.keepScreenshot("site-list-phone")
                if AccessibilityChecker.isPresent {
                    let findings = try await AccessibilityChecker.findings(in: browser)
                    #expect(findings.filter(\.isSerious).isEmpty, "\(findings)")
                }
                try await browser.find(".access-sites .client-card button").click()
                try await browser.find("dialog.ask .is-danger").click()
                try await browser.wait(for: "document.querySelector('.access-sites .client-name') === null")
                try await browser.use(window: page)
                try await start(pick, visit)
                try await answer(visit, ".site-buttons .text-button", returningTo: page)
                #expect(try await picked(visit).isEmpty)
                // Closing the window is a refusal, too.
                try await start(pick, visit)
                try await browser.wait(for: "document.querySelector('.site-buttons button') !== null")
                try await browser.wait(
                    for: """
                        performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/session"))
                        """)
                try await browser.closeWindow(returningTo: page)
                #expect(try await picked(visit).isEmpty)
                let forgotten: Bool = try await browser.evaluate("return picker.connectedServer() === null")
                #expect(forgotten)
            }
        }

        @Test(arguments: [false, true])
        func `the user types the library's address once`(_ isDark: Bool) async throws {
            let name = isDark ? "phone-dark" : "phone"
            var options = BrowserOptions.phone
            options.colourScheme = isDark ? .dark : .light
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await DeviceVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                let page = try await openSite(visit, options)
                try await browser.run(
                    "window.connected = picker.connect(); window.connected.catch(() => {});")
                let field = "document.querySelector('albumen-connect').shadowRoot.querySelector('input[type=text]')"
                try await browser.wait(for: "document.querySelector('albumen-connect') !== null")
                try await visit.keepScreenshot("site-address-\(name)")
                // A wrong address is told at once.
                try await browser.run("\(field).value = 'ftp://attic'; \(field).form.requestSubmit()")
                let failure: String = try await browser.evaluate(
                    "return document.querySelector('albumen-connect').shadowRoot.querySelector('.error').textContent")
                #expect(failure.contains("attic.local:8421"))
                try await start(
                    "\(field).value = arguments[0].replace('https://', ' '); \(field).form.requestSubmit()", visit)
                try await answer(visit, ".site-buttons .button", returningTo: page)
                let connected: String = try await browser.evaluate("return window.connected")
                #expect(connected == visit.origin)
                // The browser may ask first whether the page may connect to this device.
                let isAvailable: Bool = try await browser.evaluate("return await picker.isAvailable() !== false")
                #expect(isAvailable)
                // The site itself ends it.
                try await browser.run("await picker.disconnect()")
                try await browser.use(window: visit.device)
                let count: Int = try await browser.evaluate(
                    "return (await (await fetch('/api/sites')).json()).sites.length")
                #expect(count == 0)
            }
        }
    }
}
