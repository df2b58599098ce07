import AlbumenTestSupport
import Foundation
import Imaging
import MediaRequests
import Pixels
import Testing

/// Calls the renderer and the prober as the worker does.
enum Rendered {
    /// From memory of exactly the file's length.
    static func rendering(
        _ data: Data, named filename: String = "picture", _ sizes: [RenderRequest.Size] = [.full],
        source: RenderRequest.Source = .picture, keepsStoredOrientation: Bool = false, headroom: Double? = nil
    ) throws(MediaError) -> Rendering? {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
        defer { bytes.deallocate() }
        data.copyBytes(to: bytes)
        let request = RenderRequest(
            filename: filename, source: source, sizes: sizes, keepsStoredOrientation: keepsStoredOrientation,
            headroom: headroom)
        return try ImageRenderer.render(UnsafeRawBufferPointer(bytes), request)
    }

    /// One picture, upright.
    static func picture(
        _ data: Data, named filename: String = "picture", _ size: RenderRequest.Size = .full
    ) throws -> Bitmap {
        try #require(try rendering(data, named: filename, [size])?.pictures.first)
    }

    static func file(_ path: String) throws -> Data {
        try Data(contentsOf: RealMedia.folder.appendingPathComponent(path), options: .mappedIfSafe)
    }

    /// The upright size that a probe tells.
    static func probedSize(_ data: Data, named filename: String = "picture") throws -> PixelSize? {
        let probe = try data.withUnsafeBytes { try ImageProber.probe($0, filename: filename) }
        return probe.map { PixelSize(width: $0.pixelWidth, height: $0.pixelHeight) }
    }
}

extension Bitmap {
    /// Red, green, blue and alpha of every pixel.
    var pixels: [[UInt8]] {
        withBytes { bytes in
            (0..<height).flatMap { y in
                (0..<width).map { x in Array(bytes[(y * bytesPerRow + x * 4)..<(y * bytesPerRow + x * 4 + 4)]) }
            }
        }
    }

    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        let colour = colour(x: x, y: y)
        return [colour.red, colour.green, colour.blue, colour.alpha]
    }
}

/// Whether no channel is further off than told.
func isNear(_ pixel: [UInt8], _ expected: [Int], within tolerance: Int = 2) -> Bool {
    zip(pixel, expected).allSatisfy { abs(Int($0) - $1) <= tolerance }
}
