/// The position of a number in a file that contains a length.
struct LengthField {
    var position: Int
    var width: Int
    var isLittleEndian = false
}

/// A chunk, box or segment, which a format's reader treats as a unit.
struct FilePiece {
    var range: Range<Int>
    var length: LengthField?
    /// The content after the piece's header.
    var content: Range<Int>
    /// The lengths that include this piece.
    var parents: [LengthField] = []
    /// The position of PNG's checksum over the chunk's type and content.
    var checksum: Int?
}

extension FilePiece {
    static func pieces(of bytes: [UInt8], _ container: Loader.Container) -> [FilePiece] {
        switch container {
        case .plain: []
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        case .boxes: boxes(bytes, 0..<bytes.count, parents: [])
        case .riff: riff(bytes, 0..<bytes.count, parents: [])
        }
    }

    private static func png(_ bytes: [UInt8]) -> [FilePiece] {
        var pieces: [FilePiece] = []
        var start = 8
        while start + 12 <= bytes.count {
            let field = LengthField(position: start, width: 4)
            let end = start + 12 + bytes.number(field)
            guard end <= bytes.count else { break }
            pieces.append(
                FilePiece(range: start..<end, length: field, content: start + 8..<end - 4, checksum: end - 4))
            start = end
        }
        return pieces
    }

    private static func jpeg(_ bytes: [UInt8]) -> [FilePiece] {
        var pieces: [FilePiece] = []
        var start = 2
        while start + 4 <= bytes.count, bytes[start] == 0xFF {
            let field = LengthField(position: start + 2, width: 2)
            var end = start + 2 + max(2, bytes.number(field))
            guard end <= bytes.count else { break }
            let content = start + 4..<end
            // The coded data belongs to the scan's header.
            if bytes[start + 1] == 0xDA {
                while end + 1 < bytes.count,
                    bytes[end] != 0xFF || bytes[end + 1] == 0 || (0xD0...0xD7).contains(bytes[end + 1])
                { end += 1 }
            }
            pieces.append(FilePiece(range: start..<end, length: field, content: content))
            start = end
        }
        return pieces
    }

    private static let boxesOfBoxes: Set<String> = [
        "moov", "trak", "mdia", "minf", "stbl", "edts", "udta", "dinf", "iprp", "ipco", "jp2h", "moof", "traf", "mvex",
        "gmhd", "wave", "ilst",
    ]
    /// Boxes with a version and flags before the first box inside.
    private static let fullBoxesOfBoxes: Set<String> = ["meta", "iref"]

    private static func boxes(_ bytes: [UInt8], _ range: Range<Int>, parents: [LengthField]) -> [FilePiece] {
        var pieces: [FilePiece] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, parents.count < 12 {
            let field = LengthField(position: start, width: 4)
            let end = start + bytes.number(field)
            guard end >= start + 8, end <= range.upperBound else { break }
            pieces.append(FilePiece(range: start..<end, length: field, content: start + 8..<end, parents: parents))
            let type = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
            if boxesOfBoxes.contains(type) {
                pieces += boxes(bytes, start + 8..<end, parents: parents + [field])
            } else if fullBoxesOfBoxes.contains(type), end >= start + 12 {
                pieces += boxes(bytes, start + 12..<end, parents: parents + [field])
            }
            start = end
        }
        return pieces
    }

    private static func riff(_ bytes: [UInt8], _ range: Range<Int>, parents: [LengthField]) -> [FilePiece] {
        var pieces: [FilePiece] = []
        var start = range.lowerBound
        while start + 8 <= range.upperBound, parents.count < 6 {
            let field = LengthField(position: start + 4, width: 4, isLittleEndian: true)
            let count = bytes.number(field)
            let end = start + 8 + count + count % 2
            guard end <= range.upperBound else { break }
            pieces.append(FilePiece(range: start..<end, length: field, content: start + 8..<end, parents: parents))
            let type = String(decoding: bytes[start..<start + 4], as: UTF8.self)
            if type == "RIFF" || type == "LIST", end >= start + 12 {
                pieces += riff(bytes, start + 12..<end, parents: parents + [field])
            }
            start = end
        }
        return pieces
    }
}

extension [UInt8] {
    func number(_ field: LengthField) -> Int {
        let digits = self[field.position..<field.position + field.width]
        return field.isLittleEndian
            ? digits.reversed().reduce(0) { $0 << 8 | Int($1) } : digits.reduce(0) { $0 << 8 | Int($1) }
    }

    mutating func set(_ number: Int, _ field: LengthField) {
        for index in 0..<field.width {
            let shift = field.isLittleEndian ? 8 * index : 8 * (field.width - 1 - index)
            self[field.position + index] = UInt8(truncatingIfNeeded: number >> shift)
        }
    }
}
