import Albumen
import AlbumenTestSupport
import Foundation
import HTTPTypes
import Pixels
import Records
import Testing

@testable import AlbumenServer

/// Reads, saves, pastes and undoes recipes of Albumen's editor over the API.
@Suite struct RecipeRouteTests {
    private struct Adjustments: Decodable {
        struct Base: Decodable {
            let pixelWidth: Int
            let pixelHeight: Int
            let preview: String
            let duration: Double?
            let video: AssetAnswer.Video?
        }

        let asset: String
        let kind: String
        let recipe: AdjustmentRecipe
        let revision: String
        let edit: AssetAnswer.Edit?
        let base: Base
    }

    private struct Saved: Decodable {
        let outcome: String
        let assets: [String]
        let revision: String
        let undo: String?
    }

    private struct Pasted: Decodable {
        struct Failure: Decodable {
            let asset: String
            let code: String
            let message: String
        }

        let assets: [String]
        let undo: String?
        let failures: [Failure]
    }

    /// Imports files and returns their identifiers by name.
    private func add(_ files: [String: Data], _ gallery: GalleryFixture) throws -> [String: String] {
        let folder = try TemporaryFolder()
        for (name, data) in files { try folder.write(data, to: "files/\(name)") }
        try gallery.temporary.importPaths([folder.file("files").path])
        let view = gallery.library.view(for: .owner(through: "test"))
        let rows = try view.assets(withIdentifiers: view.assetIdentifiers(AssetFetch()))
        return try Dictionary(
            uniqueKeysWithValues: rows.values.map { row in
                (try #require(try view.resources(ofAsset: row.id)?.first).originalFilename, row.uuid)
            })
    }

    private func adjustments(_ asset: String, _ gallery: GalleryFixture) async throws -> Adjustments {
        try await gallery.respond("/api/assets/\(asset)/adjustments").decoded()
    }

    private func save(
        _ recipe: String, _ asset: String, _ revision: String, _ gallery: GalleryFixture
    ) async throws -> Answer {
        try await gallery.change(
            .post, "/api/assets/\(asset)/adjustments", "{\"recipe\": \(recipe), \"revision\": \"\(revision)\"}")
    }

    private func undo(_ name: String?, _ gallery: GalleryFixture) async throws -> [String] {
        try await gallery.change(.post, "/api/undo", "{\"undo\": \"\(try #require(name))\"}")
            .decoded(as: ChangedAnswer.self).assets
    }

    @Test func `a recipe is saved, continued and undone, and its base stays the original`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try #require(
                try add(["a.jpg": SampleMedia.photograph(width: 80, height: 60)], gallery)["a.jpg"])
            let before = try await adjustments(photo, gallery)
            #expect(before.kind == "photo" && before.recipe.isEmpty && before.edit == nil)
            #expect(before.base.pixelWidth == 80 && before.base.video == nil)
            let version = try gallery.version()
            let first: Saved = try await save(
                #"{"filter": "noir", "rotation": 90}"#, photo, before.revision, gallery
            ).decoded()
            #expect(first.outcome == "edited" && first.assets == [photo] && first.revision != before.revision)
            #expect(try gallery.version() == version + 1)
            let edited = try await adjustments(photo, gallery)
            #expect(edited.recipe.rotation == 90 && edited.recipe.filter == .noir)
            #expect(edited.revision == first.revision && edited.edit?.formatIdentifier == "org.albumen.adjustments")
            #expect(edited.base.pixelWidth == 80 && edited.base.preview == before.base.preview)
            let preview = try await gallery.respond(edited.base.preview)
            #expect(preview.status == 200 && preview.headers[.cacheControl]?.contains("immutable") == true)
            let shown = try (try? JPEGCodec.decode(preview.body)) ?? PNGCodec.decode(preview.body)
            #expect(shown.size == PixelSize(width: 80, height: 60))
            let again: Saved = try await save(
                #"{"filter": "noir", "rotation": 90}"#, photo, edited.revision, gallery
            ).decoded()
            #expect(again.outcome == "unchanged" && again.undo == nil && again.assets == [])

            let second: Saved = try await save(#"{"exposure": 1}"#, photo, edited.revision, gallery).decoded()
            #expect(try await undo(second.undo, gallery) == [photo])
            #expect(try await adjustments(photo, gallery).revision == first.revision)
            let reverted: Saved = try await save("{}", photo, first.revision, gallery).decoded()
            #expect(reverted.outcome == "reverted" && reverted.revision == before.revision)
            #expect(try await undo(reverted.undo, gallery) == [photo])
            #expect(try await undo(first.undo, gallery) == [photo])
            #expect(try await adjustments(photo, gallery).edit == nil)
        }
    }

    @Test func `another program's edit is reported, and nothing is lost`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try #require(
                try add(["a.jpg": SampleMedia.photograph(width: 80, height: 60)], gallery)["a.jpg"])
            let before = try await adjustments(photo, gallery)
            let view = gallery.library.view(for: .owner(through: "test"))
            _ = try view.adjust(assetUUID: photo) { recipe, _ in recipe.filter = .sepia }
            let version = try gallery.version()
            let refused = try await save(#"{"filter": "noir"}"#, photo, before.revision, gallery)
            #expect(refused.status == 409 && refused.refusal?.code == "conflict")
            #expect(refused.refusal?.message.contains("a.jpg was edited") == true)
            let other = try await adjustments(photo, gallery)
            #expect(other.recipe.filter == .sepia)
            #expect(try gallery.version() == version)
            try view.commit([.revertEdit(assetUUID: photo)])
            let late = try await save(#"{"filter": "noir"}"#, photo, other.revision, gallery)
            #expect(late.status == 409 && late.refusal?.message.contains("was reverted") == true)
            #expect(try await save(#"{"filter": "noir"}"#, photo, before.revision, gallery).status == 200)
        }
    }

    @Test(arguments: [
        (#"{"lens": 1}"#, 400, "recipe.lens"), (#"{"exposure": 99}"#, 400, "exposure is 99"),
        (#"{"muted": true}"#, 422, "is a photo"), (#"{"exposure": "1"}"#, 400, "is not a number"),
    ])
    func `a recipe that makes no sense is refused`(recipe: String, status: Int, text: String) async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try #require(
                try add(["a.jpg": SampleMedia.photograph(width: 80, height: 60)], gallery)["a.jpg"])
            let answer = try await save(recipe, photo, "unedited", gallery)
            #expect(answer.status == status && answer.text.contains(text), "\(answer.text)")
            #expect(try await save("{}", photo, "4-00", gallery).status == 400)
        }
    }

    @Test func `a paste is one change with one undo, and names what it can't edit`() async throws {
        try await GalleryFixture.serve { gallery in
            let assets = try add(
                [
                    "a.jpg": SampleMedia.photograph(width: 80, height: 60),
                    "b.jpg": SampleMedia.photograph(width: 60, height: 80), "c.gif": SampleMedia.gif(),
                ], gallery)
            let list = try ["a.jpg", "b.jpg", "c.gif"].map { "\"\(try #require(assets[$0]))\"" }
            let version = try gallery.version()
            let pasted: Pasted = try await gallery.change(
                .post, "/api/adjustments", "{\"assets\": [\(list.joined(separator: ","))], \"recipe\": {\"tint\": 9}}"
            ).decoded()
            #expect(pasted.assets == [assets["a.jpg"], assets["b.jpg"]])
            #expect(pasted.failures.map(\.asset) == [assets["c.gif"]])
            #expect(pasted.failures.first?.message.contains("is animated") == true)
            #expect(try gallery.version() == version + 1)
            #expect(Set(try await undo(pasted.undo, gallery)) == Set(pasted.assets))
            #expect(try gallery.version() == version + 2)
            for photo in pasted.assets { #expect(try await adjustments(photo, gallery).edit == nil) }
        }
    }

    @Test func `a revert can be undone`() async throws {
        try await GalleryFixture.serve { gallery in
            let photo = try #require(
                try add(["a.jpg": SampleMedia.photograph(width: 80, height: 60)], gallery)["a.jpg"])
            _ = try await save(#"{"filter": "noir"}"#, photo, "unedited", gallery)
            let edited = try await adjustments(photo, gallery)
            let reverted: ChangedAnswer = try await gallery.change(
                .post, "/api/revert", "{\"assets\": [\"\(photo)\"]}"
            ).decoded()
            #expect(try await adjustments(photo, gallery).edit == nil)
            #expect(try await undo(reverted.undo, gallery) == [photo])
            let restored = try await adjustments(photo, gallery)
            #expect(restored.revision == edited.revision && restored.edit == edited.edit)
        }
    }

    @Test func `the video of an edited video's base plays in full`() async throws {
        try await GalleryFixture.serve { gallery in
            let movie = SampleMedia.h264Movie(frames: 30)
            let video = try #require(try add(["a.mov": movie], gallery)["a.mov"])
            let saved = try await save(#"{"trim": {"start": 0, "end": 1}}"#, video, "unedited", gallery)
            #expect(saved.status == 200, "\(saved.text)")
            let edited = try await adjustments(video, gallery)
            #expect(edited.kind == "video" && edited.recipe.trim == .init(start: 0, end: 1))
            #expect(abs(try #require(edited.base.duration) - 3) < 0.01)
            let base = try #require(edited.base.video)
            #expect(base.codec == "h264")
            #expect(try await gallery.respond(base.address).body == movie)
            #expect(try await gallery.respond("/api/assets/\(video)/video").body != movie)
            #expect(try await gallery.respond(base.frames.address).status == 200)
            #expect(try await gallery.respond("/api/assets/\(video)/video?version=other").status == 400)
            let facts: AssetAnswer = try await gallery.respond("/api/assets/\(video)").decoded()
            #expect(facts.edit?.formatVersion == "2")
        }
    }
}
