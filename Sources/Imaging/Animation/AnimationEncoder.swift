import CVipsBridge
package import Foundation
import MediaContainers
package import MediaRequests
import Pixels

/// Encodes frames as an animated GIF or PNG.
package enum AnimationEncoder {
    /// - Parameters:
    ///   - pixels: The frames, one after another.
    /// - Throws: `unreadable` if there are fewer pixels than the request says. `limitExceeded` and `unsupported` if
    ///   they can't be encoded.
    package static func encode(
        _ request: AnimationRequest, _ pixels: UnsafeRawBufferPointer
    ) throws(MediaError) -> Data {
        guard request.isPlausible, pixels.count >= request.frameLengthInBytes * request.delays.count,
            let base = pixels.baseAddress
        else { throw MediaError(.unreadable, "The pixels don't have the size that the request says.") }
        switch request.type {
        case .gif: return try gif(request, base)
        case .png: return try png(request, base)
        }
    }

    private static func gif(_ request: AnimationRequest, _ pixels: UnsafeRawPointer) throws(MediaError) -> Data {
        let delays = request.delays.map { Int32(($0 * 100).rounded()) * 10 }
        // libvips counts the first showing, too.
        let loops: Int32 =
            switch request.loopCount {
            case nil: 1
            case 0?: 0
            case let count?: Int32(count + 1)
            }
        return try Vips.use { () throws(MediaError) in
            var bytes: UnsafeMutableRawPointer?
            var count = 0
            let isGood = albumen_vips_encode_gif(
                pixels, Int32(request.width), Int32(request.height), delays, Int32(delays.count), loops, &bytes, &count)
            guard isGood != 0, let bytes else {
                throw MediaError(.unsupported, "The frames can't be encoded as a GIF.")
            }
            return Data(
                bytesNoCopy: bytes, count: count, deallocator: .custom { memory, _ in albumen_vips_free(memory) })
        }
    }

    private static func png(_ request: AnimationRequest, _ pixels: UnsafeRawPointer) throws(MediaError) -> Data {
        let length = request.frameLengthInBytes
        let all = UnsafeRawBufferPointer(start: pixels, count: length * request.delays.count)
        let hasAlpha = stride(from: 3, to: all.count, by: Bitmap.bytesPerPixel).contains { all[$0] != 255 }
        var result = Data(PNGChunks.signature)
        var sequence = 0
        for (index, delay) in request.delays.enumerated() {
            let frame = Bitmap(
                takingOver: pixels + index * length, width: request.width, height: request.height,
                bytesPerRow: request.width * Bitmap.bytesPerPixel, hasAlpha: hasAlpha, release: { _ in })
            guard let png = try? PNGCodec.encode(frame) else {
                throw MediaError(.limitExceeded, "The frames can't be encoded as a PNG.")
            }
            png.withUnsafeBytes { bytes in
                let view = ByteView(bytes)
                var data: [UInt8] = []
                PNGChunks.forEach(view) { code, content in
                    if code == "IDAT" { data += content }
                    if index == 0, code == "IHDR" { result.append(contentsOf: PNGChunks.bytes("IHDR", content)) }
                    if index == 0, code == "sRGB" { result.append(contentsOf: PNGChunks.bytes("sRGB", content)) }
                }
                if index == 0 { result.append(contentsOf: PNGChunks.bytes("acTL", control(request))) }
                result.append(contentsOf: PNGChunks.bytes("fcTL", frameControl(request, delay, sequence)))
                sequence += 1
                if index == 0 {
                    result.append(contentsOf: PNGChunks.bytes("IDAT", data))
                } else {
                    result.append(contentsOf: PNGChunks.bytes("fdAT", ExifValue.bytes(sequence, 4, .big) + data))
                    sequence += 1
                }
            }
        }
        result.append(contentsOf: PNGChunks.bytes("IEND", []))
        return result
    }

    private static func control(_ request: AnimationRequest) -> [UInt8] {
        ExifValue.bytes(request.delays.count, 4, .big) + ExifValue.bytes(request.loopCount ?? 1, 4, .big)
    }

    /// A frame that replaces the whole picture.
    private static func frameControl(_ request: AnimationRequest, _ delay: Double, _ sequence: Int) -> [UInt8] {
        let milliseconds = Int(min(65.535, delay) * 1000 + 0.5)
        let sizes = [sequence, request.width, request.height, 0, 0].flatMap { ExifValue.bytes($0, 4, .big) }
        return sizes + ExifValue.bytes(milliseconds, 2, .big) + ExifValue.bytes(1000, 2, .big) + [0, 0]
    }
}
