/// All names, in the order of their search keys, and the places that have them.
struct NameTable: Sendable {
    private static let blockSize = 16

    private let blocks: Section
    private let text: Section
    private let subjects: Section
    private let blockCount: Int

    init(_ file: GazetteerFile) {
        blocks = file.section(.nameBlocks)
        text = file.section(.nameText)
        subjects = file.section(.nameSubjects)
        blockCount = blocks.count / 8
    }

    /// Reads names in their order, from the start of a block.
    private struct Reader {
        let table: NameTable
        var position: Int
        var subject: Int
        var bytes: [UInt8] = []
        var subjectCount = 0
        private var index: Int

        init(_ table: NameTable, block: Int) {
            self.table = table
            position = table.blocks.uint32(8 * block)
            subject = table.blocks.uint32(8 * block + 4)
            index = block * NameTable.blockSize
        }

        /// Returns whether there is another name.
        mutating func next() -> Bool {
            guard position < table.text.count else { return false }
            subject += subjectCount
            let (shared, own) = (table.text.uint8(position), table.text.uint8(position + 1))
            subjectCount = table.text.uint16(position + 2)
            bytes.removeSubrange((index.isMultiple(of: NameTable.blockSize) ? 0 : min(shared, bytes.count))...)
            bytes += table.text.bytes(position + 4..<position + 4 + own)
            position += 4 + own
            index += 1
            return true
        }

        var name: String { String(decoding: bytes, as: UTF8.self) }
    }

    func name(_ index: Int) -> String {
        var reader = Reader(self, block: index / Self.blockSize)
        for _ in 0...index % Self.blockSize where !reader.next() { return "" }
        return reader.name
    }

    /// Calls a closure with the places of each name that starts with a key, and with whether it's the whole name.
    ///
    /// - Complexity: O(log *n* + *m*) for *n* names, of which *m* start with the key.
    func forEachSubject(withPrefix key: [UInt8], _ body: (_ subject: Int, _ isWhole: Bool) -> Void) {
        // The last block whose first name is before the key, because names before it can't match.
        var (low, high) = (0, blockCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            var reader = Reader(self, block: middle)
            guard reader.next() else { return }
            if SearchKey.of(reader.name).lexicographicallyPrecedes(key) { low = middle } else { high = middle }
        }
        var reader = Reader(self, block: low)
        while reader.next() {
            let candidate = SearchKey.of(reader.name)
            if candidate.starts(with: key) {
                for subject in reader.subject..<reader.subject + reader.subjectCount {
                    body(subjects.uint24(3 * subject), candidate.count == key.count)
                }
            } else if !candidate.lexicographicallyPrecedes(key) {
                return
            }
        }
    }
}
