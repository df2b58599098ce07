import BlobStore
package import Cancellation
import Catalog
import Foundation
package import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// Removes originals from this machine whose bytes in the place are verified, until the rest is small enough. Reads those
/// from the place that nobody has read there, or not for longer than `RemoteBlobStore.trustedAge`.
///
/// The least recently used ones leave first. Favorites, and originals that were taken or added in the last 30 days, leave
/// last. Adjustment data never leaves. Thumbnails stay, and missing ones are made before.
package struct CloudEviction: Sendable {
    package struct Summary: Sendable, Equatable {
        package var evicted = 0
        package var evictedBytes: Int64 = 0
        /// The size of the originals that remain on this machine, without those that can't leave.
        package var remainingBytes: Int64 = 0
        /// Originals that the place has lost. They stay here and are uploaded again.
        package var lost = 0
    }

    private struct Candidate {
        let digest: BlobDigest
        let size: Int64
        let isPreferred: Bool
        /// In seconds since 1970.
        let lastUse: Int64
    }

    /// The time for which new originals are preferred, in seconds.
    private static let recentTime: TimeInterval = 30 * 86_400
    private static let batchSize = 32
    private static let threadLimit = 4

    private let library: Library
    private let place: any RemoteBlobStore
    private let cancellation: WorkCancellation

    /// How long unused pieces of originals stay, in seconds.
    private static let partialAge: TimeInterval = 3600

    /// - Throws: `notConnected`.
    package init(of library: Library, _ cancellation: WorkCancellation) throws {
        (self.library, self.place, self.cancellation) = (library, try library.connectedPlace(), cancellation)
    }

    /// - Parameters:
    ///   - keptBytes: The largest size of the originals that remain.
    ///   - progress: Called with the number of bytes that left, and that have to leave.
    /// - Complexity: O(*n* log *n*) for *n* originals that are here and in the place.
    package func run(
        keeping keptBytes: Int64, progress: (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) throws -> Summary {
        let lock = try CloudLock(of: library)
        return try lock.whileHeld {
            try library.checkMark(of: place, cancellation)
            var candidates = try self.candidates()
            var summary = Summary(remainingBytes: candidates.reduce(0) { $0 + $1.size })
            let excess = summary.remainingBytes - keptBytes
            // Old pieces of videos. A failed sweep mustn't end the run, and the next run sweeps again.
            _ = try? library.blobs.removePartialBlobs(unusedForSeconds: Self.partialAge)
            guard excess > 0 else { return summary }
            // Files that can't be decoded have no thumbnail in any case.
            _ = try DerivativeBuilding(in: library, shouldStop: { cancellation.isCancelled }).run(report: { _ in })
            candidates.sort { ($0.isPreferred ? 1 : 0, $0.lastUse) < ($1.isPreferred ? 1 : 0, $1.lastUse) }
            var rest = candidates[...]
            while summary.remainingBytes > keptBytes, !rest.isEmpty {
                try cancellation.check(place.address)
                var batch: [Candidate] = []
                var size: Int64 = 0
                while batch.count < Self.batchSize, summary.remainingBytes - size > keptBytes,
                    let next = rest.popFirst()
                {
                    batch.append(next)
                    size += next.size
                }
                let stay = try library.storePreviews(insteadOfOriginals: batch.map(\.digest))
                batch.removeAll { stay.contains($0.digest) }
                try evict(batch, &summary)
                progress(min(summary.evictedBytes, excess), excess)
            }
            return summary
        }
    }

    private func candidates() throws -> [Candidate] {
        let recent = library.now() - Self.recentTime
        var candidates: [Candidate] = []
        var last: Int64 = 0
        while true {
            let page = try library.catalog.read { try $0.evictableOriginals(after: last, limit: 1000) }
            guard let end = page.last else { return candidates }
            for original in page {
                guard let use = try library.blobs.lastUse(of: original.sha256), use.size == original.fileSize else {
                    continue
                }
                candidates.append(
                    Candidate(
                        digest: original.sha256, size: original.fileSize,
                        isPreferred: original.isFavorite || original.creationDate > recent
                            || original.addedDate > recent,
                        lastUse: use.seconds))
            }
            last = end.id
        }
    }

    /// What the place has of an original.
    private enum Finding: Sendable {
        /// Bytes that were verified lately enough, or just now if there is a date.
        case intact(readDate: Date?)
        case missing
        case damaged
    }

    /// Asks the place for each original before it leaves this machine, and reads it if its bytes may have changed.
    private func evict(_ batch: [Candidate], _ summary: inout Summary) throws {
        let (library, place, cancellation) = (self.library, self.place, self.cancellation)
        let sizes = Dictionary(batch.map { ($0.digest, $0.size) }, uniquingKeysWith: { first, _ in first })
        let findings = try place.concurrentMap(batch.map(\.digest), threads: Self.threadLimit) { digest in
            try Self.look(for: digest, size: sizes[digest] ?? 0, library, place, cancellation)
        }
        // If the place isn't this library's any more, its objects say nothing.
        if findings.contains(where: { if case .intact = $0 { false } else { true } }) {
            try library.checkMark(of: place, cancellation)
        }
        var (evicted, lost): ([Candidate], [Candidate]) = ([], [])
        try library.catalog.maintain { maintenance in
            for (candidate, finding) in zip(batch, findings) {
                // With the write lock held, no process relies on the file for a new row.
                guard var placement = try maintenance.reader.placement(ofBytes: candidate.digest),
                    placement.state == .stored,
                    try !maintenance.reader.hasUnstoredParts(ofBytes: candidate.digest)
                else { continue }
                if case .intact(let readDate) = finding {
                    if let readDate {
                        (placement.readDate, placement.verifiedDate) = (readDate, readDate)
                        try maintenance.update(placement, from: [.stored])
                    }
                    if try library.blobs.remove(candidate.digest) { evicted.append(candidate) }
                    continue
                }
                placement.state = .waiting
                placement.readDate = nil
                // The next sync removes an object of other bytes.
                if case .missing = finding { placement.verifiedDate = nil }
                if try maintenance.update(placement, from: [.stored]) { lost.append(candidate) }
            }
        }
        summary.evicted += evicted.count
        summary.lost += lost.count
        summary.evictedBytes += evicted.reduce(0) { $0 + $1.size }
        summary.remainingBytes -= batch.reduce(0) { $0 + $1.size }
    }

    /// A store that confirms an upload may have kept nothing, and a disk may have changed the bytes. So they are read
    /// before the last other copy leaves, unless they were read within the place's `trustedAge`.
    private static func look(
        for digest: BlobDigest, size: Int64, _ library: Library, _ place: any RemoteBlobStore,
        _ cancellation: WorkCancellation
    ) throws -> Finding {
        guard let found = try place.size(of: .original(digest), cancellation) else { return .missing }
        guard found == size else { return .damaged }
        let placement = try library.catalog.readOnce { try $0.placement(ofBytes: digest) }
        if let placement, !placement.needsCheck, let date = placement.readDate,
            (0..<max(place.trustedAge, .ulpOfOne)).contains(library.now().timeIntervalSince(date))
        {
            return .intact(readDate: nil)
        }
        do {
            try place.verifyTwice(digest, cancellation)
            return .intact(readDate: library.now())
        } catch let error as RemoteBlobError where error.code == .damaged {
            return .damaged
        } catch let error as RemoteBlobError where error.code == .notFound {
            return .missing
        }
    }
}
