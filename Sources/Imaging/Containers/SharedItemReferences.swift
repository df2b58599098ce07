import MediaContainers

/// Repairs HEIF files in which several pictures share a gain map, an EXIF block or an XMP packet, as in files of an
/// iPhone 16.
///
/// libheif 1.15 rejects such a file. This type gives it a copy of the `meta` box in which each shared item belongs to
/// one picture: to the primary picture if it's one of them. libheif accepts shared auxiliary images and metadata since
/// 1.18, and shared thumbnails in a later version. `LibheifWorkaroundTests` fails when this type can be deleted.
enum SharedItemReferences {
    struct Repair {
        /// The offset of the type of the file's own `meta` box, which must be hidden.
        var typeOffset: Int
        /// The box to read instead.
        var meta: [UInt8]
    }

    private static let metaLimitInBytes = 16 << 20
    /// The reference types for which libheif accepts only one target per item: auxiliary images, metadata and
    /// thumbnails.
    static let singleTypes: Set<FourCharacterCode> = ["auxl", "cdsc", "thmb"]

    /// Returns `nil` if the file needs no repair or can't be repaired.
    static func repair(_ view: ByteView, _ boxes: FileBoxes) -> Repair? {
        guard let meta = MetaBox(view, boxes), meta.content.count <= metaLimitInBytes, let box = meta.first("iref"),
            let content = meta.content(of: "iref"),
            let repaired = singleReferences(content, primary: meta.primaryItem)
        else { return nil }
        let references = header("iref", count: repaired.count) + repaired
        var copy = header("meta", count: meta.content.count - (box.end - box.offset) + references.count)
        copy += meta.content.bytes[..<box.offset]
        copy += references
        copy += meta.content.bytes[box.end...]
        return Repair(typeOffset: meta.header.typeOffset, meta: copy)
    }

    /// Returns the content of the `iref` box with single references, or `nil` if all are single already.
    private static func singleReferences(_ content: ByteView, primary: Int?) -> [UInt8]? {
        guard let references = ItemReferences(content) else { return nil }
        var result = Array(content.bytes[..<4])
        var isChanged = false
        for reference in references {
            let isShared = reference.targets.count > 1 && singleTypes.contains(reference.type)
            guard isShared, let first = reference.targets.first else {
                result += reference.bytes
                continue
            }
            let size = reference.numberSize
            let chosen = reference.targets.first { $0 == primary } ?? first
            result += header(reference.type, count: 2 + size + size)
            result += bigEndian(reference.source, size) + bigEndian(1, 2) + bigEndian(chosen, size)
            isChanged = true
        }
        return isChanged ? result : nil
    }

    private static func header(_ type: FourCharacterCode, count: Int) -> [UInt8] {
        bigEndian(count + 8, 4) + bigEndian(Int(type.rawValue), 4)
    }

    private static func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
    }
}
