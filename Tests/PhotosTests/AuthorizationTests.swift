import AlbumenTestSupport
import Catalog
import Foundation
import Photos
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct AuthorizationTests {
    private struct Answer: SimplePrompt {
        var answer: Bool?
        let asked = CallRecorder<String>()

        func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? {
            asked.record(client)
            return answer
        }

        func mayChange(_ request: ConsentRequest, client: String) -> Bool? { nil }
    }

    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    @Test(
        "the environment answers for the user (§1.1)",
        arguments: [
            ("authorized", PHAuthorizationStatus.authorized), ("limited", .limited), ("denied", .denied),
            ("restricted", .restricted), ("nonsense", .denied),
        ])
    func environment(value: String, status: PHAuthorizationStatus) {
        fixture.run(access: value) {
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == status)
        }
    }

    @Test("the old method reports limited access as authorized, and adding is never limited (§1.2.3, §1.2.4)")
    func oldStatus() {
        fixture.run(access: "limited") {
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
        }
    }

    @Test("without access fetches are empty (§1.1.5)", arguments: ["denied", "restricted"])
    func noAccess(access: String) throws {
        try fixture.addPhotos(1)
        fixture.run(access: access) {
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            let albums = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
            #expect(albums.count == 0)
        }
    }

    @Test("limited access shows the chosen assets, in albums and counts too, and nothing before a choice (§1.3)")
    func limited() throws {
        let identifiers = try fixture.addPhotos(3)
        try fixture.run(access: "limited") {
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            let uuid = String(identifiers[1].prefix(36))
            try fixture.temporary.library.catalog.write(author: "test") { transaction in
                let asset = try #require(try transaction.reader.asset(uuid: uuid))
                try transaction.grant(asset: asset.id, to: "test")
            }
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.count == 1)
            #expect(result.firstObject?.localIdentifier == identifiers[1])
            #expect(result.countOfAssets(with: .image) == 1)
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).count == 1)
            let recents = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
            #expect(PHAsset.fetchAssets(in: try #require(recents.firstObject), options: nil).count == 1)
        }
    }

    @Test("the user is asked once, and the answer is stored for the app (§1.1.8)", arguments: [true, false])
    func asking(isAllowed: Bool) async throws {
        let prompt = Answer(answer: isAllowed)
        let expected: PHAuthorizationStatus = isAllowed ? .authorized : .denied
        let library = fixture.temporary.library
        for _ in 1...2 {
            let session = PhotoLibrarySession(
                environment: ["ALBUMEN_CLIENT": "asker"], prompt: prompt, openLibrary: { library })
            let status = await PhotoLibrarySession.$current.withValue(session) {
                await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            }
            #expect(status == expected)
        }
        #expect(prompt.asked.calls == ["asker"])
    }

    @Test("an app with read access may add and isn't asked again (§1.2.4)", arguments: [true, false])
    func addingAfterReading(isAllowed: Bool) async throws {
        let prompt = Answer(answer: isAllowed)
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "asker"], prompt: prompt, openLibrary: { library })
        await PhotoLibrarySession.$current.withValue(session) {
            _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == (isAllowed ? .authorized : .notDetermined))
            #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == (isAllowed ? .authorized : .denied))
        }
        #expect(prompt.asked.calls.count == (isAllowed ? 1 : 2))
    }

    @Test("if nobody can be asked, the answer is no and isn't stored")
    func nobodyToAsk() async throws {
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(environment: [:], prompt: Answer(answer: nil), openLibrary: { library })
        await PhotoLibrarySession.$current.withValue(session) {
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .denied)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .denied)
        }
        let later = PhotoLibrarySession(environment: [:], prompt: Answer(answer: nil), openLibrary: { library })
        PhotoLibrarySession.$current.withValue(later) {
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined)
        }
    }

    @Test(
        "an answer by the command takes effect at once, also if nobody could be asked (§1.1)",
        arguments: ClientAccess.Level.allCases)
    func answerOfTheCommand(level: ClientAccess.Level) async throws {
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "service"], prompt: Answer(answer: nil), openLibrary: { library })
        try await PhotoLibrarySession.$current.withValue(session) {
            for accessLevel in [PHAccessLevel.addOnly, .readWrite] {
                #expect(await PHPhotoLibrary.requestAuthorization(for: accessLevel) == .denied)
            }
            try library.setAccess(level, ofClient: "service", author: "command")
            let expected: (PHAuthorizationStatus, PHAuthorizationStatus) =
                switch level {
                case .full: (.authorized, .authorized)
                case .limited: (.limited, .authorized)
                case .addOnly: (.denied, .authorized)
                // If the user couldn't be asked, the same process doesn't ask again.
                case .none, .ask: (.denied, .denied)
                }
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == expected.0)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == expected.1)
        }
    }

    @Test("errors 3310 and 3311 name the command that changes the answer (§1.4)", arguments: ["denied", "restricted"])
    func remedy(access: String) throws {
        let library = fixture.temporary.library
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_CLIENT": "Camera Roll", "ALBUMEN_ACCESS": access], openLibrary: { library })
        try PhotoLibrarySession.$current.withValue(session) {
            var errors: [PHPhotosError] = []
            do {
                try PHPhotoLibrary.shared().performChangesAndWait {
                    _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Lisbon")
                }
            } catch let error as PHPhotosError {
                errors.append(error)
            }
            do {
                _ = try PHPhotoLibrary.shared().fetchPersistentChanges(
                    since: PHPhotoLibrary.shared().currentChangeToken)
            } catch let error as PHPhotosError {
                errors.append(error)
            }
            #expect(
                errors.map(\.code)
                    == Array(repeating: access == "denied" ? .accessUserDenied : .accessRestricted, count: 2))
            for error in errors {
                #expect(error.localizedDescription.hasSuffix("albumen access set 'Camera Roll' full"))
            }
        }
    }

    @Test("the first fetch returns an empty result at once and asks the user (§1.1.2, §1.1.3)")
    func fetchAsks() throws {
        try fixture.addPhotos(1)
        let gate = Gate()
        struct Opening: SimplePrompt {
            let gate: Gate
            func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool? {
                gate.open()
                return true
            }

            func mayChange(_ request: ConsentRequest, client: String) -> Bool? { nil }
        }
        fixture.run(access: nil, prompt: Opening(gate: gate)) {
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
            #expect(gate.wait())
        }
    }
}
