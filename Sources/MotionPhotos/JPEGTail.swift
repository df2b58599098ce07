import MediaContainers

/// The bytes behind the picture of a JPEG file.
///
/// Most photos end with their picture, with zeros behind it, or with a trailer of Samsung that states its own start.
/// `isEmpty` finds that out from a few bytes at the end of the file. Other photos have an unknown tail. To find its
/// start, the index of several pictures (MPF) is read, or else the picture's data once. A movie's last two bytes are
/// those of a picture's end by chance in one file of 65,536: without any mark, its video isn't found.
struct JPEGTail<Source: ByteSource> {
    private static var pictureLimit: Int { 64 }
    private static var indexLimitInBytes: Int { 65_535 }
    private static var pictureTag: Int { 0xB002 }
    private static var entrySize: Int { 16 }
    private static var blockSize: Int { 4_096 }
    private static var paddingLimitInBlocks: Int { 16 }

    private let source: Source
    private let header: JPEGHeader
    /// The pictures of the index, the main one first.
    private var pictures: [Range<Int>] = []

    init(_ source: Source, _ header: JPEGHeader) {
        self.source = source
        self.header = header
        pictures = readPictures()
    }

    /// Returns whether the file ends with a picture, apart from zeros and a trailer of Samsung.
    func isEmpty(behind trailer: SamsungTrailer?) -> Bool {
        var end = trailer?.start ?? source.count
        for _ in 0..<Self.paddingLimitInBlocks {
            let start = max(0, end - Self.blockSize)
            guard let block = source.bytes(at: start, count: end - start), !block.isEmpty else { return false }
            guard let last = block.lastIndex(where: { $0 != 0 }) else {
                end = start
                continue
            }
            return hasPictureEnd(before: start + last + 1)
        }
        return false
    }

    /// The bytes behind the main picture, or `nil` if the picture has no end.
    var range: Range<Int>? {
        if let main = pictures.first, main.lowerBound == 0, main.upperBound > header.end,
            hasPictureEnd(before: main.upperBound)
        {
            return main.upperBound..<source.count
        }
        let segments = JPEGSegmentSequence(source)
        let end = segments.first { $0.marker == JPEGSegment.endOfImage }
        return end.map { $0.range.upperBound..<max($0.range.upperBound, source.count) }
    }

    /// Returns where the picture of the index ends that contains an offset, or `nil` if no picture does.
    func endOfPicture(around offset: Int) -> Int? {
        pictures.dropFirst().first { $0.contains(offset) }?.upperBound
    }

    private func hasPictureEnd(before end: Int) -> Bool {
        source.bytes(at: end - 2, count: 2) == [0xFF, JPEGSegment.endOfImage]
    }

    /// Returns the pictures of the index (CIPA DC-007, 5.2.3) that start as pictures do and lie in the file.
    private func readPictures() -> [Range<Int>] {
        guard let range = header.multiPictureIndex, range.count <= Self.indexLimitInBytes,
            let index = source.bytes(at: range.lowerBound, count: range.count)
        else { return [] }
        return index.withView { view -> [Range<Int>] in
            guard let header = TIFFHeader(view), header.isClassic,
                let directory = TIFFDirectory(view, at: header.first, header.order),
                let value = directory.entries.first(where: { $0.tag == Self.pictureTag })?.value
            else { return [] }
            return (0..<min(Self.pictureLimit, value.count / Self.entrySize)).compactMap { number in
                let entry = value.lowerBound + number * Self.entrySize
                guard let size = view.uint32(at: entry + 4, header.order),
                    let offset = view.uint32(at: entry + 8, header.order)
                else { return nil }
                let start = offset == 0 ? 0 : range.lowerBound + offset
                let hasStart = source.bytes(at: start, count: 2) == [0xFF, 0xD8]
                return hasStart && size <= source.count - start ? start..<start + size : nil
            }
        }
    }
}
