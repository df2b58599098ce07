import AlbumenTestSupport
import Foundation
import Testing

extension PageTests {
    /// The page's modules, tested by modules that run in the page: `Pages/*-tests.js`. Each of them exports `tests`, an
    /// object with a function per test.
    @Suite struct ModuleTests {
        private struct Outcome: Decodable {
            let name: String
            let failure: String?
        }

        private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Pages", directoryHint: .isDirectory)

        @Test func `the modules pass their tests`() async throws {
            let library = try TemporaryLibrary()
            var options = BrowserOptions()
            options.bypassesContentSecurityPolicy = true
            let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
                .filter { $0.lastPathComponent.hasSuffix("-tests.js") }
            try #require(files.count >= 3)
            try await GalleryVisit.run(library.folder, options) { visit in
                for file in files {
                    let outcomes = try await run(String(contentsOf: file, encoding: .utf8), in: visit)
                    #expect(!outcomes.isEmpty, "\(file.lastPathComponent)")
                    for outcome in outcomes {
                        #expect(outcome.failure == nil, "\(file.lastPathComponent): \(outcome.name)")
                    }
                }
            }
        }

        private func run(_ module: String, in visit: GalleryVisit) async throws -> [Outcome] {
            // A module that wasn't loaded from a server can only import absolute addresses.
            let module = module.replacing("\"/web/", with: "\"\(visit.server.origin)/web/")
            return try await visit.browser.evaluate(
                """
                const address = URL.createObjectURL(new Blob([arguments[0]], { type: "text/javascript" }));
                const { tests } = await import(address);
                URL.revokeObjectURL(address);
                const outcomes = [];
                for (const [name, test] of Object.entries(tests)) {
                  try {
                    await test();
                    outcomes.push({ name });
                  } catch (error) {
                    outcomes.push({ name, failure: `${error}\\n${error?.stack ?? ""}` });
                  }
                }
                return outcomes;
                """, module)
        }
    }
}
