import Albumen
import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import PhotoLibrary
import Records
import Testing

extension PageTests {
    /// The checker axe-core finds nothing serious or critical.
    @Suite(.enabled(if: AccessibilityChecker.isPresent, Comment(rawValue: AccessibilityChecker.absence)))
    struct AccessibilityTests {
        @Test func `the grid is accessible in light and dark mode`() async throws {
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

        @Test func `the viewer with the facts panel is accessible`() async throws {
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

        @Test func `the albums are accessible on a phone`() async throws {
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

        @Test func `editing is accessible in light and dark mode`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            try library.commit(
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .folder, title: "Trips")),
                .createCollection(NewCollection(uuid: UUID().uuidString, kind: .album, title: "Lake")))
            for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                var options = BrowserOptions()
                options.colourScheme = scheme
                try await run(library, options) { visit in
                    let browser = visit.browser
                    try await visit.waitForEditing()
                    try await visit.focusTile(1)
                    try await browser.hold(.shift) { try await browser.press(.right) }
                    try await visit.waitForSelected(2)
                    try await expectNoFindings(visit, "axe-selection-\(scheme)")
                    try await browser.find("[data-action=add]").click()
                    try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                    try await expectNoFindings(visit, "axe-albums-\(scheme)")
                    try await browser.press(.escape)
                    try await browser.wait(for: "!document.querySelector('dialog.ask')")
                    try await browser.find("[data-action=trash]").click()
                    try await browser.wait(for: "document.querySelector('dialog.ask[open]')")
                    try await expectNoFindings(visit, "axe-delete-\(scheme)")
                    try await browser.press(.escape)
                    try await browser.find("[data-action$=favorite]").click()
                    try await visit.waitForNotice("2")
                    try await expectNoFindings(visit, "axe-notice-\(scheme)")
                    try await browser.find(".sidebar-own .sidebar-more").click()
                    try await browser.wait(for: "document.querySelector('.popup-menu')")
                    try await expectNoFindings(visit, "axe-menu-\(scheme)")
                }
            }
        }

        @Test func `the editor of photos is accessible in light and dark mode and on a phone`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await run(library) { visit in
                try await visit.openViewer(at: 0)
                try await visit.openEditor()
                for options in [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone] {
                    try await visit.browser.emulate(options)
                    for tool in ["adjust", "filters", "crop"] {
                        try await visit.chooseTool(tool)
                        let name = "\(options.isPhone ? "phone" : "wide")-\(options.colourScheme)"
                        try await expectNoFindings(visit, "axe-editor-\(tool)-\(name)")
                    }
                }
            }
        }

        @Test func `pages of albums and messages are accessible in light and dark mode`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            var fetch = AssetFetch()
            fetch.orderings = [.newestFirst]
            let rows = try library.library.owner.assetIdentifiers(fetch)
            let photos = try library.library.owner.assets(withIdentifiers: rows).values.map(\.uuid)
            let (lake, trips) = (UUID().uuidString, UUID().uuidString)
            try library.commit(
                .createCollection(NewCollection(uuid: lake, kind: .album, title: "Lake")),
                .describe("By the lake", collectionUUID: lake),
                .editMembers(ListEdit(.add(Array(photos.prefix(3)))), albumUUID: lake),
                .createCollection(NewCollection(uuid: trips, kind: .folder, title: "Trips")))
            try library.commit(.trash(assetUUID: photos[4]), .setHidden(true, assetUUID: photos[5]))
            let smart = "#/albums/A1B0A1B0-0000-4000-8000-"
            for base in [BrowserOptions(), BrowserOptions(colourScheme: .dark), .phone] {
                let suffix = "\(base.isPhone ? "phone" : "wide")-\(base.colourScheme)"
                try await run(library, base) { visit in
                    for (address, title, name) in [
                        ("#/albums", "Albums", "axe-covers"), ("#/imports", "Imports", "axe-imports"),
                        ("#/folders/\(trips)", "Trips", "axe-folder"), ("#/albums/\(lake)", "Lake", "axe-album"),
                        ("\(smart)001000000201", "Recently Deleted", "axe-trash"),
                        ("\(smart)000000000205", "Hidden", "axe-hidden"),
                        ("\(smart)000000000203", "Favorites", "axe-empty-album"),
                    ] {
                        try await visit.open(address, titled: title)
                        if name == "axe-album" {
                            try await visit.browser.wait(for: "document.querySelector('.album-dates')?.textContent")
                        }
                        try await expectNoFindings(visit, "\(name)-\(suffix)")
                    }
                }
            }
        }

        @Test func `the shortcuts and a phone's selection are accessible`() async throws {
            let library = try SamplePhotos(count: 12).makeLibrary()
            for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                for isPhone in [false, true] {
                    var options = isPhone ? .phone : BrowserOptions()
                    options.colourScheme = scheme
                    try await run(library, options) { visit in
                        let browser = visit.browser
                        let name = "\(isPhone ? "phone" : "wide")-\(scheme)"
                        try await visit.focusTile(1)
                        try await browser.type("?")
                        try await browser.wait(for: "document.querySelector('.shortcut-sheet[open]')")
                        try await expectNoFindings(visit, "axe-shortcuts-\(name)")
                        try await browser.press(.escape)
                        try await browser.hold(.shift) { try await browser.press(.right) }
                        try await visit.waitForSelected(2)
                        try await expectNoFindings(visit, "axe-selecting-\(name)")
                    }
                }
            }
        }

        @Test func `an empty library is accessible`() async throws {
            try await run(try TemporaryLibrary()) { visit in
                try await visit.browser.wait(for: "document.body.innerText.includes('albumen import')")
                try await expectNoFindings(visit, "axe-empty")

                // Proves that the checker runs: an empty list only counts if it can find a fault.
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
            // The policy doesn't allow the checker's scripts.
            options.bypassesContentSecurityPolicy = true
            try await GalleryVisit.run(library.folder, options, body)
        }

        @Test func `the library's status is accessible in light and dark mode`() async throws {
            let library = try SamplePhotos(count: 2).makeLibrary()
            let blob = try #require(try library.library.blobs.digests(after: nil, limit: 1).first)
            try FileManager.default.removeItem(at: library.library.blobs.fileURL(of: blob))
            _ = try LibraryVerification(of: library.library).run(reclaimsOrphans: false) { _ in }
            for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                var options = BrowserOptions()
                options.colourScheme = scheme
                try await run(library, options) { visit in
                    try await visit.browser.open("\(visit.server.origin)/status")
                    try await visit.browser.wait(for: "document.querySelector('.status-problem') !== null")
                    try await expectNoFindings(visit, "axe-status-\(scheme)")
                }
            }
        }

        @Test func `adding files is accessible in light and dark mode and on a phone`() async throws {
            let files = try TemporaryFolder()
            try files.write(try SampleMedia.photograph(width: 500, height: 300), to: "a.jpg")
            try files.write(Data("no photo".utf8), to: "b.jpg")
            let paths = ["a.jpg", "b.jpg"].map { files.file($0).path(percentEncoded: false) }
            for (name, base) in [("desk", BrowserOptions()), ("phone", .phone)] {
                for scheme in [BrowserOptions.ColourScheme.light, .dark] {
                    var options = base
                    options.colourScheme = scheme
                    try await run(SamplePhotos(count: 3).makeLibrary(), options) { visit in
                        try await visit.browser.find(".page-header input[type=file]")
                            .type(paths.joined(separator: "\n"))
                        try await visit.browser.wait(
                            for: "document.querySelector('.uploads-title')?.textContent === '1 file added, 1 not added'"
                        )
                        try await visit.browser.find(".uploads summary").click()
                        try await expectNoFindings(visit, "axe-uploads-\(name)-\(scheme)")
                    }
                }
            }
        }

        private func expectNoFindings(_ visit: GalleryVisit, _ name: String) async throws {
            // Colours in transition would be wrong findings.
            try await visit.waitForStillness()
            let findings = try await AccessibilityChecker.findings(in: visit.browser)
            #expect(findings.filter(\.isSerious).isEmpty, "\(name)")
            try await visit.keepScreenshot(name)
        }
    }
}
