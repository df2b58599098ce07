import CExiv2

/// The tags that exiv2 finds in a file or its blocks. Used by one thread.
final class MetadataReading {
    private let reader: OpaquePointer?

    init() {
        reader = albumen_metadata_reader_create()
    }

    deinit {
        albumen_metadata_reader_destroy(reader)
    }

    /// A whole file. What exiv2 calls corrupt counts as far as it was read. The bytes must outlive this object.
    ///
    /// - Returns: whether exiv2 read to the end.
    func add(image bytes: UnsafeRawBufferPointer) -> Bool {
        guard let reader, let base = bytes.baseAddress else { return false }
        return albumen_metadata_reader_add_image(reader, base.assumingMemoryBound(to: UInt8.self), bytes.count) != 0
    }

    /// The blocks a container handed out. Their bytes must outlive this object.
    func add(blocksOf structure: PictureStructure) {
        guard let reader else { return }
        for block in structure.exifBlocks {
            guard let base = block.baseAddress else { continue }
            _ = albumen_metadata_reader_add_exif(reader, base.assumingMemoryBound(to: UInt8.self), block.count)
        }
        for packet in structure.xmpPackets {
            guard let base = packet.baseAddress else { continue }
            _ = albumen_metadata_reader_add_xmp(reader, base.assumingMemoryBound(to: UInt8.self), packet.count)
        }
    }

    /// What has been read so far; nil when memory was short. The texts live as long as this object.
    var values: albumen_metadata? {
        reader.flatMap { albumen_metadata_reader_values($0)?.pointee }
    }
}

extension albumen_metadata {
    /// Whether the camera says that the colours are those of Adobe RGB, as DCF has it: a colour space of none, and an option file.
    var hasColoursOfAdobe: Bool { exif_colour_space == 0xFFFF && interoperability.text == "R03" }

    /// IPTC's keywords, then XMP's; each once, in order.
    var uniqueKeywords: [String] {
        var seen: Set<String> = []
        return UnsafeBufferPointer(start: keywords, count: keyword_count)
            .compactMap { $0.text }
            .filter { seen.insert($0).inserted }
            .prefix(ImageLimits.keywordCount)
            .map { $0 }
    }
}

extension albumen_text {
    /// The text up to a zero, trimmed; nil when nothing is left. What is not UTF-8 is taken as Latin-1.
    var text: String? {
        guard let bytes, count > 0 else { return nil }
        let all = UnsafeRawBufferPointer(start: bytes, count: count)
        let visible = all.prefix { $0 != 0 }
        guard let start = visible.firstIndex(where: { $0 > 0x20 }),
            let end = visible.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let part = UnsafeRawBufferPointer(rebasing: all[start...end])
        if let text = String(validating: part, as: UTF8.self) { return text }
        // Cut at the limit, perhaps inside a character.
        if count >= ImageLimits.textInBytes { return String(decoding: part, as: UTF8.self) }
        return String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
    }

    /// The text as a number; nil where it is none, or not finite.
    var number: Double? {
        text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
