/// A directory of a TIFF file or an Exif block (TIFF 6.0, section 2), in the classic or the big format.
///
/// Like libtiff, a directory has at most 65,535 entries. If the file ends within it, it has the entries before the end.
/// Entries of unknown types count as bytes: a reader that ignores their type reaches at most these.
package struct TIFFDirectory: Sendable {
    package struct Entry: Hashable, Sendable {
        package let tag: Int
        package let type: Int
        /// The number of elements.
        package let count: Int
        /// Where the entry starts.
        package let offset: Int
        /// Where the value or its offset is.
        package let field: Int
        /// Where the value is, or `nil` if it isn't all in the file.
        package let value: Range<Int>?
    }

    private static let entryLimit = 65_535
    private static let headerSize = 8
    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8]

    /// Where the directory starts.
    package let offset: Int
    package let entries: [Entry]
    /// Where the entries end.
    package let end: Int
    /// Whether the file has all entries.
    package let isWhole: Bool
    /// The offset of the next directory, or `nil` if the file ends before it. Some writers leave it out.
    package let next: Int?

    /// Returns the size of an element in bytes. Unknown types have elements of one byte.
    package static func size(ofType type: Int) -> Int {
        sizes.indices.contains(type) ? sizes[type] : 1
    }

    /// - Parameters:
    ///   - base: The position from which the offsets of values count.
    ///   - limit: The most entries.
    /// - Returns: `nil` if there is no directory at the offset, if it lies in the file's header, or if it has more
    ///   entries than the limit.
    /// - Complexity: O(*n*) for *n* entries, in one read.
    package init?(
        _ source: some ByteSource, at offset: Int, _ order: ByteView.Order, isBig: Bool = false, base: Int = 0,
        limit: Int = .max
    ) {
        let (countSize, entrySize) = isBig ? (8, 20) : (2, 12)
        guard offset >= Self.headerSize, offset < source.count else { return nil }
        let count = source.withBytes(at: offset, countSize, endingBefore: source.count) { view in
            isBig ? view.uint64(at: 0, order) : view.uint16(at: 0, order)
        }
        guard let count, count <= min(limit, Self.entryLimit) else { return nil }
        let start = offset + countSize
        var entries: [Entry] = []
        var next: Int?
        source.withBytes(at: start, count * entrySize + (isBig ? 8 : 4), endingBefore: source.count) { view in
            entries.reserveCapacity(min(count, view.count / entrySize))
            for index in 0..<min(count, view.count / entrySize) {
                let place = index * entrySize
                guard
                    let entry = Self.entry(
                        view, at: place, offset: start + place, order, isBig: isBig, base: base, end: source.count)
                else { break }
                entries.append(entry)
            }
            let end = count * entrySize
            next = isBig ? view.uint64(at: end, order) : view.uint32(at: end, order)
        }
        self.offset = offset
        self.entries = entries
        self.next = next
        isWhole = entries.count == count
        end = start + entries.count * entrySize
    }

    private static func entry(
        _ view: ByteView, at place: Int, offset: Int, _ order: ByteView.Order, isBig: Bool, base: Int, end: Int
    ) -> Entry? {
        let fieldSize = isBig ? 8 : 4
        let field = place + 4 + fieldSize
        guard let tag = view.uint16(at: place, order), let type = view.uint16(at: place + 2, order) else { return nil }
        // Numbers of eight bytes beyond the size of any file are `nil`.
        let count = isBig ? view.uint64(at: place + 4, order) : view.uint32(at: place + 4, order)
        let target = isBig ? view.uint64(at: field, order) : view.uint32(at: field, order)
        let (length, isTooLong) = (count ?? .max).multipliedReportingOverflow(by: size(ofType: type))
        var value: Range<Int>?
        if !isTooLong, count != nil {
            let start = length <= fieldSize ? offset + 4 + fieldSize : target.map { base + $0 }
            if let start, start <= end, length <= end - start { value = start..<start + length }
        }
        return Entry(
            tag: tag, type: type, count: count ?? .max, offset: offset, field: offset + 4 + fieldSize, value: value)
    }
}

/// Reads each directory of a file once, so that a file whose directories refer to each other comes to an end.
package struct TIFFDirectoryReader<Source: ByteSource> {
    /// More than scanners write pages.
    private static var directoryLimit: Int { 4_096 }
    /// The entries of all directories. Directories can overlap, so the size of the file doesn't limit them.
    private static var entryLimit: Int { 262_144 }

    package let source: Source
    package let order: ByteView.Order
    private let isBig: Bool
    private var offsets: Set<Int> = []
    private var remaining = Self.entryLimit

    package init(_ source: Source, _ order: ByteView.Order, isBig: Bool = false) {
        self.source = source
        self.order = order
        self.isBig = isBig
    }

    /// Whether a directory was read.
    package func hasRead(_ offset: Int) -> Bool {
        offsets.contains(offset)
    }

    /// Returns a directory. Returns `nil` if there is none at the offset, if it was read before, or at a limit.
    package mutating func directory(at offset: Int) -> TIFFDirectory? {
        guard offsets.count < Self.directoryLimit, offsets.insert(offset).inserted,
            let directory = TIFFDirectory(source, at: offset, order, isBig: isBig, limit: remaining)
        else { return nil }
        remaining -= directory.entries.count
        return directory
    }
}
