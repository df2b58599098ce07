import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import PhotoLibrary

/// Compares the times of a client's requests for assets that aren't chosen with those for assets that don't exist. Only
/// prints the times, because they depend on the machine; `docs/access.md` has the results.
@Suite struct ClientMissTimes {
    private static let count = 3_000

    private struct Route: Sendable {
        var method = HTTPRequest.Method.get
        /// `ASSET` stands for the asset.
        var path: String
        var body: String?
    }

    private static let routes = [
        Route(path: "/api/assets/ASSET"), Route(path: "/api/assets/ASSET/thumbnail"),
        Route(path: "/api/assets/ASSET/preview"), Route(path: "/api/assets/ASSET/adjustments"),
        Route(path: "/api/assets/ASSET/originals/photo"), Route(path: "/api/assets/ASSET/video"),
        Route(path: "/api/collections/\(AlbumIdentifier.recents)/timeline/VERSION/ranks/ASSET"),
        Route(method: .patch, path: "/api/assets", body: #"{"assets": ["ASSET"], "isFavorite": true}"#),
        Route(method: .post, path: "/api/trash", body: #"{"assets": ["ASSET"]}"#),
    ]

    @Test(.enabled(if: TestLength.isLong, "only in script/test --long"))
    func `requests for assets that aren't chosen, and for those that don't exist`() async throws {
        let temporary = try TemporaryLibrary()
        try temporary.addGeneratedPhotos(20_000)
        try await GalleryFixture.open(temporary) { gallery in
            let view = gallery.library.owner
            let rows = try view.assetIdentifiers(AssetFetch())
            let records = try view.assets(withIdentifiers: rows)
            let assets = rows.compactMap { records[$0]?.uuid }.shuffled()
            let token = try gallery.token(of: "app", .limited)
            try gallery.choose(Array(assets.prefix(100)), for: "app")
            let foreign = Array(assets.dropFirst(100))
            let missing = (0..<2 * Self.count).map { _ in UUID().uuidString }
            struct Version: Decodable {
                let version: String
            }
            let version = try await gallery.ask(
                .get, "/api/collections/\(AlbumIdentifier.recents)/timeline", token: token
            ).decoded(as: Version.self).version
            for route in Self.routes {
                let path = route.path.replacing("VERSION", with: version)
                func ask(_ asset: String) async throws {
                    let answer = try await gallery.ask(
                        route.method, path.replacing("ASSET", with: asset), route.body?.replacing("ASSET", with: asset),
                        token: token)
                    #expect(answer.status == 404, "\(route.path): \(answer.text)")
                }
                let times = try await InterleavedTimes(
                    count: Self.count, { try await ask(foreign[$0]) }, { try await ask(missing[$0]) })
                print("miss, \(route.method) \(route.path): not chosen against missing: \(times)")
                #expect(times.first.count == Self.count && times.second.count == Self.count)
            }
        }
    }
}
