import AlbumenTestSupport
import BlobStore
import Foundation
import Records
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// The effect of a Live Photo, from the edit of Apple's editor (`playbackVariation`, OS 27).
@Suite struct PlaybackVariationTests {
    private static let identifier = "A0A0A0A0"

    private static func movie(_ tags: (key: String, value: String)..., frames: Int = 10) -> Data {
        var movie = SampleMedia.Movie()
        movie.tags = tags
        movie.frames = frames
        return SampleMedia.movie(movie)
    }

    private static func original() throws -> [(ResourceType, Data, String)] {
        [
            (.photo, try SampleMedia.livePhotoPicture(contentIdentifier: identifier), "IMG_1.JPG"),
            (.pairedVideo, movie(("com.apple.quicktime.content.identifier", identifier)), "IMG_1.MOV"),
        ]
    }

    /// Returns an edited Live Photo.
    ///
    /// - Parameters:
    ///   - variation: The number in the rendered video.
    ///   - hasVideo: Whether the edit has a video.
    private static func edited(
        _ recipe: Data, format: String = "com.apple.photo", variation: String? = nil, hasVideo: Bool = true
    ) throws -> EditFixture {
        let document = AdjustmentDocument(
            AdjustmentData(formatIdentifier: format, formatVersion: "1.8", data: recipe), timestamp: Date(), editor: nil
        )
        let tags = variation.map { [(key: "com.apple.photos.variation-identifier", value: $0)] } ?? []
        var movie = SampleMedia.Movie()
        movie.tags = tags
        movie.frames = 20
        var parts = try original()
        parts.append((.fullSizePhoto, SampleMedia.jpeg(width: 48, height: 36), "FullSizeRender.jpg"))
        if hasVideo { parts.append((.fullSizePairedVideo, SampleMedia.movie(movie), "FullSizeRender.mov")) }
        parts.append((.adjustmentData, try document.encoded(), "Adjustments.plist"))
        return try EditFixture(parts)
    }

    @Test(arguments: [
        ("AutoLoop", PlaybackVariation.autoloop, PlaybackStyle.videoLooping), ("Mirror", .mirror, .videoLooping),
        ("LongExposure", .longExposure, .livePhoto),
    ])
    func `a recipe of Apple's editor gives a Live Photo its effect, until the edit is reverted`(
        flavor: String, variation: PlaybackVariation, style: PlaybackStyle
    ) throws {
        // The recipe counts more than the video.
        let fixture = try Self.edited(SampleMedia.appleRecipe(flavor: flavor), variation: "1")
        let row = try fixture.row()
        #expect(row.playbackVariation == variation && row.playbackStyle == style)
        #expect(row.mediaType == .image && row.mediaSubtypes.contains(.photoLive))
        var transaction = Transaction()
        transaction.record(.revertEdit(assetUUID: fixture.uuid))
        transaction.settings.keepsReversals = true
        let outcome = try #require(try fixture.library.owner.commit(transaction).first)
        let reverted = try fixture.row()
        #expect(reverted.playbackVariation == .none && reverted.playbackStyle == .livePhoto)
        guard case .changed(let reversal) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        try fixture.temporary.commit(.revert(reversal))
        let restored = try fixture.row()
        #expect(restored.playbackVariation == variation && restored.playbackStyle == style)
        try fixture.expectClean()
    }

    @Test func `an edit on top keeps the effect if it has a video`() throws {
        let fixture = try Self.edited(SampleMedia.appleRecipe(flavor: "Mirror"))
        let photo = try fixture.folder.write(SampleMedia.jpeg(width: 40, height: 30), to: "A.jpg")
        let video = try fixture.folder.write(SampleMedia.movie(), to: "A.mov")
        let renderings = [
            EditRendering(type: .fullSizePhoto, file: photo), EditRendering(type: .fullSizePairedVideo, file: video),
        ]
        for isContinuing in [false, true] {
            try fixture.commit(
                AssetEdit(
                    adjustment: EditFixture.adjustment("com.example.\(isContinuing)"), renderings: renderings,
                    base: nil,
                    isContinuing: isContinuing))
            let row = try fixture.row()
            #expect(row.playbackVariation == .mirror && row.playbackStyle == .videoLooping)
        }
        try fixture.commit(fixture.edit("B"))
        let still = try fixture.row()
        #expect(still.playbackVariation == .none && still.playbackStyle == .image)
        try fixture.revert()
        #expect(try fixture.row().playbackStyle == .livePhoto)
    }

    @Test func `the rendered video says the effect if the recipe can't`() throws {
        for (recipe, format) in [("recipe", "com.apple.photo"), ("recipe", "com.example.editor")] {
            let fixture = try Self.edited(Data(recipe.utf8), format: format, variation: "2")
            #expect(try fixture.row().playbackVariation == .mirror, "\(format)")
        }
        for strange in ["0", "4", "none", nil] {
            let fixture = try Self.edited(Data("recipe".utf8), variation: strange)
            let row = try fixture.row()
            #expect(row.playbackVariation == .none && row.playbackStyle == .livePhoto, "\(strange ?? "missing")")
        }
    }

    @Test func `an edit without a video is a still photo, and keeps only Long Exposure`() throws {
        let long = try Self.edited(SampleMedia.appleRecipe(flavor: "LongExposure"), hasVideo: false).row()
        #expect(long.playbackVariation == .longExposure && long.playbackStyle == .image)
        let loop = try Self.edited(SampleMedia.appleRecipe(flavor: "AutoLoop"), hasVideo: false).row()
        #expect(loop.playbackVariation == .none && loop.playbackStyle == .image)
    }

    @Test func `the smart albums Animated and Long Exposure contain them`() throws {
        let loop = try Self.edited(SampleMedia.appleRecipe(flavor: "Mirror"))
        let long = try Self.edited(SampleMedia.appleRecipe(flavor: "LongExposure"))
        for (fixture, subtype) in [(loop, CollectionSubtype.smartAlbumAnimated), (long, .smartAlbumLongExposures)] {
            for album in SmartAlbum.all where [.smartAlbumAnimated, .smartAlbumLongExposures].contains(album.subtype) {
                var fetch = AssetFetch()
                fetch.membership = .smartAlbum(album)
                let count = album.subtype == subtype ? 1 : 0
                #expect(try fixture.library.owner.assetIdentifiers(fetch).count == count, "\(album.subtype)")
                let counts = try SmartAlbum.counts(in: fixture.library.owner)
                #expect(counts.first { $0.album == album }?.count == count, "\(album.subtype)")
            }
        }
    }

    @Test func `an import of a folder with the files of Apple's devices finds the effect`() throws {
        let temporary = try TemporaryLibrary()
        let folder = try TemporaryFolder()
        for (_, data, name) in try Self.original() { try folder.write(data, to: name) }
        let rendering = try SampleMedia.livePhotoPicture(contentIdentifier: "B0B0B0B0")
        let video = Self.movie(("com.apple.photos.variation-identifier", "2"), frames: 20)
        var document = AdjustmentDocument(
            AdjustmentData(
                formatIdentifier: "com.apple.photo", formatVersion: "1.8",
                data: SampleMedia.appleRecipe(flavor: "Mirror")),
            timestamp: Date(), editor: "com.apple.mobileslideshow")
        let files = try Self.original().map(\.1) + [rendering, video]
        document.fileDigests = Set(try files.map { try BlobDigest(hashing: $0) })
        try folder.write(rendering, to: "IMG_E1.JPG")
        try folder.write(video, to: "IMG_E1.MOV")
        try folder.write(try document.encoded(), to: "IMG_1.AAE")
        try temporary.importPaths([folder.path])
        let identifiers = try temporary.library.owner.assetIdentifiers(AssetFetch())
        let rows = try temporary.library.owner.assets(withIdentifiers: identifiers)
        #expect(rows.values.map(\.playbackVariation) == [.mirror])
        #expect(rows.values.map(\.playbackStyle) == [.videoLooping])
    }
}
