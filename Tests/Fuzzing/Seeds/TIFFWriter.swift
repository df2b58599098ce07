/// A big-endian TIFF directory followed by the values of its entries.
struct TIFFWriter {
    enum Value: Sendable {
        case bytes([UInt8])
        case text(String)
        case shorts([Int])
        case longs([Int])
        case rationals([(Int, Int)])
        case signedRationals([(Int, Int)])
        /// The offset of another directory.
        case directory([(tag: Int, value: Value)])
        /// The offset of bytes, such as a strip's.
        case offset([UInt8])
    }

    private var bytes: [UInt8] = Array("MM".utf8) + ByteWriter.shorts([42]) + ByteWriter.longs([8])

    static func file(_ entries: [(tag: Int, value: Value)]) -> [UInt8] {
        var writer = TIFFWriter()
        writer.append(entries)
        return writer.bytes
    }

    private mutating func append(_ entries: [(tag: Int, value: Value)]) {
        let entries = entries.sorted { $0.tag < $1.tag }
        let start = bytes.count
        bytes += ByteWriter.shorts([entries.count]) + [UInt8](repeating: 0, count: entries.count * 12 + 4)
        for (index, entry) in entries.enumerated() {
            let (type, count, content) = stored(entry.value)
            var field = ByteWriter.shorts([entry.tag, type]) + ByteWriter.longs([count])
            if let content, content.count <= 4 {
                field += content + [UInt8](repeating: 0, count: 4 - content.count)
            } else {
                if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
                field += ByteWriter.longs([bytes.count])
                if let content {
                    bytes += content
                } else if case .directory(let inner) = entry.value {
                    append(inner)
                } else if case .offset(let strip) = entry.value {
                    bytes += strip
                }
            }
            bytes.replaceSubrange(start + 2 + index * 12..<start + 14 + index * 12, with: field)
        }
    }

    private func stored(_ value: Value) -> (type: Int, count: Int, content: [UInt8]?) {
        switch value {
        case .bytes(let bytes): (7, bytes.count, bytes)
        case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .shorts(let numbers): (3, numbers.count, ByteWriter.shorts(numbers))
        case .longs(let numbers): (4, numbers.count, ByteWriter.longs(numbers))
        case .rationals(let numbers): (5, numbers.count, ByteWriter.longs(numbers.flatMap { [$0, $1] }))
        case .signedRationals(let numbers): (10, numbers.count, ByteWriter.longs(numbers.flatMap { [$0, $1] }))
        case .directory, .offset: (4, 1, nil)
        }
    }
}
