package import Cancellation
internal import Foundation
package import Records
internal import SystemCalls
internal import SystemPackage

/// The file of an upload. Hashes its parts in order: each part, its pieces, and the whole. Bytes of a part with one piece
/// are hashed once for both, and those of a file with one piece once for all three. One thread uses it.
package final class UploadSource {
    private static let bufferSize = 1 << 20

    package let file: OpenFile
    private let upload: RemoteUpload
    /// `nil` if the file is a single piece.
    private var whole: SHA256Hasher?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 4096)
    /// The digests of the pieces of the parts that were hashed.
    package private(set) var pieces: [BlobDigest] = []

    package init(_ file: OpenFile, of upload: RemoteUpload) {
        self.file = file
        self.upload = upload
        if !Self.isPiece(0..<upload.size) { whole = SHA256Hasher() }
    }

    deinit { buffer.deallocate() }

    /// Hashes the next part. Blocks while the disk is busy.
    ///
    /// - Throws: `sourceDamaged` if the file is too short or can't be read, `cancelled`.
    package func hash(part number: Int, _ cancellation: WorkCancellation) throws -> BlobDigest {
        let range = upload.range(ofPart: number)
        var part: SHA256Hasher? = Self.isPiece(range) ? nil : SHA256Hasher()
        var position = range.lowerBound
        while position < range.upperBound {
            var piece = SHA256Hasher()
            let end = min(range.upperBound, position + RemoteUpload.pieceSize)
            while position < end {
                try cancellation.check("the file of \(upload.name)")
                let wanted = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[..<Int(min(end - position, Int64(buffer.count)))])
                let count = try read(wanted, at: position)
                let bytes = UnsafeRawBufferPointer(rebasing: wanted[..<count])
                piece.update(bytes)
                part?.update(bytes)
                whole?.update(bytes)
                position += Int64(count)
            }
            pieces.append(try piece.finalize())
        }
        if let digest = try part.take()?.finalize() { return digest }
        guard let digest = pieces.last else { throw upload.sourceDamaged }
        return digest
    }

    /// Hashes the parts that weren't hashed yet, and checks the digest and the size of the file. Call it once.
    ///
    /// - Parameter first: The number of the first part to hash.
    /// - Throws: `sourceDamaged`, `cancelled`.
    package func finish(from first: Int, _ cancellation: WorkCancellation) throws {
        var number = first
        while number <= upload.partCount {
            _ = try hash(part: number, cancellation)
            number += 1
        }
        let digest = try whole.take()?.finalize() ?? pieces.first
        guard digest == upload.digest, try !isLonger() else { throw upload.sourceDamaged }
    }

    /// Whether these bytes are one piece.
    private static func isPiece(_ range: Range<Int64>) -> Bool {
        !range.isEmpty && Int64(range.count) <= RemoteUpload.pieceSize
    }

    private func isLonger() throws -> Bool {
        try readOnce(UnsafeMutableRawBufferPointer(rebasing: buffer[..<1]), at: upload.size) > 0
    }

    private func read(_ buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws -> Int {
        let count = try readOnce(buffer, at: position)
        guard count > 0 else { throw upload.sourceDamaged }
        return count
    }

    private func readOnce(_ buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws -> Int {
        do {
            return try file.withDescriptor { try FileDescriptor(rawValue: $0).read(at: position, into: buffer) }
        } catch {
            throw upload.sourceUnreadable(error)
        }
    }
}
