import Albumen
import AlbumenTestSupport
import Catalog
import Foundation
import MediaRequests
import Records
import Testing

@Suite struct AssetPairingTests {
    private typealias Sample = TemporaryLibrary.Sample

    let temporary: TemporaryLibrary

    init() throws {
        temporary = try TemporaryLibrary()
    }

    @Test("the photo and video of a Live Photo are one asset in either order", arguments: [true, false])
    func livePhoto(isPictureFirst: Bool) throws {
        let picture = Sample.image("IMG_1.HEIC") { $0.contentIdentifier = "pair" }
        let video = Sample.video("IMG_1_HEVC.MOV") { $0.contentIdentifier = "pair" }
        let outcomes = try temporary.add(isPictureFirst ? [picture, video] : [video, picture])

        let asset = try #require(try temporary.asset(outcomes[0]))
        #expect(outcomes[1] == .joined(assetUUID: asset.uuid))
        #expect(try temporary.resources(asset) == ["photo IMG_1.HEIC", "pairedVideo IMG_1_HEVC.MOV"])
        #expect(asset.mediaType == .image)
        #expect(asset.mediaSubtypes == .photoLive)
        #expect(asset.playbackStyle == .livePhoto)
        #expect(asset.pixelWidth == 4000)
        #expect(asset.pixelHeight == 3000)
        #expect(asset.duration == 0)
    }

    @Test("a Live Photo's photo and video are paired across imports, and the history contains the change")
    func livePhotoAcrossImports() throws {
        let video = try temporary.add([.video("IMG_1.MOV") { $0.contentIdentifier = "pair" }])
        let picture = try temporary.add([.image("IMG_1.HEIC") { $0.contentIdentifier = "pair" }])
        #expect(picture[0] == .joined(assetUUID: try #require(video[0].assetUUID)))
    }

    @Test("an identifier in another case is the same one", arguments: [("pair-1", "PAIR-1"), ("PAIR-2", "pair-2")])
    func identifierCase(picture: String, video: String) throws {
        let outcomes = try temporary.add([
            .image("IMG_1.HEIC") { $0.contentIdentifier = picture },
            .video("IMG_1.MOV") { $0.contentIdentifier = video },
        ])
        #expect(outcomes[1] == .joined(assetUUID: try #require(outcomes[0].assetUUID)))
    }

    @Test("a photo and a video with the same name but no identifier are two assets")
    func sameNameAlone() throws {
        let outcomes = try temporary.add([.image("IMG_300.JPG"), .video("IMG_300.MOV")])
        #expect(outcomes.allSatisfy { if case .created = $0 { true } else { false } })
    }

    @Test("a second video with the same identifier is a separate asset")
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

    @Test("RAW and JPEG with the same name and folder are one asset in either order", arguments: [true, false])
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

    @Test("photos with the same name but different capture dates or folders are separate assets")
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

    @Test("a RAW isn't paired with a file whose name only starts the same")
    func longerNames() throws {
        let outcomes = try temporary.add([
            .image("img_1.Edited.JPG"), .image("img_1.JPG"), .image("img_1.dng") { $0.isRAW = true },
        ])
        #expect(outcomes[2] == .joined(assetUUID: try #require(outcomes[1].assetUUID)))
    }

    @Test("local capture times are compared if one of the two files has no offset")
    func clocksWithoutOffset() throws {
        let jpeg = Sample.image("DSC_2.JPG") { probe in
            probe.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: 0, utcOffsetInSeconds: 7200, source: .exifOriginal)
        }
        let raw = Sample.image("DSC_2.NEF") { probe in
            probe.isRAW = true
            probe.captureDate = MediaProbe.CaptureDate(
                secondsSinceReferenceDate: 7200, utcOffsetInSeconds: nil, source: .exifOriginal)
        }
        let outcomes = try temporary.add([jpeg, raw])
        #expect(outcomes[1] == .joined(assetUUID: try #require(outcomes[0].assetUUID)))
    }

    @Test("a JPEG is paired with its RAW even if the same bytes were imported from another folder before")
    func duplicateSibling() throws {
        var elsewhere = Sample.image("DSC_3.JPG")
        elsewhere.folder = "/backup"
        let outcomes = try temporary.add([elsewhere, .image("DSC_3.JPG"), .image("DSC_3.NEF") { $0.isRAW = true }])
        #expect(outcomes[1] == .duplicate(assetUUID: try #require(outcomes[0].assetUUID)))
        #expect(outcomes[2] == .joined(assetUUID: try #require(outcomes[0].assetUUID)))
    }

    @Test("a Live Photo with a RAW stays one asset when its JPEG arrives, and a burst keeps its representative")
    func joinKeepsWhatWas() throws {
        let outcomes = try temporary.add([
            .image("IMG_9.DNG") { ($0.isRAW, $0.contentIdentifier, $0.burstIdentifier) = (true, "pair", "burst") },
            .video("IMG_9.MOV") { $0.contentIdentifier = "pair" }, .image("IMG_8.JPG") { $0.burstIdentifier = "burst" },
            .image("IMG_9.JPG"),
        ])
        let asset = try #require(try temporary.asset(outcomes[0]))
        #expect(asset.playbackStyle == .livePhoto)
        #expect(asset.mediaSubtypes == .photoLive)
        #expect(asset.isRAW)
        #expect(!asset.representsBurst)
        #expect(try temporary.asset(outcomes[2])?.representsBurst == true)
    }

    @Test("a burst's first photo represents it, and the next one after its deletion (§2.5.1)")
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
        let shown = try temporary.library.owner.assetIdentifiers(AssetFetch())
        #expect(shown == [try temporary.asset(outcomes[2])?.id])

        try temporary.commit(.trash(assetUUID: try #require(outcomes[2].assetUUID)))
        #expect(try representatives() == [true, false, false])
        try temporary.commit(.restore(assetUUID: try #require(outcomes[2].assetUUID)))
        #expect(try representatives() == [false, false, true])
    }
}
