import AlbumenTestSupport
import Foundation
import HTTPTypes
import MediaRequests
import Pixels
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import AlbumenServer

/// The choice between the RAW and the JPEG of a photo in the HTTP API.
@Suite struct OriginalChoiceRouteTests {
    /// Adds a photo that was taken as RAW and JPEG, and returns its UUID.
    private static func addPair(to gallery: GalleryFixture) throws -> String {
        var raw = try TemporaryLibrary.Sample.photograph("IMG_1.DNG", width: 700, height: 500)
        (raw.probe.isRAW, raw.probe.uniformTypeIdentifier) = (true, "com.adobe.raw-image")
        let added = try gallery.temporary.add([.photograph("IMG_1.JPG", width: 640, height: 480), raw])
        return try #require(added[0].assetUUID)
    }

    private static func choose(_ choice: String, of uuid: String, _ gallery: GalleryFixture) async throws -> Answer {
        try await gallery.change(
            .patch, "/api/assets", "{\"assets\": [\"\(uuid)\"], \"originalChoice\": \"\(choice)\"}")
    }

    @Test func `pictures, tags and the alternate follow the chosen original, and an undo restores it`() async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try Self.addPair(to: gallery)
            let before = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            #expect(before.originalChoice == "compressed" && before.alternate?.type == "alternatePhoto")
            let changed = try await Self.choose("raw", of: uuid, gallery).decoded(as: ChangedAnswer.self)
            #expect(changed.assets == [uuid])
            let after = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            #expect(after.originalChoice == "raw")
            #expect(after.content == before.alternate?.content && after.content != before.content)
            let alternate = try #require(after.alternate)
            #expect(alternate.type == "photo" && alternate.pixelWidth == 640 && alternate.content == before.content)
            #expect(alternate.pictures.preview.hasSuffix("?content=\(alternate.content)&version=compressed"))
            for (address, width) in [(after.pictures.preview, 700), (alternate.pictures.preview, 640)] {
                let answer = try await gallery.respond(address)
                #expect(answer.status == 200)
                #expect(try JPEGCodec.decode(answer.body).width == width)
            }
            let undo = "{\"undo\": \"\(try #require(changed.undo))\"}"
            #expect(try await gallery.change(.post, "/api/undo", undo).status == 200)
            let undone = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            #expect(undone.originalChoice == "compressed" && undone.content == before.content)
        }
    }

    @Test func `a photo with one original and an unknown choice are refused`() async throws {
        try await GalleryFixture.open { gallery in
            let uuid = try gallery.add(.photograph("a.jpg"))
            let asset = try await gallery.respond("/api/assets/\(uuid)").decoded(as: AssetAnswer.self)
            #expect(asset.originalChoice == nil)
            #expect(try await Self.choose("raw", of: uuid, gallery).status >= 400)
            #expect(try await Self.choose("both", of: uuid, gallery).status == 400)
        }
    }

    @Test(arguments: [ClientAccess.Level.full, .limited])
    func `a client chooses the original only with the owner's consent (§10.10)`(
        _ level: ClientAccess.Level
    ) async throws {
        try await GalleryFixture.serve { gallery in
            let uuid = try Self.addPair(to: gallery)
            try gallery.choose([uuid], for: "app")
            let token = try gallery.token(of: "app", level)
            let body = "{\"assets\": [\"\(uuid)\"], \"originalChoice\": \"raw\"}"
            func choice() throws -> OriginalChoice? { try gallery.library.owner.asset(withUUID: uuid)?.originalChoice }
            let texts = Mutex<[String]>([])
            let declined = try await gallery.answering({ question in
                if case .change(let text, nil) = question.kind { texts.withLock { $0.append(text) } }
                return .none
            }) {
                try await gallery.ask(.patch, "/api/assets", body, token: token)
            }
            #expect(declined.status == 403 && declined.refusal?.code == "notAllowed")
            #expect(texts.withLock { $0 } == ["edit 1 photo or video"])
            #expect(try choice() == .compressed)
            let allowed = try await gallery.answering(QuestionAnswer.allowing) {
                try await gallery.ask(.patch, "/api/assets", body, token: token)
            }
            #expect(allowed.status == 200, "\(allowed.text)")
            #expect(try choice() == .raw)
        }
    }
}
