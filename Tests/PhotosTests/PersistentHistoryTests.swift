import AlbumenTestSupport
import Catalog
import Foundation
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The library's history in PhotoKit's API (§7.5).
@Suite struct PersistentHistoryTests {
    let fixture: PhotoKitFixture
    private let identifiers: [String]

    init() throws {
        fixture = try PhotoKitFixture()
        identifiers = try fixture.addPhotos(3)
    }

    @Test("§7.5.1: changes since a token, oldest first, with inserted, updated and deleted objects")
    func changes() throws {
        let start = token()
        let assets = fixture.assets()
        let album = try fixture.makeAlbum("Trip", [assets[0]])
        try fixture.change {
            PHAssetChangeRequest(for: assets[1]).isFavorite = true
            PHAssetChangeRequest.deleteAssets([assets[2]] as NSArray)
        }
        let folder = try fixture.makeFolder("Trips", [album])
        let changes = try changes(since: start)
        try #require(changes.count == 3)
        #expect(changes.last?.changeToken == token())

        #expect(try changes[0].changeDetails(for: .asset).isEmpty)
        let created = try changes[0].changeDetails(for: .assetCollection)
        #expect(created.objectType == .assetCollection)
        #expect(created.insertedLocalIdentifiers == [album.localIdentifier])

        let changed = try changes[1].changeDetails(for: .asset)
        #expect(changed.insertedLocalIdentifiers.isEmpty)
        #expect(changed.updatedLocalIdentifiers == [identifiers[1]])
        #expect(changed.deletedLocalIdentifiers == [identifiers[2]])
        #expect(try changes[1].changeDetails(for: .collectionList).isEmpty)

        #expect(
            try changes[2].changeDetails(for: .collectionList).insertedLocalIdentifiers == [folder.localIdentifier])
        #expect(
            try changes[2].changeDetails(for: .assetCollection).updatedLocalIdentifiers == [album.localIdentifier])
    }

    @Test("each change's token can continue the history, and a result can be iterated twice")
    func tokens() throws {
        let start = token()
        for _ in 0..<3 { try addPhoto() }
        let result = try fetch(since: start)
        let changes = Array(result)
        try #require(changes.count == 3)
        #expect(Array(result).map(\.changeToken) == changes.map(\.changeToken))
        let rest = try self.changes(since: changes[0].changeToken)
        #expect(rest.map(\.changeToken) == changes.dropFirst().map(\.changeToken))
        #expect(try self.changes(since: token()).isEmpty)
        try addPhoto()
        #expect(Array(result).count == 3, "A result ends where it was fetched.")
    }

    @Test("changes of several pages are all returned")
    func pages() throws {
        let start = token()
        for number in 0..<1_203 {
            try fixture.temporary.library.catalog.write(author: "test") { transaction in
                try transaction.update(asset: 1) { $0.isFavorite = number.isMultiple(of: 2) }
            }
        }
        let iterator = PHPersistentChangeFetchResult.Iterator(fetchResult: try fetch(since: start))
        var count = 0
        while let change = iterator.next() {
            count += 1
            #expect(try change.changeDetails(for: .asset).updatedLocalIdentifiers == [identifiers[0]])
        }
        #expect(count == 1_203)
        #expect(iterator.next() == nil)
    }

    @Test("§7.5.2: an archived token is valid after reopening the library and equals the original")
    func archived() throws {
        let original = token()
        let data = try NSKeyedArchiver.archivedData(withRootObject: original, requiringSecureCoding: true)
        let restored = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data))
        #expect(restored == original)
        #expect(restored.hash == original.hash)
        #expect((original.copy() as? PHPersistentChangeToken) == original)
        try addPhoto()
        #expect(token() != original)
        #expect(!original.isEqual("token"))

        let reopened = try Library(at: fixture.temporary.folder)
        defer { try? reopened.close() }
        let session = PhotoLibrarySession(environment: ["ALBUMEN_ACCESS": "authorized"], openLibrary: { reopened })
        try PhotoLibrarySession.$current.withValue(session) {
            let changes = try PHPhotoLibrary.shared().fetchPersistentChanges(since: restored)
            #expect(Array(changes).count == 1)
            #expect(PHPhotoLibrary.shared().currentChangeToken == token())
        }
    }

    @Test("an archive without a token is refused")
    func anArchiveWithoutATokenIsRefused() throws {
        let data = try NSKeyedArchiver.archivedData(withRootObject: NSString(string: "x"), requiringSecureCoding: true)
        let restored = Result {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        }
        #expect((try? restored.get()) == nil)
    }

    @Test("§7.5.3: after trimming to ten rows, an old token fails with 3105 and lost details with 3210")
    func trimmed() throws {
        let now = Mutex(Date(timeIntervalSinceReferenceDate: 0))
        let temporary = try TemporaryLibrary(now: { now.withLock { $0 } })
        let fixture = PhotoKitFixture(temporary: temporary)
        let start = fixture.run { PHPhotoLibrary.shared().currentChangeToken }
        for _ in 0..<1_000 {
            try temporary.library.catalog.write(author: "test", at: Date(timeIntervalSinceReferenceDate: 0)) {
                _ = try $0.insert(Self.row())
            }
        }
        let result = try fixture.run { try PHPhotoLibrary.shared().fetchPersistentChanges(since: start) }
        let iterator = result.makeIterator()
        let first = try #require(iterator.next())
        #expect(try first.changeDetails(for: .asset).insertedLocalIdentifiers.count == 1)
        now.withLock { $0 += 31 * 86_400 }
        try HistoryTrimming(
            of: temporary.library, limits: .init(days: 30, rows: 10, leastRows: 1, portion: 1_000)
        ).run()

        #expect(try Self.code { try first.changeDetails(for: .asset) } == .persistentChangeDetailsUnavailable)
        let expired = try Self.code {
            try fixture.run { try PHPhotoLibrary.shared().fetchPersistentChanges(since: start) }
        }
        #expect(expired == .persistentChangeTokenExpired)
        // No change is left out: the client learns which ones have lost their details.
        var codes: [PHPhotosError.Code?] = []
        while let change = iterator.next() { codes.append(try Self.code { try change.changeDetails(for: .asset) }) }
        #expect(codes.count == 999)
        #expect(codes.prefix(989).allSatisfy { $0 == .persistentChangeDetailsUnavailable })
        #expect(codes.suffix(10).allSatisfy { $0 == nil })
    }

    @Test("a token of another library fails with 3105")
    func otherLibrary() throws {
        let other = try PhotoKitFixture()
        try other.addPhotos(1)
        let foreign = other.run { PHPhotoLibrary.shared().currentChangeToken }
        #expect(try Self.code { try fetch(since: foreign) } == .persistentChangeTokenExpired)
    }

    @Test("§7.5.5: an object inserted and later deleted is in both changes")
    func insertedThenDeleted() throws {
        let start = token()
        let identifier = try addPhoto()
        try fixture.change {
            PHAssetChangeRequest.deleteAssets(
                PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil))
        }
        try fixture.temporary.commit(.purge(assetUUID: String(identifier.prefix(36))))
        let details = try changes(since: start).map { try $0.changeDetails(for: .asset) }
        #expect(details.map(\.insertedLocalIdentifiers) == [[identifier], [], []])
        #expect(details.map(\.deletedLocalIdentifiers) == [[], [identifier], []])
    }

    @Test("§7.5.7: with limited access the history only contains visible assets")
    func limited() throws {
        let start = token(access: "limited")
        let assets = fixture.assets()
        try fixture.grant(assets[1])
        for asset in assets {
            try fixture.change { PHAssetChangeRequest(for: asset).isFavorite = true }
        }
        let theirs = NewCollection(uuid: UUID().uuidString, kind: .album, title: "Theirs")
        try fixture.temporary.commit(.createCollection(theirs))
        let own = try fixture.makeAlbum("Mine", access: "limited")
        let changes = try changes(since: start, access: "limited")
        try #require(changes.count == 3)
        #expect(try changes[0].changeDetails(for: .asset).insertedLocalIdentifiers == [identifiers[1]])
        #expect(try changes[1].changeDetails(for: .asset).updatedLocalIdentifiers == [identifiers[1]])
        #expect(
            try changes[2].changeDetails(for: .assetCollection).insertedLocalIdentifiers == [own.localIdentifier])
        #expect(changes[2].changeToken == token(access: "limited"))
    }

    @Test("§7.5.7: with limited access a token doesn't reveal the number of changes")
    func sealedToken() throws {
        let start = token(access: "limited")
        let data = try NSKeyedArchiver.archivedData(withRootObject: start, requiringSecureCoding: true)
        let plist = try #require(
            PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        #expect(!"\(plist)".contains("changeNumber"))
        let restored = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data))
        #expect(restored == start)
        #expect(restored.hash == start.hash)

        let own = try fixture.makeAlbum("Mine", access: "limited")
        let changes = try changes(since: restored, access: "limited")
        try #require(changes.count == 1)
        #expect(
            try changes[0].changeDetails(for: .assetCollection).insertedLocalIdentifiers == [own.localIdentifier])
        // The user allows more, and the app continues from its token.
        #expect(try self.changes(since: restored).count == 1)
    }

    @Test("§7.5.3: with limited access, numbered, foreign and forged tokens fail with 3105")
    func unusableTokens() throws {
        let session = { (client: String) in
            let library = fixture.temporary.library
            return PhotoLibrarySession(
                environment: ["ALBUMEN_CLIENT": client, "ALBUMEN_ACCESS": "limited"], openLibrary: { library })
        }
        let foreign = PhotoLibrarySession.$current.withValue(session("other")) {
            PHPhotoLibrary.shared().currentChangeToken
        }
        let identifier = fixture.temporary.library.identifier
        let forged = [Data(repeating: 0, count: 16), Data(), Data(repeating: 1, count: 15)].map {
            PHPersistentChangeToken(.sealed(libraryIdentifier: identifier, $0))
        }
        #expect(foreign != token(access: "limited"))
        for token in [token(), foreign] + forged {
            let failure = try Self.code { try fetch(since: token, access: "limited") }
            #expect(failure == .persistentChangeTokenExpired)
        }
    }

    @Test("with limited access, unreadable changes are one change whose details throw")
    func unreadableChanges() throws {
        let start = token(access: "limited")
        try fixture.grant(fixture.assets()[0])
        for _ in 0..<20 { try addPhoto() }
        try fixture.makeAlbum("Mine", access: "limited")
        let result = try fetch(since: start, access: "limited")
        let last = try fixture.temporary.library.owner.currentToken().number
        _ = try fixture.temporary.library.catalog.maintain { try $0.trimHistory(through: last, portion: 1_000) }
        let changes = Array(result)
        try #require(changes.count == 1)
        let failure = try Self.code { try changes[0].changeDetails(for: .asset) }
        #expect(failure == .persistentChangeDetailsUnavailable)
    }

    @Test("without access there is no history", arguments: [("denied", 3311), ("restricted", 3310), (nil, 3311)])
    func noAccess(access: String?, code: Int) throws {
        let start = token()
        try fixture.run(access: access, prompt: DeletionAnswer(answer: nil)) {
            let library = PHPhotoLibrary.shared()
            let failure = try Self.code { try library.fetchPersistentChanges(since: start) }
            #expect(failure?.rawValue == code)
            #expect(library.currentChangeToken != start)
        }
    }

    @Test("the token of a library that can't be opened makes the app fetch everything again")
    func noLibrary() throws {
        struct Away: Error {}
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_ACCESS": "authorized"], openLibrary: { throw Away() })
        let token = PhotoLibrarySession.$current.withValue(session) {
            #expect(throws: PHPhotosError.self) {
                try PHPhotoLibrary.shared().fetchPersistentChanges(since: self.token())
            }
            return PHPhotoLibrary.shared().currentChangeToken
        }
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let restored = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        #expect(restored == token)
        #expect(try Self.code { try fetch(since: token) } == .persistentChangeTokenExpired)
    }

    /// Adds a photo with bytes that the library doesn't have yet.
    @discardableResult
    private func addPhoto() throws -> String {
        let outcome = try fixture.temporary.add([.image("\(UUID().uuidString).jpg")])[0]
        return LocalIdentifier.string(uuid: try #require(outcome.assetUUID), kind: .asset)
    }

    private func token(access: String = "authorized") -> PHPersistentChangeToken {
        fixture.run(access: access) { PHPhotoLibrary.shared().currentChangeToken }
    }

    private func fetch(
        since token: PHPersistentChangeToken, access: String = "authorized"
    ) throws -> PHPersistentChangeFetchResult {
        try fixture.run(access: access) { try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) }
    }

    private func changes(
        since token: PHPersistentChangeToken, access: String = "authorized"
    ) throws -> [PHPersistentChange] {
        Array(try fetch(since: token, access: access))
    }

    /// Returns the error's code, or `nil` if nothing is thrown.
    private static func code(_ body: () throws -> some Any) throws -> PHPhotosError.Code? {
        do {
            _ = try body()
            return nil
        } catch let error as PHPhotosError {
            #expect(!error.localizedDescription.isEmpty)
            return error.code
        }
    }

    private static func row() -> AssetRecord {
        AssetRecord(
            uuid: UUID().uuidString, mediaType: .image, mediaSubtypes: [], playbackStyle: .image, pixelWidth: 4,
            pixelHeight: 3,
            duration: 0, creationDate: nil, addedDate: Date(timeIntervalSinceReferenceDate: 0))
    }
}

extension PHPersistentObjectChangeDetails {
    fileprivate var isEmpty: Bool {
        insertedLocalIdentifiers.isEmpty && updatedLocalIdentifiers.isEmpty && deletedLocalIdentifiers.isEmpty
    }
}
