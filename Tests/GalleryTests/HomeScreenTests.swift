import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

extension PageTests {
    /// The page that was started from the home screen, and files that other apps share with it.
    @Suite struct HomeScreenTests {
        @Test func `the page starts where it was left, and Back leads from the photo to its album`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            let photos = try library.library.owner.assetUUIDs().sorted()
            let album = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")))
            try library.commit(.editMembers(ListEdit(.add(photos)), albumUUID: album))
            try await DeviceVisit.run(library.folder) { device in
                let browser = device.browser
                let visit = GalleryVisit(server: device.server, browser: browser)
                let home = "\(device.origin)/?home"
                func leave() async throws {
                    // As when the system ends the app.
                    try await browser.open("about:blank")
                    try await browser.open(home)
                    try await visit.waitForGrid()
                }
                func hash() async throws -> String { try await browser.evaluate("return location.hash") }
                try await leave()
                #expect(try await hash() == "#/")
                try await visit.open("#/albums/\(album)", titled: "Lake")
                try await browser.find(".photo-tile").click()
                try await browser.wait(for: "document.querySelector('photo-viewer').isOpen")
                let shown = try await hash()
                #expect(shown.hasPrefix("#/albums/\(album)/"))
                try await leave()
                #expect(try await hash() == shown)
                try await browser.wait(for: "document.querySelector('photo-viewer').isOpen")
                try await browser.goBack()
                try await browser.wait(for: "!document.querySelector('photo-viewer').isOpen")
                #expect(try await hash() == "#/albums/\(album)")
                let search: String = try await browser.evaluate("return location.search")
                #expect(search == "")
                // Whoever opens the page next doesn't see what was deleted or hidden.
                for guarded in ["000000000205", "001000000201"] {
                    try await browser.run("location.hash = '#/albums/A1B0A1B0-0000-4000-8000-\(guarded)'")
                    try await leave()
                    #expect(try await hash() == "#/")
                }
                // Nor where a device was that is signed out.
                try await visit.open("#/albums/\(album)", titled: "Lake")
                try await leave()
                #expect(try await hash() == "#/albums/\(album)")
                try await device.changeAsOwner("DELETE", "/api/browsers")
                try await browser.wait(for: "localStorage.getItem('albumen.lastPlace') === null")
                try await browser.run("dispatchEvent(new Event('pagehide'))")
                let places: [String] = try await browser.evaluate(
                    "return Object.keys(localStorage).filter((key) => /place/i.test(key))")
                #expect(places == [])
            }
        }

        @Test func `shared files are added, also if the page was closed before`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let photos = try (0..<2).map { try SampleMedia.photograph(width: 500 + $0, height: 300) }
            try await DeviceVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForWorker()
                // Systems send files of other apps as a form.
                func share() async throws -> String {
                    try await browser.evaluate(
                        """
                        const form = new FormData();
                        [...arguments].forEach((text, index) => {
                          const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
                          form.append("files", new File([bytes], `Lake ${index} ä.jpg`, {
                            type: "image/jpeg", lastModified: 1_700_000_000_000,
                          }));
                        });
                        return fetch("/share", { method: "POST", body: form, redirect: "manual" }).then(({ type }) => type);
                        """, photos[0].base64EncodedString(), photos[1].base64EncodedString())
                }
                let target = try await share()
                #expect(target == "opaqueredirect")
                let question = "document.querySelector('.ask h2')?.textContent === 'Add 2 shared photos and videos?'"
                try await browser.open("\(visit.origin)/?shared")
                try await browser.wait(for: question)
                try await visit.keepScreenshot("shared-question")
                try await browser.find(".ask .text-button").click()
                try await browser.wait(for: "(await (await caches.open('albumen-shared')).keys()).length === 0")
                #expect(try library.library.owner.assetUUIDs().count == 2)

                #expect(try await share() == "opaqueredirect")
                try await browser.open("\(visit.origin)/?shared")
                try await browser.wait(for: question)
                try await browser.open("about:blank")
                try await browser.open("\(visit.origin)/#/")
                try await browser.wait(for: question)
                try await browser.find(".ask .button").click()
                try await browser.wait(
                    for: "document.querySelector('.uploads-title')?.textContent === '2 files added'")
                try await visit.keepScreenshot("shared")
                try await browser.wait(for: "(await (await caches.open('albumen-shared')).keys()).length === 0")
                let search: String = try await browser.evaluate("return location.search")
                #expect(search == "")
            }
            let names = try library.library.owner.assetUUIDs().count
            #expect(names == 4)
        }
    }
}
