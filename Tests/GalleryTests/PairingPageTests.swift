import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Adding a device with the page about access, and the page that pairs it.
    @Suite struct PairingPageTests {
        /// The page about access and the device's page, in two windows of a browser. Their cookies are separate, because
        /// they have different names.
        private struct Visit {
            let browser: BrowserSession
            let server: GalleryProcess
            let owner: String
            let device: String

            func atOwner() async throws { try await browser.use(window: owner) }

            func atDevice() async throws { try await browser.use(window: device) }

            func keepScreenshot(_ name: String) async throws {
                try await GalleryVisit(server: server, browser: browser).keepScreenshot(name)
            }

            func expectAccessible(_ page: String) async throws {
                guard AccessibilityChecker.isPresent else { return }
                let findings = try await AccessibilityChecker.findings(in: browser)
                #expect(findings.filter(\.isSerious).isEmpty, "\(page): \(findings)")
            }

            /// Begins to add a device, and returns the link that the dialog shows.
            func addDevice() async throws -> String {
                try await browser.find(".access-browsers .button").click()
                try await browser.wait(for: "document.querySelector('dialog.ask .token-text') !== null")
                return try await browser.evaluate("return document.querySelector('dialog.ask .token-text').value")
            }
        }

        private func visit(
            _ options: BrowserOptions = BrowserOptions(), _ body: (Visit) async throws -> Void
        ) async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let server = try GalleryProcess(
                serving: library.folder, isLasting: true, options: ["--listen", "127.0.0.1:0"])
            try await BrowserSession.with(options) { browser in
                try await browser.open(server.link)
                try await browser.wait(
                    for: "location.pathname === '/' && document.querySelector('photo-grid').timeline.version !== null")
                try await browser.run("location.assign('/access')")
                try await browser.wait(for: "document.querySelector('.access-browsers .client-name') !== null")
                let owner = try await browser.window()
                try await browser.openWindow()
                try await browser.emulate(options)
                let visit = Visit(
                    browser: browser, server: server, owner: owner, device: try await browser.window())
                try await visit.atOwner()
                try await body(visit)
            }
            let ending = try server.stop()
            #expect(ending.exitStatus == 0 && ending.error == "", "\(ending.error)")
        }

        @Test(arguments: [BrowserOptions(), .phone])
        func `a device is added, sees the library, and is out when it's signed out`(_ options: BrowserOptions)
            async throws
        {
            let name = options.isPhone ? "phone" : "wide"
            try await visit(options) { visit in
                let browser = visit.browser
                let link = try await visit.addDevice()
                #expect(link.wholeMatch(of: /https:\/\/127\.0\.0\.1:[0-9]+\/pair#[A-Za-z0-9_-]{43}/) != nil)
                try await visit.keepScreenshot("pairing-code-\(name)")
                try await visit.expectAccessible("code")

                try await visit.atDevice()
                try await browser.open(link)
                try await browser.wait(for: "document.querySelector('.pair-form .button') !== null")
                // The secret isn't in the address any more.
                let address: String = try await browser.evaluate("return location.href")
                #expect(address.hasSuffix("/pair"))
                try await browser.run("document.querySelector('.pair-field input').value = 'Anna’s phone'")
                try await visit.keepScreenshot("pairing-name-\(name)")
                try await visit.expectAccessible("name")
                try await browser.find(".pair-form .button").click()
                try await browser.wait(for: "document.querySelector('.pair-number') !== null")
                let number: String = try await browser.evaluate(
                    "return document.querySelector('.pair-number').textContent")
                try await visit.keepScreenshot("pairing-number-\(name)")

                try await visit.atOwner()
                try await browser.wait(for: "document.querySelector('.device-number') !== null")
                let shown: String = try await browser.evaluate(
                    "return document.querySelector('.device-question').innerText")
                #expect(shown.contains(number) && shown.contains("Anna’s phone") && shown.contains("127.0.0.1"))
                try await visit.keepScreenshot("pairing-question-\(name)")
                try await visit.expectAccessible("question")
                try await browser.find(".device-question .button").click()
                try await browser.wait(
                    for: "document.querySelector('.access-browsers').innerText.includes('Anna’s phone')")
                try await browser.wait(for: "document.querySelector('dialog.ask') === null")
                try await visit.keepScreenshot("pairing-list-\(name)")

                try await visit.atDevice()
                try await browser.wait(
                    for: "location.pathname === '/' && document.querySelectorAll('photo-grid img').length > 0")
                try await GalleryVisit(server: visit.server, browser: browser).waitForPictures()
                try await visit.keepScreenshot("pairing-gallery-\(name)")
                // The page watches its connection.
                try await browser.wait(
                    for: """
                        performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/picker/waiting"))
                        """)

                try await visit.atOwner()
                try await browser.find(".access-browsers .client-card:not([data-this]) button").click()
                try await browser.find("dialog.ask .is-danger").click()
                try await visit.atDevice()
                try await browser.wait(for: "document.querySelector('.notice-page') !== null")
                let notice: String = try await browser.evaluate("return document.body.innerText")
                #expect(notice.contains("This device was signed out"))
                try await visit.keepScreenshot("pairing-ended-\(name)")
                try await browser.reload()
                let status: Int = try await browser.evaluate(
                    "return performance.getEntriesByType('navigation')[0].responseStatus")
                #expect(status == 401)
                try await visit.keepScreenshot("pairing-unpaired-\(name)")
            }
        }

        @Test func `a refused device, a used link and a page without a link say so`() async throws {
            var options = BrowserOptions()
            options.colourScheme = .dark
            try await visit(options) { visit in
                let browser = visit.browser
                let link = try await visit.addDevice()
                try await visit.atDevice()
                try await browser.open(link)
                try await browser.find(".pair-form .button").click()
                try await browser.wait(for: "document.querySelector('.pair-number') !== null")
                try await visit.keepScreenshot("pairing-number-dark")
                try await visit.atOwner()
                try await browser.wait(for: "document.querySelector('.device-number') !== null")
                try await visit.keepScreenshot("pairing-question-dark")
                try await browser.find(".device-question .text-button").click()
                try await visit.atDevice()
                try await browser.wait(for: "document.querySelector('.pair-state').innerText.includes('refused')")
                try await browser.open("about:blank")
                try await browser.open(link)
                try await browser.find(".pair-form .button").click()
                try await browser.wait(for: "document.querySelector('.pair-state').innerText.includes('isn’t valid')")
                try await browser.open(String(link.prefix { $0 != "#" }))
                try await browser.wait(for: "document.querySelector('.pair-state').innerText.includes('Add a Device')")
                try await visit.expectAccessible("trust")
                try await visit.keepScreenshot("pairing-trust-dark")
            }
        }
    }
}
