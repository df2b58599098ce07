/// The positions of a TIFF directory entry's fields in the file.
struct TIFFEntry {
    var tag: LengthField
    var type: LengthField
    var count: LengthField
    var value: LengthField

    /// The tags that refer to other data: sizes, strips, tiles, tables, other directories, maker notes, DNG's
    /// opcodes.
    static let knownTags = [
        256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 280, 282, 284, 292, 317, 320, 322, 323, 324, 325, 330,
        338,
        339, 347, 513, 514, 529, 530, 700, 33421, 33422, 33723, 34377, 34665, 34675, 34853, 36867, 37121, 37500, 37510,
        40960, 40965, 50706, 50710, 50711, 50712, 50713, 50714, 50719, 50720, 50829, 51008, 51009, 51022,
    ]

    private static let directoryTags: Set<Int> = [330, 34665, 34853, 37500, 40965]

    /// Returns the entries of the first TIFF header in the file: at its start, or in the EXIF block of another
    /// format.
    static func entries(of bytes: [UInt8]) -> [TIFFEntry] {
        guard let start = header(in: bytes) else { return [] }
        let isLittleEndian = bytes[start] == 0x49
        func field(_ position: Int, _ width: Int) -> LengthField {
            LengthField(position: position, width: width, isLittleEndian: isLittleEndian)
        }
        var entries: [TIFFEntry] = []
        var waiting = [bytes.number(field(start + 4, 4))]
        var seen: Set<Int> = []
        while let offset = waiting.popLast(), seen.count < 16 {
            let directory = start + offset
            guard directory + 2 <= bytes.count, seen.insert(offset).inserted else { continue }
            var position = directory + 2
            for _ in 0..<min(200, bytes.number(field(directory, 2))) where position + 12 <= bytes.count {
                let entry = TIFFEntry(
                    tag: field(position, 2), type: field(position + 2, 2), count: field(position + 4, 4),
                    value: field(position + 8, 4))
                entries.append(entry)
                if directoryTags.contains(bytes.number(entry.tag)) { waiting.append(bytes.number(entry.value)) }
                position += 12
            }
            if position + 4 <= bytes.count { waiting.append(bytes.number(field(position, 4))) }
        }
        return entries
    }

    private static func header(in bytes: [UInt8]) -> Int? {
        let end = min(bytes.count, 1 << 16) - 8
        guard end > 0 else { return nil }
        return (0..<end).first { index in
            switch (bytes[index], bytes[index + 1], bytes[index + 2], bytes[index + 3]) {
            case (0x49, 0x49, 0x2A, 0), (0x4D, 0x4D, 0, 0x2A): true
            default: false
            }
        }
    }
}
