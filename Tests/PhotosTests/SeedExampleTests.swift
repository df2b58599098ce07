import AlbumenTestSupport
import Foundation
import Synchronization
import Testing
import UIKit

@testable import Albumen
@testable import PhotoLibrary
@testable import Photos

/// Counts that PhotoKit tutorials print.
@Suite struct SeedExampleTests {
    private let fixture: ImageRequestFixture

    init() throws {
        fixture = try ImageRequestFixture()
        for index in 0..<7 { _ = try fixture.addPhotograph("IMG_\(index).JPG", comment: "\(index)") }
    }

    @Test("§4.3: seven photos cause 14 calls with an empty cache, 7 from memory, and 7 in high quality")
    func sevenPhotos() throws {
        let highQuality = fixture.options { $0.deliveryMode = .highQualityFormat }
        #expect(try count(nil) == 14)
        #expect(try count(nil) == 7)
        #expect(try count(highQuality) == 7)
    }

    @Test("in high quality seven photos cause 7 calls with an empty cache")
    func sevenPhotosInHighQuality() throws {
        #expect(try count(fixture.options { $0.deliveryMode = .highQualityFormat }) == 7)
    }

    private func count(_ options: PHImageRequestOptions?) throws -> Int {
        let count = Mutex(0)
        let finished = DispatchSemaphore(value: 0)
        fixture.run {
            let fetchOptions = PHFetchOptions()
            fetchOptions.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            fetchOptions.predicate = NSPredicate(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
            let assets = PHAsset.fetchAssets(with: .image, options: fetchOptions)
            assets.enumerateObjects { asset, _, _ in
                PHCachingImageManager().requestImage(
                    for: asset, targetSize: CGSize(width: 700, height: 700), contentMode: .aspectFill, options: options
                ) { _, info in
                    count.withLock { $0 += 1 }
                    if info?[PHImageResultIsDegradedKey] as? Bool == false { finished.signal() }
                }
            }
        }
        for _ in 0..<7 { try #require(finished.wait(timeout: TestPatience.end) == .success) }
        fixture.queue.sync {}
        return count.withLock { $0 }
    }
}
