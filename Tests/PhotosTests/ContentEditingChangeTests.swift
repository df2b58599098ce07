import AlbumenTestSupport
import Foundation
import Testing

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Reverts, consent, new assets with edits, and copies of edited assets (§6.5, §5.2.5, §10.20).
@Suite struct ContentEditingChangeTests {
    private let fixture: EditingFixture
    private let asset: PHAsset
    private let rendering = SampleMedia.jpeg(width: 40, height: 30, comment: "edited")

    init() throws {
        fixture = try EditingFixture(hasRemote: true)
        asset = try fixture.importPhoto()
    }

    @Test func `§6.5: a revert restores the original and is idempotent`() throws {
        let original = try fixture.bytes(.photo, of: asset)
        try fixture.revert(asset)
        #expect(try fixture.asset(asset).modificationDate == asset.modificationDate)
        try fixture.edit(asset, rendering)
        try fixture.revert(asset)
        let reverted = try fixture.asset(asset)
        #expect(!reverted.hasAdjustments && reverted.adjustmentFormatIdentifier == nil)
        #expect(reverted.adjustmentTimestamp == nil && reverted.pixelWidth == 64)
        #expect(fixture.resourceNames(asset) == ["photo IMG_1.JPG"])
        #expect(try fixture.bytes(.photo, of: asset) == original)
        try fixture.revert(asset)
        #expect(try fixture.asset(asset).modificationDate == reverted.modificationDate)
    }

    @Test func `§6.5: a revert fails with 3164 if the original is remote`() throws {
        try fixture.edit(asset, rendering)
        let photo = try #require(
            fixture.run { PHAssetResource.assetResources(for: asset) }.first { $0.type == .photo })
        try fixture.resources.sendAway(photo)
        let error = #expect(throws: PHPhotosError.self) { try fixture.revert(asset) }
        #expect(error?.code == .networkAccessRequired)
        #expect(try fixture.asset(asset).hasAdjustments)
    }

    @Test func `§6.5: a revert doesn't need an original that is verified in the library's place`() throws {
        let fixture = try EditingFixture()
        let asset = try fixture.importPhoto()
        try fixture.edit(asset, rendering)
        try fixture.temporary.moveOriginals(to: TemporaryFolder())
        let uuid = String(asset.localIdentifier.prefix(36))
        let photo = try #require(
            fixture.run { PHAssetResource.assetResources(for: asset) }.first { $0.type == .photo })
        #expect(!photo.isLocallyAvailable)
        try fixture.revert(asset)
        #expect(try !fixture.asset(asset).hasAdjustments)
        #expect(try fixture.temporary.library.owner.editing(ofAsset: uuid)?.adjustmentFile == nil)
    }

    @Test func `§5.4.2: the user is asked once per block about other apps' assets, with its deletions`() throws {
        let other = try fixture.importPhoto("IMG_2.JPG")
        let deleted = try fixture.importPhoto("IMG_3.JPG")
        let output = try fixture.output(for: fixture.input(of: asset), rendering)
        let declined = DeletionAnswer(answer: false)
        #expect(try fixture.failure(output, of: asset, prompt: declined)?.code == .userCancelled)
        #expect(declined.asked.calls.count == 1)
        #expect(try !fixture.asset(asset).hasAdjustments)
        #expect(FileManager.default.fileExists(atPath: output.renderedContentURL.path), "The app can try again.")
        try fixture.edit(other, rendering)

        let allowed = DeletionAnswer(answer: true)
        try fixture.change(prompt: allowed) {
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
            PHAssetChangeRequest(for: other).revertAssetContentToOriginal()
            PHAssetChangeRequest.deleteAssets([deleted] as NSArray)
        }
        #expect(allowed.asked.calls.count == 1)
        let request = try #require(allowed.asked.calls.first)
        #expect(request.editedAssets == 1 && request.revertedAssets == 1 && request.deletion.assets == 1)
        #expect(try fixture.asset(asset).hasAdjustments && !fixture.asset(other).hasAdjustments)
    }

    @Test func `an app edits its own assets without a question`() throws {
        let own = try create { _ in }
        let prompt = DeletionAnswer(answer: false)
        let output = try fixture.output(for: fixture.input(of: own), rendering)
        try fixture.commit(output, to: own, prompt: prompt)
        try fixture.change(prompt: prompt) { PHAssetChangeRequest(for: own).revertAssetContentToOriginal() }
        #expect(prompt.asked.calls.isEmpty)
        let stranger = DeletionAnswer(answer: true)
        let next = try fixture.output(for: fixture.input(of: own), rendering)
        try fixture.change(client: "other", prompt: stranger) {
            PHAssetChangeRequest(for: own).contentEditingOutput = next
        }
        #expect(stranger.asked.calls.count == 1)
    }

    @Test func `an app with limited access edits only chosen assets`() throws {
        let output = try fixture.output(for: fixture.input(of: asset), rendering)
        let error = try #require(try fixture.failure(output, of: asset, access: "limited"))
        #expect(error.code == .missingResource)
        #expect(fixture.run(access: "limited") { !asset.canPerform(.content) })
        try PhotoKitFixture(temporary: fixture.temporary).grant(asset)
        #expect(fixture.run(access: "limited") { asset.canPerform(.content) })
        #expect(try fixture.failure(output, of: asset, access: "denied")?.code == .accessUserDenied)
        #expect(try fixture.failure(output, of: asset, access: "limited") == nil)
    }

    /// Creates a photo in a block that can give it an edit.
    private func create(
        access: String = "authorized", _ edit: @escaping (PHAssetCreationRequest) -> Void
    ) throws -> PHAsset {
        var placeholder: PHObjectPlaceholder?
        let photo = SampleMedia.jpeg(comment: "new")
        try fixture.change(access: access) {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: photo, options: nil)
            placeholder = request.placeholderForCreatedAsset
            edit(request)
        }
        let identifier = try #require(placeholder).localIdentifier
        return try fixture.run {
            try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
    }

    @Test func `§6.4.5: a new asset can start with an edit`() throws {
        let created = try create { request in
            let output = PHContentEditingOutput(placeholderForCreatedAsset: request.placeholderForCreatedAsset!)
            #expect(output.defaultRenderedContentType == .jpeg)
            output.adjustmentData = self.fixture.recipe("new")
            try? self.rendering.write(to: output.renderedContentURL)
            request.contentEditingOutput = output
        }
        #expect(created.hasAdjustments && created.pixelWidth == 40)
        #expect(try fixture.input(of: created, handles: true).adjustmentData?.data == Data("new".utf8))
        try fixture.revert(created)
        #expect(try fixture.asset(created).pixelWidth == 64)

        let movie = SampleMedia.movie()
        var video: PHObjectPlaceholder?
        try fixture.change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .video, data: movie, options: nil)
            video = request.placeholderForCreatedAsset
            let output = PHContentEditingOutput(placeholderForCreatedAsset: request.placeholderForCreatedAsset!)
            #expect(output.supportedRenderedContentTypes == [.quickTimeMovie])
            output.adjustmentData = fixture.recipe()
            try? movie.write(to: output.renderedContentURL)
            request.contentEditingOutput = output
        }
        let identifier = try #require(video).localIdentifier
        fixture.run {
            #expect(
                PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject?.hasAdjustments
                    == true)
        }
    }

    @Test func `a block with an invalid edit creates no asset`() throws {
        let count = fixture.run { PHAsset.fetchAssets(with: nil).count }
        #expect(throws: PHPhotosError.self) {
            _ = try create { request in
                request.contentEditingOutput = PHContentEditingOutput(
                    placeholderForCreatedAsset: request.placeholderForCreatedAsset!)
            }
        }
        #expect(fixture.run { PHAsset.fetchAssets(with: nil).count } == count)
    }

    @Test func `§5.2.5: sets of resources with an edit are supported`() {
        func supports(_ types: PHAssetResourceType...) -> Bool {
            PHAssetCreationRequest.supportsAssetResourceTypes(types.map { $0.rawValue as NSNumber })
        }
        #expect(supports(.photo, .fullSizePhoto, .adjustmentData))
        #expect(supports(.photo, .fullSizePhoto, .adjustmentData, .adjustmentBasePhoto))
        #expect(supports(.photo, .alternatePhoto, .fullSizePhoto, .adjustmentData))
        #expect(supports(.photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo, .adjustmentData))
        #expect(supports(.video, .fullSizeVideo, .adjustmentData))
        #expect(!supports(.fullSizePhoto), "§8.2, seed map 205")
        #expect(!supports(.photo, .fullSizePhoto))
        #expect(!supports(.photo, .adjustmentData))
        #expect(!supports(.photo, .fullSizeVideo, .adjustmentData))
    }

    @Test func `an edited asset is copied with all of its resources and reverted to its original there`() throws {
        let original = try fixture.bytes(.photo, of: asset)
        try fixture.edit(asset, SampleMedia.jpeg(width: 50, height: 40, comment: "A"), recipe: fixture.recipe("A"))
        let edited = try fixture.edit(asset, rendering, recipe: fixture.recipe("B", format: "org.example.b"))
        let parts = try fixture.run { PHAssetResource.assetResources(for: edited) }
            .map { (type: $0.type, name: $0.name, data: try fixture.resources.data(of: $0).get()) }
        #expect(parts.count == 4)
        let second = try EditingFixture()
        var placeholder: PHObjectPlaceholder?
        try second.change {
            let request = PHAssetCreationRequest.forAsset()
            for part in parts {
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = part.name
                request.addResource(with: part.type, data: part.data, options: options)
            }
            placeholder = request.placeholderForCreatedAsset
        }
        let identifier = try #require(placeholder).localIdentifier
        let copy = try second.run {
            try #require(PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject)
        }
        #expect(copy.hasAdjustments && copy.adjustmentFormatIdentifier == "org.example.b")
        #expect(second.resourceNames(copy) == fixture.resourceNames(edited))
        for part in parts { #expect(try second.bytes(part.type, of: copy) == part.data) }
        #expect(try second.input(of: copy, handles: true).adjustmentData?.data == Data("B".utf8))
        try second.revert(copy)
        #expect(try second.bytes(.photo, of: copy) == original)
        #expect(second.resourceNames(copy) == ["photo IMG_1.JPG"])
    }

    @Test func `§4.8.2: versions of an edited image`() throws {
        let original = try fixture.bytes(.photo, of: asset)
        let edited = try fixture.edit(asset, rendering)
        func data(_ version: PHImageRequestOptionsVersion) -> Data? {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.version = version
            var found: Data?
            fixture.run {
                _ = PHImageManager.default().requestImageDataAndOrientation(for: edited, options: options) {
                    data, _, _, _ in found = data
                }
            }
            return found
        }
        #expect(data(.current) == rendering)
        #expect(data(.unadjusted) == original)
        #expect(data(.original) == original)
    }
}
