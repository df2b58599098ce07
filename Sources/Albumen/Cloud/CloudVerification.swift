import BlobStore
package import Cancellation
import Catalog
package import Foundation
package import PhotoLibrary
package import Records

/// Reads the bytes of the originals in the place and compares them with their digests, the ones that were verified
/// longest ago first. A later run continues where this one ends.
package struct CloudVerification: Sendable {
    package enum Finding: Sendable, Equatable {
        /// The place lost or damaged an original that is on this machine. It's uploaded again.
        case mended(BlobDigest, wasDamaged: Bool)
        /// The place lost or damaged an original that is only there. Each run reports it until it's there or here again.
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

    let library: Library
    let place: any RemoteBlobStore
    let cancellation: WorkCancellation

    /// - Throws: `notConnected`.
    package init(of library: Library, _ cancellation: WorkCancellation) throws {
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
            try recheckStored(report: report)
            try recover(until: end, &summary, report)
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
        let digest = placement.sha256
        var checked = placement
        checked.verifiedDate = library.now()
        (checked.readDate, checked.needsCheck) = (checked.verifiedDate, false)
        do {
            try place.verifyTwice(digest, cancellation, progress: progress)
        } catch let error as RemoteBlobError where error.isOfLostBytes {
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

    /// Reads the originals again that an earlier run found lost. The operator of the place may have restored them.
    private func recover(until end: Date?, _ summary: inout Summary, _ report: (Finding) -> Void) throws {
        var last: Int64 = 0
        while true {
            let page = try library.catalog.read { try $0.placements(in: .failing, after: last, limit: 64) }
            guard let lastOfPage = page.last else { return }
            for placement in page {
                let digest = placement.sha256
                guard try !library.blobs.contains(digest), try library.catalog.read({ try $0.refers(toBytes: digest) })
                else { continue }
                // After the end, they are lost until a run has the time to read them.
                let isOver = end.map { library.now() >= $0 } ?? false
                if let error = try isOver ? Self.unread : recover(placement, digest, &summary) {
                    summary.lost += 1
                    report(.lost(digest, wasDamaged: error.code == .damaged))
                }
            }
            last = lastOfPage.id
        }
    }

    private static let unread = RemoteBlobError(.notFound, "It wasn't read.")

    /// - Returns: The error that says that it's still lost.
    private func recover(
        _ placement: PlacementRecord, _ digest: BlobDigest, _ summary: inout Summary
    ) throws -> RemoteBlobError? {
        guard try library.catalog.read({ try $0.pieces(ofPlacement: placement.id) }) != nil else { return Self.unread }
        do {
            try place.verifyTwice(digest, cancellation)
        } catch let error as RemoteBlobError where error.isOfLostBytes {
            return error
        }
        var found = placement
        found.state = .stored
        found.verifiedDate = library.now()
        (found.readDate, found.needsCheck) = (found.verifiedDate, false)
        (found.upload, found.reason, found.attemptCount) = (nil, nil, 0)
        (found.firstFailureDate, found.nextAttemptDate) = (nil, nil)
        let row = found
        guard try library.catalog.maintain({ try $0.update(row, from: [.failing]) }) else { return nil }
        try library.noteUploads(of: [digest])
        summary.verified += 1
        summary.verifiedBytes += placement.fileSize
        return nil
    }

    /// Notes that the place has lost an original, or has other bytes.
    func settle(
        _ placement: PlacementRecord, _ digest: BlobDigest, _ error: RemoteBlobError
    ) throws -> Finding {
        var changed = placement
        (changed.readDate, changed.needsCheck) = (nil, false)
        let isDamaged = error.code == .damaged
        // Until a damaged object is removed, the row has a date. The next sync then removes the object.
        if !isDamaged { changed.verifiedDate = nil }
        guard case .intact = try library.blobs.verify(digest) else {
            changed.state = .failing
            changed.reason = error.message
            changed.firstFailureDate = CloudSync.firstFailureDateOfLoss(library.now())
            // A file with these bytes may be imported again.
            changed.nextAttemptDate = library.now() + CloudSync.delay(afterFailures: 0)
            let failing = changed
            try library.catalog.maintain { try $0.update(failing, from: [.stored]) }
            try library.noteUploads(of: [digest])
            return .lost(digest, wasDamaged: isDamaged)
        }
        changed.state = .waiting
        let waiting = changed
        // The row changes first: an original that isn't in the place mustn't count as stored.
        let isNoted = try library.catalog.maintain { try $0.update(waiting, from: [.stored]) }
        if isDamaged, isNoted {
            try place.remove(.original(digest), cancellation)
            changed.verifiedDate = nil
            let removed = changed
            try library.catalog.maintain { try $0.update(removed, from: [.waiting]) }
        }
        return .mended(digest, wasDamaged: isDamaged)
    }
}

extension RemoteBlobError {
    /// Whether the place has other bytes, or none.
    var isOfLostBytes: Bool { code == .damaged || code == .notFound }
}
