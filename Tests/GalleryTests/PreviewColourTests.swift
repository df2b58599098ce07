import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The preview of the editor looks like the saved photo.
    @Suite struct PreviewColourTests {

        private struct Difference: Decodable {
            let canvas: Double
            let webgl: Double?
            /// Between the saved photo and the photo without the adjustments of its colours.
            let withoutColors: Double

            var onCanvas: Double? { canvas }
        }

        /// A recipe of each kind. The first ones have more than one adjustment.
        private static let recipes = [
            #"{"crop":{"x":0.1,"y":0.1,"width":0.75,"height":0.8},"straightening":2.5,"exposure":0.4,"contrast":20,"#
                + #""highlights":-40,"shadows":30,"temperature":7400,"tint":12,"saturation":15,"vibrance":20,"#
                + #""sharpness":40,"vignette":35,"filter":"fade"}"#,
            #"{"straightening":-3.2,"rotation":90,"flip":"vertical","crop":{"x":0.2,"y":0.1,"width":0.6,"height":0.7}}"#,
            #"{"flip":"horizontal","rotation":270}"#, #"{"exposure":1}"#, #"{"contrast":60}"#, #"{"highlights":-80}"#,
            #"{"shadows":70}"#, #"{"temperature":9000}"#, #"{"tint":-70}"#, #"{"saturation":-70}"#,
            #"{"vibrance":80}"#, #"{"sharpness":100}"#, #"{"vignette":80}"#, #"{"filter":"noir"}"#,
            #"{"filter":"sepia"}"#, #"{"filter":"instant"}"#,
        ]

        private static let furtherRecipes =
            [
                #"{"exposure":-1.5}"#, #"{"contrast":-60}"#, #"{"shadows":-60}"#, #"{"temperature":4200}"#,
                #"{"tint":70}"#, #"{"saturation":60}"#, #"{"vibrance":-80}"#, #"{"rotation":90}"#,
                #"{"straightening":7.5}"#,
            ]
            + ["mono", "tonal", "chrome", "fade", "process", "transfer"].map { #"{"filter":"\#($0)"}"# }

        @Test func `the preview looks like the saved photo, with and without WebGL`() async throws {
            let folder = try TemporaryFolder()
            try folder.write(SampleMedia.photograph(width: 480, height: 320), to: "photo.jpg")
            let differences = try await measure([folder.file("photo.jpg")], Self.recipes)
            expectSimilar(differences)
            // The measurement sees the changes that it measures.
            #expect(differences.filter { $0.difference.withoutColors > 3 }.count >= 8)
        }

        @Test(.enabled(if: TestLength.isLong, "only in script/test --long"), .enabled(if: RealMedia.isPresent))
        func `the preview of real photos looks like the saved photos`() async throws {
            // The smallest ones, because each recipe is rendered in full size.
            let files = try RealMedia.facts()
                .compactMap { facts in facts["path"].map { (path: $0, size: facts["bytes"].flatMap(Int.init) ?? 0) } }
                .filter { $0.path.hasPrefix("photos/") && $0.path.lowercased().hasSuffix("jpg") }
                .sorted { $0.size < $1.size }.prefix(3)
                .map { RealMedia.folder.appending(path: $0.path) }
            try #require(files.count == 3)
            expectSimilar(try await measure(files, Self.recipes + Self.furtherRecipes))
        }

        private typealias Measured = (recipe: String, difference: Difference)

        private func expectSimilar(_ measured: [Measured]) {
            for painter in [\Difference.webgl, \.onCanvas] {
                let values = measured.compactMap { $0.difference[keyPath: painter] }.sorted()
                #expect(values.count == measured.count, "Each recipe is measured.")
                #expect(values.isEmpty || values[values.count / 2] <= 2, "\(values)")
            }
            // The limit is for the median of all. A single recipe of a photo may be a little worse.
            for (recipe, difference) in measured {
                let worst = max(difference.canvas, difference.webgl ?? 0)
                #expect(worst <= 3, "\(recipe): \(difference)")
            }
        }

        private func measure(_ photos: [URL], _ recipes: [String]) async throws -> [Measured] {
            let library = try TemporaryLibrary()
            try library.importPaths(photos.map { $0.path(percentEncoded: false) })
            var options = BrowserOptions()
            options.bypassesContentSecurityPolicy = true
            options.hasWebGL = true
            var measured: [Measured] = []
            try await GalleryVisit.run(library.folder, options) { visit in
                let module = try String(
                    contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                        .appending(path: "Pages/preview-difference.js"), encoding: .utf8
                ).replacing("\"/web/", with: "\"\(visit.server.origin)/web/")
                for photo in try await visit.shownIdentifiers() {
                    for recipe in recipes {
                        let difference: Difference = try await visit.browser.evaluate(
                            """
                            const address = URL.createObjectURL(new Blob([arguments[0]], { type: "text/javascript" }));
                            window.difference ??= await import(address);
                            return window.difference.measure(arguments[1], JSON.parse(arguments[2]));
                            """, module, photo, recipe)
                        measured.append((recipe, difference))
                    }
                }
                try await expectPublishedDifferences(visit.browser)
            }
            return measured
        }

        /// Compares the formula with some of the pairs that Sharma, Wu and Dalal published.
        private func expectPublishedDifferences(_ browser: BrowserSession) async throws {
            let differences: [String] = try await browser.evaluate(
                """
                return [
                  [[50, 2.6772, -79.7751], [50, 0, -82.7485]], [[50, 2.5, 0], [73, 25, -18]],
                  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387]], [[50, 2.49, -0.001], [50, -2.49, 0.0011]],
                ].map(([one, other]) => window.difference.colorDifference(one, other).toFixed(4));
                """)
            #expect(differences == ["2.0425", "27.1492", "1.2644", "7.2195"])
        }
    }
}
