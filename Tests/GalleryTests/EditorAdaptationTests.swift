import Albumen
import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The editor of photos in unusual windows and browsers.
    @Suite struct EditorAdaptationTests {
        @Test func `the editor fits narrow, zoomed and flat windows and forced colours`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            try await GalleryVisit.run(library.folder) { visit in
                let photo = try await visit.shownIdentifiers()[0]
                // An edited photo also has the button that reverts.
                try library.edit(photo) { $0[.contrast] = 10 }
                try await visit.openViewer(at: 0)
                try await visit.openEditor()
                var zoomed = BrowserOptions(width: 720, height: 450)
                zoomed.density = 2
                var forced = BrowserOptions(colourScheme: .dark)
                (forced.hasForcedColours, forced.prefersReducedMotion) = (true, true)
                let windows = [
                    ("320", BrowserOptions(width: 320, height: 568, isPhone: true)), ("zoomed", zoomed),
                    ("flat", BrowserOptions(width: 844, height: 390, isPhone: true)), ("forced-colours", forced),
                ]
                for (name, options) in windows {
                    try await visit.browser.emulate(options)
                    for tool in ["adjust", "filters", "crop"] {
                        try await visit.chooseTool(tool)
                        #expect(try await visit.clippedControls() == [], "\(name), \(tool)")
                        // The photo stays visible, also at the smallest size.
                        let height: Double = try await visit.browser.evaluate(
                            "return document.querySelector('.editor-preview').clientHeight")
                        #expect(height > 100, "\(name), \(tool)")
                        try await visit.keepScreenshot("photo-editor-\(tool)-\(name)")
                    }
                    let moving: Int = try await visit.browser.evaluate("return document.getAnimations().length")
                    #expect(!options.prefersReducedMotion || moving == 0)
                }
                try await visit.browser.emulate(BrowserOptions())
            }
        }

        @Test func `a browser that takes WebGL away draws the same photo on a canvas`() async throws {
            let library = try SamplePhotos(count: 3).makeLibrary()
            var options = BrowserOptions()
            options.hasWebGL = true
            try await GalleryVisit.run(library.folder, options) { visit in
                let browser = visit.browser
                try await visit.openViewer(at: 0)
                try await visit.openEditor()
                try await visit.focusSlider("saturation")
                try await browser.press(.pageUp, .pageUp)
                let isWebGL = "document.querySelector('.editor-preview > canvas').getContext('2d') === null"
                #expect(try await browser.evaluate("return \(isWebGL)"))
                let places = [(0.2, 0.2), (0.55, 0.45), (0.8, 0.7)]
                var before: [Int] = []
                for (across, down) in places { before += try await visit.shownColour(across: across, down: down) }
                try await browser.run(
                    """
                    document.querySelector(".editor-preview > canvas").getContext("webgl2")
                      .getExtension("WEBGL_lose_context").loseContext();
                    """)
                try await browser.wait(for: "!(\(isWebGL)) && \(GalleryVisit.readyEditor)")
                var after: [Int] = []
                for (across, down) in places { after += try await visit.shownColour(across: across, down: down) }
                #expect(zip(before, after).allSatisfy { abs($0 - $1) <= 4 }, "\(before) \(after)")
                // It still follows the sliders.
                try await browser.press(.home)
                let grey = try await visit.shownColour(across: 0.2, down: 0.2)
                #expect((grey.max() ?? 255) - (grey.min() ?? 0) <= 2, "\(grey)")
            }
        }
    }
}
