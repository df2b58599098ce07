import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Testing

extension PageTests {
    /// Questions of programs in the page. The programs use PhotoKit in processes of their own.
    @Suite struct QuestionTests {
        @Test(
            "§1.1, §10.10: the page asks for a program, which gets the answer",
            arguments: [("all", "status 3"), ("none", "status 2")])
        func answered(_ answer: String, _ status: String) async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                let program = try AccessProgram(
                    "Slides", in: library.folder, ["authorize", "observe"], reason: "To show your photos")
                let text = try await visit.waitForQuestion(of: "Slides")
                let path: String = try await visit.browser.evaluate(
                    "return document.querySelector('.question-title').title")
                #expect(path == AccessProgram.executable.path(percentEncoded: false))
                #expect(text.contains("AccessClient asks for access to your photos"))
                #expect(text.contains("“Slides”") && text.contains("“To show your photos”"))
                let focused: String = try await visit.browser.evaluate("return document.activeElement.className")
                #expect(focused == "question-title")
                try await visit.keepScreenshot("question")
                try await visit.answer(answer)
                try await visit.waitForShortNotice("“Slides”")
                #expect(try await program.line("status") == status)
                #expect(try await program.line("assets") == (answer == "all" ? "assets 4" : "assets 0"))
                try await visit.waitForNoQuestion()
            }
        }

        @Test func `§10.10: selected photos are chosen in the picker of the app`() async throws {
            let library = try SamplePhotos(count: 6).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                let program = try AccessProgram("Slides", in: library.folder, ["authorize", "observe"])
                #expect(try await visit.waitForQuestion(of: "Slides").contains("No reason given."))
                let page = try await visit.browser.window()
                try await visit.answerBySelecting()
                let title: String = try await visit.browser.evaluate(
                    "return document.querySelector('.request-title').textContent")
                #expect(title == "Photos that “Slides” sees")
                try await visit.waitForChosen("Nothing chosen")
                for rank in [1, 3] { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("2 items chosen")
                try await visit.keepScreenshot("client-picker")
                try await visit.closePicker(by: ".picker-add", returningTo: page)
                #expect(try await program.line("status") == "status 4")
                #expect(try await program.line("assets") == "assets 2")
                try await visit.waitForNoQuestion()
            }
        }

        @Test func `a question disappears when its program is killed`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                let first = try AccessProgram("First", in: library.folder, ["authorize"])
                _ = try await visit.waitForQuestion(of: "First")
                let second = try AccessProgram("Second", in: library.folder, ["authorize"])
                try await visit.browser.wait(
                    for: "document.querySelector('.question-others').textContent.includes('1')")
                first.kill()
                _ = try await visit.waitForQuestion(of: "Second")
                second.kill()
                try await visit.waitForNoQuestion()
            }
        }

        @Test func `a question that is answered at the command line disappears`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                let program = try AccessProgram("Slides", in: library.folder, ["authorize"])
                _ = try await visit.waitForQuestion(of: "Slides")
                try await LibraryCommand(library: library.folder).run("access", "set", "Slides", "full")
                try await visit.waitForNoQuestion()
                #expect(try await program.line("status") == "status 3")
            }
        }

        @Test func `clicks and keys that were on their way do not answer`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                // Presses all answers in the moment in which the question appears.
                try await visit.browser.run(
                    """
                    globalThis.pressed = 0;
                    new MutationObserver(() => {
                      for (const button of document.querySelectorAll("dialog.question button")) {
                        button.click();
                        button.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
                        globalThis.pressed += 1;
                      }
                    }).observe(document.body, { childList: true });
                    """)
                let program = try AccessProgram("Slides", in: library.folder, ["authorize"])
                _ = try await visit.waitForQuestion(of: "Slides")
                let pressed: Int = try await visit.browser.evaluate("return globalThis.pressed")
                #expect(pressed == 4)
                // Nothing has the focus that a key could press.
                try await visit.browser.press(.enter)
                try await visit.browser.type(" ")
                _ = try await visit.waitForQuestion(of: "Slides")
                try await visit.answer("none")
                #expect(try await program.line("status") == "status 2")
            }
        }

        @Test func `§1.3: the limited picker names what is new, and the observer's result grows and shrinks`()
            async throws
        {
            let library = try SamplePhotos(count: 6).makeLibrary()
            let rows = try Self.newest(of: library)
            try library.library.setAccess(.limited, ofClient: "Slides", author: "test")
            try library.library.choose(Array(rows[0..<2]), forClient: "Slides", author: "test")
            try await GalleryVisit.run(library.folder) { visit in
                try await visit.waitForEditing()
                let identifiers = try await visit.shownIdentifiers()
                let program = try AccessProgram("Slides", in: library.folder, ["observe", "choose"])
                #expect(try await program.line("assets") == "assets 2")
                _ = try await visit.waitForQuestion(of: "Slides")
                let page = try await visit.browser.window()
                try await visit.answerBySelecting()
                try await visit.waitForMarked(2)
                for rank in [0, 3] { try await visit.click(at: visit.middle(ofTile: rank)) }
                try await visit.waitForChosen("2 items chosen")
                try await visit.closePicker(by: ".picker-add", returningTo: page)
                let chosen = try await program.line("chosen")
                #expect(chosen == "chosen 1 \(identifiers[3])")
                let inserted = try await program.line("inserted")
                #expect(inserted == "inserted \(identifiers[3])/L0/001 image")
                // The app still holds the asset, and may not see it anymore.
                let removed = try await program.line("removed")
                #expect(removed == "removed \(identifiers[0])/L0/001 error 3303")
            }
        }

        @Test func `§5.4: a large change needs its number`() async throws {
            let library = try SamplePhotos(count: 4).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let browser = visit.browser
                try await visit.waitForEditing()
                let declined = try AccessProgram("Slides", in: library.folder, ["change"])
                let text = try await visit.waitForQuestion(of: "Slides")
                #expect(text.contains("would like to delete photos."))
                try await visit.answer("none")
                _ = try await declined.line("declined")
                try await visit.waitForNoQuestion()
                let allowed = try AccessProgram("Slides", in: library.folder, ["change"], count: 1200)
                _ = try await visit.waitForQuestion(of: "Slides")
                try await visit.answer("allow")
                try await browser.wait(for: "document.querySelector('.question-failure').textContent.includes('1,200')")
                try await visit.keepScreenshot("question-change")
                try await browser.type("1,200")
                try await visit.answer("allow")
                _ = try await allowed.line("allowed")
                try await visit.waitForNoQuestion()
            }
        }

        /// Returns the rows of a library's assets, the newest first.
        static func newest(of library: TemporaryLibrary) throws -> [Int64] {
            var fetch = AssetFetch()
            fetch.orderings = [.newestFirst]
            return try library.library.owner.assetIdentifiers(fetch)
        }
    }
}
