import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// What the checker axe-core finds: nothing serious or critical.
    @Suite(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
    struct AccessibilityTests {
        @Test func theGridIsAccessibleInLightAndDark() async throws {
            let library = try SamplePhotos(count: 24).makeLibrary()
            try await run(library) { visit in
                try await visit.waitForPictures()
                try await expectNoFindings(visit, "axe-grid-light")
                var options = BrowserOptions()
                options.colourScheme = .dark
                try await visit.browser.emulate(options)
                try await visit.browser.wait(for: "matchMedia('(prefers-color-scheme: dark)').matches")
                try await expectNoFindings(visit, "axe-grid-dark")
            }
        }

        @Test func theViewerWithItsFactsIsAccessible() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await run(library) { visit in
                try await visit.openViewer(at: 2)
                try await visit.waitForPicture(ofRank: 2)
                try await visit.browser.type("i")
                try await visit.browser.wait(
                    for: "document.querySelector('facts-panel').checkVisibility()"
                        + " && document.querySelector('facts-panel').innerText.includes('.JPG')")
                try await expectNoFindings(visit, "axe-viewer")
            }
        }

        @Test func theAlbumsOfAPhoneAreAccessible() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try await run(library, .phone) { visit in
                try await visit.waitForPictures()
                try await expectNoFindings(visit, "axe-phone")
                try await visit.browser.find(".sidebar-button").click()
                try await visit.browser.wait(
                    for: "document.querySelector('album-sidebar').contains(document.activeElement)")
                try await expectNoFindings(visit, "axe-phone-albums")
            }
        }

        @Test func anEmptyLibraryIsAccessible() async throws {
            try await run(try TemporaryLibrary()) { visit in
                try await visit.browser.wait(for: "document.body.innerText.includes('albumen import')")
                try await expectNoFindings(visit, "axe-empty")

                // That nothing was found means something only where something would be.
                try await visit.browser.run("document.querySelector('main').append(document.createElement('button'))")
                let findings = try await AccessibilityChecker.findings(in: visit.browser)
                #expect(findings.filter(\.isSerious).map(\.rule) == ["button-name"])
            }
        }

        private func run(
            _ library: TemporaryLibrary, _ options: BrowserOptions = BrowserOptions(),
            _ body: (GalleryVisit) async throws -> Void
        ) async throws {
            var options = options
            // The policy is not made for what the checker does to the page.
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options, body)
        }

        private func expectNoFindings(_ visit: GalleryVisit, _ name: String) async throws {
            // Colours on their way from one to another are no finding.
            try await visit.waitForStillness()
            let findings = try await AccessibilityChecker.findings(in: visit.browser)
            #expect(findings.filter(\.isSerious).isEmpty, "\(name)")
            try await visit.keepScreenshot(name)
        }
    }
}
