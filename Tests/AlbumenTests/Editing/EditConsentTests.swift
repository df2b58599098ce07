import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The question to the user before a client edits photos that it didn't create.
@Suite struct EditConsentTests {
    @Test func `edits and reverts of others' assets are counted with deletions, and the client's own aren't`() throws {
        let fixture = try EditFixture()
        let client = fixture.library.view(for: .client("app", access: .full))
        let own = AssetDraft(
            uuid: UUID().uuidString, parts: [.init(type: .photo, bytes: .data(SampleMedia.jpeg(comment: "own")))])
        try client.commit([.createAsset(own)])
        let edit = try fixture.edit()
        let all = Transaction([
            .edit(edit, assetUUID: fixture.uuid), .edit(edit, assetUUID: fixture.uuid),
            .edit(edit, assetUUID: own.uuid),
            .revertEdit(assetUUID: fixture.uuid), .edit(edit, assetUUID: UUID().uuidString),
        ])
        let request = try #require(try client.consentRequest(in: all))
        #expect(request.editedAssets == 1 && request.revertedAssets == 0 && request.deletion.isEmpty)
        #expect(request.text == "edit 1 photo or video")
        #expect(try client.consentRequest(in: Transaction([.edit(edit, assetUUID: own.uuid)])) == nil)
        #expect(try fixture.library.owner.consentRequest(in: all) == nil)
        let other = fixture.library.view(for: .client("other", access: .full))
        #expect(try other.consentRequest(in: all)?.editedAssets == 2)
        let limited = fixture.library.view(for: .client("other", access: .limited(client: "other")))
        #expect(try limited.consentRequest(in: all) == nil)
        // A revert without an edit changes nothing, so it needs no consent.
        let revert = Transaction([.revertEdit(assetUUID: fixture.uuid)])
        #expect(try client.consentRequest(in: revert) == nil)
        try fixture.commit(edit)
        #expect(try client.consentRequest(in: revert)?.revertedAssets == 1)
        let both = try #require(
            try client.consentRequest(
                in: Transaction([.revertEdit(assetUUID: fixture.uuid), .trash(assetUUID: own.uuid)])))
        #expect(
            both.text == "revert 1 photo or video to the original and delete 1 photo or video (photos go to Recently "
                + "Deleted)")
        let new = AssetDraft(uuid: UUID().uuidString, parts: own.parts)
        #expect(
            try client.consentRequest(in: Transaction([.createAsset(new), .edit(edit, assetUUID: new.uuid)])) == nil)
    }

    @Test(
        "the environment answers for edits",
        arguments: [("allow", 500, true), ("5", 5, true), ("4", 5, false), ("deny", 1, false), ("?", 1, false)])
    func environment(setting: String, count: Int, isAllowed: Bool) throws {
        var request = ConsentRequest()
        (request.editedAssets, request.revertedAssets) = (count - 1, 1)
        let confirmation = try #require(ConfirmationSetting(environment: ["ALBUMEN_CONFIRM": setting]))
        #expect(confirmation.answer(to: request) == isAllowed)
    }

    @Test func `a number that confirms a large deletion covers its edits`() throws {
        var request = ConsentRequest()
        (request.deletion.assets, request.deletion.needsCount, request.editedAssets) = (500, true, 3)
        let setting = try #require(ConfirmationSetting(environment: ["ALBUMEN_CONFIRM": "500"]))
        #expect(setting.answer(to: request))
    }
}
