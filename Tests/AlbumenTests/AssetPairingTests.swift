import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import MediaWork
import Testing

@Suite struct AssetPairingTests {
    private typealias Sample = TemporaryLibrary.Sample

    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test("the picture and video of a Live Photo are one asset, whichever comes first", arguments: [true, false])
    func livePhoto(isPictureFirst: Bool) throws {
        let picture = Sample.image("IMG_1.HEIC") { $0.contentIdentifier = "pair" }
        let video = Sample.video("IMG_1_HEVC.MOV") { $0.contentIdentifier = "pair" }
        let outcomes = try temporary.add(isPictureFirst ? [picture, video] : [video, picture])

        let asset = try #require(try temporary.asset(outcomes[0]))
        #expect(outcomes[1] == .joined(assetUUID: asset.uuid))
        #expect(try temporary.resources(asset) == ["photo IMG_1.HEIC", "pairedVideo IMG_1_HEVC.MOV"])
        #expect(asset.mediaType == AssetMediaType.image.rawValue)
        #expect(asset.mediaSubtypes == MediaProbe.Subtypes.photoLive.rawValue)
        #expect(asset.playbackStyle == PlaybackStyle.livePhoto.rawValue)
        #expect(asset.pixelWidth == 4000)
        #expect(asset.pixelHeight == 3000)
        #expect(asset.duration == 0)
    }

    @Test("halves of a Live Photo meet across imports, and the change is in the history")
    func livePhotoAcrossImports() throws {
        let video = try temporary.add([.video("IMG_1.MOV") { $0.contentIdentifier = "pair" }])
        let picture = try temporary.add([.image("IMG_1.HEIC") { $0.contentIdentifier = "pair" }])
        #expect(picture[0] == .joined(assetUUID: try #require(video[0].assetUUID)))
    }

    @Test("a picture and a video of one name without an identifier stay apart")
    func sameNameAlone() throws {
        let outcomes = try temporary.add([.image("IMG_300.JPG"), .video("IMG_300.MOV")])
        #expect(outcomes.allSatisfy { if case .created = $0 { true } else { false } })
    }

    @Test("a second video with the identifier stays an asset of its own")
    func secondVideo() throws {
        let outcomes = try temporary.add([
            .image("A.HEIC") { $0.contentIdentifier = "pair" }, .video("A.MOV") { $0.contentIdentifier = "pair" },
            .video("A copy.MOV") { $0.contentIdentifier = "pair" },
        ])
        guard case .created = outcomes[2] else {
            Issue.record("\(outcomes[2])")
            return
        }
    }

    @Test("RAW and JPEG of one name and folder are one asset, whichever comes first", arguments: [true, false])
    func rawAndJPEG(isRAWFirst: Bool) throws {
        let raw = Sample.image("DSC_1.NEF") { probe in
            (probe.isRAW, probe.uniformTypeIdentifier, probe.pixelWidth) = (true, "com.nikon.raw-image", 4016)
        }
        let outcomes = try temporary.add(isRAWFirst ? [raw, .image("DSC_1.JPG")] : [.image("DSC_1.JPG"), raw])
        let asset = try #require(try temporary.asset(outcomes[0]))
        #expect(outcomes[1] == .joined(assetUUID: asset.uuid))
        #expect(try temporary.resources(asset) == ["photo DSC_1.JPG", "alternatePhoto DSC_1.NEF"])
        #expect(asset.isRAW)
        #expect(asset.pixelWidth == 4000)
    }

    @Test("shots of one name whose clocks disagree, or of other folders, are two assets")
    func otherShots() throws {
        func date(_ seconds: Double) -> MediaProbe.CaptureDate {
            MediaProbe.CaptureDate(
                secondsSinceReferenceDate: seconds, utcOffsetInSeconds: nil, source: .exifOriginal)
        }
        let raw = Sample.image("DSC_1.NEF") { ($0.isRAW, $0.captureDate) = (true, date(0)) }
        let later = Sample.image("DSC_1.JPG") { $0.captureDate = date(86_400) }
        var elsewhere = Sample.image("DSC_1.JPG") { $0.captureDate = date(0) }
        elsewhere.folder = "/other"
        elsewhere.bytes = Data("elsewhere".utf8)
        let outcomes = try temporary.add([raw, later, elsewhere])
        #expect(outcomes.allSatisfy { if case .created = $0 { true } else { false } })
    }

    @Test("a burst is represented by its first photo, and by the next when that is deleted (§2.5.1)")
    func burst() throws {
        func photo(_ number: Int) -> Sample {
            .image("IMG_\(number).JPG") { probe in
                probe.burstIdentifier = "burst"
                probe.captureDate = MediaProbe.CaptureDate(
                    secondsSinceReferenceDate: Double(number), utcOffsetInSeconds: 0, source: .exifOriginal)
            }
        }
        let outcomes = try temporary.add([photo(2), photo(3)]) + temporary.add([photo(1)])
        func representatives() throws -> [Bool] {
            try outcomes.map { try temporary.asset($0)?.representsBurst ?? false }
        }
        #expect(try representatives() == [false, false, true])
        let shown = try temporary.library.assetIdentifiers(AssetFetch(), access: .full)
        #expect(shown == [try temporary.asset(outcomes[2])?.id])

        try temporary.commit(.trash(assetUUID: try #require(outcomes[2].assetUUID)))
        #expect(try representatives() == [true, false, false])
        try temporary.commit(.restore(assetUUID: try #require(outcomes[2].assetUUID)))
        #expect(try representatives() == [false, false, true])
    }
}
