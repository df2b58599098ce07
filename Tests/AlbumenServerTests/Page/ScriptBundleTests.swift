import Foundation
import Testing

@testable import AlbumenServer

/// Joins the page's modules.
@Suite struct ScriptBundleTests {
    private static let sources = [
        "app.js": """
        import { area, Shape as Form } from "./shapes/circle.js";
        import "./effects.js";

        console.log(area(new Form(2)), import("./shapes/later.js"));
        """,
        "effects.js": "globalThis.effects = 1;",
        "shapes/circle.js": """
        import {
          pi,
        } from "../constants.js";

        export class Shape {}
        export async function wait() {}
        export function* each() {}
        export const area = (shape) => pi;
        """,
        "constants.js": "export const pi = 3;",
        "shapes/later.js": "import { area } from \"./circle.js\";",
    ]

    @Test("dependencies come first")
    func dependenciesComeFirst() throws {
        let bundle = try ScriptBundle(entry: "app.js", sources: Self.sources)
        let modules = bundle.source.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: /const .* = \(\(\) => \{ \/\/ (.*)/).map { String($0.output.1) }
        }
        #expect(modules == ["constants.js", "shapes/circle.js", "effects.js", "app.js"])
    }

    @Test("imports read the exports of their module")
    func importsReadTheExportsOfTheirModule() throws {
        let bundle = try ScriptBundle(entry: "app.js", sources: Self.sources)
        #expect(bundle.source.contains("const { area, Shape: Form } = $shapes_circle_js;"))
        #expect(bundle.source.contains("const { pi } = $constants_js;"))
        #expect(bundle.source.contains("return { Shape, wait, each, area }; })();"))
        #expect(!bundle.source.contains("\nimport "))
    }

    @Test("dynamic imports keep their target")
    func dynamicImportsKeepTheirTarget() throws {
        let bundle = try ScriptBundle(entry: "app.js", sources: Self.sources)
        #expect(bundle.source.contains(#"import("/web/shapes/later.js")"#))
        #expect(!bundle.source.contains("// shapes/later.js"))
    }

    @Test("modules that load later share the bundle")
    func modulesThatLoadLaterShareTheBundle() throws {
        let bundle = try ScriptBundle(entry: "app.js", sources: Self.sources)
        #expect(Set(bundle.forwarders.keys) == ["constants.js", "shapes/circle.js", "effects.js"])
        #expect(
            bundle.forwarders["shapes/circle.js"] == """
                import { $shapes_circle_js } from "/web/app.js";
                export const { Shape, wait, each, area } = $shapes_circle_js;

                """)
    }

    @Test("the source map refers to the modules")
    func theSourceMapLeadsToTheModules() throws {
        let bundle = try ScriptBundle(entry: "app.js", sources: ["app.js": "one();\ntwo();", "b.js": ""])
        let map = try #require(JSONSerialization.jsonObject(with: bundle.sourceMap) as? [String: Any])
        #expect(map["sources"] as? [String] == ["app.js"])
        #expect(map["sourcesContent"] as? [String] == ["one();\ntwo();"])
        // A line without a source, the first line, the line after it, a line without a source.
        #expect(map["mappings"] as? String == ";AAAA;AACA;")
        #expect(bundle.source.contains("//# sourceMappingURL=/web/app.js.map"))
    }

    @Test func `a bundle for other sites exports the names of its entry`() throws {
        let sources = [
            "pick.js": """
            // Asks for photos.
            import { Failure } from "./parts/failure.js";

            export { Failure } from "./parts/failure.js";
            export function pick() { throw new Failure(); }
            """,
            "parts/failure.js": "export class Failure extends Error {}",
        ]
        let source = try ScriptBundle(entry: "pick.js", sources: sources, for: .otherSites).source
        #expect(source.hasPrefix("// Asks for photos.\nconst $parts_failure_js = "))
        #expect(source.contains("return { Failure: $parts_failure_js.Failure, pick }; })();"))
        #expect(source.hasSuffix("\nexport const { Failure, pick } = $pick_js;\n"))
        // Neither works in a copy.
        #expect(!source.contains("/web/"))
        #expect(!source.contains("sourceMappingURL"))
    }

    @Test(
        "unsupported forms of imports and exports are refused",
        arguments: [
            "import fallback from \"./other.js\";", "import * as all from \"./other.js\";",
            "import { a } from \"elsewhere\";",
            "export default 1;", "export { a };", "export { a as b } from \"./other.js\";", "export let a = 1;",
            "import.meta.url;", "import { a }",
        ])
    func formsThatTheBundleDoesNotKnowAreRefused(source: String) {
        #expect(throws: ServerError.self) {
            try ScriptBundle(entry: "app.js", sources: ["app.js": source, "other.js": "export const a = 1;"])
        }
    }

    @Test("missing modules and import cycles are refused")
    func missingModulesAndCirclesAreRefused() {
        #expect(throws: ServerError.self) {
            try ScriptBundle(entry: "app.js", sources: ["app.js": "import \"./missing.js\";"])
        }
        #expect(throws: ServerError.self) {
            try ScriptBundle(
                entry: "app.js",
                sources: [
                    "app.js": "import \"./a.js\";", "a.js": "import \"./b.js\";", "b.js": "import \"./a.js\";",
                ])
        }
    }
}
