import AlbumenTestSupport
import Testing

extension PageTests {
    /// The editor in the browser's history.
    @Suite struct EditorHistoryTests {
        private static let openViewer = "document.querySelector('photo-viewer').isOpen && location.hash.length > 50"
        private static let closedViewer = "!document.querySelector('photo-viewer').isOpen && location.hash.length < 5"

        @Test(arguments: [false, true])
        func `Back leads from the editor to the photo, and then to the grid`(isPhone: Bool) async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder, isPhone ? .phone : BrowserOptions()) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 1)
                let photo: String = try await browser.evaluate("return location.hash")
                try await visit.openEditor()
                try await goBack(visit, isPhone)
                try await visit.waitForNoEditor()
                try await browser.wait(for: Self.openViewer)
                #expect(try await browser.evaluate("return location.hash") == photo)
                // Cancel leaves no entry in the history.
                try await visit.openEditor()
                try await visit.clickInEditor("cancel")
                try await visit.waitForNoEditor()
                try await browser.wait(for: "history.state?.overAlbum === true")
                try await goBack(visit, isPhone)
                try await browser.wait(for: Self.closedViewer)
            }
        }

        @Test(arguments: [false, true])
        func `Back asks before it discards changes`(isPhone: Bool) async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder, isPhone ? .phone : BrowserOptions()) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 1)
                let photo = try await visit.shownIdentifiers()[1]
                try await visit.openEditor()
                try await visit.focusSlider("exposure")
                try await browser.press(.right, .right)
                // The editor stays, as often as the reader answers no.
                for _ in 0..<2 {
                    try await goBack(visit, isPhone)
                    try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                    try await browser.press(.enter)
                    try await browser.wait(for: "!document.querySelector('dialog.ask') && history.state?.isView")
                    #expect(try await browser.evaluate("return document.querySelector('.editor[open]') !== null"))
                }
                try await goBack(visit, isPhone)
                try await visit.confirm(isFinal: true)
                try await visit.waitForNoEditor()
                try await browser.wait(for: Self.openViewer)
                #expect(try library.recipe(of: photo) == nil)
                try await goBack(visit, isPhone)
                try await browser.wait(for: Self.closedViewer)
            }
        }

        @Test func `after a reload in the editor, Back leads to the grid`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 1)
                try await visit.openEditor()
                try await browser.reload()
                try await visit.waitForGrid()
                try await browser.wait(for: Self.openViewer)
                try await browser.wait(for: "history.state?.overAlbum === true")
                try await browser.goBack()
                try await browser.wait(for: Self.closedViewer)
            }
        }

        /// Goes back with the button of the browser, or as the gesture of a phone does.
        private func goBack(_ visit: GalleryVisit, _ isPhone: Bool) async throws {
            if isPhone { try await visit.browser.run("history.back()") } else { try await visit.browser.goBack() }
        }
    }
}
