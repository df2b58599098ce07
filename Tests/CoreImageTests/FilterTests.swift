import AlbumenGraphics
import AlbumenTestSupport
import CoreImage
import Foundation
import Pixels
import Testing

/// Filters by name and by type, and the limits of graphs.
@Suite struct FilterTests {
    private let image = CIImage(cgImage: CGImage(SampleBitmap.gradient(width: 20, height: 20)))

    @Test func `a filter has its keys and defaults, and an unknown name gives none`() throws {
        let filter = try #require(CIFilter(name: "CISepiaTone"))
        #expect(filter.name == "CISepiaTone")
        #expect(filter.inputKeys == ["inputImage", "inputIntensity"] && filter.outputKeys == ["outputImage"])
        #expect(filter.value(forKey: "inputIntensity") as? Double == 1)
        #expect(filter.outputImage == nil)
        filter.setValue(image, forKey: kCIInputImageKey)
        filter.setValue(0.5, forKey: "inputIntensity")
        #expect(filter.outputImage?.extent == image.extent)
        filter.setDefaults()
        #expect(filter.value(forKey: "inputIntensity") as? Double == 1)
        #expect(filter.value(forKey: kCIInputImageKey) as? CIImage === image)
        #expect(CIFilter(name: "CIPageCurlTransition") == nil && CIFilter(name: "") == nil)
        #expect(CIFilter.filterNames(inCategory: nil).count == 27)
    }

    @Test func `each filter renders with its defaults`() throws {
        let context = CIContext()
        for name in CIFilter.filterNames(inCategory: nil) {
            let result = image.applyingFilter(name)
            let rendered = try #require(context.createCGImage(result, from: image.extent), "\(name)")
            // A blur makes the edges transparent.
            #expect(rendered.bitmap.colour(x: 10, y: 10).alpha > 100, "\(name)")
        }
    }

    @Test func `typed filters are the filters of their names`() throws {
        let sepia = CIFilter.sepiaTone()
        sepia.inputImage = image
        sepia.intensity = 0.25
        #expect(sepia.name == "CISepiaTone" && sepia.value(forKey: kCIInputIntensityKey) as? Double == 0.25)
        #expect(sepia.outputImage?.extent == image.extent)
        let curve = CIFilter.toneCurve()
        curve.point2 = CGPoint(x: 0.5, y: 0.7)
        #expect(curve.point2 == CGPoint(x: 0.5, y: 0.7) && curve.point4 == CGPoint(x: 1, y: 1))
        let mono = CIFilter.photoEffectMono()
        mono.inputImage = image
        let rendered = try #require(mono.outputImage.flatMap { CIContext().createCGImage($0, from: $0.extent) })
        let colour = rendered.bitmap.colour(x: 4, y: 12)
        #expect(colour.red == colour.green && colour.green == colour.blue)
        #expect(CIFilter.colorMonochrome().color == CIColor(red: 0.6, green: 0.45, blue: 0.3))
    }

    @Test func `a subclass brings its own output`() {
        final class Halved: CIFilter {
            var input: CIImage?
            override var outputImage: CIImage? { input?.transformed(by: CGAffineTransform(scaleX: 0.5, y: 0.5)) }
        }
        let filter = Halved()
        filter.input = image
        #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 10, height: 10))
    }

    @Test func `graphs with too many steps or sources aren't rendered`() throws {
        let context = CIContext()
        var long = image
        for step in 0..<1100 {
            long = long.transformed(by: CGAffineTransform(translationX: step % 2 == 0 ? 1 : -1, y: 0))
        }
        #expect(context.createCGImage(long, from: image.extent) == nil)
        func stack(_ count: Int) -> CIImage {
            (0..<count).reduce(CIImage(color: .black)) { below, index in
                CIImage(cgImage: CGImage(SampleBitmap.plain(width: 4, height: 4, red: UInt8(index * 20))))
                    .composited(over: below)
            }
        }
        let area = CGRect(x: 0, y: 0, width: 4, height: 4)
        #expect(context.createCGImage(stack(8), from: area)?.bitmap.colour(x: 1, y: 1).red == 140)
        #expect(context.createCGImage(stack(9), from: area) == nil)
    }

    @Test func `numbers that aren't finite, and endless areas, aren't rendered`() {
        let context = CIContext()
        let area = CGRect(x: 0, y: 0, width: 4, height: 4)
        for value in [Double.nan, .infinity, 1e300] {
            let bright = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": value])
            #expect(context.createCGImage(bright, from: area) == nil)
            let moved = image.transformed(by: CGAffineTransform(translationX: CGFloat(value), y: 0))
            #expect(context.createCGImage(moved, from: area) == nil)
            let part = image.cropped(to: CGRect(x: 0, y: 0, width: CGFloat(value), height: 4))
            #expect(context.createCGImage(part, from: area) == nil)
            #expect(context.createCGImage(image, from: CGRect(x: 0, y: 0, width: CGFloat(value), height: 1)) == nil)
        }
        #expect(context.createCGImage(CIImage(color: .red), from: .infinite) == nil)
        #expect(context.createCGImage(image, from: .null) == nil)
        #expect(context.createCGImage(CIImage.empty(), from: area) == nil)
        // Shared steps multiply: 2 to the power of 40 uses of one image.
        var doubled = image
        for _ in 0..<40 { doubled = doubled.composited(over: doubled) }
        #expect(context.createCGImage(doubled, from: area) == nil)
    }
}
