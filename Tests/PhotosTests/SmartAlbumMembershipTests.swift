import AlbumenTestSupport
import Foundation
import MediaRequests
import Photos
import Records
import Synchronization
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// For each kind of smart album, an asset that is a member and one that isn't (§2.7).
@Suite struct SmartAlbumMembershipTests {
    /// A kind of smart album that can have members, and how an asset becomes one: by its file or by a change.
    struct Case: CustomTestStringConvertible, Sendable {
        var subtype: PHAssetCollectionSubtype
        var member: TemporaryLibrary.Sample = .image("member")
        var stranger: TemporaryLibrary.Sample = .image("stranger")
        var change: (@Sendable (_ uuid: String) -> Transaction.Operation)?

        var testDescription: String { "\(subtype)" }
    }

    private static let cases: [Case] = [
        Case(subtype: .smartAlbumPanoramas, member: .image("member") { $0.subtypes = .photoPanorama }),
        Case(subtype: .smartAlbumVideos, member: .video("member")),
        Case(subtype: .smartAlbumFavorites, change: { .setFavorite(true, assetUUID: $0) }),
        Case(
            subtype: .smartAlbumTimelapses, member: .video("member") { $0.subtypes = .videoTimelapse },
            stranger: .video("stranger")),
        Case(subtype: .smartAlbumAllHidden, change: { .setHidden(true, assetUUID: $0) }),
        Case(subtype: .smartAlbumBursts, member: .image("member") { $0.burstIdentifier = "burst" }),
        Case(
            subtype: .smartAlbumSlomoVideos, member: .video("member") { $0.subtypes = .videoHighFrameRate },
            stranger: .video("stranger")),
        Case(subtype: .smartAlbumSelfPortraits, member: .image("member") { $0.isSelfPortrait = true }),
        Case(subtype: .smartAlbumScreenshots, member: .image("member") { $0.subtypes = .photoScreenshot }),
        Case(subtype: .smartAlbumDepthEffect, member: .image("member") { $0.subtypes = .photoDepthEffect }),
        Case(subtype: .smartAlbumLivePhotos, member: .image("member") { $0.subtypes = .photoLive }),
        Case(subtype: .smartAlbumAnimated, member: .image("member") { $0.frameCount = 3 }),
        Case(subtype: .smartAlbumRAW, member: .image("member") { $0.isRAW = true }),
        Case(
            subtype: .smartAlbumScreenRecordings, member: .video("member") { $0.subtypes = .videoScreenRecording },
            stranger: .video("stranger")),
        Case(subtype: .smartAlbumRecentlyDeleted, change: { .trash(assetUUID: $0) }),
    ]

    private static func names(_ fixture: PhotoKitFixture, _ subtype: PHAssetCollectionSubtype) throws -> [String] {
        let album = try fixture.smartAlbum(subtype)
        return fixture.run {
            PHAsset.fetchAssets(in: album, options: nil).all.compactMap(\.extendedMetadata.originalFilename)
        }
    }

    @Test("a matching asset is a member, another isn't", arguments: cases)
    func membership(_ example: Case) throws {
        let fixture = try PhotoKitFixture()
        let outcomes = try fixture.temporary.add([example.member, example.stranger])
        if let change = example.change { try fixture.temporary.commit(change(try #require(outcomes[0].assetUUID))) }
        #expect(try Self.names(fixture, example.subtype) == ["member"])
    }

    @Test("Recents contains all assets but hidden and deleted ones")
    func recents() throws {
        let fixture = try PhotoKitFixture()
        let outcomes = try fixture.temporary.add([.image("a"), .video("b"), .image("hidden"), .image("deleted")])
        try fixture.temporary.commit(
            .setHidden(true, assetUUID: try #require(outcomes[2].assetUUID)),
            .trash(assetUUID: try #require(outcomes[3].assetUUID)))
        #expect(try Set(Self.names(fixture, .smartAlbumUserLibrary)) == ["a", "b"])
    }

    @Test("Recently Added contains the assets of the last 30 days")
    func recentlyAdded() throws {
        let clock = Clock()
        let fixture = PhotoKitFixture(temporary: try TemporaryLibrary(now: { clock.now.withLock { $0 } }))
        try fixture.temporary.add([.image("stranger")])
        clock.now.withLock { $0 += 20 * 86_400 }
        try fixture.temporary.add([.image("member")])
        clock.now.withLock { $0 += 20 * 86_400 }
        #expect(try Self.names(fixture, .smartAlbumRecentlyAdded) == ["member"])
    }

    private final class Clock: Sendable {
        let now = Mutex(Date(timeIntervalSinceReferenceDate: 700_000_000))
    }

    @Test(
        "unsupported kinds exist and are empty",
        arguments: [
            PHAssetCollectionSubtype.smartAlbumCinematic, .smartAlbumSpatial, .smartAlbumRecovered,
        ])
    func empty(subtype: PHAssetCollectionSubtype) throws {
        let fixture = try PhotoKitFixture()
        try fixture.temporary.add([.image("a"), .video("b") { $0.subtypes = .videoTimelapse }])
        #expect(try Self.names(fixture, subtype).isEmpty)
    }

    @Test("each kind that can have members is tested")
    func allKinds() {
        // `UnableToUploadTests` tests 216, which needs a place. `PlaybackVariationTests` tests 215, which needs an edit.
        let tried = Self.cases.map(\.subtype.rawValue) + [206, 209, 215, 216]
        let empty = [218, 219, 1_000_000_219]
        #expect((tried + empty).sorted() == SmartAlbum.all.map(\.subtype.rawValue).sorted())
    }
}
