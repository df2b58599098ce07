import CZlib
import Foundation

/// Writes ZIP archives, honest and hostile ones.
struct TestZip {
    struct Member {
        var name: [UInt8]
        var data: Data
        var isDeflated = false
        var flags: UInt16 = 1 << 11
        /// Overrides for what the directory declares.
        var declaredSize: UInt64?
        var declaredChecksum: UInt32?
        var declaredOffset: UInt64?
        var method: UInt16?
        /// Whether the sizes and the offset are in a ZIP64 field.
        var isLarge = false

        init(_ name: String, _ data: Data, isDeflated: Bool = false) {
            (self.name, self.data, self.isDeflated) = (Array(name.utf8), data, isDeflated)
        }
    }

    var members: [Member]
    /// Whether the end is in the form of ZIP64.
    var hasLargeEnd = false

    init(_ members: [Member]) {
        self.members = members
    }

    /// The archive's bytes.
    func bytes() -> Data {
        var archive = Data()
        var directory = Data()
        for member in members {
            let offset = archive.count
            let compressed = member.isDeflated ? Self.deflated(member.data) : member.data
            let method = member.method ?? (member.isDeflated ? 8 : 0)
            let checksum = member.declaredChecksum ?? Self.checksum(member.data)
            let size = member.declaredSize ?? UInt64(member.data.count)
            archive.append(numbers: [0x0403_4B50 as UInt32])
            archive.append(numbers: [20, member.flags, method, 0, 0x5821] as [UInt16])
            archive.append(
                numbers: [checksum, UInt32(compressed.count), UInt32(truncatingIfNeeded: size)])
            archive.append(numbers: [UInt16(member.name.count), 0])
            archive.append(contentsOf: member.name)
            archive.append(compressed)
            var extra = Data()
            if member.isLarge {
                extra.append(numbers: [1, 24] as [UInt16])
                extra.append(numbers: [size, UInt64(compressed.count), member.declaredOffset ?? UInt64(offset)])
            }
            directory.append(numbers: [0x0201_4B50 as UInt32])
            directory.append(numbers: [3 << 8 | 45, 45, member.flags, method, 0, 0x5821] as [UInt16])
            directory.append(numbers: [checksum])
            let short = [UInt32(compressed.count), UInt32(truncatingIfNeeded: size)]
            directory.append(numbers: member.isLarge ? [.max, .max] : short)
            directory.append(numbers: [UInt16(member.name.count), UInt16(extra.count), 0, 0, 0])
            directory.append(numbers: [0 as UInt32])
            directory.append(numbers: [member.isLarge ? .max : UInt32(member.declaredOffset ?? UInt64(offset))])
            directory.append(contentsOf: member.name)
            directory.append(extra)
        }
        let offset = archive.count
        archive.append(directory)
        archive.append(end(offset: offset, byteCount: directory.count))
        return archive
    }

    private func end(offset: Int, byteCount: Int) -> Data {
        var end = Data()
        if hasLargeEnd {
            end.append(numbers: [0x0606_4B50 as UInt32])
            end.append(numbers: [44 as UInt64])
            end.append(numbers: [45, 45] as [UInt16])
            end.append(numbers: [0, 0] as [UInt32])
            end.append(numbers: [members.count, members.count, byteCount, offset].map { UInt64($0) })
            end.append(numbers: [0x0706_4B50, 0] as [UInt32])
            end.append(numbers: [UInt64(offset + byteCount)])
            end.append(numbers: [1 as UInt32])
        }
        end.append(numbers: [0x0605_4B50 as UInt32])
        let count = hasLargeEnd ? UInt16.max : UInt16(members.count)
        end.append(numbers: [0, 0, count, count])
        end.append(numbers: hasLargeEnd ? [.max, .max] : [UInt32(byteCount), UInt32(offset)])
        end.append(numbers: [0 as UInt16])
        return end
    }

    static func checksum(_ data: Data) -> UInt32 {
        data.withUnsafeBytes { bytes in
            UInt32(truncatingIfNeeded: crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
        }
    }

    /// Deflates without a header, or as a gzip file.
    static func deflated(_ data: Data, isGzip: Bool = false) -> Data {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        deflateInit2_(
            &stream, 6, Z_DEFLATED, isGzip ? MAX_WBITS + 16 : -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        defer { deflateEnd(&stream) }
        var input = [UInt8](data)
        var output = [UInt8](repeating: 0, count: data.count + data.count / 100 + 100)
        let count = output.count
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                _ = deflate(&stream, Z_FINISH)
            }
        }
        return Data(output.prefix(count - Int(stream.avail_out)))
    }
}

extension Data {
    mutating func append<Number: FixedWidthInteger>(numbers: [Number]) {
        for number in numbers { Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) } }
    }
}
