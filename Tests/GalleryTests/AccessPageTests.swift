import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// The page that shows which app sees which photos.
    @Suite struct AccessPageTests {
        @Test func `without apps, the page says what it is for`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.openAccess()
                let text: String = try await visit.browser.evaluate("return document.body.innerText")
                #expect(text.contains("No app has asked for photos"))
                try await visit.keepScreenshot("access-empty")
                try await visit.browser.find(".side-page-back").click()
                try await visit.waitForGrid()
                try await visit.browser.find(".sidebar-link[data-page=access]").click()
                try await visit.browser.wait(for: "location.pathname === '/access'")
            }
        }

        @Test func `§1.3.9: a deselected photo disappears in the running app, and its image fails`() async throws {
            let (library, _) = try limitedLibrary(chosen: 3)
            try await GalleryVisit.run(library.folder) { visit in
                let identifiers = try await visit.shownIdentifiers()
                try await visit.openAccess()
                try await visit.waitForCard("Slides", "3 items chosen")
                let program = try AccessProgram("Slides", in: library.folder, ["observe"])
                #expect(try await program.line("assets") == "assets 3")
                _ = try await program.line("waiting")
                let browser = visit.browser
                try await browser.wait(for: "document.querySelectorAll('.photo-parts-photo').length === 3")
                try await browser.find(".photo-parts-list li:nth-child(2) button").click()
                try await visit.keepScreenshot("access-selected")
                try await browser.find(".client-bar .button").click()
                try await visit.waitForCard("Slides", "2 items chosen")
                let changed = try await program.line("changed")
                #expect(changed == "changed +0 -1 =2")
                let removed = try await program.line("removed")
                let gone = identifiers.filter { removed == "removed \($0)/L0/001 error 3303" }
                #expect(gone.count == 1, "\(removed)")
                // The focus isn't lost.
                try await browser.wait(for: "document.activeElement.matches('.photo-parts-photo')")
            }
        }

        @Test func `photos are chosen for an app, and a change of its access takes effect at once`() async throws {
            let (library, _) = try limitedLibrary(chosen: 2)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openAccess()
                let program = try AccessProgram("Slides", in: library.folder, ["observe"])
                _ = try await program.line("waiting")
                let (page, windows) = (try await browser.window(), try await browser.windows())
                try await browser.find(".client-buttons button:nth-child(2)").click()
                try await browser.useNewWindow(besides: windows)
                try await visit.waitForPicker()
                try await visit.waitForMarked(2)
                try await visit.focusPicker()
                try await visit.click(at: visit.middle(ofTile: 4))
                try await visit.waitForChosen("3 items chosen")
                try await visit.closePicker(by: ".picker-add", returningTo: page)
                #expect(try await program.line("changed") == "changed +1 -0 =3")
                try await visit.waitForCard("Slides", "3 items chosen")

                try await setAccess("none", in: visit)
                #expect(try await program.line("changed", count: 2) == "changed +0 -3 =0")
                try await visit.waitForCard("Slides", "No access")
                try await setAccess("full", in: visit)
                #expect(try await program.line("changed", count: 3) == "changed +6 -0 =6")
                try await visit.waitForCard("Slides", "All photos")
                try await visit.keepScreenshot("access-full")
            }
        }

        @Test func `a cancelled picker changes nothing`() async throws {
            let (library, _) = try limitedLibrary(chosen: 2)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openAccess()
                let (page, windows) = (try await browser.window(), try await browser.windows())
                try await browser.find(".client-buttons button:nth-child(2)").click()
                try await browser.useNewWindow(besides: windows)
                try await visit.waitForPicker()
                try await visit.waitForMarked(2)
                try await visit.focusPicker()
                try await visit.click(at: visit.middle(ofTile: 0))
                try await visit.waitForChosen("1 item chosen")
                try await visit.closePicker(by: ".picker-cancel", returningTo: page)
                #expect(try library.library.chosenAssets(ofClient: "Slides").count == 2)
                try await visit.waitForCard("Slides", "2 items chosen")
            }
        }

        @Test func `a token is shown once, opens the library, and ends`() async throws {
            let (library, _) = try limitedLibrary(chosen: 2)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openAccess()
                try await browser.find(".client-buttons button:nth-child(3)").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.find("dialog.ask .button").click()
                try await browser.wait(for: "document.querySelector('.token-text')?.value.length > 40")
                let token: String = try await browser.evaluate("return document.querySelector('.token-text').value")
                let example: String = try await browser.evaluate(
                    "return document.querySelector('.token-example').textContent")
                #expect(example.contains(token) && example.contains("albumen access curl 'Slides' /api/collections"))
                let headers = ["Authorization": "Bearer \(token)"]
                #expect(try await visit.server.ask("/api/collections", headers: headers).status == 200)
                try await browser.press(.escape)
                try await visit.waitForCard("Slides", "has a token")
                try await browser.reload()
                try await visit.waitForCard("Slides", "has a token")
                let text: String = try await browser.evaluate("return document.body.innerHTML")
                #expect(!text.contains(token))
                try await browser.find(".client-buttons button:nth-child(4)").click()
                try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                try await browser.find("dialog.ask .button.is-danger").click()
                try await visit.waitForShortNotice("has ended")
                #expect(try await visit.server.ask("/api/collections", headers: headers).status == 401)
            }
        }

        @Test func `what was picked once is shown with its photos`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let pick = try await visit.server.ask(forPhotos: #"{"limit": 0, "application": "Tree"}"#)
                try await visit.open(pick)
                for rank in [0, 2] { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("2 items chosen")
                try await browser.find(".picker-add").click()
                try await visit.waitForEnding("The items were added")
                try await visit.openAccess()
                try await browser.find(".pick-details > summary").click()
                try await browser.wait(for: "document.querySelectorAll('.pick-details img').length === 2")
                let text: String = try await browser.evaluate("return document.body.innerText")
                #expect(text.contains("2 items, today") && text.contains("“Tree”"))
                try await visit.keepScreenshot("access-picked")
            }
        }

        @Test(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
        func `the page and a question are accessible in light and dark mode and on a phone`() async throws {
            let (library, _) = try limitedLibrary(chosen: 3)
            var options = BrowserOptions()
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.openAccess()
                try await visit.browser.wait(for: "document.querySelectorAll('.photo-parts-photo').length === 3")
                try await visit.browser.find(".photo-parts-photo").click()
                let bases: [BrowserOptions] = [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone]
                for base in bases {
                    var options = base
                    options.bypassesContentSecurityPolicy = true
                    try await visit.browser.emulate(options)
                    let name = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                    try await expectNoFindings(visit, "axe-access-\(name)")
                    let program = try AccessProgram("Other", in: library.folder, ["authorize"])
                    _ = try await visit.waitForQuestion(of: "Other")
                    try await expectNoFindings(visit, "axe-question-\(name)")
                    program.kill()
                    try await visit.waitForNoQuestion()
                }
            }
        }

        private func expectNoFindings(_ visit: GalleryVisit, _ name: String) async throws {
            try await visit.waitForStillness()
            let findings = try await AccessibilityChecker.findings(in: visit.browser)
            #expect(findings.filter(\.isSerious).isEmpty, "\(name): \(findings)")
            try await visit.keepScreenshot(name)
        }

        /// Returns a library in which the app “Slides” has access to the newest photos.
        private func limitedLibrary(chosen count: Int) throws -> (TemporaryLibrary, [Int64]) {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let rows = try QuestionTests.newest(of: library)
            try library.library.setAccess(.limited, ofClient: "Slides", author: "test")
            try library.library.choose(Array(rows.prefix(count)), forClient: "Slides", author: "test")
            return (library, rows)
        }

        /// Changes the access of the only app.
        private func setAccess(_ level: String, in visit: GalleryVisit) async throws {
            let browser = visit.browser
            try await browser.find(".client-buttons button:nth-child(1)").click()
            try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
            try await browser.find("dialog.ask input[value=\(level)]").click()
            try await visit.keepScreenshot("access-change-\(level)")
            try await browser.find("dialog.ask .button").click()
            try await browser.wait(for: "!document.querySelector('dialog.ask')")
        }
    }
}
