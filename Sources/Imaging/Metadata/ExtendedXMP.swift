import CExiv2
import CLibAV
import MediaContainers

/// The parts of a packet that is too long for a JPEG's segment: a shorter packet, and segments with the rest. The
/// packet names the rest by its MD5.
enum ExtendedXMP {
    private static let identifierLength = 32
    private static let partLimitInBytes = 65_000
    private static let lengthLimitInBytes = 64 << 20
    private static let property = "xmpNote:HasExtendedXMP"

    /// Returns the packet that segments continue, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - contents: The contents of the segments, each with its mark.
    ///   - packet: The packet with the identifier of its continuation.
    static func packet(in contents: [[UInt8]], of packet: [UInt8]) -> [UInt8]? {
        let head = JPEGSegments.xmpExtensionMark.count
        guard let name = packet.firstRange(of: Array(property.utf8)) else { return nil }
        let near = packet[name.upperBound...].prefix(64)
        var result: [UInt8] = []
        var filled = 0
        for content in contents {
            let bytes = content.withUnsafeBytes { memory -> (total: Int, offset: Int)? in
                let view = ByteView(memory)
                guard let total = view.uint32(at: head + identifierLength),
                    let offset = view.uint32(at: head + identifierLength + 4)
                else { return nil }
                return (total, offset)
            }
            guard let bytes, near.firstRange(of: content[head..<head + identifierLength]) != nil,
                bytes.total <= lengthLimitInBytes
            else { continue }
            let part = content[(head + identifierLength + 8)...]
            if result.isEmpty { result = [UInt8](repeating: 0x20, count: bytes.total) }
            guard bytes.total == result.count, part.count <= result.count - min(bytes.offset, result.count) else {
                return nil
            }
            result.replaceSubrange(bytes.offset..<bytes.offset + part.count, with: part)
            filled += part.count
        }
        return filled > 0 && filled >= result.count ? result : nil
    }

    /// Splits a packet. The largest properties move to the continuation.
    ///
    /// - Returns: The contents of the segments. `nil` if the packet isn't valid, or if it stays too long.
    static func split(_ packet: [UInt8], limit: Int) -> (main: [UInt8], extensions: [[UInt8]])? {
        let read = packet.withUnsafeBufferPointer { albumen_xmp_parts_create($0.baseAddress, $0.count, limit) }
        guard let read else { return nil }
        defer { albumen_xmp_parts_destroy(read) }
        func block(_ start: (OpaquePointer, UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> [UInt8] {
            var count = 0
            return start(read, &count).map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
        }
        var main = block { albumen_xmp_parts_main($0, $1) }
        let rest = block { albumen_xmp_parts_extension($0, $1) }
        let placeholder = [UInt8](repeating: UInt8(ascii: "0"), count: identifierLength)
        guard main.count <= limit, !rest.isEmpty, let name = main.firstRange(of: Array(property.utf8)),
            let place = main[name.upperBound...].firstRange(of: placeholder)
        else { return nil }
        let identifier = Array(digest(rest).utf8)
        main.replaceSubrange(place, with: identifier)
        let extensions = stride(from: 0, to: rest.count, by: partLimitInBytes).map { start in
            JPEGSegments.xmpExtensionMark + identifier + ExifValue.bytes(rest.count, 4, .big)
                + ExifValue.bytes(start, 4, .big) + rest[start..<min(rest.count, start + partLimitInBytes)]
        }
        return (main, extensions)
    }

    /// Returns the MD5 in upper-case digits.
    private static func digest(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 16)
        av_md5_sum(&digest, bytes, bytes.count)
        return digest.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
