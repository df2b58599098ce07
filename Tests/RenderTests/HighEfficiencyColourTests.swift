import CLibHeif
import Foundation
import MediaRequests
import Pixels
import Testing

/// Colours, sizes and turns of HEIC pictures that libheif's encoder makes.
@Suite struct HighEfficiencyColourTests {
    private static let colours: [[UInt16]] = [
        [230, 30, 30], [30, 210, 40], [30, 40, 220], [255, 255, 255], [0, 0, 0], [120, 120, 120], [220, 160, 90],
        [250, 230, 20],
    ]
    private static let side = 48

    /// Squares of colours in one row, each of eight bits made as deep as told.
    private static func squares(_ depth: Int, height: Int = side, cut: Int = 0) -> (width: Int, samples: [UInt16]) {
        let width = colours.count * side - cut
        let whole = (1 << depth) - 1
        let row = (0..<width).flatMap { x in colours[x / side].map { UInt16((Int($0) * whole + 127) / 255) } }
        return (width, (0..<height).flatMap { _ in row })
    }

    @Test(
        "colours match the source in any depth, range and matrix",
        arguments: [8, 10], [(true, 6), (false, 6), (true, 1), (false, 1), (true, 9)] as [(Bool, UInt16)])
    func colours(_ depth: Int, _ kind: (isFullRange: Bool, matrix: UInt16)) throws {
        let (width, samples) = Self.squares(depth)
        let file = try SampleHEIC.picture(
            width: width, height: Self.side, samples: samples,
            SampleHEIC.Coding(depth: depth, isFullRange: kind.isFullRange, matrix: kind.matrix))
        for size in [RenderRequest.Size.full, .longSide(width / 2), .longSide(width / 8)] {
            let picture = try Rendered.picture(file, size)
            for (index, colour) in Self.colours.enumerated() {
                let x = (2 * index + 1) * picture.width / (2 * Self.colours.count)
                let pixel = picture.pixel(x, picture.height / 2)
                #expect(isNear(pixel, colour.map(Int.init) + [255], within: 5), "\(pixel) for \(colour)")
            }
        }
    }

    @Test("odd sizes keep all columns and rows", arguments: [8, 10])
    func odd(_ depth: Int) throws {
        let (width, samples) = Self.squares(depth, height: 37, cut: 1)
        let file = try SampleHEIC.picture(
            width: width, height: 37, samples: samples, SampleHEIC.Coding(depth: depth))
        let picture = try Rendered.picture(file)
        #expect(picture.size == PixelSize(width: width, height: 37))
        #expect(isNear(picture.pixel(width - 1, 36), Self.colours.last!.map(Int.init) + [255], within: 5))
        #expect(isNear(picture.pixel(0, 36), Self.colours[0].map(Int.init) + [255], within: 5))
    }

    @Test("a container's rotation matches EXIF's orientation", arguments: Array(UInt32(1)...8))
    func turned(_ orientation: UInt32) throws {
        // Brighter to the right in red, and downwards in green.
        let (width, height) = (96, 64)
        let samples = (0..<width * height).flatMap { index -> [UInt16] in
            [UInt16(index % width * 255 / (width - 1)), UInt16(index / width * 255 / (height - 1)), 60]
        }
        let file = try SampleHEIC.picture(
            width: width, height: height, samples: samples,
            SampleHEIC.Coding(orientation: heif_orientation(orientation)))
        for size in [RenderRequest.Size.full, .longSide(48)] {
            let picture = try Rendered.picture(file, size)
            #expect((picture.width > picture.height) == (orientation < 5))
            for (x, y) in [(0.15, 0.2), (0.8, 0.3), (0.3, 0.85)] {
                let stored: (Double, Double) =
                    switch orientation {
                    case 2: (1 - x, y)
                    case 3: (1 - x, 1 - y)
                    case 4: (x, 1 - y)
                    case 5: (y, x)
                    case 6: (y, 1 - x)
                    case 7: (1 - y, 1 - x)
                    case 8: (1 - y, x)
                    default: (x, y)
                    }
                let pixel = picture.pixel(Int(x * Double(picture.width)), Int(y * Double(picture.height)))
                #expect(isNear(pixel, [Int(stored.0 * 255), Int(stored.1 * 255), 60, 255], within: 12), "\(pixel)")
            }
        }
    }
}
