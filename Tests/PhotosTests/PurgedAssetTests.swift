import AlbumenTestSupport
import Foundation
import Photos
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary

/// Assets of a fetch result that were purged after the fetch.
@Suite struct PurgedAssetTests {
    @Test("an asset purged after its fetch keeps its identifier, type and size, but has no image")
    func purged() throws {
        let fixture = try PhotoKitFixture()
        let identifiers = try fixture.addPhotos(3)
        let result = fixture.run { PHAsset.fetchAssets(with: nil) }
        #expect(result.count == 3)
        let uuid = String(identifiers[1].prefix(36))
        try fixture.temporary.commit(.trash(assetUUID: uuid))
        try fixture.temporary.commit(.purge(assetUUID: uuid))
        let asset = result.object(at: 1)
        #expect(asset.localIdentifier == identifiers[1])
        #expect(asset.mediaType == .image)
        #expect(asset.pixelWidth == 4000)
        #expect(asset.pixelHeight == 3000)
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 1))
        #expect(result.object(at: 0).localIdentifier == identifiers[0])
        #expect(fixture.run { PHAssetResource.assetResources(for: asset) }.isEmpty)

        let options = PHImageRequestOptions()
        options.isSynchronous = true
        var failures: [PHPhotosError.Code] = []
        fixture.run {
            _ = PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: options
            ) { image, information in
                #expect(image == nil)
                if let error = information?[PHImageErrorKey] as? PHPhotosError { failures.append(error.code) }
            }
        }
        #expect(failures == [.missingResource])
        #expect(try fixture.failure { PHAssetChangeRequest(for: asset).isFavorite = true } == .missingResource)
    }
}
