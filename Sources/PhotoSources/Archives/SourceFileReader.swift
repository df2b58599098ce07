package import Foundation
internal import SystemCalls
package import SystemPackage
internal import ZipArchives

/// Reads the bytes of sources' files forward, on disk, in archives or remote, in pieces of bounded size.
package struct SourceFileReader {
    /// The most bytes of a piece.
    package static let pieceByteCount = 256 << 10

    private static let headerByteCount = 30

    package typealias MakeInflater = (InflaterStart) throws(SourceError) -> any ArchiveInflater

    /// Makes the decompressor of one member, or of an archive.
    let makeInflater: MakeInflater

    package init(makeInflater: @escaping MakeInflater = { ZlibInflater($0) }) {
        self.makeInflater = makeInflater
    }

    /// Passes a file's bytes in their order. If no error is thrown, a member of an archive had its declared size and
    /// checksum. Bytes of a damaged member may have been passed before the error.
    ///
    /// - Throws: `SourceError`, or the error of `body`.
    package func read(_ file: SourceFile, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        if case .remote(let place) = file.member { return try read(place, size: file.size, named: file.name, body) }
        let descriptor = try open(file)
        defer { try? descriptor.close() }
        do {
            switch file.member {
            case .remote: return  // It was read above.
            case nil:
                _ = try readBytes(of: descriptor, at: 0, count: .max) { piece in
                    try body(piece)
                    return true
                }
            case .zip(let place): try read(place, size: file.size, of: descriptor, body)
            case .range(let offset): try readRange(of: descriptor, at: offset, count: file.size, body)
            case .gzip(let place): try read(place, size: file.size, of: descriptor, body)
            }
        } catch let failure as SourceError {
            throw failure.naming(file)
        }
    }

    /// Writes a file's bytes at a descriptor's position.
    ///
    /// - Throws: `SourceError` if the file can't be read, and `Errno` if the bytes can't be written.
    package func copy(_ file: SourceFile, to destination: FileDescriptor) throws {
        try read(file) { try destination.write(all: $0) }
    }

    /// Returns the bytes of a small file.
    ///
    /// - Throws: `unsupported` if the file has more bytes than the limit.
    package func contents(of file: SourceFile, limit: Int) throws -> Data {
        let tooLarge = SourceError(.unsupported, "it has more than \(limit) bytes")
        guard file.size <= limit else { throw tooLarge.naming(file) }
        var data = Data()
        try read(file) { piece in
            guard piece.count <= limit - data.count else { throw tooLarge }
            data.append(contentsOf: piece)
        }
        return data
    }

    private func read(
        _ remote: RemoteFile, size: Int64, named name: String, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var rest = size
        try remote.files.read(remote.identifier) { piece in
            guard piece.count <= rest else { throw SourceError(.damaged, "“\(name)” is larger than its list says.") }
            rest -= Int64(piece.count)
            try body(piece)
        }
        guard rest == 0 else { throw SourceError(.damaged, "“\(name)” ended too early. Import it again.") }
    }

    private func open(_ file: SourceFile) throws(SourceError) -> FileDescriptor {
        do {
            let descriptor = try FileDescriptor.open(
                file.path, .readOnly,
                // The identity of a link's target is that of the file that was found.
                options: file.identity == nil
                    ? [.closeOnExec, .noFollow, .nonBlocking] : [.closeOnExec, .nonBlocking])
            let status = try? descriptor.status()
            if let status, status.isRegularFile, file.identity.map({ $0 == status.identity }) ?? true {
                return descriptor
            }
            try? descriptor.close()
        } catch {
            throw SourceError(.unreadable, "\(file.path.text) can't be read: \(error).")
        }
        throw SourceError(.busy, "\(file.path.text) was replaced while it was read. Import it again.")
    }

    private func read(
        _ member: ZipPlace, size: Int64, of archive: FileDescriptor,
        _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let header = LittleEndianBytes(try archive.bytes(at: member.headerOffset, count: Self.headerByteCount)[...])
        guard header.number(UInt32.self, at: 0) == 0x0403_4B50, let nameCount = header.number(UInt16.self, at: 26),
            let extraCount = header.number(UInt16.self, at: 28)
        else { throw SourceError(.damaged, "its header is damaged") }
        let start = member.headerOffset + Int64(Self.headerByteCount) + Int64(nameCount) + Int64(extraCount)
        var (checksum, rest) = (ZipChecksum(), size)
        func check(_ piece: UnsafeRawBufferPointer) throws {
            guard piece.count <= rest else { throw SourceError(.damaged, "it's larger than declared") }
            rest -= Int64(piece.count)
            checksum.update(piece)
            try body(piece)
        }
        if member.isDeflated {
            let isFinished = try inflate(.bytes, of: archive, at: start, count: member.compressedSize) {
                try check($0)
                return true
            }
            guard isFinished else { throw SourceError(.damaged, "the compressed bytes end too early") }
        } else {
            try readRange(of: archive, at: start, count: member.compressedSize, check)
        }
        guard rest == 0 else { throw SourceError(.damaged, "it's smaller than declared") }
        guard checksum.value == member.checksum else { throw SourceError(.damaged, "its checksum is wrong") }
    }

    private func read(
        _ place: GzipPlace, size: Int64, of archive: FileDescriptor, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let spool = try FileDescriptor.open(place.spool, .readOnly, options: [.closeOnExec, .noFollow])
        defer { try? spool.close() }
        let window = try spool.bytes(at: place.windowOffset, count: place.windowByteCount)
        let byte = place.bits == 0 ? 0 : try archive.bytes(at: place.inputOffset - 1, count: 1)[0]
        var (skip, rest) = (place.skippedByteCount, size)
        let start = InflaterStart.block(bits: place.bits, byte: byte, window: window)
        if rest == 0 { return }
        _ = try inflate(start, of: archive, at: place.inputOffset, count: .max) { piece in
            let skipped = min(skip, Int64(piece.count))
            skip -= skipped
            let found = min(Int64(piece.count) - skipped, rest)
            rest -= found
            if found > 0 { try body(.init(rebasing: piece[Int(skipped)..<Int(skipped + found)])) }
            return rest > 0
        }
        guard rest == 0 else { throw SourceError(.damaged, "it ends too early") }
    }

    /// Passes the result of decompressing bytes until `body` returns `false`, and returns whether it has ended.
    private func inflate(
        _ start: InflaterStart, of archive: FileDescriptor, at offset: Int64, count: Int64,
        _ body: (UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Bool {
        let inflater = try makeInflater(start)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceByteCount, alignment: 16)
        defer { output.deallocate() }
        var (isFinished, isWanted) = (false, true)
        _ = try readBytes(of: archive, at: offset, count: count) { input in
            var position = 0
            while isWanted, !isFinished {
                let rest = UnsafeRawBufferPointer(rebasing: input[position...])
                let step = try inflater.inflate(rest, into: output, stopsAtBlocks: false)
                position += step.readCount
                isFinished = step.isFinished
                if step.writtenCount > 0 { isWanted = try body(.init(rebasing: output[..<step.writtenCount])) }
                // All input was read, and the result isn't longer than the buffer.
                if position == input.count, step.writtenCount < output.count { break }
                guard step.readCount > 0 || step.writtenCount > 0 else {
                    throw SourceError(.damaged, "the compressed bytes are damaged")
                }
            }
            return isWanted && !isFinished
        }
        return isFinished
    }

    private func readRange(
        of file: FileDescriptor, at start: Int64, count: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let readCount = try readBytes(of: file, at: start, count: count) { piece in
            try body(piece)
            return true
        }
        guard readCount == count else { throw SourceError(.damaged, "it ends too early") }
    }

    /// Passes bytes until the end of the file, until there are enough or until `body` returns `false`, and returns
    /// their number.
    func readBytes(
        of file: FileDescriptor, at start: Int64, count: Int64, _ body: (UnsafeRawBufferPointer) throws -> Bool
    ) throws -> Int64 {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceByteCount, alignment: 16)
        defer { buffer.deallocate() }
        var done: Int64 = 0
        while done < count {
            let size = Int(min(Int64(buffer.count), count - done))
            let read: Int
            do throws(Errno) {
                read = try file.read(at: start + done, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
            } catch {
                throw SourceError(.unreadable, "it can't be read: \(error)")
            }
            if read == 0 { break }
            done += Int64(read)
            guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<read])) else { break }
        }
        return done
    }
}

extension SourceError {
    /// Returns the error as a sentence with the file's name.
    fileprivate func naming(_ file: SourceFile) -> SourceError {
        SourceError(code, "“\(file.name)” in \(file.path.text): \(message).")
    }
}
