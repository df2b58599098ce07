import Foundation
import Testing
import UIKit

@testable import UIKit

@Suite struct UIImageValuesTests {
    private let image = UIImage.row([.red, .clear, UIColor.white.withAlphaComponent(0.5)])

    @Test func `a tint replaces the colour and keeps the opacity`() {
        let tinted = image.withTintColor(.blue, renderingMode: .alwaysOriginal)
        #expect(tinted.pixels == [0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 128, 128])
        #expect(tinted.renderingMode == .alwaysOriginal && tinted.size == image.size)
        #expect(image.pixels.prefix(4) == [255, 0, 0, 255])
        #expect(image.withRenderingMode(.alwaysTemplate).withTintColor(.blue).renderingMode == .alwaysTemplate)
        #expect(UIImage().withTintColor(.blue).size == .zero)
    }

    @Test func `a tinted image is upright`() throws {
        let turned = UIImage(cgImage: try #require(image.cgImage), scale: 1, orientation: .right)
        let tinted = turned.withTintColor(.blue)
        #expect(tinted.size == CGSize(width: 1, height: 3) && tinted.imageOrientation == .up)
        #expect(tinted.pixels == [0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 128, 128])
    }

    @Test func `a rendering mode, a configuration and a direction stay together`() {
        let configuration = UIImage.SymbolConfiguration(pointSize: 20, weight: .bold)
        let changed = image.withRenderingMode(.alwaysTemplate).withConfiguration(configuration)
            .imageFlippedForRightToLeftLayoutDirection()
        #expect(changed.renderingMode == .alwaysTemplate && changed.symbolConfiguration == configuration)
        #expect(changed.flipsForRightToLeftLayoutDirection && changed == image)
        #expect(image.renderingMode == .automatic && image.configuration == nil)
        #expect(!image.flipsForRightToLeftLayoutDirection)
        #expect(configuration != UIImage.SymbolConfiguration(pointSize: 20))
    }

    @Test func `a subclass keeps its own pixels in a copy`() {
        final class Wrapper: UIImage, @unchecked Sendable {
            let wrapped: UIImage

            init(_ wrapped: UIImage) {
                self.wrapped = wrapped
                super.init()
            }

            override var cgImage: CGImage? { wrapped.cgImage }
        }
        #expect(Wrapper(image).withRenderingMode(.alwaysOriginal).pixels == image.pixels)
    }

    @Test func `a subclass overrides the values for an interface`() {
        final class Template: UIImage, @unchecked Sendable {
            override var renderingMode: RenderingMode { .alwaysTemplate }
            override var configuration: Configuration? { SymbolConfiguration(scale: .large) }
            override func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }
            override func withConfiguration(_ configuration: Configuration) -> UIImage { self }
            override func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage { self }
        }
        let image: UIImage = Template()
        #expect(image.renderingMode == .alwaysTemplate && image.withRenderingMode(.automatic) === image)
        #expect(image.withTintColor(.red) === image && image.withConfiguration(.init()) === image)
        #expect(image.symbolConfiguration == UIImage.SymbolConfiguration(scale: .large))
    }

    @Test func `a mirrored orientation draws the image mirrored`() {
        let mirrored = image.withHorizontallyFlippedOrientation()
        #expect(mirrored.imageOrientation == .upMirrored)
        let drawn = UIGraphicsImageRenderer(size: image.size, format: .onePixelPerPoint).image { _ in
            mirrored.draw(at: .zero)
        }
        #expect(drawn.pixels.suffix(4) == [255, 0, 0, 255])
    }

    @Test func `a name finds the file with the scale of the screen, and else another one`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["one.png", "one@2x.png", "two.png", "three@3x.jpg"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        let bundle = try #require(Bundle(path: folder.path))
        func name(_ text: String) -> String? {
            UIImage.path(of: text, in: bundle).map { URL(fileURLWithPath: $0).lastPathComponent }
        }
        #expect(name("one") == "one@2x.png" && name("one.png") == "one@2x.png")
        #expect(name("two") == "two.png" && name("three.jpg") == "three@3x.jpg" && name("three") == nil)
    }

    @Test func `Core Image's infinite and empty images have no pixels`() {
        #expect(UIImage(ciImage: CIImage(color: .red)).cgImage == nil)
        #expect(UIImage(ciImage: CIImage.empty()).size == .zero)
    }

    @Test func `there are no symbols and no asset catalogs`() {
        #expect(UIImage(systemName: "photo") == nil)
        #expect(UIImage(systemName: "photo", withConfiguration: UIImage.SymbolConfiguration(scale: .large)) == nil)
        #expect(UIImage(named: "a missing image") == nil)
    }
}
