import CLibTurboJPEG
import Foundation
import Pixels

/// libjpeg-turbo alone, to measure only decoding. Also encodes thumbnails.
final class ReferenceDecoder {
    private let decoder: tjhandle
    private let encoder: tjhandle
    private var pixels: [UInt8] = []

    init() throws {
        guard let decoder = tjInitDecompress(), let encoder = tjInitCompress() else {
            throw BenchmarkFailure("libjpeg-turbo does not start")
        }
        self.decoder = decoder
        self.encoder = encoder
    }

    deinit {
        tjDestroy(decoder)
        tjDestroy(encoder)
    }

    /// Reads a file and decodes it at a fraction of its size. Discards the pixels.
    func decode(_ path: String, denominator: Int32) throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        try file.withUnsafeBytes { bytes in
            let base = bytes.bindMemory(to: UInt8.self).baseAddress
            var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            guard tjDecompressHeader3(decoder, base, UInt(bytes.count), &width, &height, &subsampling, &colours) == 0
            else {
                throw BenchmarkFailure("\(path): no JPEG")
            }
            let (reducedWidth, reducedHeight) = (
                (width + denominator - 1) / denominator, (height + denominator - 1) / denominator
            )
            let count = Int(reducedWidth) * Int(reducedHeight) * 4
            if pixels.count < count { pixels = [UInt8](repeating: 0, count: count) }
            let result = tjDecompress2(
                decoder, base, UInt(bytes.count), &pixels, reducedWidth, reducedWidth * 4, reducedHeight,
                Int32(TJPF_RGBA.rawValue), 0)
            guard result == 0 || tjGetErrorCode(decoder) == TJERR_WARNING.rawValue else {
                throw BenchmarkFailure("\(path): \(String(cString: tjGetErrorStr2(decoder)))")
            }
        }
    }

    /// Encodes a thumbnail like a gallery.
    ///
    /// - Returns: The size in bytes.
    @discardableResult
    func encode(_ bitmap: Bitmap) throws -> Int {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(bytes) }
        let result = bitmap.withBytes { pixels in
            tjCompress2(
                encoder, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(bitmap.width), Int32(bitmap.bytesPerRow),
                Int32(bitmap.height), Int32(TJPF_RGBA.rawValue), &bytes, &count, Int32(TJSAMP_420.rawValue), 80, 0)
        }
        guard result == 0 else { throw BenchmarkFailure(String(cString: tjGetErrorStr2(encoder))) }
        return Int(count)
    }
}
