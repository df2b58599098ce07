import AlbumenTestSupport
import BlobStore
import Foundation
import MediaRequests
import Pixels
import Records

@testable import Albumen
@testable import PhotoLibrary

extension BlobDigest {
    static func sample(_ index: UInt8) -> BlobDigest { BlobDigest(index, repeating: 7) }
}

extension Rendering {
    /// The worker's result for the picture, in both sizes.
    static func sample(_ bitmap: Bitmap, damage: String? = nil) -> Rendering {
        let sizes = [Derivatives.Step.preview, .thumbnail].map { bitmap.size.fitting(longSide: $0.rawValue) }
        return Rendering(pictures: sizes.map(bitmap.scaled(to:)), damage: damage)
    }
}

extension Derivatives.Made {
    static func sample(_ bitmap: Bitmap, of digest: BlobDigest) throws -> Derivatives.Made {
        try Derivatives.encode(.sample(bitmap), of: digest)
    }
}

extension TemporaryFolder {
    /// The preview files in a library's folder.
    func previewFiles() throws -> [URL] {
        let root = file("previews")
        guard FileManager.default.fileExists(atPath: root.path) else { return [] }
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.contains("/") }.sorted()
            .map { root.appending(path: $0) }
    }
}
