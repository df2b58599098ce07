import CExiv2

/// The tags that exiv2 finds in a file or its blocks. Only one thread can use it.
final class MetadataReading {
    private let reader: OpaquePointer?

    init() {
        reader = albumen_metadata_reader_create()
    }

    deinit {
        albumen_metadata_reader_destroy(reader)
    }

    /// Reads an entire file. If exiv2 reports corrupt data, the tags before it count. The bytes must outlive this
    /// object.
    ///
    /// - Returns: Whether exiv2 read the file to its end.
    func add(image bytes: UnsafeRawBufferPointer) -> Bool {
        guard let reader, let base = bytes.baseAddress else { return false }
        return albumen_metadata_reader_add_image(reader, base.assumingMemoryBound(to: UInt8.self), bytes.count) != 0
    }

    /// Reads the blocks of a container. Their bytes must outlive this object.
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

    /// The values read so far, or `nil` if there wasn't enough memory. The texts are valid as long as this object.
    var values: albumen_metadata? {
        reader.flatMap { albumen_metadata_reader_values($0)?.pointee }
    }
}

extension albumen_metadata {
    /// Whether the camera declares Adobe RGB according to DCF: with an uncalibrated colour space and an option file.
    var hasColoursOfAdobe: Bool { exif_colour_space == 0xFFFF && interoperability.text == "R03" }

    /// The unique keywords of IPTC and then XMP, in their order.
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
    /// The trimmed text up to a zero, or `nil` if it's empty. Bytes that aren't UTF-8 count as Latin-1.
    var text: String? {
        guard let bytes, count > 0 else { return nil }
        let all = UnsafeRawBufferPointer(start: bytes, count: count)
        let visible = all.prefix { $0 != 0 }
        guard let start = visible.firstIndex(where: { $0 > 0x20 }),
            let end = visible.lastIndex(where: { $0 > 0x20 })
        else { return nil }
        let part = UnsafeRawBufferPointer(rebasing: all[start...end])
        if let text = String(validating: part, as: UTF8.self) { return text }
        // The limit may cut a character.
        if count >= ImageLimits.textInBytes { return String(decoding: part, as: UTF8.self) }
        return String(String.UnicodeScalarView(part.map { Unicode.Scalar($0) }))
    }

    /// The text as a number or as a fraction such as `28/10`, or `nil` if it's neither or not finite.
    var fraction: Double? {
        guard let parts = text?.split(separator: "/", omittingEmptySubsequences: false), parts.count <= 2,
            let numerator = Double(parts[0]), let denominator = parts.count == 2 ? Double(parts[1]) : 1
        else { return nil }
        let quotient = numerator / denominator
        return quotient.isFinite ? quotient : nil
    }

    /// The text as a number, or `nil` if it isn't a finite number.
    var number: Double? {
        text.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
}
