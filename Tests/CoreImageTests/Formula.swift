import AlbumenGraphics
import AlbumenTestSupport
import CoreImage
import Foundation
import Pixels
import Testing

/// Colours between 0 and 1, computed in the tests on their own.
struct Formula {
    static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    static func encoded(_ light: Double) -> Double {
        let light = min(1, max(0, light))
        return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    static func luminance(_ c: [Double]) -> Double { 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] }

    static func mix(_ from: [Double], _ to: [Double], _ share: Double) -> [Double] {
        zip(from, to).map { $0 + ($1 - $0) * share }
    }

    /// Colours from the entire cube.
    static let sample: Bitmap = {
        var random = SeededGenerator(seed: 20)
        let extremes: [UInt8] = [0, 1, 128, 255]
        return Bitmap(width: 24, height: 20, hasAlpha: false) { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                for band in 0..<3 {
                    bytes[offset + band] =
                        Bool.random(using: &random)
                        ? UInt8.random(in: 0...255, using: &random) : extremes.randomElement(using: &random)!
                }
                bytes[offset + 3] = 255
            }
        }
    }()

    static func colours(of bitmap: Bitmap) -> [[Double]] {
        (0..<bitmap.height).flatMap { y in
            (0..<bitmap.width).map { x in
                let c = bitmap.colour(x: x, y: y)
                return [c.red, c.green, c.blue].map { Double($0) / 255 }
            }
        }
    }

    /// Expects that a filter's result is within 2 of 255 of a formula in linear light.
    static func check(
        _ name: String, _ parameters: [String: Any] = [:], location: SourceLocation = #_sourceLocation,
        _ formula: ([Double]) -> [Double]
    ) throws {
        let image = CIImage(cgImage: CGImage(sample))
        let result = image.applyingFilter(name, parameters: parameters)
        #expect(result.extent == image.extent, sourceLocation: location)
        let rendered = try #require(
            CIContext().createCGImage(result, from: image.extent), sourceLocation: location)
        let expected = colours(of: sample).map { formula($0.map(light)).map(encoded) }
        let difference = largestDifference(colours(of: rendered.bitmap), expected)
        #expect(difference <= 2.0 / 255, "\(name): \(difference * 255)", sourceLocation: location)
        let unchanged = largestDifference(colours(of: sample), expected)
        #expect(unchanged > 8.0 / 255, "\(name) changes nothing", sourceLocation: location)
    }

    static func largestDifference(_ one: [[Double]], _ other: [[Double]]) -> Double {
        zip(one, other).map { zip($0, $1).map { abs($0 - $1) }.max() ?? 0 }.max() ?? 1
    }
}

extension Bitmap {
    /// The mean difference of components, in 255ths.
    func meanDifference(from other: Bitmap) -> Double {
        guard size == other.size else { return 255 }
        let differences = zip(Formula.colours(of: self), Formula.colours(of: other))
            .flatMap { zip($0, $1).map { abs($0 - $1) * 255 } }
        return differences.reduce(0, +) / Double(max(1, differences.count))
    }
}
