import AVFoundation
import AlbumenTestSupport
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Inputs for editing (§6.2).
@Suite struct ContentEditingInputTests {
    private let fixture: EditingFixture

    init() throws {
        fixture = try EditingFixture(hasRemote: true)
    }

    @Test func `§6.2.5: the input of a photo has its file and its properties`() throws {
        var exif = SampleMedia.Exif(dateTimeOriginal: "2024:05:07 09:30:00", offsetTimeOriginal: "+00:00")
        exif.orientation = 6
        let bytes = SampleMedia.jpeg(exif: exif)
        let asset = try fixture.resources.importFile(bytes, "IMG_6.JPG")
        let answer = try fixture.request(asset)
        #expect(answer.info.isEmpty)
        let input = try #require(answer.input)
        #expect(input.mediaType == .image && input.mediaSubtypes == asset.mediaSubtypes)
        #expect(input.playbackStyle == .image)
        #expect(input.creationDate == asset.creationDate && input.creationDate != nil)
        #expect(input.uniformTypeIdentifier == "public.jpeg" && input.contentType == .jpeg)
        #expect(input.adjustmentData == nil && input.audiovisualAsset == nil && input.livePhoto == nil)
        #expect(input.fullSizeImageOrientation == 6)
        #expect(input.displaySizeImage?.size == CGSize(width: 48, height: 64))
        let url = try #require(input.fullSizeImageURL)
        #expect(url.lastPathComponent == "IMG_6.JPG")
        #expect(try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true)
        #expect(try Data(contentsOf: url) == bytes)
        let copy = fixture.resources.folder.file("copy.jpg")
        try FileManager.default.copyItem(at: url, to: copy)
        #expect(try Data(contentsOf: copy) == bytes)
    }

    @Test func `clients read an input by keys and selectors`() throws {
        let input = try fixture.input(of: fixture.importPhoto())
        for key in PHContentEditingInput.keyedValues.keys {
            #expect(input.responds(to: NSSelectorFromString(key)), "\(key)")
            #expect((input.perform(NSSelectorFromString(key)) != nil) == (input.value(forKey: key) != nil), "\(key)")
        }
        let url = input.perform(NSSelectorFromString("fullSizeImageURL")).takeUnretainedValue()
        #expect(url as? URL == input.fullSizeImageURL)
        #expect(input.value(forKey: "fullSizeImageOrientation") as? Int == 1)
        #expect(!input.responds(to: NSSelectorFromString("fileSize")))
        let empty = PHContentEditingInput()
        #expect(empty.mediaType == .unknown && empty.fullSizeImageURL == nil && empty.contentType == nil)
    }

    @Test func `skipsDisplaySizeImage: the input has all but the picture`() throws {
        let options = PHContentEditingInputRequestOptions()
        #expect(!options.skipsDisplaySizeImage)
        options.skipsDisplaySizeImage = true
        let asset = try fixture.importPhoto()
        let (plain, short) = (try fixture.input(of: asset), try #require(fixture.request(asset, options).input))
        #expect(plain.displaySizeImage != nil && short.displaySizeImage == nil)
        #expect(short.fullSizeImageURL == plain.fullSizeImageURL)
        #expect(short.fullSizeImageOrientation == plain.fullSizeImageOrientation)
        #expect(short.contentType == plain.contentType && short.creationDate == plain.creationDate)
        let pair = try fixture.resources.importLivePhoto()
        let live = try #require(fixture.request(pair, options).input)
        #expect(live.displaySizeImage == nil && live.livePhoto != nil)
        #expect(live.mediaSubtypes.contains(.photoLive) && live.playbackStyle == .livePhoto)
    }

    @Test func `§6.2.5: the input of a video has its file, and that of a Live Photo has both`() throws {
        let movie = SampleMedia.movie()
        let video = try fixture.resources.importFile(movie, "MVI_1.MOV")
        let input = try fixture.input(of: video)
        #expect(input.mediaType == .video && input.playbackStyle == .video)
        #expect(input.fullSizeImageURL == nil && input.displaySizeImage == nil && input.livePhoto == nil)
        #expect(input.uniformTypeIdentifier == "com.apple.quicktime-movie")
        let url = try #require(input.audiovisualAsset as? AVURLAsset).url
        #expect(url.lastPathComponent == "MVI_1.MOV")
        #expect(try Data(contentsOf: url) == movie)

        let still = try fixture.input(of: fixture.resources.importLivePhoto(name: "IMG_2"))
        #expect(still.mediaSubtypes.contains(.photoLive) && still.playbackStyle == .livePhoto)
        #expect(still.fullSizeImageURL?.lastPathComponent == "IMG_2.JPG" && still.audiovisualAsset == nil)
        let livePhoto = try #require(still.livePhoto)
        #expect(livePhoto.image?.size == still.displaySizeImage?.size)
        #expect(PHAssetResource.assetResources(for: livePhoto).map(\.name) == ["IMG_2.JPG", "IMG_2.MOV"])
    }

    @Test func `the input of a slow-motion video is slowed, and an edited one plays as it was written`() throws {
        try fixture.resources.folder.write(try SampleMedia.slowMotionAdjustment(), to: "IMG_1.AAE")
        let movie = try fixture.resources.folder.write(SampleMedia.slowMotionMovie(seconds: 40), to: "IMG_1.MOV")
        let asset = try #require(
            try fixture.resources.importFiles([movie, fixture.resources.folder.file("IMG_1.AAE")]).first)
        let slowed = try #require(try fixture.input(of: asset).audiovisualAsset as? AVComposition)
        #expect(slowed.duration.seconds > 40)
        try fixture.edit(asset, SampleMedia.movie(), recipe: fixture.recipe("trim"))
        #expect(try fixture.input(of: asset).audiovisualAsset is AVURLAsset)
        let base = try #require(try fixture.input(of: asset, handles: true).audiovisualAsset as? AVComposition)
        #expect(base.duration == slowed.duration)
    }

    @Test func `§6.2.3: the app is asked only if there is a recipe, and its answer decides the file`() throws {
        let asset = try fixture.importPhoto()
        let asked = Mutex<[String]>([])
        func request(_ handles: Bool) throws -> PHContentEditingInput {
            let options = fixture.options { options in
                options.canHandleAdjustmentData = { data in
                    #expect(DispatchQueue.getSpecific(key: ImageRequestFixture.isCallbackQueue) == true)
                    asked.withLock { $0.append("\(data.formatIdentifier) \(data.formatVersion)") }
                    return handles
                }
            }
            return try #require(try fixture.request(asset, options).input)
        }
        #expect(try request(true).adjustmentData == nil)
        #expect(asked.withLock { $0 } == [])

        let original = try fixture.bytes(.photo, of: asset)
        let rendering = SampleMedia.jpeg(width: 40, height: 30, comment: "A")
        try fixture.edit(asset, rendering, recipe: fixture.recipe("crop"))
        let continued = try request(true)
        #expect(asked.withLock { $0 } == ["org.example.editor 1"])
        #expect(continued.adjustmentData?.formatIdentifier == "org.example.editor")
        #expect(continued.adjustmentData?.formatVersion == "1")
        #expect(continued.adjustmentData?.data == Data("crop".utf8))
        #expect(try Data(contentsOf: #require(continued.fullSizeImageURL)) == original)
        #expect(continued.fullSizeImageURL?.lastPathComponent == "IMG_1.JPG")
        #expect(continued.displaySizeImage?.size == CGSize(width: 64, height: 48))

        let current = try request(false)
        #expect(current.adjustmentData == nil)
        #expect(try Data(contentsOf: #require(current.fullSizeImageURL)) == rendering)
        #expect(current.displaySizeImage?.size == CGSize(width: 40, height: 30))
        let byDefault = try #require(try fixture.request(asset).input)
        #expect(byDefault.adjustmentData == nil)
        #expect(try Data(contentsOf: #require(byDefault.fullSizeImageURL)) == rendering)
    }

    @Test func `§6.2.4: another app's rendering becomes the base, and the original stays`() throws {
        let asset = try fixture.importPhoto()
        let original = try fixture.bytes(.photo, of: asset)
        let first = SampleMedia.jpeg(width: 40, height: 30, comment: "A")
        let second = SampleMedia.jpeg(width: 24, height: 18, comment: "B")
        let third = SampleMedia.jpeg(width: 24, height: 16, comment: "B again")
        try fixture.edit(asset, first, recipe: fixture.recipe("crop"))
        #expect(
            fixture.resourceNames(asset) == [
                "photo IMG_1.JPG (replaced)", "fullSizePhoto FullSizeRender.jpg", "adjustmentData Adjustments.plist",
            ])
        try fixture.edit(asset, second, recipe: fixture.recipe("grey", format: "org.example.grey"))
        #expect(
            fixture.resourceNames(asset).map { $0.prefix { $0 != " " } } == [
                "photo", "fullSizePhoto", "adjustmentData", "adjustmentBasePhoto",
            ])
        #expect(try fixture.bytes(.adjustmentBasePhoto, of: asset) == first)
        let continued = try fixture.input(of: asset, handles: true)
        #expect(try Data(contentsOf: #require(continued.fullSizeImageURL)) == first)
        #expect(continued.adjustmentData?.formatIdentifier == "org.example.grey")
        try fixture.edit(asset, third, recipe: fixture.recipe("darker", format: "org.example.grey"), handles: true)
        #expect(try fixture.bytes(.adjustmentBasePhoto, of: asset) == first)
        #expect(try fixture.bytes(.fullSizePhoto, of: asset) == third)
        #expect(try fixture.bytes(.photo, of: asset) == original)
    }

    @Test func `a remote file needs the network, and its progress is reported`() throws {
        let asset = try fixture.importPhoto()
        let bytes = try fixture.bytes(.photo, of: asset)
        try fixture.images.sendAway(asset)
        let refused = try fixture.request(asset)
        #expect(refused.input == nil && refused.errorCode == 3164 && refused.isInCloud == true)
        #expect(refused.isCancelled == nil)

        fixture.resources.remote.behaviour = .breaksOff
        let told = Mutex<[Double]>([])
        let options = fixture.options { options in
            options.isNetworkAccessAllowed = true
            options.progressHandler = { fraction, _ in told.withLock { $0.append(fraction) } }
        }
        let failed = try fixture.request(asset, options)
        #expect(failed.input == nil && failed.errorCode == 3169 && failed.isInCloud == nil)

        fixture.resources.remote.behaviour = .delivers
        told.withLock { $0 = [] }
        let input = try #require(try fixture.request(asset, options).input)
        #expect(try Data(contentsOf: #require(input.fullSizeImageURL)) == bytes)
        let fractions = told.withLock { $0 }
        #expect(fractions.last == 1 && fractions == fractions.sorted())
    }

    @Test func `a remote recipe needs the network, too`() throws {
        let asset = try fixture.importPhoto()
        try fixture.edit(asset, SampleMedia.jpeg(width: 40, height: 30))
        let document = try #require(
            fixture.run { PHAssetResource.assetResources(for: asset) }.first { $0.type == .adjustmentData })
        try fixture.resources.sendAway(document)
        let options = fixture.options { $0.canHandleAdjustmentData = { _ in true } }
        #expect(try fixture.request(asset, options).errorCode == 3164)
        options.isNetworkAccessAllowed = true
        #expect(try fixture.request(asset, options).input?.adjustmentData?.data == Data("recipe".utf8))
    }

    @Test func `a cancelled request calls its handler once`() throws {
        let asset = try fixture.importPhoto()
        try fixture.images.sendAway(asset)
        let gate = Gate()
        defer { gate.open() }
        fixture.resources.remote.behaviour = .waits(gate)
        let options = fixture.options { $0.isNetworkAccessAllowed = true }
        let cancelled = try fixture.request(asset, options) { asset.cancelContentEditingInputRequest($0) }
        #expect(cancelled.input == nil && cancelled.isCancelled == true && cancelled.errorCode == 3072)
        asset.cancelContentEditingInputRequest(0)
        asset.cancelContentEditingInputRequest(.max)

        options.progressHandler = { _, stop in stop.pointee = true }
        let stopped = try fixture.request(asset, options)
        #expect(stopped.input == nil && stopped.isCancelled == true && stopped.errorCode == 3072)
    }

    @Test func `requests fail without access, for an empty asset and for a purged asset`() throws {
        #expect(try fixture.request(PHAsset()).errorCode == 3303)
        let asset = try fixture.importPhoto()
        #expect(try fixture.request(asset, access: "denied").errorCode == 3311)
        #expect(try fixture.request(asset, access: "limited").errorCode == 3303)
        let uuid = fixture.images.uuid(of: asset)
        try fixture.temporary.library.owner.commit(Transaction([.trash(assetUUID: uuid), .purge(assetUUID: uuid)]))
        #expect(try fixture.request(asset).errorCode == 3303)
    }

    @Test func `the asynchronous form returns the input or throws`() async throws {
        let asset = try fixture.importPhoto()
        try await fixture.images.run {
            let input = try await asset.contentEditingInput()
            #expect(input.fullSizeImageURL?.lastPathComponent == "IMG_1.JPG")
            await #expect(throws: PHPhotosError.self) { _ = try await PHAsset().contentEditingInput() }
        }
    }
}
