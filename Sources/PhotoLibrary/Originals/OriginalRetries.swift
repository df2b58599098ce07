import BlobStore
import MediaRequests
import Records

extension Originals {
    /// How much of an original a download brings.
    package enum Extent: Sendable, Equatable {
        case whole
        /// The pieces with these bytes.
        case bytes(Range<Int64>)
    }
}

/// The rule for work that misses bytes of an original: what is downloaded before the work is repeated, and how often.
///
/// Only the decoder of a video knows which bytes a frame needs, so that work begins with the bytes that are here.
package struct OriginalRetries: Sendable {
    /// The number of downloads that bring only the pieces with the missed bytes. Each later one brings twice as many, so
    /// that work that reads a whole file isn't repeated for each piece.
    private static let narrowCount: UInt8 = 5
    /// The number of downloads after which the whole original is downloaded.
    private static let extentLimit: UInt8 = 16

    /// The number of downloads. A byte, because thousands of requests can wait.
    private(set) var count: UInt8 = 0
    private var isWhole = false

    package init() {}

    /// Returns what to download before the work is repeated.
    ///
    /// - Throws: The error, if no download can help: it's another one, or the whole original has been downloaded.
    mutating func extent(missedBy error: any Error, of source: some OriginalSource) throws -> Originals.Extent {
        let extent: Originals.Extent
        switch error {
        case let error as LibraryError where error.code == .networkAccessRequired:
            if isWhole { throw LibraryError.missingBytes(of: source.filename) }
            extent = .whole
        case let error as MediaError where !isWhole:
            guard let missing = error.missingBytes else { throw error }
            extent = count < Self.extentLimit ? .bytes(widened(missing)) : .whole
        default:
            throw error
        }
        isWhole = extent == .whole
        count += 1
        return extent
    }

    private func widened(_ missing: Range<Int64>) -> Range<Int64> {
        guard count >= Self.narrowCount else { return missing }
        let byteCount = RemoteUpload.pieceSize << Int64(count - Self.narrowCount + 1)
        let (end, overflows) = missing.lowerBound.addingReportingOverflow(byteCount)
        return overflows ? missing : missing.lowerBound..<max(missing.upperBound, end)
    }
}
