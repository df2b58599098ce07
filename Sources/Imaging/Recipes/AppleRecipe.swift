import CZlib
import Foundation
package import MediaRequests

/// The data of a recipe by Apple's editor (`com.apple.photo`): JSON, compressed with deflate and without a header.
///
/// The JSON has a list of adjustments: `{"adjustments": [{"identifier": "AutoLoop", "enabled": true, "settings":
/// {"flavor": "Mirror"}}, …]}`. Only the effect of a Live Photo is read.
package struct AppleRecipe {
    /// The largest JSON that is read, in bytes.
    private static let byteLimit = 16 << 20

    private static let flavors = ["AutoLoop": 1, "Mirror": 2, "LongExposure": 3]

    /// As in `MediaProbe.playbackVariation`.
    package let playbackVariation: Int?

    /// - Throws: `unreadable` if the bytes aren't such a recipe, and `limitExceeded` if the JSON is too large.
    package init(parsing bytes: UnsafeRawBufferPointer) throws(MediaError) {
        let json = Data(try Self.inflated(bytes))
        guard let recipe = try? JSONSerialization.jsonObject(with: json) as? [String: Any],
            let adjustments = recipe["adjustments"] as? [[String: Any]]
        else { throw MediaError(.unreadable, "the recipe isn't one of Apple's editor") }
        let loop = adjustments.first { $0["identifier"] as? String == "AutoLoop" && $0["enabled"] as? Bool ?? true }
        let settings = loop?["settings"] as? [String: Any]
        playbackVariation = loop.flatMap { _ in Self.flavors[settings?["flavor"] as? String ?? "AutoLoop"] }
    }

    private static func inflated(_ bytes: UnsafeRawBufferPointer) throws(MediaError) -> [UInt8] {
        var stream = z_stream()
        // A negative size of the window means that there is no header.
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw MediaError(.exhausted, "zlib can't start")
        }
        defer { inflateEnd(&stream) }
        stream.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(clamping: bytes.count)
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let status = piece.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                return inflate(&stream, Z_NO_FLUSH)
            }
            result += piece.prefix(piece.count - Int(stream.avail_out))
            guard result.count <= byteLimit else { throw MediaError(.limitExceeded, "the recipe is too large") }
            if status == Z_STREAM_END { return result }
            guard status == Z_OK else { throw MediaError(.unreadable, "the recipe isn't compressed as Apple's are") }
        }
    }
}
