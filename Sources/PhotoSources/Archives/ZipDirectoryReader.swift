internal import SystemCalls
package import SystemPackage

/// Reads the directory of a ZIP archive, with ZIP64. The members' bytes aren't read.
package struct ZipDirectoryReader {
    private let archive: FileDescriptor
    private let limits: ArchiveLimits
    private let end: ZipDirectoryEnd
    private var position: Int64
    /// Bytes of the directory from `position` on.
    private var window: ArraySlice<UInt8> = []
    private var listing = ZipListing()

    private static let recordByteCount = 46
    private static let windowByteCount: Int64 = 1 << 20
    private static let encryptedFlags: UInt16 = 1 << 0 | 1 << 6

    /// Returns the members of an open archive.
    ///
    /// - Throws: `SourceError` with a part of a sentence, to which the caller adds the archive's name.
    /// - Complexity: O(*n* log *n*) for *n* members, and as much memory as the directory.
    package static func listing(
        of archive: FileDescriptor, byteCount: Int64, limits: ArchiveLimits = ArchiveLimits()
    ) throws(SourceError) -> ZipListing {
        var reader = try ZipDirectoryReader(archive: archive, byteCount: byteCount, limits: limits)
        try reader.readMembers()
        reader.refuseOverlaps()
        reader.refuseDuplicates()
        return reader.listing
    }

    private init(archive: FileDescriptor, byteCount: Int64, limits: ArchiveLimits) throws(SourceError) {
        self.archive = archive
        self.limits = limits
        end = try ZipDirectoryEnd(of: archive, byteCount: byteCount)
        position = end.offset
        guard end.byteCount <= limits.directoryByteCount, end.memberCount <= UInt64(limits.memberCount) else {
            throw SourceError(.unsupported, "it has more than \(limits.memberCount) files")
        }
    }

    private mutating func readMembers() throws(SourceError) {
        var count = 0
        while position < end.offset + end.byteCount {
            count += 1
            guard count <= limits.memberCount else {
                throw SourceError(.unsupported, "it has more than \(limits.memberCount) files")
            }
            let fixed = LittleEndianBytes(try take(Self.recordByteCount))
            guard fixed.number(UInt32.self, at: 0) == 0x0201_4B50, let nameCount = fixed.number(UInt16.self, at: 28),
                let extraCount = fixed.number(UInt16.self, at: 30), let commentCount = fixed.number(UInt16.self, at: 32)
            else { throw SourceError(.damaged, "its directory is damaged") }
            let name = try take(Int(nameCount))
            let extra = try take(Int(extraCount))
            _ = try take(Int(commentCount))
            add(fixed, name: name, extra: extra)
        }
        guard UInt64(count) >= end.memberCount else { throw SourceError(.damaged, "its directory is incomplete") }
    }

    /// Returns the next bytes of the directory.
    private mutating func take(_ count: Int) throws(SourceError) -> ArraySlice<UInt8> {
        if window.count < count {
            let rest = end.offset + end.byteCount - position
            guard Int64(count) <= rest else { throw SourceError(.damaged, "its directory is damaged") }
            window = try archive.bytes(at: position, count: Int(min(rest, Self.windowByteCount)))[...]
        }
        defer {
            window = window.dropFirst(count)
            position += Int64(count)
        }
        return window.prefix(count)
    }

    private mutating func add(_ record: LittleEndianBytes, name: ArraySlice<UInt8>, extra: ArraySlice<UInt8>) {
        // Names are UTF-8 even without the flag.
        guard let path = String(validating: name, as: UTF8.self) else {
            return listing.refuse(FilePath.text(of: Array(name)), "the name isn't UTF-8")
        }
        // Folders.
        if path.hasSuffix("/") { return }
        if let fault = limits.fault(ofPath: path) { return listing.refuse(path, fault) }
        guard let flags = record.number(UInt16.self, at: 8), let method = record.number(UInt16.self, at: 10),
            let checksum = record.number(UInt32.self, at: 16), let shortTime = record.number(UInt32.self, at: 12)
        else { return }
        if flags & Self.encryptedFlags != 0 { return listing.refuse(path, "it's encrypted") }
        guard method == 0 || method == 8 else { return listing.refuse(path, "it's compressed with method \(method)") }
        let fields = ZipExtraFields(extra)
        guard let sizes = fields.sizes(of: record) else { return listing.refuse(path, "its record is damaged") }
        if let fault = limits.fault(ofSize: sizes.size, compressedSize: sizes.compressedSize) {
            return listing.refuse(path, fault)
        }
        guard sizes.headerOffset < end.offset, sizes.compressedSize < end.offset - sizes.headerOffset,
            method == 8 || sizes.compressedSize == sizes.size
        else { return listing.refuse(path, "its bytes lie outside of the archive") }
        listing.members.append(
            ZipMember(
                path: path, size: sizes.size,
                modificationTime: fields.modificationTime ?? ZipExtraFields.modificationTime(ofClock: shortTime),
                contents: .init(
                    headerOffset: sizes.headerOffset, compressedSize: sizes.compressedSize, isDeflated: method == 8,
                    checksum: checksum)))
    }

    /// Members that share bytes are a bomb's.
    private mutating func refuseOverlaps() {
        let headerByteCount: Int64 = 30
        let order = listing.members.indices.sorted { left, right in
            listing.members[left].contents.headerOffset < listing.members[right].contents.headerOffset
        }
        var (end, refused) = (Int64(0), Set<Int>())
        for index in order {
            let contents = listing.members[index].contents
            if contents.headerOffset < end { refused.insert(index) }
            end = max(end, contents.headerOffset + headerByteCount + contents.compressedSize)
        }
        keepMembers(but: refused, reason: "its bytes are also another file's")
    }

    /// The first member of a path is used.
    private mutating func refuseDuplicates() {
        var paths: Set<String> = []
        let refused = listing.members.indices.filter { !paths.insert(listing.members[$0].path).inserted }
        keepMembers(but: Set(refused), reason: "the archive has the path twice")
    }

    private mutating func keepMembers(but refused: Set<Int>, reason: String) {
        guard !refused.isEmpty else { return }
        for index in refused.sorted() { listing.refuse(listing.members[index].path, reason) }
        listing.members = listing.members.indices.filter { !refused.contains($0) }.map { listing.members[$0] }
    }
}
