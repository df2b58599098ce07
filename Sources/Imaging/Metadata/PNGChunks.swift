import CZlib
import Foundation
import MediaContainers
import MediaRequests

/// The chunks of a PNG file.
struct PNGChunks {
    struct Chunk {
        var code: FourCharacterCode
        var content: [UInt8]
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let packetKeyword = "XML:com.adobe.xmp"
    private static let profileKeyword = "Raw profile type "
    private static let textLimitInBytes = 1 << 20

    /// Returns the texts of a PNG with their keywords. Texts that contain metadata of other formats aren't included.
    static func texts(_ view: ByteView) -> [(keyword: String, text: String, chunk: Chunk)] {
        var texts: [(keyword: String, text: String, chunk: Chunk)] = []
        forEach(view) { code, content in
            guard ["tEXt", "zTXt", "iTXt"].contains(code), texts.count < 1000, content.count <= textLimitInBytes,
                let (keyword, text) = text(code, content), keyword != packetKeyword,
                !keyword.hasPrefix(profileKeyword)
            else { return }
            texts.append((keyword, text, Chunk(code: code, content: Array(content))))
        }
        return texts
    }

    /// Calls a closure for each whole chunk before the end.
    static func forEach(_ view: ByteView, _ body: (FourCharacterCode, UnsafeRawBufferPointer) -> Void) {
        for chunk in PNGChunkSequence(view) where chunk.type != "IEND" {
            guard let content = view.part(at: chunk.content.lowerBound, count: chunk.content.count) else { return }
            body(chunk.type, content)
        }
    }

    private static func text(_ code: FourCharacterCode, _ content: UnsafeRawBufferPointer) -> (String, String)? {
        let parts = content.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let keyword = ExifDirectory.text(parts[0]) else { return nil }
        let rest = parts[1]
        switch code {
        case "tEXt":
            return latin(rest).map { (keyword, $0) }
        case "zTXt":
            return inflated(rest.dropFirst(), limit: textLimitInBytes).flatMap(latin).map { (keyword, $0) }
        default:
            let isCompressed = rest.first == 1
            let fields = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { return nil }
            let bytes = isCompressed ? inflated(fields[2], limit: textLimitInBytes) : Array(fields[2])
            return bytes.map { (keyword, String(decoding: $0, as: UTF8.self)) }
        }
    }

    private static func latin(_ bytes: some Collection<UInt8>) -> String? {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Decompresses bytes. Returns `nil` if they aren't valid or longer than the limit.
    static func inflated(_ bytes: some Collection<UInt8>, limit: Int) -> [UInt8]? {
        let bytes = Array(bytes)
        var capacity = min(limit, max(1024, bytes.count * 4))
        while true {
            var result = [UInt8](repeating: 0, count: capacity)
            var count = uLongf(capacity)
            let status = uncompress(&result, &count, bytes, uLong(bytes.count))
            if status == Z_OK { return Array(result.prefix(Int(count))) }
            guard status == Z_BUF_ERROR, capacity < limit else { return nil }
            capacity = min(limit, capacity * 4)
        }
    }

    /// Returns a chunk with its length and checksum.
    static func bytes(_ code: StaticString, _ content: some Sequence<UInt8>) -> [UInt8] {
        let body = code.withUTF8Buffer { Array($0) } + content
        let checksum = Int(crc32(0, body, uInt(body.count)))
        return ExifValue.bytes(body.count - 4, 4, .big) + body + ExifValue.bytes(checksum, 4, .big)
    }
}

extension CarriedMetadata {
    private static let keywords = [
        "Title": "Title", "Author": "Author", "Description": "Description", "Copyright": "Copyright",
        "CreationTime": "Creation Time", "Software": "Software", "Disclaimer": "Disclaimer", "Warning": "Warning",
        "Source": "Source", "Comment": "Comment",
    ]

    /// Returns a PNG with metadata and texts before its pixels.
    ///
    /// - Parameters:
    ///   - original: The file whose texts the PNG gets, if it's a PNG, too.
    ///   - changes: The changes of `{PNG}`.
    static func png(
        _ rendering: Data, with blocks: MetadataBlocks, textsOf original: UnsafeRawBufferPointer?,
        _ changes: ImageProperty?
    ) throws(MediaError) -> Data {
        var chunks: [UInt8] = []
        if let exif = blocks.exif { chunks += PNGChunks.bytes("eXIf", exif) }
        if let packet = blocks.wholePacket {
            chunks += PNGChunks.bytes("iTXt", "XML:com.adobe.xmp\0\0\0\0\0".utf8 + packet.bytes)
        }
        if !blocks.resources.isEmpty { chunks += PNGChunks.bytes("tEXt", profile(blocks.resources)) }
        let changed = changes?.dictionary ?? [:]
        let changedKeywords = Set(changed.keys.compactMap { keywords[$0] })
        if let original, changes != .removal {
            for text in PNGChunks.texts(ByteView(original)) where !changedKeywords.contains(text.keyword) {
                chunks += PNGChunks.bytes(text.chunk.code.staticText, text.chunk.content)
            }
        }
        for (key, value) in changed.sorted(by: { $0.key < $1.key }) {
            guard let keyword = keywords[key], case .text(let text) = value else { continue }
            chunks += PNGChunks.bytes("iTXt", "\(keyword)\0\0\0\0\0".utf8 + Array(text.utf8.filter { $0 != 0 }))
        }
        let resolution = blocks.exif.flatMap(physicalSize)
        let result: Data? = rendering.withUnsafeBytes { bytes in
            let view = ByteView(bytes)
            guard view.code(at: 12) == "IHDR" else { return nil }
            var result = Data(bytes.prefix(8))
            var isAdded = false
            for chunk in PNGChunkSequence(view) {
                guard let whole = view.part(at: chunk.offset, count: chunk.end - chunk.offset) else { break }
                if chunk.type == "IDAT", !isAdded {
                    isAdded = true
                    if let resolution { result.append(contentsOf: PNGChunks.bytes("pHYs", resolution)) }
                    result.append(contentsOf: chunks)
                }
                if chunk.type != "pHYs" { result.append(contentsOf: whole) }
            }
            return result
        }
        guard let result else { throw MediaError(.unreadable, "the rendering isn't a PNG") }
        return result
    }

    /// Returns Photoshop's resources as ImageMagick and exiv2 store them in a text.
    private static func profile(_ resources: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("Raw profile type iptc\0\niptc\n\(resources.count)\n".utf8)
        for (index, byte) in resources.enumerated() {
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if index % 36 == 35 { text.append(UInt8(ascii: "\n")) }
        }
        return text + [UInt8(ascii: "\n")]
    }

    /// Returns the pixels per metre according to EXIF.
    private static func physicalSize(_ exif: [UInt8]) -> [UInt8]? {
        let properties = exif.withUnsafeBytes { ExifProperties.read(ByteView($0)) }
        guard let width = properties["DPIWidth"]?.number, let height = properties["DPIHeight"]?.number,
            max(width, height) < 1e6
        else { return nil }
        return [width, height].flatMap { ExifValue.bytes(Int(($0 / 0.0254).rounded()), 4, .big) } + [1]
    }
}

extension FourCharacterCode {
    /// The code of a text.
    fileprivate var staticText: StaticString {
        switch self {
        case "zTXt": "zTXt"
        case "iTXt": "iTXt"
        default: "tEXt"
        }
    }
}
