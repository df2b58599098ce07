import Foundation
import GRDB
import Records
import Testing

@testable import PhotoSources

/// The edits of assets, and the slow motion of videos (imports 1.5).
@Suite struct AlbumenLibraryEditTests {
    private static let slowMotion = AdjustmentEnvelope.uniformTypeIdentifier
    private static let document = "com.apple.property-list"

    private func addRecipe(_ library: MadeAlbumenLibrary, _ asset: Int64 = 1) throws -> BlobDigest {
        try library.addFile(
            asset, .adjustmentData, named: "Adjustments.plist", bytes: "recipe",
            ["uniformTypeIdentifier": Self.document])
    }

    @Test("an edit comes with its rendering, its recipe and its date")
    func photo() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["hasAdjustments": 1, "adjustmentTimestamp": 710_000_000.5])
        let rendering = try library.addFile(1, .fullSizePhoto, named: "FullSizeRender.jpg", bytes: "edited")
        let recipe = try addRecipe(library)
        let item = try library.item()
        let edit = try #require(item.edit)
        #expect(edit.renderings.map(\.type) == [.fullSizePhoto])
        #expect(edit.renderings.map(\.sha256) == [rendering])
        #expect(edit.renderings.map(\.name) == ["FullSizeRender.jpg"])
        #expect(edit.recipeFile?.type == .adjustmentData)
        #expect(edit.recipeFile?.sha256 == recipe)
        #expect(edit.recipe == nil)
        #expect(edit.bases.isEmpty)
        #expect(edit.date == Date(timeIntervalSinceReferenceDate: 710_000_000.5))
        #expect(item.originals.map(\.type) == [.photo])
        #expect(item.differences.isEmpty)
        #expect(item.slowMotion == nil)
    }

    @Test("an edit on top of another comes with its bases, also that of a Live Photo")
    func bases() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        try library.addFile(1, .pairedVideo, named: "IMG_1.MOV")
        try library.addFile(1, .adjustmentBasePairedVideo)
        try library.addFile(1, .adjustmentBasePhoto)
        _ = try addRecipe(library)
        try library.addFile(1, .fullSizePairedVideo)
        try library.addFile(1, .fullSizePhoto)
        let edit = try #require(try library.item().edit)
        #expect(edit.renderings.map(\.type) == [.fullSizePhoto, .fullSizePairedVideo])
        #expect(edit.bases.map(\.type) == [.adjustmentBasePhoto, .adjustmentBasePairedVideo])
        #expect(edit.recipeFile?.name == "Adjustments.plist")
        #expect(edit.date == nil)
    }

    @Test("an edited video keeps its slow motion beside the edit")
    func video() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset(1, ["mediaType": 2])
        try library.addFile(1, .video, named: "IMG_1.MOV")
        let envelope = try library.addFile(
            1, .adjustmentData, named: "IMG_1.AAE", ["uniformTypeIdentifier": Self.slowMotion])
        try library.addFile(1, .fullSizeVideo, named: "FullSizeRender.mov")
        try library.addFile(1, .adjustmentBaseVideo, named: "base.mov")
        let recipe = try addRecipe(library)
        let item = try library.item()
        #expect(item.slowMotion?.sha256 == envelope)
        #expect(item.slowMotion?.name == "IMG_1.AAE")
        #expect(item.edit?.renderings.map(\.type) == [.fullSizeVideo])
        #expect(item.edit?.bases.map(\.type) == [.adjustmentBaseVideo])
        #expect(item.edit?.recipeFile?.sha256 == recipe)
    }

    @Test("a slow motion without a rendering is no edit")
    func onlySlowMotion() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset(1, ["mediaType": 2])
        try library.addFile(1, .video, named: "IMG_1.MOV")
        let envelope = try library.addFile(
            1, .adjustmentData, named: "IMG_1.AAE", ["uniformTypeIdentifier": Self.slowMotion])
        let item = try library.item()
        #expect(item.edit == nil)
        #expect(item.slowMotion?.sha256 == envelope)
        #expect(item.differences.isEmpty)
        try FileManager.default.removeItem(at: library.blob(envelope))
        let bare = try library.item()
        #expect(bare.slowMotion == nil)
        #expect(bare.exclusion == nil)
        #expect(bare.differences.map(\.fact) == [.slowMotion])
        #expect(bare.differences.map(\.reason) == [.noRecipe])
    }

    @Test("a recipe without a rendering is a difference")
    func noRendering() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        _ = try addRecipe(library)
        let item = try library.item()
        #expect(item.edit == nil)
        #expect(item.differences == [SourceDifference(.edits, .noRendering)])
    }

    @Test("an edit whose rendering isn't here stays behind as a whole", arguments: [false, true])
    func absentRendering(_ isInPlace: Bool) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        try library.addFile(1, .pairedVideo, named: "IMG_1.MOV")
        try library.addFile(1, .fullSizePhoto)
        let video = try library.addFile(1, .fullSizePairedVideo, bytes: nil)
        if isInPlace { try library.addPlacement(of: video) }
        _ = try addRecipe(library)
        let item = try library.item()
        #expect(item.edit == nil)
        #expect(item.exclusion == nil)
        #expect(
            item.differences == [
                SourceDifference(
                    .edits, isInPlace ? .inCloud : .absent, detail: "originals/04/\(video.hexadecimal)")
            ])
    }

    @Test("the edit of a Live Photo whose video isn't here stays behind with the video")
    func absentVideo() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        try library.addFile(1, .pairedVideo, named: "IMG_1.MOV", bytes: nil)
        try library.addFile(1, .fullSizePhoto)
        try library.addFile(1, .fullSizePairedVideo)
        let item = try library.item()
        #expect(item.edit == nil)
        #expect(item.differences.map(\.fact) == [.livePhotos, .edits])
        #expect(item.differences.map(\.reason) == [.absent, .absent])
    }

    @Test("the edit of a motion photo comes, although its video has no file")
    func motionPhoto() throws {
        let library = try MadeAlbumenLibrary()
        try library.addAsset()
        let photo = try library.addFile(1, .photo, bytes: "photo and video")
        try library.addFile(
            1, .pairedVideo, bytes: nil, ["containerSha256": photo.data, "containerOffset": 10, "fileSize": 5])
        try library.addFile(1, .fullSizePhoto)
        try library.addFile(1, .fullSizePairedVideo)
        _ = try addRecipe(library)
        #expect(try library.item().edit?.renderings.count == 2)
    }

    @Test("an edit whose recipe or base isn't here comes without its recipe", arguments: [true, false])
    func noRecipe(_ losesRecipe: Bool) throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto()
        try library.addFile(1, .fullSizePhoto)
        let base = try library.addFile(1, .adjustmentBasePhoto)
        let recipe = try addRecipe(library)
        let lost = losesRecipe ? recipe : base
        try library.writeBlob(lost, "short")
        try FileManager.default.removeItem(at: library.blob(lost))
        let item = try library.item()
        #expect(item.edit?.renderings.count == 1)
        #expect(item.edit?.recipeFile == nil)
        #expect(item.edit?.bases.isEmpty == true)
        #expect(item.differences.map(\.fact) == [.edits])
        #expect(item.differences.map(\.reason) == [.noRecipe])
    }

    @Test("a rendering without a row of a recipe comes, and so does one with an absurd date")
    func bareRendering() throws {
        let library = try MadeAlbumenLibrary()
        try library.addPhoto(1, ["adjustmentTimestamp": -1e300])
        try library.addFile(1, .fullSizePhoto)
        let item = try library.item()
        #expect(item.edit?.renderings.count == 1)
        #expect(item.edit?.date == nil)
        #expect(item.differences == [SourceDifference(.edits, .noRecipe)])
    }

    @Test("the files of former edits stay behind")
    func formerEdits() throws {
        let library = try MadeAlbumenLibrary { tables in
            tables["formerEditFile"] = """
                CREATE TABLE formerEditFile (id INTEGER PRIMARY KEY, assetId INTEGER, type INTEGER, sha256 BLOB)
                """
        }
        try library.addPhoto()
        let former = MadeAlbumenLibrary.digest(99)
        try library.made.insert("formerEditFile", ["assetId": 1, "type": 5, "sha256": former.data])
        try library.writeBlob(former, "former")
        let source = try library.open()
        defer { source.close() }
        #expect(source.unknownFiles.isEmpty)
        #expect(source.otherDifferences.isEmpty)
        #expect(try library.item().edit == nil)
    }
}
