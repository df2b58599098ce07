import BlobStore
import Catalog
import Dispatch
import Foundation
import MediaRequests
import Records
import Synchronization

/// Reads metadata from the originals that earlier versions of Albumen didn't read, such as the exposure.
///
/// Each row of metadata has the version of the reader that read it. A refresh reads the files of rows with an older
/// version and adds only the new values. That isn't a change of the library: the history doesn't report it, and observers
/// aren't notified. Values that the user can set stay the same. The one exception is a motion photo, which becomes a Live
/// Photo with the video that it contains.
///
/// Reads files on as many threads as there are cores, and commits them in batches. Uses the memory of one batch. After
/// an interruption, the next run continues with the files that aren't committed.
package struct MetadataRefresh: Sendable {
    /// An asset whose file can't be read. A later run tries it again.
    package struct Failure: Sendable, Equatable {
        package var assetUUID: String
        package var originalFilename: String
        /// The problem and the next step, for people.
        package var reason: String
    }

    package struct Summary: Sendable, Equatable {
        /// The number of assets whose metadata were read again.
        package var refreshed = 0
        package var failed = 0
    }

    private static let batchSize = 256

    private let library: Library
    private let shouldStop: @Sendable () -> Bool

    /// - Parameter shouldStop: Called between files, on any thread. Files that have been read are committed.
    package init(of library: Library, shouldStop: @escaping @Sendable () -> Bool = { false }) {
        self.library = library
        self.shouldStop = shouldStop
    }

    /// Refreshes all assets, including hidden and deleted ones. Blocks until it's done.
    ///
    /// - Parameters:
    ///   - progress: Called after each file with the number of files so far and their total, on any thread.
    ///   - report: Called for each asset whose file can't be read, on the calling thread.
    /// - Throws: An error if the library fails, or if there is no media worker. The committed batches stay.
    /// - Complexity: O(*n*) for *n* assets. Reads only the files of assets with older metadata.
    package func run(
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
        report: (Failure) -> Void
    ) throws -> Summary {
        var summary = Summary()
        let version = MetadataRecord.currentVersion
        let total = try Self.pendingCount(in: library)
        progress(0, total)
        guard total > 0 else { return summary }
        let probing = try OriginalProbing(in: library)
        let done = Mutex(0)
        var last: Int64 = 0
        while !shouldStop() {
            let (assets, resources) = try library.catalog.read { reader in
                let assets = try reader.assets(withMetadataBefore: version, after: last, limit: Self.batchSize)
                return (assets, try reader.resources(ofAssets: assets.map(\.id)))
            }
            guard let end = assets.last else { break }
            last = end.id
            let batch = assets.map { ($0, resources[$0.id] ?? []) }
            let outcomes = read(batch, probing) {
                let count = done.withLock { done in
                    done += 1
                    return done
                }
                progress(min(count, total), total)
            }
            try commit(outcomes.flatMap { (try? $0?.get()) ?? [] })
            try count(outcomes, of: batch, in: &summary, report)
        }
        return summary
    }

    /// Returns the number of assets with older metadata.
    ///
    /// - Complexity: O(*n*) for *n* assets.
    package static func pendingCount(in library: Library) throws -> Int {
        try library.catalog.read { try $0.assetCount(withMetadataBefore: MetadataRecord.currentVersion) }
    }

    // MARK: Batches

    private typealias Outcome = Result<[Transaction.Operation], any Error>
    private typealias Item = (asset: AssetRecord, resources: [ResourceRecord])

    /// Reads the files of a batch. An outcome is `nil` if the work stopped before it.
    private func read(_ batch: [Item], _ probing: OriginalProbing, _ advance: @Sendable () -> Void) -> [Outcome?] {
        let outcomes = Mutex<[Outcome?]>(Array(repeating: nil, count: batch.count))
        let hasFailed = Mutex(false)
        DispatchQueue.concurrentPerform(iterations: batch.count) { index in
            guard !shouldStop(), !hasFailed.withLock({ $0 }) else { return }
            let (asset, resources) = batch[index]
            let outcome = Outcome { try read(asset, resources, probing) }
            if case .failure(let error) = outcome, OriginalProbing.reason(error) == nil {
                hasFailed.withLock { $0 = true }
            }
            outcomes.withLock { $0[index] = outcome }
            advance()
        }
        return outcomes.withLock { $0 }
    }

    private func read(
        _ asset: AssetRecord, _ resources: [ResourceRecord], _ probing: OriginalProbing
    ) throws -> [Transaction.Operation] {
        let file = try OriginalProbing.describingFile(resources)
        let probe = try probing.probe(file, ofAsset: asset.uuid)
        // The dates don't matter, because a refresh only uses the metadata.
        let facts = AssetFacts(
            probe: probe, filename: file.originalFilename, fileDate: asset.addedDate, now: asset.addedDate)
        let metadata = Transaction.Operation.noteMetadata(facts.metadata, sha256: file.sha256, assetUUID: asset.uuid)
        guard AssetFiles(resources)[.pairedVideo] == nil, let video = try motionVideo(of: file, probe) else {
            return [metadata]
        }
        return [.addMotionVideo(video, assetUUID: asset.uuid), metadata]
    }

    /// Returns the video that a motion photo contains.
    private func motionVideo(of photo: ResourceRecord, _ probe: MediaProbe) throws -> TakenFile? {
        guard probe.motionVideo != nil else { return nil }
        let staging = try library.blobs.makeIntake()
        defer { staging.finish() }
        let name = photo.originalFilename
        let blob = try library.originals.open(photo.sha256).withDescriptor { descriptor throws(BlobStoreError) in
            try staging.stage(descriptor: descriptor, named: name)
        }
        let file = TakenFile(type: photo.type, blob: blob, originalFilename: name, probe: probe)
        return try Intake(into: library, staging: staging).motionVideo(of: file)
    }

    private func commit(_ operations: [Transaction.Operation]) throws {
        guard !operations.isEmpty else { return }
        try library.view(for: .owner(through: "refresh")).commit(operations)
    }

    /// - Throws: The first error that affects all files.
    private func count(
        _ outcomes: [Outcome?], of batch: [Item], in summary: inout Summary, _ report: (Failure) -> Void
    ) throws {
        for (item, outcome) in zip(batch, outcomes) {
            switch outcome {
            case nil: break
            case .success: summary.refreshed += 1
            case .failure(let error):
                guard let reason = OriginalProbing.reason(error) else { throw error }
                summary.failed += 1
                let name = AssetFiles(item.resources).describingFile?.originalFilename
                report(Failure(assetUUID: item.asset.uuid, originalFilename: name ?? "?", reason: reason))
            }
        }
    }
}
