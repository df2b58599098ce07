import BlobStore
package import Cancellation
import Catalog
import Dispatch
package import Foundation
package import PhotoLibrary
package import Records
import Synchronization

/// Brings the originals of a library to its place, and removes those that no row has named for 37 days.
///
/// One process at a time does this. Each step is one transaction, and a killed run leaves rows with which the next one
/// continues. Uploads run on a few threads, in the order of their import.
package final class CloudSync: Sendable {
    package enum Event: Sendable, Equatable {
        /// An original is in the place, and its bytes there are verified.
        case stored(BlobDigest, sizeInBytes: Int64)
        /// An original couldn't be uploaded. It's tried again later, unless it's refused.
        case failed(BlobDigest, reason: String, isRefused: Bool)
        /// An original that no row names left the place.
        case removed(BlobDigest)
    }

    package struct Summary: Sendable, Equatable {
        package var stored = 0
        package var storedBytes: Int64 = 0
        package var failed = 0
        package var removed = 0
        /// Originals that failed in earlier runs, and that this run didn't try because their time hasn't come.
        package var postponed = 0
    }

    /// How long bytes without a row stay in the place, in seconds: longer than each state of the catalog that can be
    /// restored from there.
    package static let retention: TimeInterval = 37 * 86_400
    /// The time after which parts of uploads that no row knows are removed, in seconds.
    static let strayUploadAge: TimeInterval = 86_400
    /// How long unused pieces of originals stay on this machine, in seconds.
    private static let partialAge: TimeInterval = 7 * 86_400
    static let pageSize = 256

    let library: Library
    let place: any RemoteBlobStore
    let cancellation: WorkCancellation
    private let transferLimit: Int
    private let rate: TransferRate?

    /// - Parameters:
    ///   - transferLimit: The number of uploads at the same time.
    ///   - bytesPerSecond: The limit of all uploads together, or `nil` for none.
    /// - Throws: `notConnected`.
    package init(
        of library: Library, transferLimit: Int = 4, bytesPerSecond: Int64? = nil, _ cancellation: WorkCancellation
    ) throws {
        (self.library, self.place, self.cancellation) = (library, try library.connectedPlace(), cancellation)
        self.transferLimit = max(1, transferLimit)
        rate = bytesPerSecond.map(TransferRate.init(bytesPerSecond:))
    }

    /// Uploads everything that is due. Blocks until it's done.
    ///
    /// - Parameters:
    ///   - retriesFailing: Whether to try all originals that failed, also those whose time hasn't come, and those that were
    ///     refused for good: their cause may be gone.
    ///   - progress: Called with the numbers of uploaded bytes and of all bytes to upload, on any thread.
    ///   - report: Called for each event, one at a time, on any thread.
    /// - Throws: `RemoteBlobError` if the place can't be used now, or `cancelled`. What was uploaded stays.
    package func run(
        retriesFailing: Bool = false,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in },
        report: @escaping @Sendable (Event) -> Void = { _ in }
    ) throws -> Summary {
        let lock = try CloudLock(of: library)
        return try lock.whileHeld {
            let run = CloudRun(report: report, progress: progress)
            try checkConnection()
            // Also finds originals that have been failing for a day now, and the changes of a killed run.
            try library.noteUploads()
            try library.checkMark(of: place, cancellation)
            try completeConnection()
            try CloudVerification(of: library, cancellation).recheckStored { finding in
                guard case .lost(let digest, let wasDamaged) = finding else { return }
                let loss = wasDamaged ? "has other bytes of it" : "has lost it"
                run.note(
                    .failed(digest, reason: "\(place.address) \(loss), and it isn't here either.", isRefused: false))
            }
            if retriesFailing { try library.catalog.maintain { try $0.retryFailing(at: library.now()) } }
            try settleDoubts()
            try removeUnnamed(run)
            try abandonStrayUploads()
            // A failed sweep mustn't end the run. The next run sweeps again.
            _ = try? library.blobs.removePartialBlobs(unusedForSeconds: Self.partialAge)
            try upload(run)
            var summary = run.summary
            summary.postponed = max(0, try library.catalog.read { try $0.failingPlacementCount() } - summary.failed)
            return summary
        }
    }

    /// - Throws: `notConnected` if the library was disconnected, or connected to another place, since this sync was made.
    func checkConnection() throws {
        guard library.cloud.place?.address == place.address else { throw CloudError.notConnected }
    }

    /// A process that connected the library may have been killed before it had scheduled everything.
    private func completeConnection() throws {
        guard let settings = try library.cloudSettings() else { throw CloudError.notConnected }
        let present = try library.catalog.read { try $0.place() }
        if present?.address != settings.address { try library.schedule(settings.address) }
    }

    // MARK: Uploading

    private func upload(_ run: CloudRun) throws {
        run.setTotal(try totalToUpload())
        let queue = WorkQueue(name: "albumen.cloud", threadLimit: transferLimit)
        defer { queue.finish() }
        for state in [PlacementRecord.State.uploading, .waiting] {
            var last: Int64 = 0
            while true {
                let page = try library.catalog.read { try $0.placements(in: state, after: last, limit: Self.pageSize) }
                guard let end = page.last else { break }
                try transfer(page, on: queue, run)
                last = end.id
            }
        }
        let start = library.now()
        while true {
            let page = try library.catalog.read { try $0.failingPlacements(dueAt: start, limit: Self.pageSize) }
            guard !page.isEmpty else { return }
            try transfer(page, on: queue, run)
        }
    }

    private func totalToUpload() throws -> Int64 {
        let totals = try library.catalog.read { try $0.placementTotals() }
        return [.uploading, .waiting].reduce(0) { $0 + (totals[$1]?.sizeInBytes ?? 0) }
    }

    /// Uploads a page, and waits for all of it.
    private func transfer(_ page: [PlacementRecord], on queue: WorkQueue, _ run: CloudRun) throws {
        let group = DispatchGroup()
        for placement in page {
            group.enter()
            queue.submit(.visible) {
                defer { group.leave() }
                guard !run.isOver else { return }
                do {
                    try self.transfer(placement, run)
                } catch {
                    run.end(error)
                }
            }
        }
        group.wait()
        let changed = run.takeChangedFailures()
        if !changed.isEmpty { try library.noteUploads(of: changed) }
        try run.check()
    }

    private func transfer(_ placement: PlacementRecord, _ run: CloudRun) throws {
        let digest = placement.sha256
        try cancellation.check(place.address)
        do {
            guard let stored = try store(placement, digest, run) else { return }
            run.note(.stored(digest, sizeInBytes: stored.size))
        } catch let error as RemoteBlobError where !error.isOfOneOriginal {
            throw error
        } catch let error as RemoteBlobError {
            try note(error.message, isRefused: isFinal(error, digest), placement, digest, run)
        } catch let error as BlobStoreError {
            let isMissing = error.code == .notFound
            // The photo may have been deleted permanently since its row was read.
            if isMissing, try !library.catalog.read({ try $0.refers(toBytes: digest) }) {
                // Otherwise, the same run would find it again among the originals to try.
                return try library.catalog.maintain { try $0.settleDoubt(about: placement, at: library.now()) }
            }
            try note(
                isMissing
                    ? "Its bytes are not in the library. Run `albumen verify`, then import the file again."
                    : error.message, isRefused: false, isLost: isMissing, placement, digest, run)
        }
    }

    /// Uploads an original.
    ///
    /// - Returns: `nil` if its row has changed in the meantime.
    private func store(_ placement: PlacementRecord, _ digest: BlobDigest, _ run: CloudRun) throws -> StoredBlob? {
        let file = try library.blobs.open(digest)
        var placement = placement
        if placement.verifiedDate != nil {
            try removeDamagedObject(digest)
            placement.verifiedDate = nil
        }
        let upload = placement.startedUpload ?? RemoteUpload(of: digest, size: placement.fileSize)
        let former = placement.state
        placement.state = .uploading
        // A small original takes one request, and its row needs no step between.
        if upload.partCount > 1 || former == .failing {
            guard try library.catalog.maintain({ try $0.update(placement, from: [former]) }) else { return nil }
        }
        let current = Mutex(placement)
        let sent = Mutex<Int64>(0)
        let stored = try place.upload(upload, from: file, cancellation) { count in
            let step = sent.withLock { sent in
                defer { sent = max(sent, count) }
                return max(0, count - sent)
            }
            run.add(step)
            self.rate?.wait(for: step, self.cancellation)
        } save: { upload in
            let changed = try current.withLock { placement in
                placement.upload = try Self.text(of: upload)
                return placement
            }
            _ = try self.library.catalog.maintain { try $0.update(changed, from: [.uploading]) }
        }
        run.add(placement.fileSize - sent.withLock { $0 })
        var finished = current.withLock { $0 }
        finished.state = .stored
        (finished.upload, finished.reason, finished.attemptCount) = (nil, nil, 0)
        (finished.firstFailureDate, finished.nextAttemptDate) = (nil, nil)
        finished.verifiedDate = library.now()
        // The place says that it has the bytes. Nobody has read them there yet.
        (finished.readDate, finished.needsCheck) = (nil, false)
        let row = finished
        var pieces = Data(capacity: stored.pieces.count * 32)
        for piece in stored.pieces { pieces += piece.data }
        let digests = pieces
        let isNoted = try library.catalog.maintain {
            try $0.update(row, from: [former, .uploading], pieces: digests)
        }
        if placement.firstFailureDate != nil { run.noteChangedFailure(of: digest) }
        return isNoted ? stored : nil
    }

    /// Removes this library's object of an original if it has other bytes. A verification found it, and was ended
    /// before it could remove it.
    private func removeDamagedObject(_ digest: BlobDigest) throws {
        do {
            try place.verify(digest, cancellation)
        } catch let error as RemoteBlobError where error.code == .damaged {
            try place.remove(.original(digest), cancellation)
        } catch let error as RemoteBlobError where error.code == .notFound {
            return
        }
    }

    /// Returns whether another attempt with the same bytes fails too.
    private func isFinal(_ error: RemoteBlobError, _ digest: BlobDigest) throws -> Bool {
        switch error.code {
        case .sourceDamaged: true
        // If the bytes changed on their way, the place has no object any more.
        case .damaged: try place.size(of: .original(digest), cancellation) != nil
        default: false
        }
    }

    private func note(
        _ reason: String, isRefused: Bool, isLost: Bool = false, _ placement: PlacementRecord, _ digest: BlobDigest,
        _ run: CloudRun
    ) throws {
        var failed = try library.catalog.readOnce { try $0.placement(ofBytes: placement.sha256) } ?? placement
        let now = library.now()
        failed.state = .failing
        failed.reason = reason
        failed.firstFailureDate = isLost ? Self.firstFailureDateOfLoss(now) : failed.firstFailureDate ?? now
        failed.nextAttemptDate = isRefused ? nil : now + CloudSync.delay(afterFailures: failed.attemptCount)
        failed.attemptCount += 1
        let row = failed
        try library.catalog.maintain { try $0.update(row, from: [.waiting, .uploading, .failing]) }
        run.noteChangedFailure(of: digest)
        run.note(.failed(digest, reason: reason, isRefused: isRefused))
    }

    /// Returns a date so long ago that an original which is neither here nor in the place is unable to upload at once.
    static func firstFailureDateOfLoss(_ now: Date) -> Date { now - CatalogReader.failureTolerance }

    /// The time until the next attempt, in seconds: from a minute, doubled, to six hours.
    static func delay(afterFailures count: Int) -> TimeInterval {
        min(6 * 3600, 60 * pow(2, Double(min(count, 20))))
    }

    private static func text(of upload: RemoteUpload) throws -> String {
        String(decoding: try JSONEncoder().encode(upload), as: UTF8.self)
    }
}

extension PlacementRecord {
    /// The upload that a former run started. `nil` if only a newer version can read it: then the upload begins again,
    /// and its former parts are removed after a day.
    var startedUpload: RemoteUpload? {
        upload.flatMap { try? JSONDecoder().decode(RemoteUpload.self, from: Data($0.utf8)) }
    }
}

extension RemoteBlobError {
    /// Whether the error says nothing about other originals.
    fileprivate var isOfOneOriginal: Bool {
        switch code {
        case .damaged, .sourceDamaged, .notFound, .misbehaving: true
        case .unreachable, .cancelled, .refused, .full, .slowDown, .misconfigured, .withoutCredentials,
            .withoutConditions, .occupied,
            .unsupported:
            false
        }
    }
}
