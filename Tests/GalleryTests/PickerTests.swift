import AlbumenTestSupport
import Foundation
import NIOHTTP1
import Testing

extension PageTests {
    /// The page on which the owner chooses photos for an app.
    @Suite struct PickerTests {
        @Test func `§9.2: an app gets what was chosen, in the order and up to the limit`() async throws {
            let photos = try SamplePhotos(count: 12)
            let library = try photos.makeLibrary()
            try await run(library) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let pick = try await server.ask(
                    forPhotos: #"{"limit": 3, "selection": "ordered", "application": "Tree", "purpose": "Portraits"}"#)
                try await visit.open(pick)
                let request: String = try await browser.evaluate(
                    "return document.querySelector('.request-card').innerText")
                #expect(request.contains("program"))
                #expect(request.contains("“Tree”") && request.contains("“Portraits”"))
                for rank in [4, 1, 3, 2] { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("3 of 3 chosen")
                try await visit.waitForShortNotice("up to 3")
                let numbers: [String] = try await browser.evaluate(
                    """
                    const tiles = [...document.querySelectorAll("[aria-selected=true]")];
                    return tiles.map((tile) => tile.dataset.number);
                    """)
                #expect(numbers == ["2", "3", "1"])
                try await visit.keepScreenshot("picker")
                try await review(visit)
                try await browser.find(".picker-add").click()
                try await visit.waitForEnding("The items were added")
                let items = try await server.state("added", of: pick).items
                let names = [4, 3, 1].map { photos.names[$0] }
                #expect(items.map { $0.name + ".JPG" } == names)
                for (item, name) in zip(items, names) {
                    let path = "/items/\(item.item)/\(item.representations[0].type)"
                    let answer = try await server.ask(.GET, path, of: pick)
                    #expect(try answer.body == photos.data(of: name))
                }
            }
        }

        /// Moves the last of three chosen photos to the middle.
        private func review(_ visit: GalleryVisit) async throws {
            let browser = visit.browser
            try await browser.find(".picker-review").click()
            try await browser.wait(for: "document.querySelectorAll('.review-item img').length === 3")
            try await visit.keepScreenshot("picker-review")
            try await browser.find(".review-item:last-child [data-command=earlier]").click()
            try await browser.wait(for: "document.activeElement.closest('.review-item:nth-child(2)')")
            try await browser.press(.escape)
            try await browser.wait(for: "!document.querySelector('dialog')")
        }

        @Test func `§9.2: two fast clicks with a limit of one add one photo`() async throws {
            try await run(SamplePhotos(count: 6).makeLibrary()) { visit in
                let pick = try await visit.server.ask(forPhotos: "{}")
                try await visit.open(pick)
                try await visit.browser.run(
                    """
                    const tiles = document.querySelectorAll(".photo-tile");
                    for (const tile of [tiles[1], tiles[1], tiles[2]]) tile.click();
                    """)
                try await visit.waitForEnding("The items were added")
                #expect(try await visit.server.state("added", of: pick).items.count == 1)
            }
        }

        @Test func `§9.2: the reader can confirm that an app gets none of its preselected photos`() async throws {
            try await run(SamplePhotos(count: 6).makeLibrary()) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let first = try await server.ask(forPhotos: #"{"limit": 0}"#)
                try await visit.open(first)
                #expect(try await browser.evaluate(Self.isAddDisabled) as Bool)
                for rank in 0..<2 { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("2 items chosen")
                try await browser.find(".picker-add").click()
                try await visit.waitForEnding("The items were added")
                let items = try await server.state("added", of: first, items: 2).items.map(\.item)

                let names = items.map { "\"\($0)\"" }.joined(separator: ", ")
                let second = try await server.ask(forPhotos: #"{"limit": 0, "preselected": [\#(names)]}"#)
                try await visit.open(second)
                try await visit.waitForChosen("2 items chosen")
                for rank in 0..<2 { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("Nothing chosen")
                #expect(try await !(browser.evaluate(Self.isAddDisabled) as Bool))
                try await browser.find(".picker-add").click()
                try await visit.waitForEnding("The items were added")
                #expect(try await server.state("added", of: second).items.isEmpty)
            }
        }

        @Test func `Choose a File ends the request for an app that has a dialog for files`() async throws {
            try await run(SamplePhotos(count: 6).makeLibrary()) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let isHidden = "return document.querySelector('.picker-files').hidden"
                let other = try await server.ask(forPhotos: "{}")
                try await visit.open(other)
                #expect(try await browser.evaluate(isHidden) as Bool)
                let pick = try await server.ask(forPhotos: #"{"offersFiles": true, "limit": 0}"#)
                try await visit.open(pick)
                #expect(try await !(browser.evaluate(isHidden) as Bool))
                try await visit.keepScreenshot("picker-files")
                try await browser.find(".picker-files").click()
                try await visit.waitForEnding("Nothing was added")
                #expect(try await server.state("cancelled", of: pick).wantsFiles)
            }
        }

        private static let isAddDisabled =
            "return document.querySelector('.picker-add').getAttribute('aria-disabled') === 'true'"

        @Test func `§10.9: photos that do not qualify are gray and say why`() async throws {
            try await run(SamplePhotos(count: 6).makeLibrary()) { visit in
                let browser = visit.browser
                let pick = try await visit.server.ask(forPhotos: #"{"limit": 0, "filter": {"kind": "videos"}}"#)
                try await visit.open(pick)
                try await browser.wait(for: "document.querySelectorAll('.photo-tile.is-unsuitable').length === 6")
                try await visit.click(at: visit.middle(ofTile: 1))
                let reason: String = try await browser.evaluate(
                    "return document.querySelector('.photo-tile').getAttribute('aria-description')")
                try await visit.waitForShortNotice(reason)
                try await browser.hold(.control) { try await browser.type("a") }
                try await visit.waitForShortNotice("6 of these items")
                try await visit.waitForChosen("Nothing chosen")
                try await visit.keepScreenshot("picker-unsuitable")
            }
        }

        @Test func `§9.2: the app changes and ends a session that is open`() async throws {
            try await run(SamplePhotos(count: 6).makeLibrary()) { visit in
                let (browser, server) = (visit.browser, visit.server)
                let pick = try await server.ask(forPhotos: #"{"limit": 0, "selection": "continuousAndOrdered"}"#)
                try await visit.open(pick)
                try await visit.click(at: visit.middle(ofTile: 0))
                try await visit.waitForChosen("1 item chosen")
                try await browser.hold(.shift) { try await visit.click(at: visit.middle(ofTile: 2)) }
                try await visit.waitForChosen("3 items chosen")
                let state = try await server.state("open", of: pick, items: 3)
                let first = state.items[0].item
                #expect(try await server.ask(.PATCH, of: pick, #"{"deselect": ["\#(first)"]}"#).status == 200)
                try await visit.waitForChosen("2 items chosen")
                let before = try await browser.window()
                try await browser.openWindow()
                try await browser.open("\(server.origin)/picker?number=\(pick.number)")
                try await visit.waitForEnding("This request is open in another window")
                try await visit.keepScreenshot("picker-second")
                try await browser.use(window: before)
                #expect(try await server.ask(.DELETE, of: pick).status == 204)
                try await visit.waitForEnding("The app ended this request")
                // The second window was refused, which its console reports.
                _ = try await browser.takeConsole()
            }
        }

        @Test func `§9.2: what an app disables is not there, on a phone and in one row`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await run(library, .phone) { visit in
                let browser = visit.browser
                let disabled = #"["search", "stagingArea", "collectionNavigation"]"#
                let pick = try await visit.server.ask(
                    forPhotos: #"{"limit": 2, "disabled": \#(disabled), "removes": ["location"]}"#)
                try await visit.open(pick)
                let isHidden: Bool = try await browser.evaluate(
                    """
                    const parts = ["search-field", ".picker-review", ".sidebar-button", "album-sidebar"];
                    return parts.every((part) => !document.querySelector(part).checkVisibility());
                    """)
                #expect(isHidden)
                let switches: [Bool] = try await browser.evaluate(
                    "return [...document.querySelectorAll('.picker-details input')].flatMap((each) => "
                        + "[each.checked, each.disabled])")
                #expect(switches == [false, true, true, false])
                try await visit.keepScreenshot("picker-phone")
                let compact = try await visit.server.ask(forPhotos: #"{"limit": 2, "mode": "compact"}"#)
                try await visit.open(compact)
                try await browser.run("document.querySelectorAll('photo-strip .photo-tile')[2].click()")
                try await visit.waitForChosen("1 of 2 chosen")
                try await visit.keepScreenshot("picker-compact")
                try await browser.find(".picker-cancel").click()
                try await visit.waitForEnding("Nothing was added")
                #expect(try await visit.server.state("cancelled", of: compact).items.isEmpty)
            }
        }

        @Test func `the gallery offers a program that waits`() async throws {
            try await run(SamplePhotos(count: 6).makeLibrary()) { visit in
                let (browser, server) = (visit.browser, visit.server)
                try await visit.waitForEditing()
                let pick = try await server.ask(forPhotos: #"{"application": "Tree"}"#)
                try await browser.wait(for: "document.querySelector('.pick-offer')?.innerText.includes('Tree')")
                try await visit.keepScreenshot("offer")
                let address: String = try await browser.evaluate(
                    "return document.querySelector('.pick-offer a').getAttribute('href')")
                #expect(address == "/picker?number=\(pick.number)")
                #expect(try await server.ask(.DELETE, of: pick).status == 204)
                try await browser.wait(for: "document.querySelector('.pick-offer').hidden")
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the picker is accessible in light and dark mode`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            var options = BrowserOptions()
            options.bypassesContentSecurityPolicy = true
            try await run(library, options) { visit in
                let pick = try await visit.server.ask(forPhotos: #"{"limit": 3, "selection": "ordered"}"#)
                try await visit.open(pick)
                try await visit.click(at: visit.middle(ofTile: 1))
                try await visit.waitForChosen("1 of 3 chosen")
                for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                    options.colourScheme = scheme
                    try await visit.browser.emulate(options)
                    try await visit.waitForStillness()
                    let findings = try await AccessibilityChecker.findings(in: visit.browser)
                    #expect(findings.filter(\.isSerious).isEmpty)
                    try await visit.keepScreenshot("axe-picker-\(scheme.rawValue)")
                }
            }
        }

        private func run(
            _ library: TemporaryLibrary, _ options: BrowserOptions = BrowserOptions(),
            _ body: (GalleryVisit) async throws -> Void
        ) async throws {
            try await GalleryVisit.run(library.folder, options, body)
        }
    }
}
