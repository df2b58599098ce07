import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary

extension PageTests {
    /// The page of a paired device without a connection.
    @Suite struct OfflinePageTests {
        private static let hidden = "A1B0A1B0-0000-4000-8000-000000000205"

        /// Without preloads that fit the page's requests, the browser would send both.
        @Test func `the page's first requests are sent once, before its script has come`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await DeviceVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForPictures()
                let initiators: [String: [String]] = try await browser.evaluate(
                    """
                    return (async () => {
                      const entries = performance.getEntriesByType("resource");
                      const link = (await fetch("/")).headers.get("Link");
                      const paths = [...link.matchAll(/<([^>]+)>/g)].map(([, path]) => path);
                      return Object.fromEntries(paths.map((path) => [path, entries
                        .filter(({ name }) => name === location.origin + path)
                        .map(({ initiatorType }) => initiatorType)]));
                    })();
                    """)
                #expect(initiators.count == 2)
                #expect(initiators.values.allSatisfy { $0 == ["link"] }, "\(initiators)")
            }
        }

        @Test func `what was seen is shown without a connection, with its date, and nothing can be changed`()
            async throws
        {
            let library = try SamplePhotos(count: 30).makeLibrary()
            try await DeviceVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForWorker()
                try await browser.reload()
                try await visit.waitForPictures()
                try await visit.wait(untilKept: "/thumbnail")
                try await visit.wait(untilKept: "/timeline")
                // The viewer keeps the screen's size of the photos that it shows.
                try await browser.find(".photo-tile").click()
                try await visit.wait(untilKept: "/preview")
                try await browser.goBack()
                let paths = try await visit.keptAddresses()
                #expect(
                    paths.allSatisfy { path in
                        !["/changes", "/session", "/originals", "/video", "/uploads", "/pick", "/pairing"].contains {
                            path.contains($0)
                        }
                    }, "\(paths)")
                _ = try visit.server.stop()

                try await browser.reload()
                try await browser.wait(for: "document.querySelector('.offline-line')?.hidden === false")
                try await visit.waitForPictures()
                let line: String = try await browser.evaluate(
                    "return document.querySelector('.offline-line').innerText")
                #expect(line.hasPrefix("Offline. You see the library as of "))
                let broken: Int = try await browser.evaluate(
                    "return document.querySelectorAll('.photo-tile.is-broken').length")
                #expect(broken == 0)
                try await visit.keepScreenshot("offline-light")
                try await browser.find(".photo-tile").click()
                try await browser.wait(for: "document.querySelector('photo-viewer').isOpen")
                try await browser.wait(
                    for:
                        "[...document.querySelectorAll('photo-viewer img')].some(({ naturalWidth }) => naturalWidth > 256)"
                )
                try await visit.keepScreenshot("offline-viewer")
                try await browser.type(".")
                try await browser.wait(
                    for: "document.querySelector('.undo-notice').innerText.includes('You’re offline')")
                try await visit.keepScreenshot("offline-change")
                let cards: Int = try await browser.evaluate("return document.querySelectorAll('.notice-card').length")
                #expect(cards == 0)
                // Without a worker, this page would be the browser's own.
                try await browser.open("\(visit.origin)/access")
                try await browser.wait(
                    for: "location.pathname === '/' && document.querySelector('photo-grid') !== null")
                var dark = BrowserOptions.phone
                (dark.width, dark.colourScheme) = (320, .dark)
                try await browser.emulate(dark)
                try await visit.waitForPictures()
                try await visit.keepScreenshot("offline-narrow-dark")

                let port = try #require(Int(visit.origin.split(separator: ":").last ?? ""))
                let second = try GalleryProcess(
                    serving: library.folder, isLasting: true, options: ["--listen", "127.0.0.1:\(port)"])
                try await browser.run("dispatchEvent(new Event('online'))")
                try await browser.wait(for: "document.querySelector('.offline-line').hidden")
                try await visit.keepScreenshot("online-again")
                #expect(try second.stop().exitStatus == 0)
            }
        }

        @Test func `hidden and deleted photos aren't kept, and a sign-out deletes everything`() async throws {
            let library = try SamplePhotos(count: 8).makeLibrary()
            let photos = try library.library.owner.assetUUIDs().sorted()
            try await DeviceVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForWorker()
                try await browser.reload()
                try await visit.waitForPictures()
                for photo in photos { try await visit.wait(untilKept: "\(photo)/thumbnail") }
                // The stream of changes is open.
                try await browser.run("dispatchEvent(new PointerEvent('pointermove'))")
                try await browser.wait(
                    for: """
                        performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/picker/waiting"))
                        """)

                try await visit.changeAsOwner("PATCH", "/api/assets", "{ assets: ['\(photos[0])'], isHidden: true }")
                try await visit.wait(untilKept: photos[0], false)
                try await visit.changeAsOwner("POST", "/api/trash", "{ assets: ['\(photos[1])'] }")
                try await visit.wait(untilKept: photos[1], false)
                try await visit.changeAsOwner("POST", "/api/trash/purge", "{ assets: ['\(photos[1])'] }")

                // The browser's own cache has the hidden photo's picture from before.
                try await browser.run("location.hash = '#/albums/\(Self.hidden)'")
                try await browser.find(".page-stage button").click()
                try await visit.waitForPictures()
                let shown: String = try await browser.evaluate(
                    "return document.querySelector('.photo-tile img').src")
                #expect(shown.contains(photos[0]))
                try await browser.run("location.hash = '#/'")
                try await visit.wait(untilKept: photos[2])
                try await visit.waitForPictures()
                let paths = try await visit.keptAddresses()
                #expect(
                    !paths.contains { $0.contains(photos[0]) || $0.contains(photos[1]) || $0.contains(Self.hidden) })
                #expect(paths.contains { $0.contains("/timeline") })

                // A photo that is deleted while the device is away is gone when it's back.
                try await browser.open("about:blank")
                try await visit.changeAsOwner("POST", "/api/trash", "{ assets: ['\(photos[2])'] }")
                try await browser.open("\(visit.origin)/")
                try await visit.waitForPictures()
                try await visit.wait(untilKept: photos[2], false)
                try await visit.wait(untilKept: photos[3])

                try await visit.changeAsOwner("DELETE", "/api/browsers")
                try await browser.wait(for: "document.querySelector('.notice-page') !== null")
                try await browser.wait(for: "!(await caches.keys()).includes('albumen-answers')")
                #expect(try await visit.keptAddresses() == [])
            }
        }
    }
}
