/// The end of a ZIP archive: the records of the files, and where they are.
package enum ZipDirectory {
    private static let limit16 = Int(UInt16.max)
    private static let limit32 = Int64(UInt32.max)

    /// Returns the size of an archive in bytes.
    package static func archiveByteCount(of entries: [ZipEntry]) -> Int64 {
        var (offset, directory) = (Int64(0), Int64(0))
        for entry in entries {
            directory += entry.directoryByteCount(offset: offset)
            offset += entry.storedByteCount
        }
        return offset + directory + Int64(end(count: entries.count, offset: offset, byteCount: directory).count)
    }

    /// Returns the bytes after the records of the directory.
    ///
    /// - Parameters:
    ///   - count: The number of files.
    ///   - offset: The position of the directory in the archive.
    ///   - byteCount: The size of its records.
    package static func end(count: Int, offset: Int64, byteCount: Int64) -> [UInt8] {
        var bytes = ZipBytes()
        if count >= limit16 || offset >= limit32 || byteCount >= limit32 {
            bytes.append(UInt32(0x0606_4B50))
            // The number of bytes after this field.
            bytes.append(UInt64(44))
            bytes.append(UInt16(3 << 8 | 45))
            bytes.append(UInt16(45))
            bytes.append(UInt32(0))
            bytes.append(UInt32(0))
            bytes.appendEach(Int64(count), Int64(count), byteCount, offset)
            bytes.append(UInt32(0x0706_4B50))
            bytes.append(UInt32(0))
            bytes.append(offset + byteCount)
            bytes.append(UInt32(1))
        }
        bytes.append(UInt32(0x0605_4B50))
        bytes.append(UInt16(0))
        bytes.append(UInt16(0))
        bytes.append(UInt16(min(count, limit16)))
        bytes.append(UInt16(min(count, limit16)))
        bytes.append(UInt32(min(byteCount, limit32)))
        bytes.append(UInt32(min(offset, limit32)))
        bytes.append(UInt16(0))
        return bytes.array
    }
}
