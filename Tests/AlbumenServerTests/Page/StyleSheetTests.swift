import Testing

@testable import AlbumenServer

/// Joins the page's style sheets.
@Suite struct StyleSheetTests {
    @Test("imports are replaced by their sheets")
    func importsAreReplacedByTheirSheets() throws {
        let sources = [
            "viewer/viewer.css": "/* All */\n@import \"parts/one.css\";\n@import \"two.css\";\nb { color: red; }\n",
            "viewer/parts/one.css": "@import \"deep.css\";\n",
            "viewer/parts/deep.css": "i { color: blue; }\n",
            "viewer/two.css": "a { color: green; }\n",
        ]
        let sheet = try StyleSheet(path: "viewer/viewer.css", sources: sources)
        let lines = sheet.source.split(separator: "\n")
        #expect(lines == ["/* All */", "i { color: blue; }", "a { color: green; }", "b { color: red; }"])
    }

    @Test(
        "unsupported imports are refused",
        arguments: [
            "@import \"missing.css\";", "@import \"all.css\";", "@import url(\"other.css\");",
            "@import \"other.css\" print;",
            "@import \"../other.css\";",
        ])
    func otherImportsAreRefused(rule: String) {
        #expect(throws: ServerError.self) {
            try StyleSheet(path: "all.css", sources: ["all.css": rule, "other.css": ""])
        }
    }
}
