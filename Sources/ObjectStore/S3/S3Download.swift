import BlobStore
import Cancellation
import Foundation
import HTTPTransfers
import Synchronization

/// A download from an S3 store. After a lost connection, it continues at the first missing byte.
// Unchecked because only the reading thread uses the variables.
final class S3Download: BlobDownload, @unchecked Sendable {
    private static let failureLimit = 64 << 10
    /// The largest number of connections for one download. Each but the first continues a lost one.
    private static let connectionLimit = 50

    private let connection: S3Connection
    private let name: RemoteName
    private let range: Range<Int64>?
    private let cancellation = WorkCancellation()
    private let knownSize = Atomic<Int64>(0)
    private var repetition: Repetition
    private var transfer: HTTPDownload?
    private var connectionCount = 0
    /// The number of bytes that arrived.
    private var count: Int64 = 0
    private var isKnown = false
    private var hasEnded = false

    init(_ connection: S3Connection, _ name: RemoteName, _ range: Range<Int64>?) {
        self.connection = connection
        self.name = name
        self.range = range
        repetition = Repetition(connection, name.text)
    }

    var size: Int64 { knownSize.load(ordering: .acquiring) }

    func cancel() { cancellation.cancel() }

    func next() throws -> Data? {
        if hasEnded { return nil }
        if let range, range.isEmpty {
            hasEnded = true
            return nil
        }
        while true {
            try cancellation.check(connection.address.description)
            do {
                let piece = try nextPiece()
                if let piece {
                    count += Int64(piece.count)
                    repetition.noteProgress()
                    guard count <= size else { throw misbehaves }
                    return piece
                }
                hasEnded = true
                transfer = nil
                guard count == size else { throw misbehaves }
                return nil
            } catch {
                transfer = nil
                if let failure = error as? S3Failure, failure.isRangeBeyondEnd, count == 0, range != nil {
                    hasEnded = true
                    return nil
                }
                do {
                    guard connectionCount < Self.connectionLimit else { throw repetition.final(error) }
                    try repetition.prepare(after: error, cancellation)
                } catch {
                    hasEnded = true
                    throw (error as? S3Failure)?.error(connection.address, object: name.text) ?? error
                }
            }
        }
    }

    private func nextPiece() throws -> Data? {
        let isFirst = transfer == nil
        let transfer = try self.transfer ?? start()
        self.transfer = transfer
        let piece = try cancellation.whileWaking {
            transfer.cancel()
        } while: {
            try transfer.next()
        }
        if isFirst {
            guard transfer.answer.isSuccess else { throw try failure(transfer, piece) }
            try checkHead(transfer.answer)
        }
        return piece
    }

    private func start() throws -> HTTPDownload {
        var request = S3Request("GET", key: connection.address.key(name), object: name.text)
        let start = (range?.lowerBound ?? 0) + count
        if let range {
            request.fields["Range"] = "bytes=\(start)-\(range.upperBound - 1)"
        } else if count > 0 {
            request.fields["Range"] = "bytes=\(start)-"
        }
        connectionCount += 1
        return HTTPDownload(try connection.signed(request))
    }

    /// Checks that the answer has the requested bytes, and learns the size from the first answer.
    private func checkHead(_ answer: TransferAnswer) throws {
        let start = (range?.lowerBound ?? 0) + count
        let size: Int64
        // rclone sends a range with the status 200.
        if let field = answer.fields["content-range"] {
            guard let (bytes, total) = Self.contentRange(field), bytes.lowerBound == start else { throw misbehaves }
            size = min(range?.upperBound ?? total, total) - (range?.lowerBound ?? 0)
            guard bytes.upperBound == (range?.lowerBound ?? 0) + size else { throw misbehaves }
        } else {
            // The whole object. A store that ignores ranges isn't usable.
            guard answer.status == 200, start == 0, let length = answer.byteCount,
                range.map({ $0.upperBound >= length }) ?? true
            else {
                throw misbehaves
            }
            size = length
        }
        guard !isKnown || size == self.size else { throw misbehaves }
        isKnown = true
        knownSize.store(size, ordering: .releasing)
    }

    private func failure(_ transfer: HTTPDownload, _ first: Data?) throws -> S3Failure {
        var body = first ?? Data()
        while body.count < Self.failureLimit, let piece = try transfer.next() { body += piece }
        return S3Failure(transfer.answer, body)
    }

    /// Reads a field such as `bytes 0-9/100`.
    private static func contentRange(_ text: String) -> (Range<Int64>, total: Int64)? {
        guard text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/")
        let ends = parts.first.map { $0.split(separator: "-").map { Int64($0) } } ?? []
        guard parts.count == 2, let total = Int64(parts[1]), ends.count == 2, let first = ends[0], let last = ends[1],
            0 <= first, first <= last, last < total
        else { return nil }
        return (first..<last + 1, total)
    }

    private var misbehaves: RemoteBlobError {
        RemoteBlobError(
            .misbehaving,
            "\(connection.address.server) sent other bytes of \(name) than were requested. Ask its operator.")
    }
}
