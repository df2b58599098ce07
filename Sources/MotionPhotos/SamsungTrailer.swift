import MediaContainers

/// The trailer with which Samsung's photos end: blocks of data, an index of them, the index's length, and `SEFT`.
struct SamsungTrailer {
    private static let videoType = 0x0A30
    private static let entrySize = 12
    private static let entryLimit = 1_024
    private static let footerSize = 8
    private static let blockHeaderSize = 8

    /// Where the first block starts.
    let start: Int
    /// The data of the block with the video, or `nil` if there is none.
    let video: Range<Int>?

    /// Returns `nil` if the file doesn't end with such a trailer.
    init?(_ source: some ByteSource) {
        let end = source.count - Self.footerSize
        guard let footer = source.bytes(at: end, count: Self.footerSize), footer[4...].elementsEqual("SEFT".utf8),
            let length = footer.withView({ $0.uint32(at: 0, .little) }), length >= Self.entrySize,
            length <= Self.entrySize * (Self.entryLimit + 1), let index = source.bytes(at: end - length, count: length),
            index.starts(with: "SEFH".utf8)
        else { return nil }
        let position = end - length
        let blocks = index.withView { Self.blocks($0, before: position) }
        start = blocks.map(\.range.lowerBound).min() ?? position
        video = blocks.lazy.filter { $0.type == Self.videoType }.compactMap { Self.data(of: $0.range, source) }.first
    }

    /// Returns the blocks that lie between the start of the file and the index.
    private static func blocks(_ index: ByteView, before position: Int) -> [(type: Int, range: Range<Int>)] {
        let count = min(index.uint32(at: 8, .little) ?? 0, index.count / entrySize - 1)
        return (0..<max(0, count)).compactMap { number in
            let entry = (number + 1) * entrySize
            guard let type = index.uint16(at: entry + 2, .little), let distance = index.uint32(at: entry + 4, .little),
                let size = index.uint32(at: entry + 8, .little), distance <= position, size <= distance
            else { return nil }
            return (type, position - distance..<position - distance + size)
        }
    }

    /// Returns the data of a block, which follows its type, the length of its name, and the name.
    private static func data(of block: Range<Int>, _ source: some ByteSource) -> Range<Int>? {
        guard block.count > blockHeaderSize, let header = source.bytes(at: block.lowerBound, count: blockHeaderSize),
            let nameLength = header.withView({ $0.uint32(at: 4, .little) }),
            nameLength < block.count - blockHeaderSize
        else { return nil }
        return block.lowerBound + blockHeaderSize + nameLength..<block.upperBound
    }
}
