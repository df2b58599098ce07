package import BlobStore
import Catalog
package import Foundation
import Records

/// Reads the bytes of the originals in the place and compares them with their digests, the ones that were verified
/// longest ago first. A later run continues where this one ends.
package struct CloudVerification: Sendable {
    package enum Finding: Sendable, Equatable {
        /// The place lost or damaged an original that is on this machine. It's uploaded again.
        case mended(BlobDigest, wasDamaged: Bool)
        /// The place lost or damaged an original that is only there.
        case lost(BlobDigest, wasDamaged: Bool)
    }

    package struct Summary: Sendable, Equatable {
        package var verified = 0
        package var verifiedBytes: Int64 = 0
        package var mended = 0
        package var lost = 0
        /// Whether all originals in the place were verified.
        package var isComplete = false
    }

    private let library: Library
    private let place: any RemoteBlobStore
    private let cancellation: RemoteCancellation

    /// - Throws: `notConnected`.
    package init(of library: Library, _ cancellation: RemoteCancellation) throws {
        (self.library, self.place, self.cancellation) = (library, try library.connectedPlace(), cancellation)
    }

    /// - Parameters:
    ///   - start: The start of the verification that this run begins or continues. Originals that were verified later
    ///     aren't read again.
    ///   - end: The time at which to stop before the next original, or `nil` for all.
    ///   - progress: Called with the numbers of read bytes and of all bytes to read.
    package func run(
        since start: Date, until end: Date? = nil, progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        report: (Finding) -> Void = { _ in }
    ) throws -> Summary {
        let lock = try CloudLock(of: library)
        return try lock.whileHeld {
            try library.checkMark(of: place, cancellation)
            var summary = Summary()
            let total = try library.catalog.read { try $0.placementSize(verifiedBefore: start) }
            while true {
                let page = try library.catalog.read { try $0.placementsVerified(before: start, limit: 64) }
                guard !page.isEmpty else {
                    summary.isComplete = true
                    return summary
                }
                for placement in page {
                    if let end, library.now() >= end { return summary }
                    let done = summary.verifiedBytes
                    try verify(placement, &summary, report) { progress(done + $0, total) }
                }
            }
        }
    }

    private func verify(
        _ placement: PlacementRecord, _ summary: inout Summary, _ report: (Finding) -> Void, progress: (Int64) -> Void
    ) throws {
        guard let digest = BlobDigest(bytes: placement.sha256) else { return }
        var checked = placement
        checked.verifiedDate = library.now()
        do {
            try place.verify(digest, cancellation, progress: progress)
        } catch let error as RemoteBlobError where error.code == .damaged || error.code == .notFound {
            // If the place isn't this library's any more, its objects say nothing.
            try library.checkMark(of: place, cancellation)
            let finding = try settle(checked, digest, error)
            if case .mended = finding { summary.mended += 1 } else { summary.lost += 1 }
            return report(finding)
        }
        try library.catalog.maintain { try $0.update(checked, from: [.stored]) }
        summary.verified += 1
        summary.verifiedBytes += placement.fileSize
    }

    private func settle(
        _ placement: PlacementRecord, _ digest: BlobDigest, _ error: RemoteBlobError
    ) throws -> Finding {
        var changed = placement
        let isDamaged = error.code == .damaged
        guard case .intact = try library.blobs.verify(digest) else {
            changed.state = .failing
            (changed.reason, changed.verifiedDate) = (error.message, nil)
            changed.firstFailureDate = library.now()
            try library.catalog.maintain { try $0.update(changed, from: [.stored]) }
            try library.noteUploads(of: [digest])
            return .lost(digest, wasDamaged: isDamaged)
        }
        changed.state = .waiting
        changed.verifiedDate = nil
        let waiting = changed
        // The row changes first: an original that isn't in the place mustn't count as stored.
        try library.catalog.maintain { try $0.update(waiting, from: [.stored]) }
        if isDamaged { try place.remove(.original(digest), cancellation) }
        return .mended(digest, wasDamaged: isDamaged)
    }
}
