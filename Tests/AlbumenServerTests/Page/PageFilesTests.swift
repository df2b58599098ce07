import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AlbumenServer

/// The page's own files.
@Suite struct PageFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/AlbumenServer/Web", directoryHint: .isDirectory).standardizedFileURL

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "json": "application/json; charset=utf-8", "png": "image/png",
        "webmanifest": "application/manifest+json",
    ]

    @Test func `each file has its content type`() async throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
            .filter { Self.folder.appending(path: $0).pathExtension != "" }
        #expect(names.count > 10)
        let joined = try Self.joinedModules()
        try await GalleryFixture.open { gallery in
            for name in names {
                let type = Self.types[Self.folder.appending(path: name).pathExtension]
                #expect(type != nil, "\(name) has an ending that is not served")
                let answer = try await gallery.respond("/web/\(name)")
                #expect(answer.status == 200, "\(name)")
                #expect(answer.headers[.contentType] == type)
                #expect(answer.headers[.cacheControl] == "no-cache")
                let bytes = try Data(contentsOf: Self.folder.appending(path: name))
                let isJoined =
                    joined.contains(name)
                    || [
                        "access/access.js", "albumen-picker.js", "offline/shell-version.js", "offline/worker.js",
                        "pair/pair.js", "picker/picker.js", "site/site.js", "status/status.js",
                    ].contains(name)
                    || bytes.range(of: Data("@import".utf8)) != nil
                #expect((answer.body == bytes) != isJoined, "\(name) is not the file of the sources: build again")
            }
        }
    }

    /// A module of the first screen that isn't in the bundle would need a request, and exist twice in the page.
    @Test("all modules of the first screen are in one file")
    func theFirstScreensModulesAreOneFile() async throws {
        let joined = try Self.joinedModules()
        #expect(joined.count > 20)
        try await GalleryFixture.open { gallery in
            let bundle = try await gallery.respond("/web/app.js").text
            #expect(!bundle.contains("\nimport "))
            for name in joined {
                #expect(bundle.contains("=> { // \(name)\n"), "\(name) is not in the bundle")
                guard name != "app.js" else { continue }
                #expect(try await gallery.respond("/web/\(name)").text.hasPrefix("import { $"))
            }
            let map = try await gallery.respond("/web/app.js.map")
            #expect(map.headers[.contentType] == Self.types["json"])
        }
    }

    /// The modules that `app.js` imports, found independently of the server's bundler.
    private static func joinedModules() throws -> Set<String> {
        var found: Set<String> = []
        var waiting = ["app.js"]
        while let name = waiting.popLast() {
            guard found.insert(name).inserted else { continue }
            let url = folder.appending(path: name)
            let source = try String(contentsOf: url, encoding: .utf8)
            for match in source.matches(of: /(?m)^(?:import|\}) [^;]*?"(\.[^"]+)";$/) {
                let file = url.deletingLastPathComponent().appending(path: String(match.output.1)).standardizedFileURL
                waiting.append(String(file.path.dropFirst(folder.path.count + 1)))
            }
        }
        return found
    }

    @Test("the page is the index file")
    func thePageIsTheIndex() async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond("/")
            #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
            #expect(answer.body == (try await gallery.respond("/web/index.html").body))
            #expect(answer.headers[.contentSecurityPolicy] == ProtectionMiddleware.pagePolicy)
        }
    }

    private struct Manifest: Decodable {
        struct Icon: Decodable {
            let src: String
            let sizes: String
            let type: String
            let purpose: String
        }

        let icons: [Icon]
        let startURL: String
        let scope: String
        let display: String

        private enum CodingKeys: String, CodingKey {
            case icons, scope, display
            case startURL = "start_url"
        }
    }

    @Test func `the page can be put on a home screen, with icons in their stated sizes`() async throws {
        try await GalleryFixture.open { gallery in
            let page = try await gallery.respond("/").text
            #expect(
                page.contains(
                    "<link rel=\"manifest\" href=\"/web/manifest.webmanifest\" crossorigin=\"use-credentials\">"))
            let manifest = try await gallery.respond("/web/manifest.webmanifest").decoded(as: Manifest.self)
            #expect(manifest.scope == "/" && manifest.startURL == "/?home" && manifest.display == "standalone")
            #expect(Set(manifest.icons.map(\.purpose)) == ["any", "maskable"])
            for icon in manifest.icons {
                let answer = try await gallery.respond(icon.src)
                #expect(answer.status == 200 && answer.headers[.contentType] == icon.type, "\(icon.src)")
                guard icon.type == "image/png" else { continue }
                // The width and the height are in the file's first chunk (PNG, 11.2.2).
                let sides = [16, 20].map { start in
                    answer.body.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | Int($1) }
                }
                #expect("\(sides[0])x\(sides[1])" == icon.sizes, "\(icon.src)")
            }
            #expect(page.contains("<link rel=\"apple-touch-icon\" href=\"/web/icons/apple-touch-icon.png\">"))
        }
    }

    @Test(arguments: [
        "nowhere.js", "..", "../openapi.json", "../../Package.swift", "%2e%2e/openapi.json", "..%2fopenapi.json",
        "%2e%2e%2fopenapi.json", "./app.js", "grid/../app.js", "//etc/passwd", "/etc/passwd",
        "%2fetc%2fpasswd", "app.js%00", "app.js%00.css", "APP.JS", "grid", "grid/", "", "..\\openapi.json",
        "....//openapi.json",
    ])
    func `other files are not found`(name: String) async throws {
        try await GalleryFixture.open { gallery in
            let answer = try await gallery.respond("/web/\(name)")
            #expect(answer.status == 404)
            #expect(answer.refusal?.code == "notFound" || answer.refusal?.code == "refused")
            #expect(!answer.text.contains("openapi\":"))
        }
    }

    @Test func `content in the browser's cache is not sent again`() async throws {
        try await GalleryFixture.open { gallery in
            for path in ["/", "/web/app.js"] {
                let tag = try #require(try await gallery.respond(path).headers[.eTag])
                let answer = try await gallery.respond(path, headers: [.ifNoneMatch: tag])
                #expect(answer.status == 304)
                #expect(answer.body.isEmpty)
                // Browsers update the headers of the cached page with these.
                #expect(answer.headers[.contentSecurityPolicy] == ProtectionMiddleware.pagePolicy)
                #expect(try await gallery.respond(path, headers: [.ifNoneMatch: "\"other\""]).status == 200)
            }
        }
    }
}
