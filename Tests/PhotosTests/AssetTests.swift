import AlbumenTestSupport
import Foundation
import MediaRequests
import Photos
import Testing
import UniformTypeIdentifiers

@testable import Albumen
@testable import PhotoLibrary

@Suite struct AssetTests {
    let fixture: PhotoKitFixture

    init() throws {
        fixture = try PhotoKitFixture()
    }

    @Test("an asset has its properties (§2.4.4)")
    func properties() throws {
        try fixture.temporary.add([
            .image("IMG_1.HEIC") { probe in
                probe.captureDate = .init(
                    secondsSinceReferenceDate: 1000, utcOffsetInSeconds: 7200, source: .exifOriginal)
                probe.location = .init(latitude: -36.8485, longitude: 174.7633, altitude: 12)
                probe.subtypes = .photoHDR
                probe.contentIdentifier = "pair"
            }, .video("IMG_1.MOV") { $0.contentIdentifier = "pair" },
        ])
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(asset.mediaType == .image)
            #expect(asset.mediaSubtypes == [.photoHDR, .photoLive])
            #expect(asset.playbackStyle == .livePhoto)
            #expect(asset.pixelWidth == 4000)
            #expect(asset.pixelHeight == 3000)
            #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 1000))
            #expect(asset.modificationDate == asset.addedDate)
            #expect(asset.duration == 0)
            #expect(!asset.isHidden && !asset.isFavorite && !asset.representsBurst)
            #expect(asset.sourceType == .typeUserLibrary)
            let location = try #require(asset.location)
            #expect(location.coordinate.latitude == -36.8485)
            #expect(location.altitude == 12)
        }
    }

    @Test("a Live Photo has its image and its video as resources, the image first (§8.2)")
    func resources() throws {
        try fixture.temporary.add([
            .video("IMG_1.MOV") { $0.contentIdentifier = "pair" },
            .image("IMG_1.HEIC") { $0.contentIdentifier = "pair" },
        ])
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            let resources = PHAssetResource.assetResources(for: asset)
            #expect(resources.map(\.type) == [.photo, .pairedVideo])
            #expect(resources.map(\.name) == ["IMG_1.HEIC", "IMG_1.MOV"])
            #expect(resources.map(\.uniformTypeIdentifier) == ["public.jpeg", "com.apple.quicktime-movie"])
            #expect(resources.allSatisfy { $0.assetLocalIdentifier == asset.localIdentifier })
            #expect(resources[0].fileSize == 10)
            #expect(resources[1].contentType.conforms(to: .movie))
            #expect(PHAssetResource.assetResources(for: PHAsset()).isEmpty)
        }
    }

    @Test("the keys that apps read have values of the expected types")
    func keyValueCoding() throws {
        try fixture.temporary.add([.image("IMG_1.JPG")])
        try fixture.run {
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(asset.value(forKey: "filename") as? String == "IMG_1.JPG")
            #expect(asset.value(forKey: "locallyAvailable") as? Bool == true)
            #expect(asset.value(forKey: "isCloudPlaceholder") as? Bool == false)
            #expect(asset.value(forKey: "mediaType") as? Int == 1)
            #expect(asset.value(forKey: "localIdentifier") as? String == asset.localIdentifier)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let size = resource.value(forKey: "fileSize")
            #expect(size as? Int == 9)
            #expect(size as? Int64 == 9)
            #expect(size as? UInt64 == 9)
            #expect((size as? CLong) == 9)
            #expect((size as? CGFloat) == 9)
            #expect(resource.value(forKey: "originalFilename") as? String == "IMG_1.JPG")
        }
    }

    @Test("an unknown key stops the program")
    func undefinedKey() async {
        await #expect(processExitsWith: .failure) { _ = PHAsset().value(forKey: "nonsense") }
    }

    @Test("an asset that a client creates is empty (§2.4.6)")
    func emptyAsset() {
        let asset = PHAsset()
        #expect(asset.localIdentifier.isEmpty)
        #expect(asset.mediaType == .unknown)
        #expect(asset.creationDate == nil)
        #expect(asset.location == nil)
        #expect(PHAssetCollection().localizedTitle == nil)
    }
}
