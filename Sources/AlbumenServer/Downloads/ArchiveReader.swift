import Albumen
import BlobStore
import Foundation
import NIOCore
import Synchronization
import SystemCalls
import SystemPackage
import ZipArchives

/// Produces the bytes of a ZIP archive of a download, one piece at a time and without a temporary file.
///
/// It compares each file with its digest while it reads. So the archive never ends well with damaged bytes in it.
final class ArchiveReader: Sendable {
    /// The size of a piece in bytes. Only records of the archive can exceed it.
    static let pieceSize = 512 << 10

    private struct Position: ~Copyable {
        /// The file to read next, or the number of files when all are read.
        var index = 0
        var file: DownloadArchive.OpenedFile?
        /// The record of that file, and of the files before it.
        var entries: [ZipEntry] = []
        var bytesRead: Int64 = 0
        var hasher: SHA256Hasher?
        var checksum = ZipChecksum()
        /// The checksums of the files that are read.
        var checksums: [UInt32] = []
        /// The file whose record is next, when all files are read.
        var recordIndex = 0
        /// The position in the archive of that file.
        var recordOffset: Int64 = 0
        var directoryByteCount: Int64 = 0
        var hasEnded = false
    }

    /// The size of the archive in bytes, or `nil` if files are converted.
    let byteCount: Int64?
    /// Whether reading takes long, because files are converted.
    var converts: Bool { byteCount == nil }
    private let archive: DownloadArchive
    private let check: @Sendable (DownloadArchive.File) throws -> Void
    private let position = Mutex(Position())

    /// - Parameter check: Called before each part of a file is read. If it throws, the archive ends.
    init(
        _ archive: DownloadArchive, check: @escaping @Sendable (DownloadArchive.File) throws -> Void = { _ in }
    ) {
        self.archive = archive
        self.check = check
        byteCount =
            archive.files.contains(where: \.isConverted)
            ? nil : ZipDirectory.archiveByteCount(of: archive.files.map { ZipEntry($0, name: $0.name, size: $0.size) })
    }

    /// Returns the next piece, or `nil` at the end. Blocks while it reads.
    ///
    /// - Throws: `LibraryError` that names the file if its bytes are missing or damaged, or can't be read.
    func next() throws -> ByteBuffer? {
        try position.withLock { position in
            var piece = ByteBufferAllocator().buffer(capacity: Self.pieceSize)
            while piece.readableBytes < Self.pieceSize, !position.hasEnded {
                if position.index < archive.files.count {
                    try readFile(into: &piece, &position)
                } else {
                    appendDirectory(to: &piece, &position)
                }
            }
            return piece.readableBytes > 0 ? piece : nil
        }
    }

    private func readFile(into piece: inout ByteBuffer, _ position: inout Position) throws {
        let file = archive.files[position.index]
        try check(file)
        do {
            let opened = try position.file ?? open(file, into: &piece, &position)
            guard position.bytesRead < opened.size else {
                try finish(file, opened, into: &piece, &position)
                return
            }
            let wanted = Int(min(opened.size - position.bytesRead, Int64(max(1, Self.pieceSize - piece.readableBytes))))
            let count = try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { free in
                try read(opened, UnsafeMutableRawBufferPointer(rebasing: free[..<wanted]), &position)
            }
            guard count > 0 else { throw Self.damage(of: file) }
            position.bytesRead += Int64(count)
        } catch let error as BlobStoreError {
            throw error.code == .notFound
                ? LibraryError(.missingBytes, "\(file.name) was deleted for good.")
                : LibraryError(.missingBytes, "\(file.name) can't be read: \(error.message)")
        } catch let error as Errno {
            throw LibraryError(.missingBytes, "\(file.name) can't be read: \(error). Check the library's disk.")
        }
    }

    private func open(
        _ file: DownloadArchive.File, into piece: inout ByteBuffer, _ position: inout Position
    ) throws -> DownloadArchive.OpenedFile {
        let opened = try archive.open(file)
        let entry = ZipEntry(file, name: opened.name, size: opened.size)
        position.file = opened
        position.entries.append(entry)
        position.hasher = SHA256Hasher()
        piece.writeBytes(entry.header)
        return opened
    }

    private func read(
        _ opened: DownloadArchive.OpenedFile, _ buffer: UnsafeMutableRawBufferPointer, _ position: inout Position
    ) throws -> Int {
        let offset = position.bytesRead
        let count = try opened.file.withDescriptor { descriptor throws(Errno) in
            try FileDescriptor(rawValue: descriptor).read(at: offset, into: buffer)
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        position.hasher?.update(bytes)
        position.checksum.update(bytes)
        return count
    }

    private func finish(
        _ file: DownloadArchive.File, _ opened: DownloadArchive.OpenedFile, into piece: inout ByteBuffer,
        _ position: inout Position
    ) throws {
        guard let hasher = position.hasher.take(), try hasher.finalize() == opened.digest else {
            throw Self.damage(of: file)
        }
        piece.writeBytes(position.entries[position.index].descriptor(checksum: position.checksum.value))
        position.checksums.append(position.checksum.value)
        position.checksum = ZipChecksum()
        position.bytesRead = 0
        position.file = nil
        position.index += 1
    }

    private func appendDirectory(to piece: inout ByteBuffer, _ position: inout Position) {
        let index = position.recordIndex
        guard index < position.entries.count else {
            piece.writeBytes(
                ZipDirectory.end(
                    count: position.entries.count, offset: position.recordOffset, byteCount: position.directoryByteCount
                ))
            position.hasEnded = true
            return
        }
        let entry = position.entries[index]
        let record = entry.directoryRecord(
            checksum: position.checksums[index], offset: position.recordOffset)
        piece.writeBytes(record)
        position.directoryByteCount += Int64(record.count)
        position.recordOffset += entry.storedByteCount
        position.recordIndex += 1
    }

    private static func damage(of file: DownloadArchive.File) -> LibraryError {
        LibraryError(
            .missingBytes,
            "The bytes of \(file.name) are not those that were imported. Run “albumen verify”, then restore them from "
                + "a backup or import the file again.")
    }
}

extension ZipEntry {
    fileprivate init(_ file: DownloadArchive.File, name: String, size: Int64) {
        self.init(
            name: name, size: size,
            clockTime: file.clockTime.map { time in
                ClockTime(
                    year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
                    second: time.second)
            },
            unixTime: file.date.flatMap { Int64(exactly: $0.timeIntervalSince1970.rounded(.down)) })
    }
}
