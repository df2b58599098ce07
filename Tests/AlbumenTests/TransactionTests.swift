import AlbumenTestSupport
import BlobStore
import Catalog
import Foundation
import MediaRequests
import Records
import Synchronization
import SystemCalls
import SystemPackage
import Testing

@testable import Albumen
@testable import PhotoLibrary

@Suite struct TransactionTests {
    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test("hiding and deleting exclude an asset from fetches, and can be undone")
    func hideTrashRestore() throws {
        let outcome = try temporary.add([.image("a.jpg")])[0]
        let asset = try #require(try temporary.asset(outcome))
        func fetch(includesHidden: Bool = false) throws -> [Int64] {
            var fetch = AssetFetch()
            fetch.includesHidden = includesHidden
            return try temporary.library.owner.assetIdentifiers(fetch)
        }
        try temporary.commit(.setHidden(true, assetUUID: asset.uuid))
        #expect(try fetch() == [])
        #expect(try fetch(includesHidden: true) == [asset.id])
        try temporary.commit(.setHidden(false, assetUUID: asset.uuid), .trash(assetUUID: asset.uuid))
        #expect(try fetch(includesHidden: true) == [])
        try temporary.commit(.restore(assetUUID: asset.uuid))
        #expect(try fetch() == [asset.id])
    }

    @Test("a change sets the modification date, but setting the current value doesn't")
    func modificationDate() throws {
        let clock = Mutex(Date(timeIntervalSinceReferenceDate: 100))
        let temporary = try TemporaryLibrary(now: { clock.withLock { $0 } })
        let uuid = try #require(try temporary.add([.image("a.jpg")])[0].assetUUID)
        func date() throws -> Date? {
            try temporary.library.catalog.read { try $0.asset(uuid: uuid) }?.modificationDate
        }
        #expect(try date() == Date(timeIntervalSinceReferenceDate: 100))
        clock.withLock { $0 = Date(timeIntervalSinceReferenceDate: 200) }
        try temporary.commit(.setHidden(false, assetUUID: uuid))
        #expect(try date() == Date(timeIntervalSinceReferenceDate: 100))
        try temporary.commit(.setHidden(true, assetUUID: uuid))
        #expect(try date() == Date(timeIntervalSinceReferenceDate: 200))
    }

    @Test("known bytes create no second asset, even if the first is deleted")
    func duplicates() throws {
        let first = try temporary.add([.image("a.jpg")])[0]
        let uuid = try #require(first.assetUUID)
        try temporary.commit(.trash(assetUUID: uuid))
        let again = TemporaryLibrary.Sample(
            "b.jpg", TemporaryLibrary.Sample.image("x").probe, bytes: Data("a.jpg".utf8))
        #expect(try temporary.add([again]) == [.trashedDuplicate(assetUUID: uuid)])
    }

    @Test("damage found by decoding is no change: nobody is notified, and the history doesn't contain it")
    func notedDamage() throws {
        let asset = try #require(try temporary.asset(temporary.add([.image("a.jpg")])[0]))
        let digest = try #require(try temporary.library.owner.resources(ofAsset: asset.id)?.first?.sha256)
        let token = try temporary.library.owner.currentToken()
        try temporary.commit(.notePicture(digest, placeholder: Data([1, 2, 3]), damage: "cut short"))
        try temporary.commit(.notePicture(digest, placeholder: nil, damage: "something else"))
        #expect(try temporary.library.owner.currentToken() == token)
        #expect(try temporary.library.catalog.read { try $0.asset(uuid: asset.uuid) }?.damage == "cut short")
        #expect(
            try temporary.library.catalog.read { try $0.asset(uuid: asset.uuid) }?.modificationDate
                == asset.modificationDate)
    }

    @Test("one failing operation undoes all, with a message that names the asset")
    func allOrNothing() throws {
        let uuid = try #require(try temporary.add([.image("a.jpg")])[0].assetUUID)
        let unknown = UUID().uuidString
        let error = #expect(throws: LibraryError.self) {
            try temporary.commit(.setHidden(true, assetUUID: uuid), .trash(assetUUID: unknown))
        }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains(unknown) == true)
        #expect(try temporary.library.catalog.read { try $0.asset(uuid: uuid) }?.isHidden == false)
    }

    @Test("a row that refers to missing bytes is refused, and repaired by the staged copy")
    func missingBytes() throws {
        let library = temporary.library
        let intake = try library.blobs.makeIntake()
        defer { intake.finish() }
        let blob = try intake.stage(Data("bytes".utf8))
        try intake.commit([blob])
        try library.blobs.remove(blob.digest)
        let file = TakenFile(
            blob: blob, originalFilename: "x.jpg", probe: TemporaryLibrary.Sample.image("x").probe)
        var transaction = Transaction()
        transaction.record(.create(AssetCreation(file, from: nil, now: Date())))
        let error = #expect(throws: LibraryError.self) { try library.owner.commit(transaction) }
        #expect(error?.code == .missingBytes)
        #expect(try library.owner.commit(transaction, intake: intake).count == 1)
        #expect(try library.blobs.contains(blob.digest))
    }

    @Test("with limited access, a client changes only the chosen assets, and sees those it adds (§1.3)")
    func limitedAccess() throws {
        let outcomes = try temporary.add([.image("a.jpg"), .image("b.jpg")])
        let chosen = try #require(try temporary.asset(outcomes[0]))
        let other = try #require(try temporary.asset(outcomes[1]))
        let access = Access.limited(client: "app")
        #expect(try temporary.library.view(access).assetIdentifiers(AssetFetch()) == [])
        try temporary.library.catalog.write(author: "test") { try $0.grant(asset: chosen.id, to: "app") }
        #expect(try temporary.library.view(access).assetIdentifiers(AssetFetch()) == [chosen.id])
        try temporary.commit(.setHidden(true, assetUUID: chosen.uuid), access: access)
        #expect(throws: LibraryError.self) {
            try temporary.commit(.setHidden(true, assetUUID: other.uuid), access: access)
        }
        let added = try #require(try temporary.asset(temporary.add([.image("c.jpg")], access: access)[0]))
        #expect(try temporary.library.view(access).assetIdentifiers(AssetFetch()) == [added.id])
    }

    @Test(
        "assets added without full access are never joined with others nor reported as known",
        arguments: [Access.limited(client: "app"), .addOnly])
    func creationsTellNothing(access: Access) throws {
        let photo = TemporaryLibrary.Sample.image("IMG_1.HEIC") { $0.contentIdentifier = "pair" }
        let outcome = try temporary.add([photo])[0]
        let asset = try #require(try temporary.asset(outcome))
        let fitting = TemporaryLibrary.Sample.video("IMG_1.MOV") { $0.contentIdentifier = "pair" }
        let outcomes = try temporary.add([fitting, photo], access: access)
        #expect(outcomes.allSatisfy { if case .created = $0 { true } else { false } })
        #expect(try temporary.asset(outcome) == asset)
        #expect(!(try temporary.library.view(access).assetIdentifiers(AssetFetch()).contains(asset.id)))
    }

    @Test(
        "add-only access can't change or see assets, and denied access can't add any",
        arguments: [
            Access.addOnly, .denied,
        ])
    func noAccess(access: Access) throws {
        let uuid = try #require(try temporary.add([.image("a.jpg")])[0].assetUUID)
        #expect(throws: LibraryError.self) { try temporary.commit(.trash(assetUUID: uuid), access: access) }
        #expect(try temporary.library.view(access).assetIdentifiers(AssetFetch()) == [])
        if access == .denied {
            #expect(throws: LibraryError.self) { try temporary.add([.image("b.jpg")], access: access) }
        } else {
            #expect(try temporary.add([.image("b.jpg")], access: access).count == 1)
        }
    }

    @Test("the doorbell is rung after a commit")
    func doorbell() throws {
        let file = temporary.library.doorbell.file.path
        let opening = try Stat(file).modificationTime
        // The file system's clock may not advance for some milliseconds.
        while try Stat(file).modificationTime == opening { try temporary.add([.image(UUID().uuidString)]) }
        #expect(try Stat(file).modificationTime > opening)
    }

    @Test(
        "a smart album contains exactly the assets that match its rule (§2.7)", arguments: SmartAlbum.all.map(\.subtype)
    )
    func smartAlbums(subtype: CollectionSubtype) throws {
        let outcomes = try temporary.add([
            .image("plain.jpg"), .image("pano.jpg") { $0.subtypes = .photoPanorama }, .video("plain.mov"),
            .video("lapse.mov") { $0.subtypes = .videoTimelapse }, .image("hidden.jpg"),
            .image("burst.jpg") { $0.burstIdentifier = "b" }, .video("slow.mov") { $0.subtypes = .videoHighFrameRate },
            .image("selfie.jpg") { $0.isSelfPortrait = true }, .image("shot.png") { $0.subtypes = .photoScreenshot },
            .image("depth.jpg") { $0.subtypes = .photoDepthEffect },
            .image("live.heic") { $0.contentIdentifier = "p" }, .video("live.mov") { $0.contentIdentifier = "p" },
            .image("moving.gif") { ($0.frameCount, $0.subtypes) = (9, .photoAnimation) },
            .image("sensor.dng") { $0.isRAW = true }, .video("screen.mov") { $0.subtypes = .videoScreenRecording },
        ])
        try temporary.commit(.setHidden(true, assetUUID: try #require(outcomes[4].assetUUID)))
        let all = [
            "plain.jpg", "pano.jpg", "plain.mov", "lapse.mov", "burst.jpg", "slow.mov", "selfie.jpg", "shot.png",
            "depth.jpg", "live.heic", "moving.gif", "sensor.dng", "screen.mov",
        ]
        let expected: [Int: [String]] = [
            201: ["pano.jpg"], 202: ["plain.mov", "lapse.mov", "slow.mov", "screen.mov"], 204: ["lapse.mov"],
            205: ["hidden.jpg"], 206: all, 207: ["burst.jpg"], 208: ["slow.mov"], 209: all, 210: ["selfie.jpg"],
            211: ["shot.png"], 212: ["depth.jpg"], 213: ["live.heic"], 214: ["moving.gif"], 217: ["sensor.dng"],
            220: ["screen.mov"],
        ]
        var fetch = AssetFetch()
        fetch.membership = try #require(SmartAlbum.withSubtype(subtype).map { .smartAlbum($0) })
        let members = try temporary.library.owner.assetIdentifiers(fetch).compactMap { identifier in
            try temporary.library.owner.resources(ofAsset: identifier)?.first?.originalFilename
        }
        #expect(Set(members) == Set(expected[subtype.rawValue] ?? []))
        #expect(members.count == Set(members).count)
    }
}
