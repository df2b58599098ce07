import Foundation
import Pixels
import Testing

@testable import Albumen
@testable import PhotoLibrary

/// §4.4: which pixels a request gets.
@Suite struct ImageLayoutTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var source: (Int, Int) = (4000, 3000)
        var target: (Double, Double)
        var contentMode = ImageContentMode.aspectFit
        var resizeMode = ImageResizeMode.exact
        var expected: (Int, Int)

        var testDescription: String {
            "\(source) for \(target), \(contentMode), \(resizeMode): \(expected)"
        }
    }

    @Test(
        "§4.4.1, §4.4.3: the fitted or filled size, to the pixel",
        arguments: [
            Case(target: (400, 400), expected: (400, 300)),
            Case(target: (400, 400), contentMode: .aspectFill, expected: (533, 400)),
            Case(target: (400, 100), expected: (133, 100)),
            Case(target: (400, 100), contentMode: .aspectFill, expected: (400, 300)),
            Case(source: (3000, 4000), target: (400, 400), expected: (300, 400)),
            Case(source: (3000, 4000), target: (400, 400), contentMode: .aspectFill, expected: (400, 533)),
            Case(target: (0.4, 0.4), expected: (1, 1)),
            Case(source: (10000, 10), target: (100, 100), expected: (100, 1)),
            Case(source: (10000, 1), target: (100, 100), expected: (100, 1)),
        ])
    func exact(_ example: Case) throws {
        try check(example)
    }

    @Test(
        "§4.4.5: no image is enlarged",
        arguments: [
            Case(target: (5000, 5000), expected: (4000, 3000)),
            Case(target: (5000, 5000), contentMode: .aspectFill, expected: (4000, 3000)),
            Case(target: (5000, 5000), resizeMode: .fast, expected: (4000, 3000)),
            Case(target: (5000, 5000), resizeMode: .none, expected: (4000, 3000)),
            Case(source: (60, 40), target: (100, 100), expected: (60, 40)),
            Case(source: (60, 40), target: (100, 100), resizeMode: .fast, expected: (60, 40)),
            // Filling would enlarge one dimension, so the image keeps its size.
            Case(target: (100, 4000), contentMode: .aspectFill, expected: (4000, 3000)),
            Case(target: (1e300, 1e300), expected: (4000, 3000)),
        ])
    func noUpscaling(_ example: Case) throws {
        try check(example)
    }

    @Test(
        "§4.4.3: fast uses the next quick size, less than twice the target",
        arguments: [
            Case(target: (200, 200), resizeMode: .fast, expected: (256, 192)),
            Case(target: (256, 256), resizeMode: .fast, expected: (256, 192)),
            Case(target: (257, 257), resizeMode: .fast, expected: (500, 375)),
            Case(target: (120, 120), resizeMode: .fast, expected: (125, 94)),
            Case(target: (720, 720), resizeMode: .fast, expected: (1000, 750)),
            Case(target: (721, 721), resizeMode: .fast, expected: (1440, 1080)),
            Case(target: (1441, 1441), resizeMode: .fast, expected: (2000, 1500)),
            Case(target: (2001, 2001), resizeMode: .fast, expected: (4000, 3000)),
            Case(target: (200, 200), contentMode: .aspectFill, resizeMode: .fast, expected: (500, 375)),
            Case(source: (1000, 800), target: (900, 900), resizeMode: .fast, expected: (1000, 800)),
        ])
    func fast(_ example: Case) throws {
        try check(example)
    }

    @Test(
        "§4.4.3: without resizing, the smallest sufficient stored size, or else all pixels",
        arguments: [
            Case(target: (10, 10), resizeMode: .none, expected: (256, 192)),
            Case(target: (256, 256), resizeMode: .none, expected: (256, 192)),
            Case(target: (257, 257), resizeMode: .none, expected: (1440, 1080)),
            Case(target: (1441, 1441), resizeMode: .none, expected: (4000, 3000)),
            Case(source: (300, 200), target: (280, 280), resizeMode: .none, expected: (300, 200)),
        ])
    func none(_ example: Case) throws {
        try check(example)
    }

    @Test("§4.4.3: fast covers the target with less than twice its size for any aspect ratio")
    func fastBounds() throws {
        for source in [(4000, 3000), (3000, 4000), (4032, 3024), (1920, 1080), (12001, 997), (333, 777), (101, 100)] {
            for side in stride(from: 1.0, to: 5000, by: 37) {
                for mode in [ImageContentMode.aspectFit, .aspectFill] {
                    let size = PixelSize(width: source.0, height: source.1)
                    let target = CGSize(width: side, height: side / 2)
                    let exact = try #require(
                        ImageLayout(source: size, target: target, contentMode: mode, resizeMode: .exact))
                    let fast = try #require(
                        ImageLayout(source: size, target: target, contentMode: mode, resizeMode: .fast))
                    #expect(fast.size.width >= exact.size.width && fast.size.height >= exact.size.height)
                    #expect(fast.size.longSide <= max(2 * exact.size.longSide, 1) || fast.size == size)
                    #expect(fast.size.width <= size.width && fast.size.height <= size.height)
                }
            }
        }
    }

    @Test("§4.4.6: a crop only applies with exact, before fitting")
    func crop() throws {
        let source = PixelSize(width: 4000, height: 3000)
        let unit = CGRect(x: 0.5, y: 0.25, width: 0.25, height: 0.5)
        func layout(_ resizeMode: ImageResizeMode, _ crop: CGRect) -> ImageLayout? {
            ImageLayout(
                source: source, target: CGSize(width: 100, height: 100), contentMode: .aspectFit,
                resizeMode: resizeMode, crop: crop)
        }
        let exact = try #require(layout(.exact, unit))
        #expect(exact.crop == PixelRectangle(x: 2000, y: 750, width: 1000, height: 1500))
        #expect(exact.size == PixelSize(width: 67, height: 100))
        #expect(layout(.fast, unit)?.crop == nil)
        #expect(layout(.none, unit)?.crop == nil)
        for whole in [
            CGRect.zero, CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: -1, y: -1, width: 9, height: 9),
            CGRect(x: 0.5, y: 0.5, width: 0, height: 0.2), CGRect(x: 2, y: 2, width: 1, height: 1), .null,
            CGRect(x: Double.nan, y: 0, width: 1, height: 1),
        ] {
            #expect(layout(.exact, whole)?.crop == nil)
            #expect(layout(.exact, whole)?.size == PixelSize(width: 100, height: 75))
        }
        #expect(
            layout(.exact, CGRect(x: 0.75, y: -0.5, width: 0.5, height: 1))?.crop
                == PixelRectangle(x: 3000, y: 0, width: 1000, height: 1500))
        let sliver = try #require(layout(.exact, CGRect(x: 0.99999, y: 0, width: 0.00001, height: 1)))
        #expect(sliver.crop == PixelRectangle(x: 3999, y: 0, width: 1, height: 3000))
        #expect(sliver.size == PixelSize(width: 1, height: 100))
    }

    @Test("§4.4.2: the maximum size means all pixels of the image or its crop")
    func wholePicture() {
        let source = PixelSize(width: 4000, height: 3000)
        #expect(ImageLayout(wholeOf: source) == ImageLayout(size: source))
        let part = ImageLayout(wholeOf: source, crop: CGRect(x: 0.5, y: 0.5, width: 1, height: 0.25))
        #expect(part.crop == PixelRectangle(x: 2000, y: 1500, width: 2000, height: 750))
        #expect(part.size == PixelSize(width: 2000, height: 750))
    }

    @Test(
        "§4.4.8: an invalid target returns nil",
        arguments: [
            CGSize.zero, CGSize(width: -5, height: 5), CGSize(width: 5, height: 0),
            CGSize(width: Double.nan, height: 5),
            CGSize(width: 5, height: Double.infinity),
        ])
    func noTarget(_ target: CGSize) {
        #expect(
            ImageLayout(
                source: PixelSize(width: 40, height: 30), target: target, contentMode: .aspectFit, resizeMode: .fast)
                == nil)
    }

    private func check(_ example: Case) throws {
        let layout = try #require(
            ImageLayout(
                source: PixelSize(width: example.source.0, height: example.source.1),
                target: CGSize(width: example.target.0, height: example.target.1), contentMode: example.contentMode,
                resizeMode: example.resizeMode))
        #expect(layout.size.width == example.expected.0)
        #expect(layout.size.height == example.expected.1)
        #expect(layout.crop == nil)
    }
}
