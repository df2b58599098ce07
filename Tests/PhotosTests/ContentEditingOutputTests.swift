import AlbumenGraphics
import AlbumenTestSupport
import CoreImage
import Foundation
import Testing
import UniformTypeIdentifiers

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Outputs and their commits (§6.3, §6.4).
@Suite struct ContentEditingOutputTests {
    private let fixture: EditingFixture
    private let asset: PHAsset
    private let rendering = SampleMedia.jpeg(width: 40, height: 30, comment: "edited")

    init() throws {
        fixture = try EditingFixture()
        asset = try fixture.importPhoto()
    }

    @Test func `§6.4.3: photos are JPEG or HEIC, and videos are QuickTime movies`() throws {
        let photo = PHContentEditingOutput(contentEditingInput: try fixture.input(of: asset))
        #expect(photo.renderedContentURL.pathExtension == "jpg")
        #expect(photo.defaultRenderedContentType == .jpeg)
        #expect(photo.supportedRenderedContentTypes == [.jpeg, .heic])
        #expect(try photo.renderedContentURL(for: .jpeg) == photo.renderedContentURL)
        #expect(try photo.renderedContentURL(for: .heic).pathExtension == "heic")
        let error = #expect(throws: PHPhotosError.self) { try photo.renderedContentURL(for: .png) }
        #expect(error?.code == .invalidResource)
        #expect(error?.localizedDescription.contains("public.jpeg") == true)

        let video = try fixture.resources.importFile(SampleMedia.movie(), "MVI_1.MOV")
        let movie = PHContentEditingOutput(contentEditingInput: try fixture.input(of: video))
        #expect(movie.renderedContentURL.pathExtension == "mov")
        #expect(movie.defaultRenderedContentType == .quickTimeMovie)
        #expect(movie.supportedRenderedContentTypes == [.quickTimeMovie])
        #expect(throws: PHPhotosError.self) { try movie.renderedContentURL(for: .jpeg) }
    }

    @Test func `files are private, take an atomic write, and go with their output`() throws {
        var output: PHContentEditingOutput? = PHContentEditingOutput(contentEditingInput: PHContentEditingInput())
        let file = try #require(output?.renderedContentURL)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try rendering.write(to: file, options: .atomicWrite)
        try rendering.write(to: file)
        #expect(try Data(contentsOf: file) == rendering)
        let folder = file.deletingLastPathComponent().path
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o700)
        output = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `temporary files of a process that was killed are removed by the next one`() throws {
        let temporary = try TemporaryFolder()
        try temporary.makeFolder("albumen.edits.abandoned/x")
        let folders = RenderingFolders(in: temporary.url)
        let files = RenderingFiles(in: folders)
        let file = try files.url(for: .jpeg)
        let names = try temporary.names()
        #expect(names.count == 1 && names != ["albumen.edits.abandoned"])
        try FileManager.default.removeItem(at: temporary.url.appending(path: names[0]))
        #expect(try RenderingFiles(in: folders).url(for: .jpeg) != file)
        folders.remove()
        #expect(try temporary.names().isEmpty)
        #expect(throws: RequestFailure.self) {
            try RenderingFiles(in: RenderingFolders(in: temporary.file("missing/folder"))).url(for: .heic)
        }
    }

    @Test func `§6.4.7: an edit changes the asset's properties, and observers see changed content`() throws {
        let output = try fixture.output(for: fixture.input(of: asset), rendering)
        let file = output.renderedContentURL
        try fixture.run {
            let listener = ChangeListener()
            PHPhotoLibrary.shared().register(listener)
            try PHPhotoLibrary.shared().performChangesAndWait {
                PHAssetChangeRequest(for: asset).contentEditingOutput = output
            }
            let change = try #require(listener.next())
            let details = try #require(change.changeDetails(for: asset))
            #expect(details.assetContentChanged)
            let edited = try #require(details.objectAfterChanges)
            #expect(edited.hasAdjustments && edited.adjustmentsState == .userAdjusted)
            #expect(edited.adjustmentFormatIdentifier == "org.example.editor")
            #expect(edited.adjustmentTimestamp != nil)
            #expect(edited.value(forKey: "adjustmentFormatIdentifier") as? String == "org.example.editor")
            #expect(edited.pixelWidth == 40 && edited.pixelHeight == 30)
            #expect(try #require(edited.modificationDate) > #require(asset.modificationDate))
            #expect(edited.creationDate == asset.creationDate)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(!asset.hasAdjustments && asset.pixelWidth == 64)
        let data = try fixture.bytes(.fullSizePhoto, of: asset)
        #expect(data == rendering)
        #expect(try fixture.failure(output, of: asset)?.code == .missingResource)
    }

    @Test func `§6.4.3: a HEIC at its own URL becomes the edit`() throws {
        let output = try fixture.output(for: fixture.input(of: asset), rendering)
        try FileManager.default.removeItem(at: output.renderedContentURL)
        let file = try output.renderedContentURL(for: .heic)
        let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 48, height: 32))
        let colours = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        try CIContext().writeHEIFRepresentation(of: picture, to: file, format: .RGBA8, colorSpace: colours)
        let written = try Data(contentsOf: file)
        #expect(try fixture.failure(output, of: asset) == nil)
        #expect(try fixture.bytes(.fullSizePhoto, of: asset) == written)
        let edited = try fixture.asset(asset)
        #expect(edited.hasAdjustments && edited.pixelWidth == 48 && edited.pixelHeight == 32)
        let names = fixture.resourceNames(asset)
        #expect(names.contains { $0.hasSuffix("FullSizeRender.heic") }, "\(names)")
        try fixture.revert(asset)
        #expect(try fixture.asset(asset).pixelWidth == 64)
    }

    /// A mistake in an output, the code of the error and a word in its message.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var name: String
        var code: PHPhotosError.Code
        var word: String
        var make: @Sendable (PHContentEditingOutput) throws -> Void

        var testDescription: String { name }
    }

    private static let mistakes: [Mistake] = [
        Mistake(name: "a PNG in place of the JPEG", code: .invalidResource, word: "JPEG") {
            try SampleMedia.png().write(to: $0.renderedContentURL)
        },
        Mistake(name: "a JPEG in place of the HEIC", code: .invalidResource, word: "HEIC") {
            try FileManager.default.removeItem(at: $0.renderedContentURL)
            try SampleMedia.jpeg().write(to: $0.renderedContentURL(for: .heic))
        },
        Mistake(name: "text in place of the JPEG", code: .invalidResource, word: "JPEG") {
            try Data("no photo".utf8).write(to: $0.renderedContentURL)
        },
        Mistake(name: "a truncated JPEG", code: .invalidResource, word: "FullSizeRender.jpg") {
            let whole = try SampleMedia.photograph(width: 160, height: 120)
            try whole.prefix(whole.count / 2).write(to: $0.renderedContentURL)
        },
        Mistake(name: "an empty file", code: .missingResource, word: "empty") {
            try Data().write(to: $0.renderedContentURL)
        },
        Mistake(name: "an orientation other than up", code: .invalidResource, word: "orientation") {
            var exif = SampleMedia.Exif()
            exif.orientation = 6
            try SampleMedia.jpeg(exif: exif).write(to: $0.renderedContentURL)
        },
        Mistake(name: "no file", code: .missingResource, word: "JPEG") {
            try FileManager.default.removeItem(at: $0.renderedContentURL)
        },
        Mistake(name: "no adjustment data", code: .missingResource, word: "adjustmentData") { $0.adjustmentData = nil },
        Mistake(name: "empty adjustment data", code: .changeNotSupported, word: "empty") {
            $0.adjustmentData = PHAdjustmentData(formatIdentifier: "a", formatVersion: "1", data: Data())
        },
        Mistake(name: "too much adjustment data", code: .changeNotSupported, word: "2097152") {
            $0.adjustmentData = PHAdjustmentData(
                formatIdentifier: "a", formatVersion: "1", data: Data(count: (2 << 20) + 1))
        },
    ]

    @Test(arguments: mistakes)
    func `§6.4.6: a mistake in an output fails and changes nothing`(_ mistake: Mistake) throws {
        let before = fixture.resourceNames(asset)
        let output = try fixture.output(for: fixture.input(of: asset), rendering)
        try mistake.make(output)
        let error = try #require(try fixture.failure(output, of: asset))
        #expect(error.code == mistake.code)
        #expect(error.localizedDescription.contains(mistake.word), "\(error.localizedDescription)")
        #expect(fixture.resourceNames(asset) == before)
        let after = try fixture.asset(asset)
        #expect(!after.hasAdjustments && after.modificationDate == asset.modificationDate)
    }

    @Test func `§6.3.3: the input's own adjustment data is no recipe for a new edit`() throws {
        try fixture.edit(asset, rendering)
        let input = try fixture.input(of: asset, handles: true)
        let output = try fixture.output(for: input, rendering, input.adjustmentData)
        let error = try #require(try fixture.failure(output, of: asset))
        #expect(error.code == .changeNotSupported)
        #expect(error.localizedDescription.contains("PHAdjustmentData"))
        output.adjustmentData = fixture.recipe("changed")
        #expect(try fixture.failure(output, of: asset) == nil)
    }

    @Test func `an edit of an outdated input fails with 3301, and the other edit stays`() throws {
        let input = try fixture.input(of: asset)
        try fixture.edit(asset, rendering)
        let late = try fixture.output(for: input, SampleMedia.jpeg(width: 20, height: 10), fixture.recipe("late"))
        #expect(try fixture.failure(late, of: asset)?.code == .operationInterrupted)
        #expect(try fixture.bytes(.fullSizePhoto, of: asset) == rendering)
        try fixture.revert(asset)
        #expect(try fixture.failure(late, of: asset) == nil, "The asset is as it was when the input was requested.")
    }

    @Test func `an output belongs to the asset of its input`() throws {
        let other = try fixture.importPhoto("IMG_2.JPG")
        let output = try fixture.output(for: fixture.input(of: asset), rendering)
        #expect(try fixture.failure(output, of: other)?.code == .changeNotSupported)
        #expect(try fixture.failure(output, of: PHAsset())?.code == .changeNotSupported)
        let empty = PHContentEditingOutput(contentEditingInput: PHContentEditingInput())
        empty.adjustmentData = fixture.recipe()
        try rendering.write(to: empty.renderedContentURL)
        #expect(try fixture.failure(empty, of: asset)?.code == .changeNotSupported)
        #expect(try fixture.failure(PHContentEditingOutput(), of: asset)?.code == .changeNotSupported)
    }

    @Test func `a request reads its output at the end of the block and forgets a withdrawn one`() throws {
        let input = try fixture.input(of: asset)
        let (first, second) = (fixture.recipe("first"), fixture.recipe("second"))
        let unwanted = try fixture.output(for: input, rendering, first)
        try fixture.change {
            let request = PHAssetChangeRequest(for: asset)
            request.contentEditingOutput = unwanted
            request.contentEditingOutput = nil
            request.isFavorite = true
        }
        #expect(try !fixture.asset(asset).hasAdjustments && fixture.asset(asset).isFavorite)
        // The client has no reference to the output after the block.
        try fixture.change {
            let request = PHAssetChangeRequest(for: asset)
            let output = PHContentEditingOutput(contentEditingInput: input)
            request.contentEditingOutput = output
            output.adjustmentData = second
            try? rendering.write(to: output.renderedContentURL)
        }
        #expect(try fixture.input(of: asset, handles: true).adjustmentData?.data == Data("second".utf8))
    }

    @Test(arguments: ["", "1F2A/L0/001", "Ünïcode — 编辑", "org.example.editor"])
    func `§6.3.1: format identifiers are stored as they are`(format: String) throws {
        try fixture.edit(asset, rendering, recipe: fixture.recipe("x", format: format))
        #expect(try fixture.asset(asset).adjustmentFormatIdentifier == format)
        #expect(try fixture.input(of: asset, handles: true).adjustmentData?.formatIdentifier == format)
    }

    @Test func `a video takes a movie, and a Live Photo whose photo is edited becomes a still`() throws {
        let video = try fixture.resources.importFile(SampleMedia.movie(), "MVI_1.MOV")
        var shorter = SampleMedia.Movie()
        shorter.frames = 5
        let movie = SampleMedia.movie(shorter)
        let output = try fixture.output(for: fixture.input(of: video), rendering)
        #expect(try fixture.failure(output, of: video)?.code == .invalidResource)
        try movie.write(to: output.renderedContentURL)
        try fixture.commit(output, to: video)
        #expect(
            fixture.resourceNames(video) == [
                "video MVI_1.MOV (replaced)", "fullSizeVideo FullSizeRender.mov", "adjustmentData Adjustments.plist",
            ])
        #expect(try fixture.asset(video).duration == 0.5)

        let live = try fixture.resources.importLivePhoto(name: "IMG_7")
        let still = try fixture.edit(live, rendering)
        #expect(still.playbackStyle == .image && !still.mediaSubtypes.contains(.photoLive))
        let continued = try fixture.input(of: live, handles: true)
        #expect(continued.livePhoto != nil && continued.playbackStyle == .livePhoto)
        let current = try fixture.input(of: live)
        #expect(current.livePhoto == nil && current.playbackStyle == .image)
        try fixture.revert(live)
        #expect(try fixture.asset(live).playbackStyle == .livePhoto)
    }
}
