import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Pixels
import Records
import Testing

/// Edited photos in the API.
@Suite struct EditRouteTests {
    /// Adds a photo of 80 by 60 pixels and gives it the edit of an app: 20 by 30 red pixels.
    private func addEdited(_ gallery: GalleryFixture, by client: String? = nil) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(SampleMedia.photograph(width: 80, height: 60), to: "photos/photo.jpg")
        try gallery.temporary.importPaths([folder.file("photos").path])
        let view = gallery.library.view(for: .owner(through: "test"))
        let asset = try #require(try view.assets(withIdentifiers: view.assetIdentifiers(AssetFetch())).values.first)
        let rendering = SampleBitmap.plain(width: 20, height: 30, red: 255)
        try folder.write(JPEGCodec.encode(rendering, quality: 90), to: "rendering.jpg")
        let edit = AssetEdit(
            adjustment: AdjustmentData(formatIdentifier: "com.example", formatVersion: "3", data: Data("x".utf8)),
            renderings: [EditRendering(type: .fullSizePhoto, file: folder.file("rendering.jpg"))])
        let editor: Principal = client.map { .client($0, access: .full) } ?? .owner(through: "test")
        try gallery.library.view(for: editor).commit([.edit(edit, assetUUID: asset.uuid)])
        return asset.uuid
    }

    private func facts(_ asset: String, _ gallery: GalleryFixture) async throws -> AssetAnswer {
        try await gallery.respond("/api/assets/\(asset)").decoded()
    }

    @Test func `an edited photo is shown with and without its edit`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try addEdited(gallery)
            let facts = try await facts(asset, gallery)
            #expect(facts.edit?.formatIdentifier == "com.example" && facts.edit?.formatVersion == "3")
            #expect(facts.edit?.date != nil)
            let unedited = try #require(facts.unedited)
            #expect(unedited.pixelWidth == 80 && unedited.pixelHeight == 60)
            #expect(unedited.pictures.full == "/api/assets/\(asset)/originals/photo")
            #expect(facts.pictures.full == "/api/assets/\(asset)/originals/fullSizePhoto")

            func size(_ address: String) async throws -> PixelSize {
                let bytes = try await gallery.respond(address).body
                return try ((try? JPEGCodec.decode(bytes)) ?? PNGCodec.decode(bytes)).size
            }
            #expect(try await size(facts.pictures.thumbnail) == PixelSize(width: 20, height: 30))
            #expect(try await size(unedited.pictures.thumbnail) == PixelSize(width: 80, height: 60))
            #expect(try await gallery.respond("/api/assets/\(asset)/thumbnail?version=best").status == 400)
        }
    }

    @Test(arguments: [ClientAccess.Level.limited, .full])
    func `an app reads its own name as an editor, and none of other apps`(_ level: ClientAccess.Level) async throws {
        try await GalleryFixture.open { gallery in
            let asset = try addEdited(gallery, by: "secret-banking-app")
            #expect(try await facts(asset, gallery).edit?.editor == "secret-banking-app")
            for client in ["app", "secret-banking-app"] {
                try gallery.choose([asset], for: client)
                let token = try gallery.token(of: client, level)
                let answer = try await gallery.ask(.get, "/api/assets/\(asset)", token: token)
                let edit = try #require(try answer.decoded(as: AssetAnswer.self).edit)
                #expect(edit.editor == (client == "app" ? nil : client) && edit.formatIdentifier == "com.example")
            }
        }
    }

    @Test func `a revert shows the original and removes the edit once`() async throws {
        try await GalleryFixture.open { gallery in
            let asset = try addEdited(gallery)
            let list = "{\"assets\": [\"\(asset)\"]}"
            let version = try gallery.version()
            let reverted = try await gallery.change(.post, "/api/revert", list)
            #expect(reverted.status == 200 && reverted.text.contains(asset))
            let facts = try await facts(asset, gallery)
            #expect(facts.edit == nil && facts.unedited == nil)
            #expect(facts.pictures.full == "/api/assets/\(asset)/originals/photo")
            #expect(try gallery.version() == version + 1)
            let again = try await gallery.change(.post, "/api/revert", list)
            #expect(again.status == 200 && !again.text.contains(asset))
        }
    }
}
