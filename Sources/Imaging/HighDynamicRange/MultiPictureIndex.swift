import MediaContainers

/// The index of the pictures in a JPEG file (CIPA DC-007, Multi-Picture Format).
enum MultiPictureIndex {
    private static let entriesTag = 0xB002
    private static let entrySize = 16
    /// More pictures than phones write. Reading each may take as long as reading the file.
    private static let pictureLimit = 8

    /// Returns the pictures after the first one that lie in the file.
    ///
    /// - Parameter start: Where the index starts, with the header of a TIFF file.
    static func furtherPictures(in view: ByteView, indexAt start: Int) -> [ByteView] {
        guard let index = view.part(at: start, count: view.count - start).map(ByteView.init),
            let header = TIFFHeader(index), header.isClassic,
            let directory = TIFFDirectory(index, at: header.first, header.order, limit: 64),
            let entries = directory.entries.first(where: { $0.tag == entriesTag })?.value
        else { return [] }
        return (1..<max(1, min(pictureLimit, entries.count / entrySize))).compactMap { number in
            let entry = entries.lowerBound + number * entrySize
            guard let length = index.uint32(at: entry + 4, header.order),
                let offset = index.uint32(at: entry + 8, header.order), offset > 0, length > 0
            else { return nil }
            return index.part(at: offset, count: length).map(ByteView.init)
        }
    }
}
