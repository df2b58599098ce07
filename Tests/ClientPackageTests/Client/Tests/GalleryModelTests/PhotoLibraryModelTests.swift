import GalleryModel
import Photos
import Testing
import UIKit

@Suite struct PhotoLibraryModelTests {
    @Test func `a model without photos is empty`() async {
        let model = PhotoLibraryModel()
        let isAllowed = await withCheckedContinuation { continuation in
            model.load { continuation.resume(returning: $0) }
        }
        #expect(isAllowed)
        #expect(model.count == 0)
        #expect(model.albums.allSatisfy { $0.assets.count == 0 })
        #expect(model.indexPath(of: PHAsset()) == nil)
    }

    @Test func `a row is a row`() {
        #expect(IndexPath(row: 2, section: 1).row == 2)
    }
}
