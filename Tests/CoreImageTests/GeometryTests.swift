import AlbumenGraphics
import AlbumenTestSupport
import CoreImage
import Foundation
import Pixels
import Testing

/// Crops, transformations, filters with neighbours, and compositing.
@Suite struct GeometryTests {
    private let context = CIContext()
    private let gradient = SampleBitmap.gradient(width: 60, height: 40)

    private var image: CIImage { CIImage(cgImage: CGImage(gradient)) }

    private func rendered(_ image: CIImage, _ rect: CGRect? = nil) throws -> Bitmap {
        try #require(context.createCGImage(image, from: rect ?? image.extent)).bitmap
    }

    /// Expects the same pixels, up to one of 255.
    private func expectEqual(
        _ bitmap: Bitmap, _ other: Bitmap, tolerance: Double = 1, location: SourceLocation = #_sourceLocation
    ) {
        #expect(bitmap.size == other.size, sourceLocation: location)
        let difference = Formula.largestDifference(Formula.colours(of: bitmap), Formula.colours(of: other)) * 255
        #expect(difference <= tolerance + 0.001, sourceLocation: location)
    }

    @Test func `an image without steps has its own pixels`() throws {
        expectEqual(try rendered(image), gradient)
        #expect(try !rendered(image).hasAlpha)
        #expect(try rendered(image, image.extent.insetBy(dx: -1, dy: 0)).hasAlpha)
    }

    @Test func `a crop counts from the lower left`() throws {
        let part = image.cropped(to: CGRect(x: 10, y: 5, width: 20, height: 12))
        #expect(part.extent == CGRect(x: 10, y: 5, width: 20, height: 12))
        expectEqual(try rendered(part), gradient.cropped(to: PixelRectangle(x: 10, y: 23, width: 20, height: 12)))
        let outside = image.cropped(to: CGRect(x: 100, y: 0, width: 5, height: 5))
        #expect(outside.extent.isEmpty)
        #expect(context.createCGImage(outside, from: outside.extent) == nil)
    }

    @Test func `pixels outside of the extent are transparent`() throws {
        let picture = try rendered(image, CGRect(x: -3, y: -2, width: 8, height: 6))
        #expect(picture.colour(x: 1, y: 1).alpha == 0 && picture.colour(x: 4, y: 5).alpha == 0)
        let corner = picture.colour(x: 3, y: 3)
        let expected = gradient.colour(x: 0, y: 39)
        #expect(corner.alpha == 255 && abs(Int(corner.green) - Int(expected.green)) <= 1)
    }

    @Test(arguments: 1...8) func `an orientation makes the image upright`(orientation: Int) throws {
        let upright = image.oriented(forExifOrientation: Int32(orientation))
        let expected = gradient.upright(from: orientation)
        #expect(upright.extent == CGRect(x: 0, y: 0, width: CGFloat(expected.width), height: CGFloat(expected.height)))
        expectEqual(try rendered(upright), expected)
        // Also of an image that isn't at the origin.
        let moved = image.transformed(by: CGAffineTransform(translationX: 7, y: -4))
        expectEqual(try rendered(moved.oriented(forExifOrientation: Int32(orientation))), expected)
    }

    @Test func `a rotation by 90 degrees is exact`() throws {
        let turned = image.transformed(by: CGAffineTransform(rotationAngle: .pi / 2))
        let picture = try rendered(turned)
        expectEqual(picture, gradient.upright(from: 8), tolerance: 2)
    }

    @Test func `straightening keeps the extent and leaves no transparent corner`() throws {
        let plain = CIImage(cgImage: CGImage(SampleBitmap.plain(width: 50, height: 30, red: 200, green: 90)))
        let result = plain.applyingFilter("CIStraightenFilter", parameters: ["inputAngle": 0.2])
        #expect(result.extent == plain.extent)
        expectEqual(
            try rendered(result), SampleBitmap.plain(width: 50, height: 30, red: 200, green: 90))
        let corner = try rendered(result).colour(x: 0, y: 0)
        #expect(corner.alpha == 255)
    }

    /// The centre of a gradient is its fixed point, and a small step from it is a rotated and scaled step.
    @Test func `straightening rotates counterclockwise about the centre`() throws {
        let ramp = Bitmap(width: 101, height: 101, hasAlpha: false) { bytes in
            for y in 0..<101 {
                for x in 0..<101 {
                    let offset = (y * 101 + x) * 4
                    // Light is linear in x and y, so interpolation is exact.
                    bytes[offset] = UInt8((Formula.encoded(Double(x) / 100) * 255).rounded())
                    bytes[offset + 1] = UInt8((Formula.encoded(Double(y) / 100) * 255).rounded())
                    bytes[offset + 3] = 255
                }
            }
        }
        let angle = 0.3
        let result = CIImage(cgImage: CGImage(ramp)).applyingFilter(
            "CIStraightenFilter", parameters: ["inputAngle": angle])
        let picture = try rendered(result)
        let scale = cos(angle) + sin(angle)
        for (x, y) in [(50, 50), (70, 50), (50, 20), (30, 80), (90, 90)] {
            // The result's point comes from this point of the ramp. Here, y grows downwards.
            let (dx, dy) = (Double(x - 50), Double(50 - y))
            let sourceX = 50 + (dx * cos(angle) + dy * sin(angle)) / scale
            let sourceY = 50 - (-dx * sin(angle) + dy * cos(angle)) / scale
            let colour = picture.colour(x: x, y: y)
            #expect(abs(Double(colour.red) - Formula.encoded(sourceX / 100) * 255) <= 2, "\(x) \(y)")
            #expect(abs(Double(colour.green) - Formula.encoded(sourceY / 100) * 255) <= 2, "\(x) \(y)")
        }
    }

    @Test func `Lanczos' filter reduces and enlarges in linear light`() throws {
        // Black and white columns become the grey of half the light.
        let columns = Bitmap(width: 64, height: 16, hasAlpha: false) { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                for band in 0..<3 { bytes[offset + band] = (offset / 4) % 2 == 0 ? 0 : 255 }
                bytes[offset + 3] = 255
            }
        }
        let small = CIImage(cgImage: CGImage(columns)).applyingFilter(
            "CILanczosScaleTransform", parameters: ["inputScale": 0.25, "inputAspectRatio": 0.5])
        #expect(small.extent == CGRect(x: 0, y: 0, width: 8, height: 4))
        let grey = try rendered(small).colour(x: 4, y: 2)
        #expect(abs(Double(grey.red) - Formula.encoded(0.5) * 255) <= 2)
        let large = image.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": 2.0])
        let picture = try rendered(large)
        #expect(picture.width == 120 && picture.height == 80)
        for (x, y) in [(20, 30), (77, 50), (119, 79), (0, 0)] {
            let (colour, expected) = (picture.colour(x: x, y: y), gradient.colour(x: x / 2, y: y / 2))
            #expect(abs(Int(colour.red) - Int(expected.red)) <= 5 && abs(Int(colour.green) - Int(expected.green)) <= 5)
        }
    }

    @Test(arguments: [1.5, 4.0, 30.0]) func `a Gaussian blur weighs neighbours in linear light`(radius: Double) throws {
        // An edge becomes the integral of the Gaussian.
        let side = 40 + Int(radius * 8)
        let edge = Bitmap(width: side, height: 8, hasAlpha: false) { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                for band in 0..<3 { bytes[offset + band] = (offset / 4) % side < side / 2 ? 0 : 255 }
                bytes[offset + 3] = 255
            }
        }
        let source = CIImage(cgImage: CGImage(edge))
        let blurred = source.clampedToExtent().applyingFilter(
            "CIGaussianBlur", parameters: ["inputRadius": radius])
        let picture = try rendered(blurred, source.extent)
        for x in stride(from: 2, to: side, by: max(1, side / 25)) {
            // The kernel ends at three deviations, whose weight is normalized.
            let reach = Int((radius * 3).rounded(.up))
            var (sum, all) = (0.0, 0.0)
            for offset in -reach...reach {
                let weight = exp(-Double(offset * offset) / (2 * radius * radius))
                all += weight
                if x + offset >= side / 2 { sum += weight }
            }
            let expected = Formula.encoded(sum / all) * 255
            #expect(abs(Double(picture.colour(x: x, y: 4).red) - expected) <= 2, "\(x)")
        }
        #expect(source.applyingGaussianBlur(sigma: radius).extent.minX == -CGFloat((radius * 3).rounded(.up)))
    }

    @Test func `an unsharp mask adds the difference from the blurred image`() throws {
        let radius = 2.0
        let bitmap = Formula.sample
        let source = CIImage(cgImage: CGImage(bitmap))
        let result = try rendered(
            source.applyingFilter("CIUnsharpMask", parameters: ["inputRadius": radius, "inputIntensity": 0.8]))
        let reach = 6
        let kernel = (-reach...reach).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
        let sum = kernel.reduce(0, +)
        let colours = Formula.colours(of: bitmap).map { $0.map(Formula.light) }
        func light(_ x: Int, _ y: Int) -> [Double] {
            colours[min(max(y, 0), bitmap.height - 1) * bitmap.width + min(max(x, 0), bitmap.width - 1)]
        }
        for (x, y) in [(0, 0), (12, 10), (23, 19), (5, 16), (18, 3)] {
            var blurred = [0.0, 0, 0]
            for (j, down) in kernel.enumerated() {
                for (i, across) in kernel.enumerated() {
                    let pixel = light(x + i - reach, y + j - reach)
                    for band in 0..<3 { blurred[band] += pixel[band] * down * across / (sum * sum) }
                }
            }
            let expected = zip(light(x, y), blurred).map { Formula.encoded($0 + 0.8 * ($0 - $1)) * 255 }
            let colour = result.colour(x: x, y: y)
            #expect(abs(Double(colour.red) - expected[0]) <= 2 && abs(Double(colour.green) - expected[1]) <= 2)
            #expect(abs(Double(colour.blue) - expected[2]) <= 2)
        }
    }

    @Test func `a vignette darkens the corners`() throws {
        let plain = CIImage(
            cgImage: CGImage(SampleBitmap.plain(width: 80, height: 60, red: 220, green: 220, blue: 220)))
        let picture = try rendered(
            plain.applyingFilter("CIVignette", parameters: ["inputIntensity": 0.9, "inputRadius": 1.0]))
        for (x, y) in [(40, 30), (0, 0), (79, 59), (20, 45), (60, 2)] {
            let distance = hypot(Double(x) + 0.5 - 40, Double(y) + 0.5 - 30) / 50
            let t = min(1, distance)
            let expected = Formula.encoded(Formula.light(220.0 / 255) * (1 - 0.9 * t * t * (3 - 2 * t))) * 255
            #expect(abs(Double(picture.colour(x: x, y: y).green) - expected) <= 2)
        }
    }

    @Test func `an image over another covers it in linear light`() throws {
        let half = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
            .cropped(to: CGRect(x: 0, y: 0, width: 4, height: 8))
        let result = half.composited(over: CIImage(color: .blue)).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
        let picture = try rendered(result)
        let left = picture.colour(x: 1, y: 1)
        let grey = Formula.encoded(0.5) * 255
        #expect(abs(Double(left.red) - grey) <= 2 && abs(Double(left.blue) - grey) <= 2 && left.alpha == 255)
        #expect(picture.colour(x: 6, y: 1) == (0, 0, 255, 255))
    }

    @Test func `a clamped image continues its edges`() throws {
        let picture = try rendered(image.clampedToExtent(), CGRect(x: -20, y: -20, width: 100, height: 80))
        #expect(image.clampedToExtent().extent.isInfinite)
        for (x, y, column, row) in [(0, 0, 0, 0), (99, 0, 59, 0), (5, 79, 0, 39), (50, 3, 30, 0), (90, 40, 59, 20)] {
            let (colour, expected) = (picture.colour(x: x, y: y), gradient.colour(x: column, y: row))
            #expect(abs(Int(colour.red) - Int(expected.red)) <= 1 && abs(Int(colour.green) - Int(expected.green)) <= 1)
        }
    }

    @Test func `a bitmap has the requested order, rows and colour space`() throws {
        let colour = CIImage(color: CIColor(red: 1, green: 0.5, blue: 0))
        var bytes = [UInt8](repeating: 7, count: 3 * 20)
        let bounds = CGRect(x: 0, y: 0, width: 4, height: 3)
        context.render(colour, toBitmap: &bytes, rowBytes: 20, bounds: bounds, format: .BGRA8, colorSpace: nil)
        #expect(Array(bytes[0..<4]) == [0, 128, 255, 255] && bytes[16..<20].allSatisfy { $0 == 7 })
        #expect(Array(bytes[52..<56]) == [0, 128, 255, 255])
        let wide = CGColorSpace(name: CGColorSpace.displayP3)
        context.render(colour, toBitmap: &bytes, rowBytes: 20, bounds: bounds, format: .RGBA8, colorSpace: wide)
        // sRGB's orange is less saturated in Display P3.
        #expect(bytes[0] < 250 && bytes[1] > 130 && bytes[2] > 30)
    }
}
