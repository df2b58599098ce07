import Foundation
import MediaContainers

/// The marker segments of a JPEG file up to its first scan, and whether the picture has an end.
struct JPEGStructure {
    private static let xmpMark: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    private static let profileMark: StaticString = "ICC_PROFILE\0"

    private(set) var picture: PictureStructure?
    /// The coding of the picture, or `nil` if there is no frame.
    private(set) var coding: Coding?
    /// Whether there is a scan, which starts the picture's data.
    private(set) var hasScan = false
    /// Whether Adobe's software wrote the file. Its inks are then inverted.
    private(set) var hasAdobeMark = false
    private var profileParts: [(number: UInt8, content: UnsafeRawBufferPointer)] = []
    private var exifBlocks: [UnsafeRawBufferPointer] = []
    private var xmpPackets: [UnsafeRawBufferPointer] = []

    /// The header of the frame.
    struct Coding {
        var marker: UInt8
        var bitsPerSample: Int
        var componentCount: Int

        var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }
    }

    static func read(_ view: ByteView) -> PictureStructure? {
        JPEGStructure(view).picture
    }

    init(_ view: ByteView) {
        let damage = readSegments(of: view)
        picture?.damage = damage
        picture?.exifBlocks = exifBlocks
        picture?.xmpPackets = xmpPackets
    }

    /// The embedded colour profile, assembled from its parts, or an empty array if there is none.
    var profile: [UInt8] {
        profileParts.sorted { $0.number < $1.number }.flatMap { $0.content }
    }

    /// Reads the segments. Returns a description of the damage, or `nil` if there is none.
    private mutating func readSegments(of view: ByteView) -> String? {
        var offset = 2
        while let marker = Self.nextMarker(in: view, from: &offset) {
            switch marker {
            case 0x01, 0xD0...0xD8:
                continue
            case 0xD9:
                return PictureStructure.isEmpty
            case 0xDA:
                hasScan = true
                return Self.hasEnd(view, after: offset) ? nil : PictureStructure.endsEarly
            default:
                guard let length = view.uint16(at: offset), length >= 2 else { return PictureStructure.endsEarly }
                if let content = view.part(at: offset + 2, count: length - 2) { read(marker, ByteView(content)) }
                offset += length
            }
        }
        return PictureStructure.endsEarly
    }

    private mutating func read(_ marker: UInt8, _ content: ByteView) {
        switch marker {
        case 0xC4, 0xC8, 0xCC:
            break
        case 0xC0...0xCF where picture == nil:
            guard let height = content.uint16(at: 1), let width = content.uint16(at: 3) else { return }
            picture = PictureStructure(width: width, height: height)
            coding = Coding(
                marker: marker, bitsPerSample: Int(content.byte(at: 0) ?? 0),
                componentCount: Int(content.byte(at: 5) ?? 0))
        case 0xE1 where content.has("Exif\0\0", at: 0):
            if let block = PictureStructure.exifBlock(in: content.bytes) { exifBlocks.append(block) }
        case 0xE1 where content.has(Self.xmpMark, at: 0):
            let start = Self.xmpMark.utf8CodeUnitCount
            if let packet = content.part(at: start, count: content.count - start) { xmpPackets.append(packet) }
        case 0xE2 where content.has(Self.profileMark, at: 0):
            let start = Self.profileMark.utf8CodeUnitCount
            if let number = content.byte(at: start), profileParts.count < 255,
                let part = content.part(at: start + 2, count: content.count - start - 2)
            {
                profileParts.append((number, part))
            }
        case 0xEE where content.has("Adobe", at: 0):
            hasAdobeMark = true
        default:
            break
        }
    }

    /// Returns the next marker. Skips bytes that belong to no segment, as decoders do.
    private static func nextMarker(in view: ByteView, from offset: inout Int) -> UInt8? {
        guard let base = view.bytes.baseAddress else { return nil }
        while offset < view.count - 1 {
            guard let found = memchr(base + offset, 0xFF, view.count - offset) else { return nil }
            offset = UnsafeRawPointer(found) - base
            while view.byte(at: offset) == 0xFF { offset += 1 }
            guard let marker = view.byte(at: offset) else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }

    /// Returns whether there is an end-of-image marker after the start of the scan. The data of a scan can't contain
    /// one by chance. So the search can start at the file's end, where cameras append clips and tables.
    private static func hasEnd(_ view: ByteView, after start: Int) -> Bool {
        var offset = view.count - 2
        while offset >= start {
            if view.bytes[offset] == 0xFF, view.bytes[offset + 1] == 0xD9 { return true }
            // If this byte can be the second one of a marker, moves back by one byte. Otherwise, moves back by two
            // bytes.
            offset -= view.bytes[offset] == 0xD9 ? 1 : 2
        }
        return false
    }
}
