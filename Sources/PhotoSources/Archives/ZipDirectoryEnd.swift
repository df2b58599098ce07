internal import SystemCalls
internal import SystemPackage

/// The end of a ZIP archive, which tells where the directory is.
struct ZipDirectoryEnd {
    var memberCount: UInt64
    var offset: Int64
    var byteCount: Int64

    private static let recordByteCount = 22
    private static let locatorByteCount = 20
    private static let largeRecordByteCount = 56
    private static let longestComment = 65_535

    /// Finds the end of an open archive.
    ///
    /// - Throws: `damaged` if there is none, and `unsupported` for archives on several disks.
    init(of archive: FileDescriptor, byteCount archiveByteCount: Int64) throws(SourceError) {
        let tailByteCount = min(archiveByteCount, Int64(Self.recordByteCount + Self.longestComment))
        let tailOffset = archiveByteCount - tailByteCount
        let tail = try archive.bytes(at: tailOffset, count: Int(tailByteCount))
        guard let position = Self.lastRecord(in: tail) else {
            throw SourceError(.damaged, "it isn't a ZIP archive, or its end is missing")
        }
        let record = LittleEndianBytes(tail[position...])
        guard let disk = record.number(UInt16.self, at: 4), let count = record.number(UInt16.self, at: 10),
            let byteCount = record.number(UInt32.self, at: 12), let offset = record.number(UInt32.self, at: 16)
        else { throw SourceError(.damaged, "its end is damaged") }
        guard disk == 0 || disk == .max else { throw SourceError(.unsupported, "it's split over several disks") }
        let recordOffset = tailOffset + Int64(position)
        memberCount = UInt64(count)
        (self.offset, self.byteCount) = (Int64(offset), Int64(byteCount))
        if count == .max || byteCount == .max || offset == .max {
            try readLargeRecord(of: archive, before: recordOffset)
        }
        guard self.offset >= 0, self.byteCount >= 0, self.offset <= recordOffset,
            self.byteCount <= recordOffset - self.offset
        else { throw SourceError(.damaged, "its directory lies outside of the file") }
    }

    private static func lastRecord(in tail: [UInt8]) -> Int? {
        guard tail.count >= recordByteCount else { return nil }
        return (0...tail.count - recordByteCount).last { position in
            guard tail[position] == 0x50, tail[position + 1] == 0x4B else { return false }
            let record = LittleEndianBytes(tail[position...])
            guard record.number(UInt32.self, at: 0) == 0x0605_4B50, let comment = record.number(UInt16.self, at: 20)
            else { return false }
            return Int(comment) <= tail.count - position - recordByteCount
        }
    }

    /// Reads the ZIP64 record if there is one.
    private mutating func readLargeRecord(of archive: FileDescriptor, before end: Int64) throws(SourceError) {
        guard end >= Int64(Self.locatorByteCount) else { return }
        let locator = LittleEndianBytes(
            try archive.bytes(at: end - Int64(Self.locatorByteCount), count: Self.locatorByteCount)[...])
        guard locator.number(UInt32.self, at: 0) == 0x0706_4B50,
            let position = locator.number(UInt64.self, at: 8).flatMap({ Int64(exactly: $0) }), position < end
        else { return }
        let record = LittleEndianBytes(try archive.bytes(at: position, count: Self.largeRecordByteCount)[...])
        guard record.number(UInt32.self, at: 0) == 0x0606_4B50, let count = record.number(UInt64.self, at: 32),
            let byteCount = record.number(UInt64.self, at: 40).flatMap({ Int64(exactly: $0) }),
            let offset = record.number(UInt64.self, at: 48).flatMap({ Int64(exactly: $0) })
        else { throw SourceError(.damaged, "its end is damaged") }
        (memberCount, self.byteCount, self.offset) = (count, byteCount, offset)
    }
}
