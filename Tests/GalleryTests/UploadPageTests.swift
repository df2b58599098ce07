import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

extension PageTests {
    /// Files of the browser's device that the page adds.
    @Suite struct UploadPageTests {
        @Test func `chosen files are added, and those that the library has aren't sent`() async throws {
            let library = try TemporaryLibrary()
            let files = try TemporaryFolder()
            for number in 0..<6 {
                try files.write(
                    SampleMedia.photograph(width: 400 + number, height: 300), to: "IMG_\(number).jpg")
            }
            try files.write(Data("no photo".utf8), to: "notes.jpg")
            try library.importPaths([files.file("IMG_0.jpg").path])
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.keepScreenshot("button")
                try await choose(try names(in: files), visit)
                try await waitForResult("5 files added, 1 here before, 1 not added", visit)
                try await visit.waitForCount(6)
                try await browser.find(".uploads summary").click()
                try await visit.keepScreenshot("result")
                let reason: String = try await browser.evaluate(
                    "return document.querySelector('.uploads li[data-state=refused] .uploads-reason').textContent")
                #expect(!reason.isEmpty)
                #expect(try library.library.owner.assetUUIDs().count == 6)
                // Again: nothing is sent.
                try await choose(try names(in: files).filter { $0.hasSuffix("jpg") && !$0.contains("notes") }, visit)
                try await waitForResult("0 files added, 6 here before", visit)
                #expect(try library.library.owner.assetUUIDs().count == 6)
                try await browser.find(".uploads-buttons > button:last-child").click()
                #expect(
                    try await browser.evaluate(
                        "return document.activeElement === document.querySelector('.page-add')"))
            }
        }

        @Test func `dropped files join the open album`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let album = UUID().uuidString
            try library.commit(.createCollection(NewCollection(uuid: album, kind: .album, title: "Lake")))
            let photo = try SampleMedia.photograph(width: 500, height: 300)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.open("#/albums/\(album)", titled: "Lake")
                let prevented: [Bool] = try await browser.evaluate(
                    """
                    const bytes = Uint8Array.from(atob(arguments[0]), (character) => character.charCodeAt(0));
                    const dataTransfer = new DataTransfer();
                    dataTransfer.items.add(new File([bytes], "lake.jpg", { type: "image/jpeg" }));
                    const target = document.elementFromPoint(700, 400);
                    return ["dragenter", "dragover", "drop"].map((type) => {
                      return !target.dispatchEvent(new DragEvent(type, {
                        dataTransfer, bubbles: true, cancelable: true,
                      }));
                    });
                    """, photo.base64EncodedString())
                #expect(prevented == [true, true, true])
                try await waitForResult("1 file added", visit)
                try await visit.waitForCount(1)
                try await visit.keepScreenshot("album")
                // A text that is dropped on a field is the field's.
                let isKept: Bool = try await browser.evaluate(
                    """
                    const dataTransfer = new DataTransfer();
                    dataTransfer.setData("text/plain", "x");
                    return document.body.dispatchEvent(new DragEvent("drop", {
                      dataTransfer, bubbles: true, cancelable: true,
                    }));
                    """)
                #expect(isKept)
            }
            let collection = try #require(try library.library.owner.collection(uuid: album))
            #expect(try library.library.catalog.read { try $0.liveAssetUUIDs(ofAlbum: collection.id) }.count == 1)
        }

        @Test func `an upload goes on after the server was killed, and nothing comes twice`() async throws {
            let library = try TemporaryLibrary()
            let files = try TemporaryFolder()
            for number in 0..<20 {
                // Bytes behind the photo make the upload long enough.
                let padding = Data(repeating: UInt8(number), count: 3 << 20)
                try files.write(
                    SampleMedia.photograph(width: 400 + number, height: 300) + padding, to: "IMG_\(number).jpg")
            }
            let first = try GalleryProcess(serving: library.folder)
            try await BrowserSession.with(BrowserOptions()) { browser in
                let visit = GalleryVisit(server: first, browser: browser)
                try await browser.open(first.link)
                try await visit.waitForGrid()
                try await choose(try names(in: files), visit)
                try await browser.wait(
                    for: "Number(document.querySelector('.uploads progress')?.value) > 6_000_000")
                first.kill()
                try await browser.wait(
                    for: "document.querySelector('.uploads-status').textContent.startsWith('The library can’t be')")
                try await visit.keepScreenshot("reconnecting")
                let second = try GalleryProcess(serving: library.folder, port: first.port)
                // The page asks to sign in, and keeps the files.
                try await browser.wait(for: "document.querySelector('.notice-page') !== null")
                let panel: Bool = try await browser.evaluate("return document.querySelector('.uploads') !== null")
                #expect(panel)
                try await visit.keepScreenshot("signed-out")
                // The reader signs in in another window.
                let window = try await browser.window()
                try await browser.openWindow()
                try await browser.open(second.link)
                try await GalleryVisit(server: second, browser: browser).waitForGrid()
                try await browser.closeWindow(returningTo: window)
                try await browser.wait(
                    for: "document.querySelector('.uploads-title').textContent.includes('added')")
                let result: String = try await browser.evaluate(
                    "return document.querySelector('.uploads-title').textContent")
                // A file whose last answer was lost counts as one that was here before.
                #expect(!result.contains("not added"), "\(result)")
                try await visit.keepScreenshot("continued")
                #expect(try second.stop().exitStatus == 0)
            }
            #expect(try library.library.owner.assetUUIDs().count == 20)
            let rest = try FileManager.default.contentsOfDirectory(
                atPath: library.folder.appending(path: "uploads").path(percentEncoded: false))
            #expect(Set(rest).isSubset(of: ["lock", "incoming"]), "\(rest)")
        }

        @Test func `the panel can be paused and cancelled, on a phone and in the dark`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let files = try TemporaryFolder()
            for number in 0..<8 {
                let padding = Data(repeating: UInt8(number), count: 20 << 20)
                try files.write(
                    SampleMedia.photograph(width: 400 + number, height: 300) + padding, to: "IMG_\(number).jpg")
            }
            var options = BrowserOptions.phone
            options.colourScheme = .dark
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await choose(try names(in: files), visit)
                try await browser.wait(for: "document.querySelector('.uploads-buttons > button')")
                try await browser.find(".uploads-buttons > button").click()
                try await browser.wait(for: "document.querySelector('.uploads-status').textContent === 'Paused'")
                try await browser.find(".uploads summary").click()
                try await visit.keepScreenshot("paused")
                let isWithin: Bool = try await browser.evaluate(
                    """
                    const { left, right } = document.querySelector(".uploads").getBoundingClientRect();
                    return left >= 0 && right <= innerWidth && document.documentElement.scrollWidth <= innerWidth;
                    """)
                #expect(isWithin)
                try await browser.find(".uploads-buttons > button:last-child").click()
                try await browser.wait(
                    for: "document.querySelector('.uploads-title').textContent.includes('cancelled')")
                try await visit.keepScreenshot("cancelled")
            }
        }

        @Test func `what can't be read in a dropped folder is named, and the rest is added`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            let photos = try (0..<2).map { try SampleMedia.photograph(width: 500 + $0, height: 300) }
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                // Scripts can't drop a folder, so the entries stand in for the browser's.
                try await browser.run(
                    """
                    const decoded = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
                    const fault = () => new DOMException("The file could not be read.", "NotReadableError");
                    const file = (name, text) => ({
                      name, fullPath: `/Trip/${name}`, isDirectory: false,
                      file: (resolve, reject) => text === null
                        ? reject(fault()) : resolve(new File([decoded(text)], name, { type: "image/jpeg" })),
                    });
                    const folder = (name, parts, isReadable = true) => ({
                      name, fullPath: `/${name}`, isDirectory: true,
                      createReader: () => {
                        const rest = [parts, []];
                        return { readEntries: (resolve, reject) => isReadable ? resolve(rest.shift()) : reject(fault()) };
                      },
                    });
                    const entry = folder("Trip", [
                      file("one.jpg", arguments[0]), file("broken.jpg", null), folder("Trip/locked", [], false),
                      file("two.jpg", arguments[1]),
                    ]);
                    const dataTransfer = new DataTransfer();
                    dataTransfer.items.add(new File(["x"], "Trip"));
                    DataTransferItem.prototype.webkitGetAsEntry = () => entry;
                    document.elementFromPoint(700, 400).dispatchEvent(new DragEvent("drop", {
                      dataTransfer, bubbles: true, cancelable: true,
                    }));
                    """, photos[0].base64EncodedString(), photos[1].base64EncodedString())
                try await waitForResult("2 files added, 2 not added", visit)
                try await browser.find(".uploads summary").click()
                let refused: [String] = try await browser.evaluate(
                    "return [...document.querySelectorAll('.uploads li[data-state=refused]')].map((row) => row.innerText)"
                )
                #expect(refused.count == 2)
                #expect(refused.contains { $0.contains("Trip/broken.jpg") && $0.contains("could not be read") })
                #expect(refused.contains { $0.contains("Trip/locked") })
                try await visit.keepScreenshot("unreadable")
            }
            #expect(try library.library.owner.assetUUIDs().count == 5)
        }

        @Test func `a pasted picture is added`() async throws {
            let library = try SamplePhotos(count: 1).makeLibrary()
            let photo = try SampleMedia.photograph(width: 500, height: 300)
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                let paste = """
                    const bytes = Uint8Array.from(atob(arguments[0]), (character) => character.charCodeAt(0));
                    const clipboardData = new DataTransfer();
                    clipboardData.items.add(new File([bytes], "image.png", { type: "image/png" }));
                    const target = document.querySelector(arguments[1]);
                    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
                    """
                // What is pasted into a field is the field's.
                try await browser.run(paste, photo.base64EncodedString(), "search-field input")
                try await browser.run(paste, photo.base64EncodedString(), "body")
                try await waitForResult("1 file added", visit)
                try await visit.waitForCount(2)
            }
            #expect(try library.library.owner.assetUUIDs().count == 2)
        }

        @Test func `after a reload, files continue where they ended, and equal ones don't take each other's place`()
            async throws
        {
            let library = try SamplePhotos(count: 1).makeLibrary()
            let files = try TemporaryFolder()
            let photo = try SampleMedia.photograph(width: 500, height: 300)
            for folder in ["a", "b"] {
                try files.write(photo + Data(repeating: 7, count: 56 << 20), to: "\(folder)/IMG_1.jpg")
            }
            let paths = ["a/IMG_1.jpg", "b/IMG_1.jpg"].map { "\(files.path)/\($0)" }
            var options = BrowserOptions()
            options.scriptOfNewPages = """
                // A page that no reader has touched may not ask before it's left, and the console says so.
                addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
                const original = window.fetch;
                window.sent = [];
                window.fetch = (address, init) => {
                  window.sent.push(`${init?.method ?? "GET"} ${address} ${init?.headers?.["Upload-Offset"] ?? ""}`);
                  return original(address, init);
                };
                """
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await choose(paths, visit)
                try await browser.run(
                    """
                    return new Promise((resolve) => {
                      const timer = setInterval(() => {
                        if (!(Number(document.querySelector(".uploads progress")?.value) > 30_000_000)) return;
                        clearInterval(timer);
                        document.querySelector(".uploads-buttons > button").click();
                        resolve();
                      }, 5);
                    });
                    """)
                try await browser.wait(for: "document.querySelector('.uploads-status').textContent === 'Paused'")
                let begun: Int = try await browser.evaluate(
                    """
                    return fetch("/api/uploads").then((answer) => answer.json()).then(({ uploads }) =>
                      uploads.filter(({ state, offset }) => state === "receiving" && offset > 0).length);
                    """)
                #expect(begun == 2)
                try await browser.open("about:blank")
                try await browser.open("\(visit.server.origin)/")
                try await visit.waitForGrid()
                try await choose(paths, visit)
                try await waitForResult("1 file added, 1 here before", visit)
                let sent: [String] = try await browser.evaluate("return window.sent")
                #expect(sent.filter { $0.hasPrefix("POST /api/uploads ") }.isEmpty, "\(sent)")
                let heads = Set(sent.filter { $0.hasPrefix("HEAD /api/uploads/") })
                #expect(heads.count == 2, "\(heads)")
                // The list was read once for the choice, before the files were in the library.
                let first = sent.prefix { !$0.hasPrefix("PATCH") }
                #expect(first.filter { $0.hasPrefix("GET /api/uploads ") }.count == 1, "\(first)")
            }
            #expect(try library.library.owner.assetUUIDs().count == 2)
        }

        @Test(arguments: [320, 390])
        func `files can be chosen in the narrowest window`(_ width: Int) async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                var options = BrowserOptions.phone
                (options.width, options.colourScheme) = (width, scheme)
                try await GalleryVisit.run(library.folder, options) { visit in
                    try await visit.waitForPictures()
                    try await visit.keepScreenshot("narrow-\(width)-\(scheme)")
                    let isReached: Bool = try await visit.browser.evaluate(
                        """
                        const button = document.querySelector(".page-add");
                        const { left, top, width, height } = button.getBoundingClientRect();
                        return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
                          && width >= 32 && left + width <= innerWidth;
                        """)
                    #expect(isReached)
                }
            }
        }

        /// Chooses files in the dialog of the button.
        private func choose(_ paths: [String], _ visit: GalleryVisit) async throws {
            try await visit.browser.find(".page-header input[type=file]").type(paths.joined(separator: "\n"))
        }

        private func names(in files: TemporaryFolder) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: files.path).sorted().map { "\(files.path)/\($0)" }
        }

        private func waitForResult(_ text: String, _ visit: GalleryVisit) async throws {
            try await visit.browser.wait(
                for: "document.querySelector('.uploads-title')?.textContent === arguments[0]", text)
        }
    }
}
