/// A HEIF file's item references, with those made single that belong to several pictures.
///
/// An iPhone 16 writes that one gain map, one EXIF block or one XMP packet belongs to two pictures. libheif 1.15 refuses
/// the whole file for it. A copy of the `meta` box in which each belongs to one picture, the primary one if that is among
/// them, is what libheif is given instead.
enum SharedItemReferences {
    struct Repair {
        /// Where the file's own box has its type, which must be hidden.
        var typeOffset: Int
        /// The box to read in its stead.
        var meta: [UInt8]
    }

    private static let metaLimitInBytes = 16 << 20
    private static let singleKinds: Set<FourCharacterCode> = ["auxl", "cdsc", "thmb"]

    /// Nil: the file needs no repair, or is past it.
    static func repair(_ view: ByteView, _ sequence: BoxSequence) -> Repair? {
        guard let meta = sequence.boxes.first(where: { $0.code == "meta" }), meta.contentCount <= metaLimitInBytes,
            let bytes = view.part(at: meta.contentOffset, count: meta.contentCount)
        else { return nil }
        let content = ByteView(bytes)
        guard let references = box("iref", in: content),
            let repaired = singleReferences(references.content, primary: primaryItem(content))
        else { return nil }
        var copy: [UInt8] = []
        copy += header("meta", count: content.count - references.content.count + repaired.count)
        copy += bytes[..<references.offset]
        copy += header("iref", count: repaired.count) + repaired
        copy += bytes[(references.offset + 8 + references.content.count)...]
        return Repair(typeOffset: meta.typeOffset, meta: copy)
    }

    /// The content of the references' box anew; nil where all are single already.
    private static func singleReferences(_ content: UnsafeRawBufferPointer, primary: Int?) -> [UInt8]? {
        guard let references = ItemReferences(content) else { return nil }
        var result = Array(content[..<4])
        var isChanged = false
        for reference in references {
            let isShared = reference.targetOffsets.count > 1 && singleKinds.contains(reference.code)
            guard isShared, let first = reference.targetOffsets.first else {
                result += reference.bytes
                continue
            }
            let (view, size) = (ByteView(reference.bytes), reference.numberSize)
            let chosen = reference.targetOffsets.first { number(view, at: $0, size) == primary } ?? first
            result += header(reference.code, count: 2 + size + size)
            result += reference.bytes[8..<8 + size] + [0, 1] + reference.bytes[chosen..<chosen + size]
            isChanged = true
        }
        return isChanged ? result : nil
    }

    /// The number of the picture that the file is about.
    static func primaryItem(_ content: ByteView) -> Int? {
        guard let box = box("pitm", in: content) else { return nil }
        let view = ByteView(box.content)
        return number(view, at: 4, view.byte(at: 0) == 0 ? 2 : 4)
    }

    /// A number of two bytes, or of four.
    static func number(_ view: ByteView, at offset: Int, _ size: Int) -> Int? {
        size == 2 ? view.uint16(at: offset) : view.uint32(at: offset)
    }

    /// A box inside `meta`, behind its version and flags, that lies whole in it.
    static func box(
        _ wanted: FourCharacterCode, in content: ByteView
    ) -> (offset: Int, content: UnsafeRawBufferPointer)? {
        var offset = 4
        while let length = content.uint32(at: offset), length >= 8, let code = content.code(at: offset + 4) {
            if code == wanted { return content.part(at: offset + 8, count: length - 8).map { (offset, $0) } }
            offset += length
        }
        return nil
    }

    private static func header(_ code: FourCharacterCode, count: Int) -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: count + 8)
        return [length, code.rawValue].flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
    }
}
