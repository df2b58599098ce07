import Foundation
import Imaging
import MediaRequests
import MediaWork
import Pixels
import Video

/// Makes the libraries do their one-time work before the sandbox closes: they look for plug-ins, read the time zone
/// and load character tables.
enum WarmUp {
    static func run(_ role: WorkerRole) {
        if role == .media {
            decode()
            look()
            ignoring { try MoviePartMaker.warmUp() }
            GraphRenderer.warmUpAnimation()
        } else {
            GraphRenderer.warmUpEncoder()
        }
        GraphRenderer.warmUp()
        holdConversions()
        tzset()
        _ = TimeZone.current.secondsFromGMT()
        talk()
    }

    /// Decodes images that this method encodes.
    private static func decode() {
        let side = 64
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: side * side * Bitmap.bytesPerPixel, alignment: Bitmap.bytesPerPixel)
        memory.initializeMemory(as: UInt8.self, repeating: 128, count: side * side * Bitmap.bytesPerPixel)
        let bitmap = Bitmap(
            takingOver: UnsafeRawPointer(memory), width: side, height: side, bytesPerRow: side * Bitmap.bytesPerPixel,
            hasAlpha: false, release: { $0.deallocate() })
        for picture in [try? PNGCodec.encode(bitmap), try? JPEGCodec.encode(bitmap, quality: 80)] {
            guard let picture else { continue }
            picture.withUnsafeBytes { bytes in
                ignoring { try ImageProber.probe(bytes, filename: "") }
                ignoring { try ImageRenderer.render(bytes, RenderRequest(filename: "", sizes: [.longSide(16)])) }
            }
        }
    }

    /// Passes the first bytes of each format to the library that decodes it. The library rejects them.
    private static func look() {
        let heads: [[UInt8]] =
            ["heic", "avif", "crx ", "qt  ", "isom"].map { [0, 0, 0, 24] + Array("ftyp\($0)\0\0\0\0mif1\($0)".utf8) }
            + [Array("GIF89a".utf8), Array("II*\0\u{08}\0\0\0\0\0".utf8), Array("RIFF\u{04}\0\0\0WEBP".utf8)]
        for head in heads {
            head.withUnsafeBytes { bytes in
                ignoring { try ImageProber.probe(bytes, filename: "") }
                ignoring { try ImageRenderer.render(bytes, RenderRequest(filename: "", sizes: [.longSide(16)])) }
            }
        }
    }

    /// Opens the character conversions of exiv2 and of FFmpeg's demuxer for transport streams. A table stays loaded
    /// as long as a conversion is open.
    private static func holdConversions() {
        let latin = ((1...11).map { $0 } + (13...16).map { $0 }).map { "ISO-8859-\($0)" }
        let broadcast = ["ISO6937", "KSC_5601", "GB2312", "BIG5"]
        for encoding in ["UTF-8", "UCS-2LE", "UCS-2BE"] + latin + broadcast {
            _ = iconv_open("UTF-8", encoding)
        }
    }

    /// Encodes and decodes a message, because the first one takes longest.
    private static func talk() {
        ignoring { try JSONEncoder().encode(MediaReply.failure(MediaError(.notMedia, ""))) }
        let task = MediaTask.render(RenderRequest(filename: "", sizes: [.longSide(16), .full]))
        ignoring { try JSONDecoder().decode(MediaTask.self, from: JSONEncoder().encode(task)) }
    }

    /// Ignores errors. If the step doesn't work, a request reports it.
    private static func ignoring(_ body: () throws -> some Any) {
        _ = try? body()
    }
}
