import AlbumenTestSupport
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The user changes an app's access while the app's change waits for an answer (§1.3.9).
@Suite struct RevokedChangeTests {
    /// A user who changes the app's access and then allows the change.
    private struct ChangingPrompt: SimplePrompt {
        var change: @Sendable () -> Void

        func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? { nil }

        func mayChange(_ request: ConsentRequest, client: String) -> Bool? {
            change()
            return true
        }
    }

    struct Case: Sendable {
        var before: ClientAccess.Level
        var meanwhile: ClientAccess.Level
        var isCommitted: Bool
    }

    @Test(
        "an allowed deletion is committed only with the access that the user still grants",
        arguments: [
            Case(before: .full, meanwhile: .full, isCommitted: true),
            Case(before: .limited, meanwhile: .full, isCommitted: true),
            Case(before: .full, meanwhile: .limited, isCommitted: false),
            Case(before: .full, meanwhile: .none, isCommitted: false),
            Case(before: .limited, meanwhile: .none, isCommitted: false),
            Case(before: .limited, meanwhile: .addOnly, isCommitted: false),
            Case(before: .full, meanwhile: .ask, isCommitted: false),
        ])
    func deletions(_ change: Case) throws {
        let fixture = try PhotoKitFixture()
        let library = fixture.temporary.library
        try fixture.addPhotos(1)
        let asset = fixture.assets()[0]
        try fixture.grant(asset)
        try library.setAccess(change.before, ofClient: "test", author: "test")
        let prompt = ChangingPrompt {
            #expect(throws: Never.self) {
                try library.setAccess(change.meanwhile, ofClient: "test", author: "test")
            }
        }
        var code: PHPhotosError.Code?
        do {
            try fixture.run(access: nil, prompt: prompt) {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    PHAssetChangeRequest.deleteAssets([asset] as NSArray)
                }
            }
        } catch let error as PHPhotosError {
            code = error.code
        }
        #expect(code == (change.isCommitted ? nil : .accessUserDenied))
        #expect(fixture.assets().isEmpty == change.isCommitted)
    }
}
