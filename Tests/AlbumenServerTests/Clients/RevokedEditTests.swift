import AlbumenTestSupport
import Foundation
import HTTPTypes
import Records
import Testing

@testable import Albumen
@testable import AlbumenServer
@testable import Catalog
@testable import PhotoLibrary

/// The user withdraws a client's access after an edit was rendered, and before it's committed (§1.3.9, §10.10).
@Suite(.timeLimit(.minutes(60))) struct RevokedEditTests {
    enum Withdrawal: CaseIterable, Sendable {
        case denial, endOfToken, limitation, deselection
    }

    /// An edit whose commit waits for the write lock, which the test holds.
    private func editing(
        _ level: ClientAccess.Level, path: String, body: (String) -> String, _ gallery: GalleryFixture,
        whenRendered: @escaping @Sendable (CatalogTransaction, Int64) throws -> Void
    ) async throws -> (answer: Answer, asset: String) {
        let asset = UUID().uuidString
        let token = try gallery.token(of: "app", level)
        // The client's own asset is edited without a question.
        let photo = try AssetDraft(
            uuid: asset, parts: [.init(type: .photo, bytes: .data(SampleMedia.photograph(width: 80, height: 60)))])
        try gallery.library.view(for: .client("app", access: .full)).commit([.createAsset(photo)])
        try gallery.choose([asset], for: "app")
        // Notes the use of the token, which needs the write lock.
        #expect(try await gallery.ask(.get, "/api/assets/\(asset)", token: token).status == 200)
        let row = try #require(try gallery.library.owner.assetRows(uuids: [asset])[asset])
        let (catalog, originals) = (gallery.library.catalog, Self.originals(of: gallery))
        let count = Self.countFiles(in: originals)
        let isHeld = AsyncStream.makeStream(of: Void.self)
        async let isRevoked: Void = onOwnThread {
            try catalog.write(author: "test") { transaction in
                isHeld.continuation.finish()
                // The rendering and its recipe are durable before the commit asks for the write lock.
                try waitUntil { Self.countFiles(in: originals) >= count + 2 }
                try whenRendered(transaction, row)
            }
        }
        for await _ in isHeld.stream {}
        let answer = try await gallery.ask(
            .post, path.replacing("ASSET", with: asset), body(asset), token: token)
        try await isRevoked
        return (answer, asset)
    }

    private static func originals(of gallery: GalleryFixture) -> URL {
        gallery.temporary.folder.appending(path: "originals")
    }

    private static func countFiles(in folder: URL) -> Int {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (files?.compactMap { $0 as? URL } ?? []).count { file in
            (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }

    private func expectNoEdit(_ asset: String, _ gallery: GalleryFixture) throws {
        #expect(try gallery.library.owner.editing(ofAsset: asset)?.revision.text == "unedited")
        #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.hasAdjustments == false)
        #expect(Self.countFiles(in: Self.originals(of: gallery)) == 1)
    }

    @Test(arguments: Withdrawal.allCases, [true, false])
    func `an edit that was rendered isn't committed after a withdrawal`(
        _ withdrawal: Withdrawal, isPasted: Bool
    ) async throws {
        try await GalleryFixture.serve { gallery in
            let before = try gallery.version()
            let (answer, asset) = try await editing(
                withdrawal == .deselection ? .limited : .full,
                path: isPasted ? "/api/adjustments" : "/api/assets/ASSET/adjustments",
                body: { asset in
                    isPasted
                        ? "{\"assets\": [\"\(asset)\"], \"recipe\": {\"exposure\": 1}}"
                        : "{\"recipe\": {\"exposure\": 1}, \"revision\": \"unedited\"}"
                }, gallery
            ) { transaction, row in
                switch withdrawal {
                case .denial:
                    try transaction.setGrantedStatus(.denied, client: "app", accessLevel: .readWrite)
                    try transaction.removeToken(ofClient: "app")
                case .endOfToken: try transaction.removeToken(ofClient: "app")
                case .limitation: try transaction.setGrantedStatus(.limited, client: "app", accessLevel: .readWrite)
                case .deselection: _ = try transaction.revoke(assets: [row], from: "app")
                }
            }
            #expect(answer.status == (withdrawal == .deselection ? 404 : 401), "\(answer.text)")
            #expect(answer.refusal?.code == (withdrawal == .deselection ? "notFound" : "noClient"), "\(answer.text)")
            try expectNoEdit(asset, gallery)
            #expect(try gallery.version() > before)
        }
    }

    @Test func `without a withdrawal, the edit that waits for the write lock is committed`() async throws {
        try await GalleryFixture.serve { gallery in
            let (answer, asset) = try await editing(
                .full, path: "/api/assets/ASSET/adjustments",
                body: { _ in "{\"recipe\": {\"exposure\": 1}, \"revision\": \"unedited\"}" }, gallery
            ) { _, _ in }
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try gallery.library.owner.assets(uuids: [asset])[asset]?.hasAdjustments == true)
        }
    }
}
