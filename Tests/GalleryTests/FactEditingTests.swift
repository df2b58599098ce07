import Albumen
import AlbumenTestSupport
import Foundation
import Records
import Testing

extension PageTests {
    /// Changes of a photo's facts in the viewer.
    @Suite struct FactEditingTests {
        @Test func `a caption can be written in the viewer`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.openViewer(at: 2)
                try await browser.type("i")
                try await browser.wait(for: "document.querySelector('[data-field=caption]')")
                try await browser.find("[data-field=caption]").click()
                // Letters are text and not commands of the viewer.
                try await browser.type("hill i.")
                try await browser.run("document.querySelector('[data-field=keywords]').focus()")
                try await browser.type("lake, sky")
                try await browser.press(.enter)
                let identifier = try await visit.shownIdentifiers()[2]
                try await browser.wait(
                    for: """
                        await (async () => {
                          const { metadata } = await (await fetch(`/api/assets/${arguments[0]}`)).json();
                          return metadata.caption === "hill i." && metadata.keywords.join() === "lake,sky";
                        })()
                        """, identifier)
                try await browser.run("document.querySelector('.viewer-surface').focus()")
                try await browser.type(".")
                try await browser.wait(
                    for: "document.querySelector('.viewer-favorite').getAttribute('aria-pressed') === 'true'")
                try await visit.keepScreenshot("caption")
            }
        }

        /// Favorites, albums and deletions can be undone in the same way.
        @Test func `undo restores captions, keywords, ratings and dates`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                try await visit.openViewer(at: 2)
                try await browser.type("i")
                try await browser.wait(for: "document.querySelector('[data-field=caption]')")
                let identifier = try await visit.shownIdentifiers()[2]
                let before = try facts(of: identifier, in: library)
                func undo() async throws {
                    try await browser.run("document.querySelector('.viewer-surface').focus()")
                    try await browser.hold(.control) { try await browser.type("z") }
                    try await visit.waitForNotice("undone")
                    #expect(try facts(of: identifier, in: library) == before)
                }
                for (field, text, notice) in [
                    ("caption", "hill", "Caption changed"), ("keywords", "lake, sky", "Keywords changed"),
                    ("rating", "4", "Rating changed"),
                ] {
                    try await browser.run("document.querySelector(`[data-field=${arguments[0]}]`).focus()", field)
                    try await browser.type(text)
                    if field != "rating" {
                        try await browser.run("document.activeElement.blur()")
                    }
                    try await visit.waitForNotice(notice)
                    #expect(try facts(of: identifier, in: library) != before)
                    if field == "caption" { try await visit.keepScreenshot("undo-caption") }
                    try await undo()
                }
                try await browser.run("document.querySelector('[data-field=date]').click()")
                try await browser.run(
                    """
                    const input = document.querySelector(".facts-date-form input");
                    input.value = "2019-01-02T03:04:05";
                    input.form.requestSubmit();
                    """)
                try await visit.waitForNotice("Date changed")
                #expect(try facts(of: identifier, in: library)[0] == "user")
                try await undo()
            }
        }

        /// Returns a photo's date with its source, its caption, keywords and rating.
        private func facts(of uuid: String, in library: TemporaryLibrary) throws -> [String] {
            let asset = try #require(try library.library.owner.asset(withUUID: uuid))
            let metadata = try #require(try library.library.owner.metadata(ofAsset: asset.id))
            return [
                asset.dateSource ?? "", "\(String(describing: asset.creationDate))", metadata.caption ?? "",
                metadata.keywords.joined(separator: ","), "\(metadata.rating ?? 0)",
            ]
        }
    }
}
