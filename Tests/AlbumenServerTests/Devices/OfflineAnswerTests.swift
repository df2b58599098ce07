import AlbumenTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Albumen
@testable import AlbumenServer

/// What a device may keep for the time without a connection, and what it has to delete.
@Suite struct OfflineAnswerTests {
    private struct Removals: Decodable {
        let token: String
        let assets: [String]?
    }

    private struct Shell: Decodable {
        struct File: Decodable {
            let type: String
            let text: String
        }

        let policy: String
        let files: [String: File]
    }

    private func hide(_ uuid: String, in devices: DeviceFixture) throws {
        var change = AssetChange()
        change.isHidden = true
        try devices.temporary.commit(.change(change, assetUUID: uuid))
    }

    private func add(_ count: Int, to devices: DeviceFixture) async throws -> [String] {
        let folder = try TemporaryFolder()
        for number in 0..<count {
            try folder.write(SampleMedia.photograph(width: 300 + number, height: 200), to: "\(number).jpg")
        }
        try devices.temporary.importPaths([folder.path])
        let path = "/api/collections/\(AlbumIdentifier.recents)/timeline?count=10"
        let timeline: TimelineAnswer = try await devices.askHere(.get, path).decoded()
        return try #require(timeline.window?.identifiers)
    }

    @Test func `answers about visible photos may be kept, and no others`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let photos = try await add(3, to: devices)
            let (visible, hidden, trashed) = (photos[0], photos[1], photos[2])
            try hide(hidden, in: devices)
            try devices.temporary.commit(.trash(assetUUID: trashed))
            func mark(_ path: String, _ headers: HTTPFields = [:]) async throws -> String? {
                let answer = try await devices.ask(path, as: device, headers: headers)
                #expect([200, 304].contains(answer.status), "\(path): \(answer.status)")
                return answer.headers[.offline]
            }
            let timeline = "timeline?count=10"
            let forms = ["", "/thumbnail", "/preview", "/rendition?long=512"]
            for form in forms {
                #expect(try await mark("/api/assets/\(visible)\(form)") == "keep")
                #expect(try await mark("/api/assets/\(hidden)\(form)") == "no")
                #expect(try await mark("/api/assets/\(trashed)\(form)") == "no")
                #expect(try await mark("/api/assets/\(hidden.lowercased())\(form)") == "no")
            }
            for path in ["/api/collections", "/api/collections/\(AlbumIdentifier.recents)/\(timeline)", "/api/covers"] {
                #expect(try await mark(path) == "keep", "\(path)")
            }
            for album in [AlbumIdentifier.hidden, AlbumIdentifier.recentlyDeleted] {
                #expect(try await mark("/api/collections/\(album)/\(timeline)") == "no")
                #expect(try await mark("/api/collections/\(album.lowercased())/\(timeline)") == "no")
                #expect(try await mark("/api/covers?albums=\(AlbumIdentifier.recents),\(album)") == "no")
            }
            // Whoever has the picture already is told as well.
            let tag = try #require(
                try await devices.ask("/api/assets/\(hidden)/thumbnail", as: device).headers[.eTag])
            #expect(try await mark("/api/assets/\(hidden)/thumbnail", [.ifNoneMatch: tag]) == "no")
            let unmarked = [
                "/", "/web/app.js", "/api/session", "/api/uploads", "/api/clients", "/api/browsers", "/api/backup",
                "/api/removals", "/api/assets/\(visible)/originals/photo", "/api/assets/\(visible)/tiles",
                "/api/assets/\(visible)/rendition?long=2880",
            ]
            for path in unmarked { #expect(try await mark(path) == nil, "\(path)") }
            // Browsers of this machine keep nothing.
            let here = try await devices.askHere(.get, "/api/collections")
            #expect(here.status == 200 && here.headers[.offline] == nil)
        }
    }

    @Test func `a device learns which photos were hidden or deleted since it last asked`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let photos = try await add(4, to: devices)
            func removals(since token: String?) async throws -> Removals {
                let query = token.map { "?since=\($0)" } ?? ""
                return try await devices.ask("/api/removals\(query)", as: device).decoded()
            }
            let first = try await removals(since: nil)
            #expect(first.assets == nil)
            #expect(try await removals(since: first.token).assets == [])

            try hide(photos[0], in: devices)
            try devices.temporary.commit(.trash(assetUUID: photos[1]))
            try devices.temporary.commit(.trash(assetUUID: photos[2]))
            try devices.temporary.commit(.restore(assetUUID: photos[2]))
            var favorite = AssetChange()
            favorite.isFavorite = true
            try devices.temporary.commit(.change(favorite, assetUUID: photos[3]))
            let second = try await removals(since: first.token)
            #expect(second.assets == [photos[0], photos[1]].sorted())
            #expect(try await removals(since: second.token).assets == [])
            try devices.temporary.commit(.purge(assetUUID: photos[1]))
            #expect(try await removals(since: first.token).assets == [photos[0], photos[1]].sorted())

            // Another library's token, or one that the history doesn't reach.
            let other = "\(UUID().uuidString)-1"
            #expect(try await removals(since: other).assets == nil)
            #expect(try await devices.ask("/api/removals?since=x", as: device).status == 400)
            #expect(try await devices.ask("/api/removals").status == 401)
        }
    }

    @Test func `the page's files come in one document, with the page's policy`() async throws {
        try await DeviceFixture.open { devices in
            let device = try await devices.pair()
            let shell: Shell = try await devices.ask("/web/offline/shell.json", as: device).decoded()
            #expect(shell.policy == ProtectionMiddleware.pagePolicy)
            let page = try await devices.ask("/", as: device)
            #expect(shell.files["/"]?.text == page.text)
            for name in ["app.js", "base.css", "grid/grid.css", "viewer/photo-viewer.js", "grid/photo-grid.js"] {
                let served = try await devices.ask("/web/\(name)", as: device)
                #expect(shell.files["/web/\(name)"]?.text == served.text, "\(name)")
                #expect(shell.files["/web/\(name)"]?.type == served.headers[.contentType], "\(name)")
            }
            // Each module that another one imports is there.
            for (address, file) in shell.files where file.type.contains("javascript") {
                for match in file.text.matches(of: /(?m)^import [^;]*?"(\.[^"]+)";$/) {
                    let imported = URL(fileURLWithPath: address).deletingLastPathComponent()
                        .appending(path: String(match.output.1)).standardizedFileURL.path
                    #expect(shell.files[imported] != nil, "\(address) imports \(imported)")
                }
            }
            // So is what the page loads later. The bundle has modules of several folders, so these are read from the disk.
            let web = URL(fileURLWithPath: #filePath)
                .appending(path: "../../../../Sources/AlbumenServer/Web").standardizedFileURL
            var later: Set<String> = []
            for name in try FileManager.default.subpathsOfDirectory(atPath: web.path) where name.hasSuffix(".js") {
                let text = try String(contentsOf: web.appending(path: name), encoding: .utf8)
                for match in text.matches(of: /[^{"]import\("(\.[^"]+)"\)[^.]/) {
                    later.insert(
                        URL(fileURLWithPath: "/web/\(name)").deletingLastPathComponent()
                            .appending(path: String(match.output.1)).standardizedFileURL.path)
                }
                for match in text.matches(of: /loadStyle\("([^"]+)"\)/) { later.insert(String(match.output.1)) }
            }
            #expect(later.contains("/web/viewer/photo-viewer.js") && later.contains("/web/viewer/viewer.css"))
            for address in later.sorted() { #expect(shell.files[address] != nil, "\(address) is loaded later") }
            let worker = try await devices.ask("/web/offline/worker.js", as: device)
            #expect(worker.headers[HTTPField.Name("Service-Worker-Allowed")!] == "/")
            #expect(!worker.text.contains("\nexport ") && !worker.text.contains("shellVersion = \"\""))
            #expect(try await devices.ask("/web/offline/shell.json").status == 401)
            #expect(try await devices.ask("/web/offline/worker.js").status == 401)
        }
    }
}
