import AlbumenGraphics
import AlbumenTestSupport
import Foundation
import Pixels
import Testing
import UIKit

/// HEIC files, which the worker encodes.
@Suite struct UIImageHEICTests {
    @Test func `an image becomes a HEIC file with its pixels`() throws {
        let bitmap = SampleBitmap.plain(width: 64, height: 48, red: 200, green: 100, blue: 50)
        let image = UIImage(cgImage: CGImage(bitmap), scale: 1, orientation: .right)
        let bytes = try #require(image.heicData())
        #expect(bytes.dropFirst(4).starts(with: Data("ftyp".utf8)))
        let decoded = try #require(UIImage(data: bytes))
        #expect(decoded.size == CGSize(width: 48, height: 64))
        let colour = try #require(decoded.cgImage).bitmap.colour(x: 24, y: 32)
        #expect(abs(Int(colour.red) - 200) < 10 && abs(Int(colour.green) - 100) < 10 && abs(Int(colour.blue) - 50) < 10)
        #expect(UIImage().heicData() == nil)
    }
}
