import AlbumenTestSupport
import Testing

extension PageTests {
    /// The language of the page.
    @Suite struct LanguageTests {
        private struct Words: Decodable {
            let language: String
            let title: String
            let tile: String
            let sidebar: String
        }

        @Test(arguments: [(["zh-CN", "zh"], "zh-Hans", "照片"), (["fr-FR"], "en", "Photos")])
        func `the page is in the user's language`(languages: [String], tag: String, title: String) async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            var options = BrowserOptions()
            options.languages = languages
            try await GalleryVisit.run(library.folder, options) { visit in
                try await visit.waitForPictures()
                try await visit.browser.wait(for: "document.querySelector('h1').textContent !== ''")
                let words: Words = try await visit.browser.evaluate(
                    """
                    return {
                      language: document.documentElement.lang,
                      title: document.querySelector("h1").textContent,
                      tile: document.querySelector(".photo-tile").ariaLabel,
                      sidebar: document.querySelector("album-sidebar").textContent,
                    };
                    """)
                #expect(words.language == tag)
                #expect(words.title == title)
                #expect(words.sidebar.contains(title))
                #expect(words.tile.contains("2024"))
                #expect(words.tile.contains("年") == (tag == "zh-Hans"))
                try await visit.keepScreenshot("language-\(languages[0])")
            }
        }
    }
}
