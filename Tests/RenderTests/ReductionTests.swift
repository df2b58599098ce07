import AlbumenTestSupport
import CLibTurboJPEG
import Foundation
import MediaRequests
import Pixels
import Testing

/// How pictures are reduced, whatever their format.
@Suite struct ReductionTests {
    private static let sizes = [(400, 300), (1000, 3), (3, 1000), (257, 129), (33, 32), (5000, 20), (2, 2)]

    @Test("a uniform colour is the same in every size", arguments: [8, 16] as [UInt8])
    func uniformColours(_ depth: UInt8) throws {
        let colour: [UInt8] = [200, 3, 255, 77]
        for (width, height) in Self.sizes {
            for kind in [SampleFile.PNGKind.grey, .greyWithAlpha, .rgb, .rgbWithAlpha] {
                let levels = Array(colour.suffix(kind.channelCount))
                let pixel = depth == 16 ? levels.flatMap { level in [level, level] } : levels
                let samples = Array(repeatElement(pixel, count: width * height).joined())
                let file = SampleFile.png(width: width, height: height, kind, depth: depth, samples: samples)
                let whole = try Rendered.picture(file).pixel(0, 0)
                for longSide in [200, 31, 7, 1] {
                    let picture = try Rendered.picture(file, .longSide(longSide))
                    #expect(picture.size == PixelSize(width: width, height: height).fitting(longSide: longSide))
                    #expect(
                        picture.pixels.allSatisfy { isNear($0, whole.map(Int.init), within: 1) },
                        "\(kind), \(width) × \(height) to \(longSide)")
                }
            }
        }
    }

    @Test("a reduced picture is as sharp as Lanczos' filter makes it", arguments: ["png", "jpeg"])
    func sharpness(_ format: String) throws {
        let (width, height) = (640, 480)
        let samples = Self.pattern(width: width, height: height)
        let file =
            format == "png"
            ? SampleFile.png(width: width, height: height, .rgb, samples: samples)
            : try SampleFile.jpeg(width: width, height: height, TJPF_RGB, samples: samples)
        let picture = try Rendered.picture(file, .longSide(200))
        let reference = LanczosReference(samples, width: width, height: height).reduced(to: picture.size)
        let rendered = picture.pixels.map { Double($0[1]) }
        let error = zip(rendered, reference).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(rendered.count)
        let contrast = Self.contrast(rendered, width: picture.width) / Self.contrast(reference, width: picture.width)
        #expect(10 * log10(255 * 255 / error) > 40, "The mean error is \(error.squareRoot()).")
        #expect((0.96...1.04).contains(contrast), "The contrast is \(contrast).")
    }

    @Test func `rows that are decoded in strips result in the same picture as the entire one`() throws {
        let (width, height) = (700, 531)
        let samples = Self.pattern(width: width, height: height)
        let png = SampleFile.png(width: width, height: height, .rgb, samples: samples)
        let bitmap = Self.bitmap(width: width, height: height, samples)
        for size in [RenderRequest.Size.full, .longSide(350), .longSide(100), .longSide(20)] {
            #expect(try Rendered.picture(png, size).pixels == Rendered.picture(bitmap, size).pixels)
        }
    }

    @Test func `a reduction doesn't depend on the previous picture of the same size`() throws {
        let (width, height) = (300, 200)
        let pattern = SampleFile.png(
            width: width, height: height, .rgb, samples: Self.pattern(width: width, height: height))
        let red = SampleFile.png(
            width: width, height: height, .rgb, samples: (0..<width * height).flatMap { _ in [255, 0, 0] as [UInt8] })
        let first = try Rendered.picture(pattern, .longSide(90)).pixels
        #expect(try Rendered.picture(red, .longSide(90)).pixels.allSatisfy { $0 == [255, 0, 0, 255] })
        #expect(try Rendered.picture(pattern, .longSide(90)).pixels == first)
        // Half of a picture leaves a scaler in the middle.
        let gif = SampleMedia.gif(width: width, height: height, frames: 1)
        _ = try? Rendered.picture(gif.prefix(gif.count / 2), .longSide(90))
        #expect(try Rendered.picture(pattern, .longSide(90)).pixels == first)
    }

    @Test func `a translucent edge keeps its colour`() throws {
        // White over transparent black, whose black must not darken the edge.
        let samples = (0..<128 * 128).flatMap { index -> [UInt8] in
            index % 128 < 50 ? [255, 255, 255, 255] : [0, 0, 0, 0]
        }
        let file = SampleFile.png(width: 128, height: 128, .rgbWithAlpha, samples: samples)
        for pixel in try Rendered.picture(file, .longSide(40)).pixels {
            // The colours are premultiplied.
            #expect(isNear(pixel, [Int(pixel[3]), Int(pixel[3]), Int(pixel[3]), Int(pixel[3])], within: 1))
        }
    }

    /// A Windows bitmap of 32 bits per pixel, which is decoded as a whole.
    private static func bitmap(width: Int, height: Int, _ samples: [UInt8]) -> Data {
        let pixels = stride(from: 0, to: samples.count, by: 3).flatMap { index -> [UInt8] in
            [samples[index + 2], samples[index + 1], samples[index], 0]
        }
        // A negative height means that the rows start at the top.
        let storedHeight = Int(UInt32(bitPattern: Int32(-height)))
        var file = Data("BM".utf8)
        for number in [54 + pixels.count, 0, 54, 40, width, storedHeight] { file += SampleMedia.littleEndian32(number) }
        for number in [1, 32] { file += SampleMedia.littleEndian16(number) }
        return file + [UInt8](repeating: 0, count: 24) + pixels
    }

    /// Waves of several frequencies with hard edges, different in each channel.
    private static func pattern(width: Int, height: Int) -> [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                let wave = sin(Double(x) * Double(x) / 900) + cos(Double(y) * Double(y) / 700)
                let edge = (x / 37 + y / 29) % 2 == 0 ? 40.0 : 0
                let light = 100 + 40 * wave + edge
                return [UInt8(light * 0.9), UInt8(light), UInt8(220 - light)]
            }
        }
    }

    /// The mean difference of neighbours in a row.
    private static func contrast(_ values: [Double], width: Int) -> Double {
        let differences = values.indices.dropFirst().filter { $0 % width > 0 }.map { abs(values[$0] - values[$0 - 1]) }
        return differences.reduce(0, +) / Double(differences.count)
    }
}

extension SampleFile.PNGKind {
    fileprivate var channelCount: Int {
        switch self {
        case .grey: 1
        case .greyWithAlpha: 2
        case .rgb: 3
        case .rgbWithAlpha: 4
        }
    }
}

/// The green channel of a picture reduced by a Lanczos filter of three lobes, computed directly.
private struct LanczosReference {
    private let values: [Double]
    private let size: PixelSize

    init(_ samples: [UInt8], width: Int, height: Int) {
        values = stride(from: 1, to: samples.count, by: 3).map { Double(samples[$0]) }
        size = PixelSize(width: width, height: height)
    }

    func reduced(to target: PixelSize) -> [Double] {
        let columns = Self.weights(size.width, target.width)
        let rows = Self.weights(size.height, target.height)
        var narrow = [Double](repeating: 0, count: target.width * size.height)
        for y in 0..<size.height {
            for (x, weights) in columns.enumerated() {
                narrow[y * target.width + x] = weights.reduce(0) { $0 + $1.weight * values[y * size.width + $1.index] }
            }
        }
        return rows.flatMap { weights in
            (0..<target.width).map { x in
                let value = weights.reduce(0) { $0 + $1.weight * narrow[$1.index * target.width + x] }
                return min(255, max(0, value))
            }
        }
    }

    private static func weights(_ source: Int, _ target: Int) -> [[(index: Int, weight: Double)]] {
        let scale = Double(source) / Double(target)
        return (0..<target).map { position in
            let centre = (Double(position) + 0.5) * scale - 0.5
            let first = Int((centre - 3 * scale).rounded(.up))
            let taps = (first...Int((centre + 3 * scale).rounded(.down))).map { index in
                (min(source - 1, max(0, index)), kernel((Double(index) - centre) / scale))
            }
            let sum = taps.reduce(0) { $0 + $1.1 }
            return taps.map { (index: $0.0, weight: $0.1 / sum) }
        }
    }

    private static func kernel(_ distance: Double) -> Double {
        guard distance != 0 else { return 1 }
        guard abs(distance) < 3 else { return 0 }
        let angle = Double.pi * distance
        return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
    }
}
