import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// The search of the gallery and of the picker.
    @Suite struct SearchTests {
        @Test func `a text shows the photos that match it, and its address is kept`() async throws {
            let photos = try SamplePhotos(count: 12)
            let library = try photos.makeLibrary()
            let name = photos.names[3].replacing(".JPG", with: "")
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.type("/")
                try await browser.wait(for: "document.activeElement.matches('.search-input')")
                try await browser.type(name)
                try await visit.waitForCount(1)
                let found: String = try await browser.evaluate("return location.hash")
                #expect(found == "#/search/\(name)")
                try await visit.keepScreenshot("search")
                try await browser.reload()
                try await visit.waitForCount(1)
                let written: String = try await browser.evaluate(
                    "return document.querySelector('.search-input').value + document.title")
                #expect(written.hasPrefix(name) && written.contains("Results"))
                try await browser.type("/")
                try await browser.type("nothing at all")
                try await browser.wait(
                    for: "document.querySelector('.grid-message')?.innerText.includes('nothing at all')")
                try await visit.keepScreenshot("search-empty")
                try await browser.press(.escape)
                try await visit.waitForCount(12)
                let address: String = try await browser.evaluate("return location.hash")
                #expect(address == "#/")
            }
        }

        @Test func `names complete the text with keys, a click and a finger`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let photos = try library.library.owner.assetUUIDs()
            for (title, members) in [("Lakeside", photos[..<3]), ("Lake Garda", photos[..<5])] {
                let album = UUID().uuidString
                try library.commit(
                    .createCollection(NewCollection(uuid: album, kind: .album, title: title)),
                    .editMembers(ListEdit(.add(Array(members))), albumUUID: album))
            }
            var options = BrowserOptions()
            // The policy doesn't allow the checker's scripts.
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await browser.type("/")
                try await browser.wait(for: "document.activeElement.matches('.search-input')")
                try await browser.type("lak")
                try await waitForOptions(["Lake Garda Album · 5", "Lakeside Album · 3"], visit)
                try await visit.keepScreenshot("search-completions")
                if AccessibilityChecker.isPresent {
                    #expect(try await AccessibilityChecker.findings(in: browser).filter(\.isSerious).isEmpty)
                }
                try await browser.press(.down, .down)
                let active: [String] = try await browser.evaluate(
                    """
                    const input = document.querySelector(".search-input");
                    return [
                      input.getAttribute("aria-expanded"),
                      document.getElementById(input.getAttribute("aria-activedescendant"))
                        .querySelector(".completion-title").textContent,
                    ];
                    """)
                #expect(active == ["true", "Lakeside"])
                try await browser.press(.enter)
                try await visit.waitForCount(3)
                try await waitForOptions([], visit)
                #expect(
                    try await browser.evaluate("return document.querySelector('.search-input').value === 'Lakeside'"))
                // Esc first closes the list, and then empties the field.
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.type("garda")
                try await waitForOptions(["Lake Garda Album · 5"], visit)
                try await browser.press(.escape)
                try await waitForOptions([], visit)
                try await visit.waitForCount(5)
                try await browser.press(.escape)
                try await visit.waitForCount(6)
                try await browser.type("lake g")
                try await waitForOptions(["Lake Garda Album · 5"], visit)
                try await browser.run("document.querySelector('.search-completion').click()")
                try await visit.waitForCount(5)
            }
            try await GalleryVisit.run(library.folder, .phone) { visit in
                let browser = visit.browser
                try await visit.tap(".search-open")
                try await browser.wait(for: "document.activeElement.matches('.search-input')")
                try await browser.type("lakes")
                try await waitForOptions(["Lakeside Album · 3"], visit)
                try await visit.keepScreenshot("search-completions-phone")
                try await visit.tap(".search-completion")
                try await visit.waitForCount(3)
            }
        }

        @Test(arguments: [(390, 844), (820, 1180), (1440, 900)])
        func `suggestions and menus are within the window, also in dark colors`(width: Int, height: Int) async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            for number in 0..<8 {
                let title = "Lake \(number) with a name that is far too long for the list of suggestions in a window"
                let album = UUID().uuidString
                try library.commit(
                    .createCollection(NewCollection(uuid: album, kind: .album, title: title)),
                    .editMembers(ListEdit(.add(try library.library.owner.assetUUIDs())), albumUUID: album))
            }
            var options = width == 390 ? BrowserOptions.phone : BrowserOptions(width: width, height: height)
            options.colourScheme = .dark
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.waitForEditing(byTouch: width == 390)
                try await visit.waitForPictures()
                if width == 390 {
                    try await browser.touch(.start, visit.middle(ofTile: 1))
                    try await visit.waitForSelected(1)
                    try await browser.touch(.end)
                } else {
                    try await browser.hold(.control) { try await visit.click(at: visit.middle(ofTile: 1)) }
                    try await visit.waitForSelected(1)
                    try await browser.rightClick(at: visit.middle(ofTile: 1))
                    try await browser.wait(for: "document.querySelector('.popup-menu')")
                    try await expectInWindow(".popup-menu, .popup-item", visit)
                    try await visit.keepScreenshot("dark-menu-\(width)")
                    try await browser.press(.escape)
                    try await browser.wait(for: "!document.querySelector('.popup-menu')")
                }
                try await browser.run("document.querySelector('[data-action=download]').click()")
                try await browser.wait(for: "document.querySelector('.popup-menu')")
                try await expectInWindow(".popup-menu, .popup-item", visit)
                try await visit.keepScreenshot("dark-download-\(width)")
                try await browser.press(.escape)
                try await browser.wait(for: "!document.querySelector('.popup-menu')")
                try await browser.press(.escape)
                try await browser.run("document.querySelector('search-field').focusText()")
                try await browser.type("lake")
                try await browser.wait(for: "document.querySelectorAll('.search-completion').length === 8")
                try await browser.press(.down)
                try await expectInWindow(".search-completions, .search-completion, .completion-detail", visit)
                try await visit.keepScreenshot("dark-suggestions-\(width)")
            }
        }

        /// Expects that elements are within the window, and that nothing covers their middle.
        private func expectInWindow(_ selector: String, _ visit: GalleryVisit) async throws {
            let faults: [String] = try await visit.browser.evaluate(
                """
                return [...document.querySelectorAll(arguments[0])].filter((element) => {
                  const { left, top, right, bottom } = element.getBoundingClientRect();
                  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                  return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
                    || !(element === seen || element.contains(seen) || seen?.contains(element));
                }).map((element) => element.className + " " + element.textContent);
                """, selector)
            #expect(faults == [])
        }

        @Test func `a search without results offers a similar one that takes a click`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let album = UUID().uuidString
            let photos = try library.library.owner.assetUUIDs()
            try library.commit(
                .createCollection(NewCollection(uuid: album, kind: .album, title: "Grandma")),
                .editMembers(ListEdit(.add([photos[0]])), albumUUID: album))
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.type("/")
                try await browser.wait(for: "document.activeElement.matches('.search-input')")
                try await browser.type("grndma")
                try await browser.wait(
                    for: "document.querySelector('.search-correction a')?.textContent === 'Did you mean “grandma”?'")
                try await visit.keepScreenshot("search-correction")
                try await browser.find(".search-correction a").click()
                try await visit.waitForCount(1)
                #expect(
                    try await browser.evaluate("return document.querySelector('.search-input').value === 'grandma'"))
            }
        }

        private func waitForOptions(_ texts: [String], _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: """
                    JSON.stringify([...document.querySelectorAll(".search-completion")]
                      .map(({ textContent }) => textContent)) === JSON.stringify(arguments[0])
                    """, texts)
        }

        @Test func `an empty field offers the last searches, until they're cleared`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                for text in ["2024", "nothing at all", "2024 img"] {
                    try await browser.type("/")
                    try await browser.wait(for: "document.activeElement.matches('.search-input')")
                    try await waitForOptions([], visit)
                    try await browser.type(text)
                    try await browser.press(.enter)
                    try await browser.wait(for: "document.title.includes(arguments[0])", "“\(text)”")
                }
                try await browser.reload()
                try await browser.wait(for: "document.title.includes('“2024 img”')")
                try await browser.type("/")
                try await browser.press(.delete)
                let clear = "Clear Recent Searches "
                try await waitForOptions(["2024 img Recent", "nothing at all Recent", "2024 Recent", clear], visit)
                try await visit.keepScreenshot("search-recent")
                try await browser.press(.down, .down, .enter)
                try await browser.wait(for: "document.title.includes('“nothing at all”')")
                try await browser.press(.enter)
                try await browser.type("/")
                try await browser.press(.delete)
                try await waitForOptions(["nothing at all Recent", "2024 img Recent", "2024 Recent", clear], visit)
                try await browser.press(.up, .enter)
                try await waitForOptions([], visit)
                try await browser.type("x")
                try await browser.press(.delete)
                try await browser.hold(.control) { try await browser.type("a") }
                try await browser.press(.delete)
                try await waitForOptions([], visit)
            }
        }

        @Test func `a photo that was found opens, and Back leads to the results`() async throws {
            let photos = try SamplePhotos(count: 12)
            let library = try photos.makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await browser.type("/")
                try await browser.type("2024")
                try await visit.waitForCount(12)
                try await browser.press(.enter)
                try await visit.openViewer(at: 2)
                try await browser.wait(for: "/^#\\/search\\/2024\\/[0-9A-F-]{36}$/.test(location.hash)")
                try await browser.goBack()
                try await browser.wait(for: "!document.querySelector('photo-viewer').isOpen")
                let address: String = try await browser.evaluate("return location.hash")
                #expect(address == "#/search/2024")
            }
        }
    }
}
