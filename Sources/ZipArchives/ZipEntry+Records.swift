/// The records of one file. Their sizes don't depend on the file's bytes, so the size of the archive is known before
/// the first file is read.
extension ZipEntry {
    /// The largest value of a 32-bit field. In its place, a ZIP64 field has the value.
    private static let limit32 = Int64(UInt32.max)
    /// The version of the format with ZIP64, made on Unix.
    private static let madeBy: UInt16 = 3 << 8 | 45
    /// The sizes and the checksum follow the file's bytes, and the name is in UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    /// A regular file that its owner can write and everyone can read.
    private static let attributes: UInt32 = 0o100644 << 16

    private var isLarge: Bool { size >= Self.limit32 }

    /// The number of bytes of the file in the archive, from its header to its descriptor.
    package var storedByteCount: Int64 {
        Int64(30 + name.utf8.count + (isLarge ? 20 : 0) + timeField.count) + size + (isLarge ? 24 : 16)
    }

    /// Returns the number of bytes of the file's record in the directory.
    func directoryByteCount(offset: Int64) -> Int64 {
        Int64(46 + name.utf8.count + largeField(offset: offset).count + timeField.count)
    }

    /// The bytes before those of the file.
    package var header: [UInt8] {
        var bytes = ZipBytes()
        bytes.append(UInt32(0x0403_4B50))
        bytes.append(UInt16(isLarge ? 45 : 20))
        appendCommon(to: &bytes, checksum: 0, size: isLarge ? UInt32.max : 0)
        let large = isLarge ? ZipBytes.field(0x0001) { $0.appendEach(size, size) } : []
        bytes.append(UInt16(name.utf8.count))
        bytes.append(UInt16(large.count + timeField.count))
        return bytes.array + Array(name.utf8) + large + timeField
    }

    /// Returns the bytes after those of the file.
    package func descriptor(checksum: UInt32) -> [UInt8] {
        var bytes = ZipBytes()
        bytes.append(UInt32(0x0807_4B50))
        bytes.append(checksum)
        if isLarge {
            bytes.appendEach(size, size)
        } else {
            bytes.append(UInt32(size))
            bytes.append(UInt32(size))
        }
        return bytes.array
    }

    /// Returns the file's record in the directory.
    ///
    /// - Parameter offset: The position of the file's header in the archive.
    package func directoryRecord(checksum: UInt32, offset: Int64) -> [UInt8] {
        let large = largeField(offset: offset)
        var bytes = ZipBytes()
        bytes.append(UInt32(0x0201_4B50))
        bytes.append(Self.madeBy)
        bytes.append(UInt16(large.isEmpty ? 20 : 45))
        appendCommon(to: &bytes, checksum: checksum, size: isLarge ? UInt32.max : UInt32(size))
        bytes.append(UInt16(name.utf8.count))
        bytes.append(UInt16(large.count + timeField.count))
        // No comment, on the first disk, a binary file.
        for _ in 0..<3 { bytes.append(UInt16(0)) }
        bytes.append(Self.attributes)
        bytes.append(UInt32(min(offset, Self.limit32)))
        return bytes.array + Array(name.utf8) + large + timeField
    }

    private func appendCommon(to bytes: inout ZipBytes, checksum: UInt32, size: UInt32) {
        let (time, date) = clockFields
        bytes.append(Self.flags)
        bytes.append(UInt16(0))
        bytes.append(time)
        bytes.append(date)
        bytes.append(checksum)
        bytes.append(size)
        bytes.append(size)
    }

    /// The values of the directory that don't fit into 32 bits, in the order of the format.
    private func largeField(offset: Int64) -> [UInt8] {
        let isFar = offset >= Self.limit32
        guard isLarge || isFar else { return [] }
        return ZipBytes.field(0x0001) { bytes in
            if isLarge { bytes.appendEach(size, size) }
            if isFar { bytes.append(offset) }
        }
    }

    /// The time of the last change in UTC, as Info-ZIP's "extended timestamp".
    private var timeField: [UInt8] {
        guard let unixTime, let seconds = Int32(exactly: unixTime) else { return [] }
        return ZipBytes.field(0x5455) { bytes in
            bytes.append(UInt8(1))
            bytes.append(UInt32(bitPattern: seconds))
        }
    }

    /// The time and the date in the format of MS-DOS, which counts two seconds at a time.
    private var clockFields: (time: UInt16, date: UInt16) {
        guard let clockTime, clockTime.year >= 1980 else { return (0, 1 << 5 | 1) }
        guard clockTime.year <= 2107 else { return (23 << 11 | 59 << 5 | 29, 127 << 9 | 12 << 5 | 31) }
        return (
            UInt16(clockTime.hour << 11 | clockTime.minute << 5 | clockTime.second / 2),
            UInt16((clockTime.year - 1980) << 9 | clockTime.month << 5 | clockTime.day)
        )
    }
}
