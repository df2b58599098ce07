import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

@Suite(.enabled(if: RealMedia.isPresent, Comment(rawValue: RealMedia.absence)))
struct UIImageRealMediaTests {
    @Test func `the size and orientation of a rotated file match its decoded image`() throws {
        let paths = try RealMedia.facts().filter {
            let area = (Int($0["width"] ?? "") ?? 0) * (Int($0["height"] ?? "") ?? 0)
            return $0["media"] == "image" && area < 3_000_000
        }.compactMap { $0["path"] }.filter { $0.hasPrefix("orientation-") }
        try #require(paths.count > 20)
        DispatchQueue.concurrentPerform(iterations: paths.count) { index in
            let path = paths[index]
            guard let image = UIImage(contentsOfFile: RealMedia.folder.appending(path: path).path) else {
                Issue.record("\(path) isn't an image")
                return
            }
            // Uses its own decode, because nothing has requested the pixels yet.
            let thumbnail = image.preparingThumbnail(of: CGSize(width: 32, height: 32))?.cgImage?.bitmap
            guard let bitmap = image.cgImage?.bitmap.upright(from: Self.exif(image.imageOrientation)) else {
                Issue.record("\(path) cannot be decoded")
                return
            }
            #expect(image.size == CGSize(width: bitmap.width, height: bitmap.height), "\(path)")
            let reduced = bitmap.scaled(to: PixelSize(width: 32, height: 32))
            #expect(thumbnail.map { $0.meanDifference(from: reduced) < 6 } == true, "\(path)")
        }
    }

    private static func exif(_ orientation: UIImage.Orientation) -> Int {
        switch orientation {
        case .up: 1
        case .upMirrored: 2
        case .down: 3
        case .downMirrored: 4
        case .leftMirrored: 5
        case .right: 6
        case .rightMirrored: 7
        case .left: 8
        }
    }
}
