import BlobStore
import Cancellation
import Foundation
import MediaRequests

/// The transfer of some pieces of an original in one request. Each piece is added to the partial blob when all of its
/// bytes have arrived, so the transfer needs memory for one piece.
struct PieceTransfer {
    private let range: Range<Int64>
    private let remote: any RemoteBlobStore
    private let partial: PartialBlob

    /// - Parameter range: The bytes of whole pieces.
    init(of range: Range<Int64>, from remote: any RemoteBlobStore, to partial: PartialBlob) {
        (self.range, self.remote, self.partial) = (range, remote, partial)
    }

    /// Transfers the pieces. Blocks.
    ///
    /// - Parameter arrived: Called with the number of bytes that have arrived.
    /// - Throws: `RemoteBlobError`, `cancelled` if the transfer was cancelled.
    func run(_ cancellation: WorkCancellation, arrived: (Int64) throws -> Void) throws {
        let isWhole = range == 0..<partial.size
        let download = try remote.download(.original(partial.digest), range: isWhole ? nil : range)
        // After a local failure, the remote store must stop sending.
        defer { download.cancel() }
        try cancellation.whileWaking {
            download.cancel()
        } while: {
            try transfer(download, arrived)
        }
    }

    private func transfer(_ download: any BlobDownload, _ arrived: (Int64) throws -> Void) throws {
        let size = Int(min(RemoteUpload.pieceSize, Int64(range.count)))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        var (start, count) = (range.lowerBound, 0)
        while let data = try download.next() {
            try data.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let end = min(range.upperBound, start + Int64(size))
                    let step = min(rest.count, Int(end - start) - count)
                    guard step > 0 else { throw RemoteBlobError.damaged(partial.digest) }
                    UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                        .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(step)))
                    (rest, count) = (rest.dropFirst(step), count + step)
                    guard start + Int64(count) == end else { continue }
                    guard try partial.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: start) else {
                        throw RemoteBlobError.damaged(partial.digest)
                    }
                    (start, count) = (end, 0)
                }
            }
            try arrived(start - range.lowerBound + Int64(count))
        }
        guard start == range.upperBound else { throw RemoteBlobError.damaged(partial.digest) }
    }
}
