import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// Another user of this machine listens at the server's port while no server runs. The owner's browser opens the
    /// bookmark, and the page of that user stays open.
    @Suite(.enabled(if: ForeignUser.isAvailable, "\(ForeignUser.absence)")) struct SquatterTests {
        private static let grid = "document.querySelector('photo-grid')?.timeline?.count === 3"

        @Test func `another user's page at the bookmark gains no photo and no key from a later server`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let profile = try TemporaryFolder()
            let first = try GalleryProcess(serving: library.folder, isLasting: true)
            let port = first.port
            try await BrowserSession.with(profile: profile) { browser in
                try await browser.open(first.link)
                try await browser.wait(for: Self.grid)
                // Once the browser has the lasting cookie, the bookmark opens the library.
                try await browser.open(first.entrance + "/")
                try await browser.wait(
                    for: "location.host.endsWith(arguments[0]) && \(Self.grid)", ".localhost:\(port)")
                #expect(try await onOwnThread { try first.stop() }.exitStatus == 0)

                // The squatter gets the lasting cookie, and its page and its service worker stay.
                let squatter = try await onOwnThread { try Squatter(at: port) }
                try await browser.open(first.entrance + "/")
                try await browser.wait(
                    for: "navigator.serviceWorker.controller !== null && document.title === 'Squatter'")
                let stolen = try await onOwnThread { try squatter.cookies() }
                #expect(stolen.contains("__Host-albumen-"), "\(stolen)")
                try await onOwnThread { try squatter.stop() }

                let second = try GalleryProcess(serving: library.folder, port: port, isLasting: true)
                let run = try #require(second.link.firstMatch(of: /http:\/\/([a-z0-9]+)\./).map { String($0.1) })
                let replayed = try await onOwnThread { try Squatter.replay(stolen, toPort: port) }
                #expect(replayed == Array(repeating: "403 None None", count: 3))

                let page = try await browser.window()
                let before = try await browser.windows()
                let loot: Squatter.Loot = try await browser.evaluate("return attack()")
                refuse(loot, run)
                try await checkOpenedWindow(browser, besides: before, page, run)
                // The redirect of that window has removed the worker.
                try await browser.wait(
                    for: "navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")

                // A link opens the run's name, and the bookmark, too.
                try await browser.openWindow()
                try await browser.open(second.link)
                try await browser.wait(for: Self.grid)
                try await browser.open(second.entrance + "/")
                try await browser.wait(for: "location.host.startsWith(arguments[0]) && \(Self.grid)", run)
                let ending = try await onOwnThread { try second.stop() }
                #expect(ending.exitStatus == 0 && ending.error == "", "\(ending.error)")
            }
        }

        private func refuse(_ loot: Squatter.Loot, _ run: String) {
            for text in loot.texts + loot.worker + loot.reads {
                #expect(!text.contains("key=") && !text.contains(run) && !text.contains("photo-"), "\(text)")
            }
            // Each part of the attack has taken place.
            for name in [
                "/ basic 403", "/access basic 403", "/stay basic 403", "iframe none", "embed none", "object none",
            ] {
                #expect(loot.texts.contains { $0.hasPrefix(name) }, "\(name) isn't in \(loot.texts)")
            }
            #expect(loot.texts.contains("second about:blank"), "\(loot.texts)")
            for report in ["preload navigate iframe basic 403", "preload navigate document opaqueredirect 0"] {
                #expect(loot.worker.contains { $0.hasPrefix(report) }, "\(report) isn't in \(loot.worker)")
            }
            #expect(loot.worker.contains { $0.hasPrefix("repeated navigate document basic 403") }, "\(loot.worker)")
            #expect(!loot.reads.isEmpty && loot.reads.allSatisfy { $0.hasPrefix("SecurityError") }, "\(loot.reads)")
        }

        /// The page can open the gallery in a window, which the owner sees and no script of the page reads.
        private func checkOpenedWindow(
            _ browser: BrowserSession, besides before: [String], _ page: String, _ run: String
        ) async throws {
            try await browser.useNewWindow(besides: before)
            try await browser.wait(for: "location.host.startsWith(arguments[0]) && \(Self.grid)", run)
            let hasOpener: Bool = try await browser.evaluate("return window.opener !== null")
            #expect(!hasOpener)
            try await browser.closeWindow(returningTo: page)
            #expect(try await browser.windows() == before)
        }
    }
}
