import AlbumenTestSupport
import Foundation
import MediaRequests
import Records
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// The choice between the RAW and the JPEG of a photo: `PHAsset.originalResourceChoice`, `revertAssetContent(to:)`, and
/// `originalResourceChoice` of creation requests and of options for content editing inputs.
@Suite struct OriginalResourceChoiceTests {
    private let fixture: EditingFixture
    private let photo: PHAsset
    private static let jpeg = SampleMedia.jpeg(width: 96, height: 64, comment: "the JPEG")
    /// A worker decodes a JPEG whatever its type in the catalog is.
    private static let raw = SampleMedia.jpeg(width: 120, height: 80, comment: "the RAW")

    init() throws {
        fixture = try EditingFixture(hasRemote: true)
        let files = [("DSC_1.JPG", "public.jpeg", Self.jpeg), ("DSC_1.NEF", "com.nikon.raw-image", Self.raw)]
        try fixture.temporary.add(
            files.map { name, type, bytes in
                var probe = MediaProbe(
                    kind: .image, uniformTypeIdentifier: type, pixelWidth: name == "DSC_1.JPG" ? 96 : 120,
                    pixelHeight: name == "DSC_1.JPG" ? 64 : 80)
                probe.isRAW = type.hasSuffix("raw-image")
                return TemporaryLibrary.Sample(name, probe, bytes: bytes)
            })
        photo = try #require(fixture.run { PHAsset.fetchAssets(with: nil).firstObject })
    }

    private func revert(_ asset: PHAsset, to choice: PHAsset.OriginalResourceChoice) throws -> PHAsset {
        try fixture.change { PHAssetChangeRequest(for: asset).revertAssetContent(to: choice) }
        return try fixture.asset(asset)
    }

    private func failure(_ block: @escaping () -> Void) throws -> PHPhotosError.Code? {
        do {
            try fixture.change(block)
            return nil
        } catch let error as PHPhotosError {
            return error.code
        }
    }

    private func imageSize(of asset: PHAsset, _ version: PHImageRequestOptionsVersion = .current) -> CGSize? {
        fixture.run {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.version = version
            var size: CGSize?
            PHImageManager.default().requestImage(
                for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options
            ) { image, _ in size = image?.size }
            return size
        }
    }

    @Test func `a revert to the RAW makes it the base of images, type, size and name`() throws {
        #expect(photo.originalResourceChoice == .compressed && photo.contentType == .jpeg)
        #expect(imageSize(of: photo) == CGSize(width: 96, height: 64))
        let raw = try revert(photo, to: .raw)
        #expect(raw.originalResourceChoice == .raw && !raw.hasAdjustments)
        #expect(raw.value(forKey: "originalResourceChoice") as? Int == 1)
        #expect((raw.pixelWidth, raw.pixelHeight) == (120, 80))
        #expect(raw.contentType.identifier == "com.nikon.raw-image")
        #expect(raw.extendedMetadata.originalFilename == "DSC_1.NEF")
        for version in [PHImageRequestOptionsVersion.current, .unadjusted, .original] {
            #expect(imageSize(of: raw, version) == CGSize(width: 120, height: 80))
        }
        // The asset of the earlier fetch keeps its values.
        #expect(photo.originalResourceChoice == .compressed)
        #expect(try revert(raw, to: .compressed).pixelWidth == 96)
        #expect(imageSize(of: photo) == CGSize(width: 96, height: 64))
    }

    @Test func `a revert to the RAW removes the edit`() throws {
        let edited = try fixture.edit(photo, SampleMedia.jpeg(width: 40, height: 30))
        #expect(edited.hasAdjustments && edited.pixelWidth == 40)
        let raw = try revert(edited, to: .raw)
        #expect(!raw.hasAdjustments && raw.originalResourceChoice == .raw && raw.pixelWidth == 120)
        #expect(fixture.resourceNames(raw) == ["photo DSC_1.JPG", "alternatePhoto DSC_1.NEF"])
        let again = try fixture.edit(raw, SampleMedia.jpeg(width: 40, height: 30))
        #expect(again.originalResourceChoice == .raw)
        try fixture.revert(again)
        #expect(try fixture.asset(photo).originalResourceChoice == .raw)
        #expect(try fixture.asset(photo).pixelWidth == 120)
    }

    @Test func `a revert of an asset with one original fails with 3300, and changes nothing`() throws {
        let other = try fixture.importPhoto()
        for choice in [PHAsset.OriginalResourceChoice.compressed, .raw] {
            #expect(
                try failure { PHAssetChangeRequest(for: other).revertAssetContent(to: choice) }
                    == .changeNotSupported)
        }
        #expect(other.originalResourceChoice == .compressed)
    }

    @Test func `a revert to an original that is remote fails with 3164`() throws {
        let raw = try #require(
            fixture.run { PHAssetResource.assetResources(for: photo) }.first { $0.type == .alternatePhoto })
        try fixture.resources.sendAway(raw)
        #expect(
            try failure { PHAssetChangeRequest(for: photo).revertAssetContent(to: .raw) } == .networkAccessRequired)
        #expect(try fixture.asset(photo).originalResourceChoice == .compressed)
    }

    @Test(arguments: [true, false])
    func `an output and a revert to an original in one request fail with 3300`(outputFirst: Bool) throws {
        let output = try fixture.output(for: fixture.input(of: photo), SampleMedia.jpeg(width: 40, height: 30))
        #expect(
            try failure {
                let request = PHAssetChangeRequest(for: photo)
                if outputFirst { request.contentEditingOutput = output }
                request.revertAssetContent(to: .raw)
                if !outputFirst { request.contentEditingOutput = output }
            } == .changeNotSupported)
        #expect(try fixture.asset(photo).originalResourceChoice == .compressed)
    }

    @Test func `an input has the file of the chosen original, or of the one that the options name`() throws {
        func input(_ choice: PHAsset.OriginalResourceChoice?, of asset: PHAsset) throws -> PHContentEditingInput {
            try #require(
                try fixture.request(asset, fixture.options { if let choice { $0.originalResourceChoice = choice } })
                    .input)
        }
        for choice in [nil, PHAsset.OriginalResourceChoice.compressed] {
            let compressed = try input(choice, of: photo)
            #expect(compressed.fullSizeImageURL?.lastPathComponent == "DSC_1.JPG" && compressed.contentType == .jpeg)
        }
        let named = try input(.raw, of: photo)
        #expect(named.fullSizeImageURL?.lastPathComponent == "DSC_1.NEF")
        #expect(named.uniformTypeIdentifier == "com.nikon.raw-image")
        #expect(named.displaySizeImage?.size == CGSize(width: 120, height: 80))
        let raw = try revert(photo, to: .raw)
        #expect(try input(nil, of: raw).fullSizeImageURL?.lastPathComponent == "DSC_1.NEF")
        #expect(try input(.compressed, of: raw).fullSizeImageURL?.lastPathComponent == "DSC_1.JPG")
    }

    @Test func `options return compressed until the choice is set`() {
        let options = PHContentEditingInputRequestOptions()
        #expect(options.originalResourceChoice == .compressed && options.requestedOriginal == nil)
        options.originalResourceChoice = .compressed
        #expect(options.requestedOriginal == .compressed)
    }

    @Test func `an input with a choice fails with 3306 for an asset with one original`() throws {
        let other = try fixture.importPhoto()
        let answer = try fixture.request(other, fixture.options { $0.originalResourceChoice = .raw })
        #expect(answer.input == nil && answer.errorCode == 3306)
    }

    @Test func `an edit of the original that the options name chooses it, and can be continued`() throws {
        let input = try #require(
            try fixture.request(photo, fixture.options { $0.originalResourceChoice = .raw }).input)
        try fixture.commit(fixture.output(for: input, SampleMedia.jpeg(width: 40, height: 30)), to: photo)
        let edited = try fixture.asset(photo)
        #expect(edited.hasAdjustments && edited.originalResourceChoice == .raw && edited.pixelWidth == 40)
        let continued = try fixture.input(of: edited, handles: true)
        #expect(continued.fullSizeImageURL?.lastPathComponent == "DSC_1.NEF")
        // Another app's edit starts from the rendering, whatever the options name.
        let other = try #require(
            try fixture.request(edited, fixture.options { $0.originalResourceChoice = .compressed }).input)
        #expect(other.fullSizeImageURL?.lastPathComponent == "FullSizeRender.jpg")
        try fixture.commit(fixture.output(for: other, SampleMedia.jpeg(width: 30, height: 20)), to: edited)
        #expect(try fixture.asset(photo).originalResourceChoice == .raw)
    }

    @Test func `an output fails if another original was chosen since its input`() throws {
        let output = try fixture.output(for: fixture.input(of: photo), SampleMedia.jpeg(width: 40, height: 30))
        _ = try revert(photo, to: .raw)
        #expect(try fixture.failure(output, of: photo)?.code == .operationInterrupted)
    }

    @Test func `a creation with a choice and one original fails with 3300`() throws {
        for choice in [PHAsset.OriginalResourceChoice.compressed, .raw] {
            #expect(
                try failure {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: .photo, data: Self.jpeg, options: nil)
                    request.originalResourceChoice = choice
                } == .changeNotSupported)
        }
        var read: PHAsset.OriginalResourceChoice?
        // Two photos without a RAW are no pair either.
        #expect(
            try failure {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: Self.jpeg, options: nil)
                request.addResource(with: .alternatePhoto, data: Self.raw, options: nil)
                request.originalResourceChoice = .raw
                read = request.originalResourceChoice
            } == .changeNotSupported)
        #expect(read == .raw)
        #expect(try failure { PHAssetCreationRequest(for: photo).originalResourceChoice = .raw } == .changeNotSupported)
        #expect(fixture.run { PHAsset.fetchAssets(with: nil).count } == 1)
    }

    @Test(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
    func `a RAW and its JPEG are created with the RAW as the original`() throws {
        let pair = RealMedia.folder.appendingPathComponent("raw/raw-jpeg-pair")
        for choice in [nil, PHAsset.OriginalResourceChoice.compressed, .raw] {
            var placeholder: PHObjectPlaceholder?
            try fixture.change {
                let request = PHAssetCreationRequest.forAsset()
                let (jpeg, raw) = ("PXL_20240704.jpg", "PXL_20240704.dng")
                request.addResource(with: .photo, fileURL: pair.appendingPathComponent(jpeg), options: nil)
                request.addResource(with: .alternatePhoto, fileURL: pair.appendingPathComponent(raw), options: nil)
                #expect(request.originalResourceChoice == .compressed)
                if let choice { request.originalResourceChoice = choice }
                placeholder = request.placeholderForCreatedAsset
            }
            let identifier = try #require(placeholder?.localIdentifier)
            let asset = try #require(
                fixture.run { PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject })
            #expect(asset.originalResourceChoice == choice ?? .compressed)
            #expect(asset.contentType.identifier == (choice == .raw ? "com.adobe.raw-image" : "public.jpeg"))
            #expect(
                imageSize(of: asset) == CGSize(width: asset.pixelWidth, height: asset.pixelHeight), "\(asset)")
        }
    }
}
