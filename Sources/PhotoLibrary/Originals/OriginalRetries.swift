import BlobStore
import MediaRequests
import Records

extension Originals {
    /// What a download brings.
    package enum Part: Sendable, Equatable {
        case whole
        /// The pieces with these bytes.
        case bytes(Range<Int64>)
    }
}

/// The rule for work that misses bytes of an original: what is downloaded before the work is repeated, and when it ends.
///
/// Only the decoder of a video knows which bytes a frame needs, so that work begins with the bytes that are here.
package struct OriginalRetries: Sendable {
    /// So many downloads bring one piece. Each next one brings twice as many pieces, so that work that reads a whole file
    /// isn't repeated for each piece.
    private static let singlePieces: UInt8 = 4
    /// After so many downloads of pieces, the whole original is downloaded.
    private static let partLimit: UInt8 = 16

    /// The number of downloads. A byte, because thousands of requests can wait.
    private(set) var count: UInt8 = 0
    private var isWhole = false

    package init() {}

    /// Returns what to download before the work is repeated.
    ///
    /// - Throws: The error, if no download can help: it's another one, or the whole original has been downloaded.
    mutating func part(missedBy error: any Error, of source: some OriginalSource) throws -> Originals.Part {
        let part: Originals.Part
        switch error {
        case let error as LibraryError where error.code == .networkAccessRequired:
            if isWhole { throw LibraryError.missingBytes(of: source.filename) }
            part = .whole
        case let error as MediaError where !isWhole:
            guard let missing = error.missingBytes else { throw error }
            part = count < Self.partLimit ? .bytes(widened(missing)) : .whole
        default:
            throw error
        }
        isWhole = part == .whole
        count += 1
        return part
    }

    private func widened(_ missing: Range<Int64>) -> Range<Int64> {
        guard count > Self.singlePieces else { return missing }
        let byteCount = RemoteUpload.pieceSize << Int64(count - Self.singlePieces)
        let (end, overflows) = missing.lowerBound.addingReportingOverflow(byteCount)
        return overflows ? missing : missing.lowerBound..<max(missing.upperBound, end)
    }
}
