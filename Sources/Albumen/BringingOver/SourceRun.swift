import Catalog
import Dispatch
import Foundation
import PhotoLibrary
import PhotoSources
import Records
import Synchronization

/// Brings over the items, albums and folders of a source. Reads items in batches, with as many threads as there are
/// cores, and commits a batch while the next is read. A killed import continues after its last batch.
struct SourceRun {
    private static let batchLimitInItems = 64
    private static let batchLimitInBytes: Int64 = 256 << 20

    let reader: SourceItemReader
    let progress: IngestProgress
    let settings: Transaction.Settings
    let shouldStop: @Sendable () -> Bool

    private var library: Library { reader.reader.intake.library }

    /// Returns when everything is committed.
    ///
    /// - Parameter path: The path as the user named it.
    /// - Throws: `SourceError` if the source fails, for example because it vanished. What was read before is committed.
    func run(_ source: any PhotoSource, at path: String) throws -> SourceTable {
        let ledger = SourceLedger(
            SourceTable(source: source.key, path: path, summary: source.summary), progress: progress)
        progress.find(source.itemCount)
        let commits = DispatchQueue(label: "albumen.ingest.sources")
        let group = DispatchGroup()
        let batch = SourceBatch(
            source: source.key, reader: reader, ledger: ledger, progress: progress, settings: settings)
        func submit(_ items: [SourceItem]) throws {
            let readings = try read(items, of: source.key)
            group.wait()
            try progress.throwIfStopped()
            commits.async(group: group) { [progress] in
                do {
                    try batch.run(readings)
                } catch {
                    progress.stop(error)
                }
            }
        }
        var items: [SourceItem] = []
        var size: Int64 = 0
        let outcome = Result {
            try source.forEachItem { item in
                guard !shouldStop() else { return false }
                items.append(item)
                size = item.size.addingSaturating(to: size)
                if items.count >= Self.batchLimitInItems || size >= Self.batchLimitInBytes {
                    defer { (items, size) = ([], 0) }
                    try submit(items)
                }
                return true
            }
        }
        if !items.isEmpty, case .success = outcome { try submit(items) }
        group.wait()
        try progress.throwIfStopped()
        try outcome.get()
        for (name, difference) in source.otherDifferences { ledger.note(difference, name: name) }
        try SourceCollections(
            source: source, library: library, ledger: ledger, isDryRun: reader.reader.intake.staging == nil,
            shouldStop: shouldStop
        ).run()
        return ledger.table
    }

    private func read(_ items: [SourceItem], of source: SourceKey) throws -> [SourceItemReading] {
        let known = try library.catalog.read { catalog -> [String: AssetSourceRecord] in
            guard let row = try catalog.source(source) else { return [:] }
            return try catalog.assetSources(ofSource: row, identifiers: items.map(\.identifier))
        }
        let results = Mutex<[Int: Result<SourceItemReading, any Error>]>([:])
        let (reader, progress) = (self.reader, self.progress)
        DispatchQueue.concurrentPerform(iterations: items.count) { index in
            let item = items[index]
            let reading = Result { try reader.read(item, known: known[item.identifier]) }
            results.withLock { $0[index] = reading }
            progress.didRead(item)
        }
        return try results.withLock { results in try items.indices.compactMap { try results[$0]?.get() } }
    }
}
