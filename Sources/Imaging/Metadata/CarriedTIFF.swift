import Foundation
import MediaContainers
import MediaRequests

extension CarriedMetadata {
    /// Tags that describe a file's own pixels or contain other blocks. They come from the rendering.
    private static let tagsOfPixels: [Int] = [
        0x00FE, 0x00FF, 0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x010A, 0x0111, 0x0115, 0x0116, 0x0117, 0x011C, 0x013D,
        0x0140, 0x0142, 0x0143, 0x0144, 0x0145, 0x014A, 0x0152, 0x0153, 0x015B, 0x0201, 0x0202, 0x0211, 0x0212, 0x0214,
        0x02BC, 0x83BB, 0x8649, 0x8773,
    ]
    private static let offsets: Set<Int> = [0x0111, 0x0144]
    /// Resolution and orientation. The rendering's count only if the block has none.
    private static let descriptive: Set<Int> = [0x0112, 0x011A, 0x011B, 0x0128]

    /// Returns a TIFF with metadata.
    ///
    /// The file starts with the EXIF block, so that all of its offsets stay valid. The rendering follows as a whole, and
    /// the block's main directory gets the tags of its pixels.
    static func tiff(_ rendering: Data, with blocks: MetadataBlocks) throws(MediaError) -> Data {
        guard let length = file(rendering, blocks, base: 0)?.count,
            var result = file(rendering, blocks, base: length), result.count == length
        else { throw MediaError(.unreadable, "the rendering isn't a TIFF") }
        result.append(rendering)
        return result
    }

    /// Returns the directories for a rendering that follows at a position.
    private static func file(_ rendering: Data, _ blocks: MetadataBlocks, base: Int) -> Data? {
        var editor = ExifEditor(blocks.exif)
        for tag in tagsOfPixels { editor.remove(tag) }
        let isRead = rendering.withUnsafeBytes { bytes -> Bool in
            guard let directory = ExifDirectory(mainOf: ByteView(bytes)) else { return false }
            for entry in directory.entries {
                if descriptive.contains(entry.tag), editor.has(entry.tag) { continue }
                editor.set(entry.tag, to: value(entry, in: directory, editor.order, base))
            }
            return true
        }
        guard isRead else { return nil }
        if let packet = blocks.wholePacket { editor.set(0x02BC, to: ExifValue(kind: .byte, bytes: packet.bytes)) }
        if let iptc = PhotoshopResources(blocks.resources).iptc {
            editor.set(0x83BB, to: ExifValue(kind: .undefined, bytes: iptc))
        }
        let block = editor.block
        return Data(block + (block.count % 2 == 1 ? [0] : []))
    }

    /// Returns a value in another byte order. Offsets of pixels count from the rendering's start.
    private static func value(
        _ entry: ExifDirectory.Entry, in directory: ExifDirectory, _ order: ByteView.Order, _ base: Int
    ) -> ExifValue {
        let bytes = directory.bytes(entry)
        let width = [.rational, .signedRational].contains(entry.kind) ? 4 : entry.kind.size
        guard width == 2 || width == 4 else { return ExifValue(kind: entry.kind, bytes: Array(bytes.bytes)) }
        // A short can't contain the moved offset.
        let isOffset = offsets.contains(entry.tag)
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: width) {
            let number =
                (width == 2 ? bytes.uint16(at: start, directory.order) : bytes.uint32(at: start, directory.order)) ?? 0
            result += ExifValue.bytes(isOffset ? number + base : number, isOffset ? 4 : width, order)
        }
        return ExifValue(kind: isOffset ? .long : entry.kind, bytes: result)
    }
}
