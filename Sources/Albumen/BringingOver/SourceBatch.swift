import BlobStore
import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records
import SystemCalls
import SystemPackage

/// Commits the items that an import has read, and notes what became of their facts. In a dry run, determines what would.
struct SourceBatch: Sendable {
    let source: SourceKey
    let reader: SourceItemReader
    let ledger: SourceLedger
    let progress: IngestProgress
    let settings: Transaction.Settings

    private var intake: Intake { reader.reader.intake }
    private var library: Library { intake.library }

    func run(_ readings: [SourceItemReading]) throws {
        let brought = includedItems(of: readings)
        if intake.staging == nil {
            try forecast(brought)
        } else {
            try commit(brought, readsAgain: true)
        }
    }

    /// Reports the items that aren't brought over, and returns the others.
    private func includedItems(of readings: [SourceItemReading]) -> [SourceItemReading] {
        readings.filter { reading in
            guard let reason = reading.item.exclusion else { return true }
            ledger.noteExclusion(of: reading.item, reason)
            if reason == .unreadable || reason == .empty {
                let detail =
                    reading.item.exclusionDetail ?? (reason == .empty ? "the file is empty" : "the file can't be read")
                progress.tell(.refused(path: reading.item.path, reason: detail))
            }
            return false
        }
    }

    // MARK: Commits

    /// - Parameter readsAgain: Whether to read items again whose assets were purged since.
    private func commit(_ readings: [SourceItemReading], readsAgain: Bool) throws {
        guard !readings.isEmpty else { return }
        let staged = readings.flatMap(\.blobs)
        defer { intake.release(staged) }
        try intake.commit(staged)
        let outcomes: [Transaction.Outcome]
        do {
            var transaction = Transaction(readings.map { .bringOver($0.arrival(from: source)) })
            transaction.settings = settings
            outcomes = try library.view(for: .importer).commit(transaction, intake: intake.staging)
        } catch let error as LibraryError where Self.codesOfItems.contains(error.code) {
            // One item that the library refuses doesn't keep the others out.
            guard readings.count > 1 else { return refuse(readings[0], error) }
            for reading in readings { try commit([reading], readsAgain: readsAgain) }
            return
        }
        // Ignores errors, because the items are in the library, and derivatives can be made again.
        _ = try? library.derivatives.store(
            zip(readings, outcomes).filter { $1.isArrival }.flatMap { reading, _ in reading.made })
        // An asset that the library had may not have taken all files.
        library.reclaim(
            zip(readings, outcomes).filter { $1.isUpdateOfAsset }.flatMap { $0.0.blobs.map(\.digest) })
        try conclude(Array(zip(readings, outcomes)))
        let vanished = zip(readings, outcomes).filter { $1 == .vanished }.map(\.0)
        guard readsAgain, !vanished.isEmpty else { return }
        let again = try vanished.map { try reader.read($0.item, known: nil, readsAgain: true) }
        try commit(includedItems(of: again), readsAgain: false)
    }

    /// The codes of errors that concern one item. Others, such as that of a library that was moved, end the import.
    private static let codesOfItems: Set<LibraryError.Code> = [
        .missingBytes, .unsupportedChange, .unsupportedAsset, .invalidValue, .mismatchedPair, .invalidResource,
        .missingResource, .conflictingEdit, .invalidAdjustment, .networkAccessRequired, .networkFailed,
    ]

    private func refuse(_ reading: SourceItemReading, _ error: LibraryError) {
        library.reclaim(reading.blobs.map(\.digest))
        var item = reading.item
        item.exclusionDetail = error.message
        ledger.noteExclusion(of: item, .unreadable)
        progress.tell(.refused(path: item.path, reason: error.message))
    }

    private func conclude(_ results: [(SourceItemReading, Transaction.Outcome)]) throws {
        let comparisons = try library.comparisons(of: results.map(\.0.item), in: source)
        for (reading, outcome) in results {
            guard case .broughtOver(let uuid, let change) = outcome,
                let comparison = comparisons[reading.item.identifier]
            else { continue }
            ledger.note(reading.item, comparison)
            ledger.note(change)
            tell(reading, uuid, change)
        }
    }

    // MARK: Dry runs

    private func forecast(_ readings: [SourceItemReading]) throws {
        let comparisons = try library.comparisons(of: readings.map(\.item), in: source)
        for reading in readings {
            guard var comparison = comparisons[reading.item.identifier], let known = reading.known else {
                ledger.note(reading.item, nil)
                ledger.note(.created)
                tell(reading, "", .created)
                continue
            }
            let isChanged = comparison.merge(reading.item.facts, since: known.facts)
            ledger.note(reading.item, comparison)
            let change: SourceOutcome =
                comparison.asset.trashedDate != nil ? .trashed : isChanged ? .updated : .unchanged
            ledger.note(change)
            tell(reading, comparison.asset.uuid, change)
        }
    }

    // MARK: Events

    private func tell(_ reading: SourceItemReading, _ uuid: String, _ change: SourceOutcome) {
        let paths = (reading.item.originals + (reading.item.edit?.renderings ?? [])).map(\.label)
        for (index, path) in paths.enumerated() {
            let damage = index == 0 ? reading.damage : nil
            switch change {
            case .created: progress.tell(.imported(path: path, assetUUID: uuid, joined: index > 0, damage: damage))
            case .adopted: progress.tell(.duplicate(path: path, assetUUID: uuid))
            case .updated: progress.tell(.updated(path: path, assetUUID: uuid))
            case .unchanged, .deleted: progress.tell(.skipped(path: path, .unchanged))
            case .trashed: progress.tell(.trashedDuplicate(path: path, assetUUID: uuid))
            }
        }
    }
}

extension Transaction.Outcome {
    /// Whether the item stands for an asset that the library had before.
    fileprivate var isUpdateOfAsset: Bool {
        switch self {
        case .broughtOver(_, .created): false
        case .broughtOver: true
        default: false
        }
    }
}

extension SourceItemReading {
    func arrival(from source: SourceKey) -> SourceArrival {
        SourceArrival(source: source, identifier: item.identifier, facts: item.facts, content: content)
    }
}

extension SourceComparison {
    /// Returns the comparison after an import with these facts, and sets whether a value would change.
    fileprivate mutating func merge(_ facts: SourceFacts, since former: SourceFacts) -> Bool {
        var (row, texts) = (asset, metadata)
        facts.merge(into: &row, since: former, isNew: false)
        facts.merge(into: &texts, of: asset.userEdits, since: former)
        let isChanged = row != asset || texts != metadata
        self = SourceComparison(asset: row, metadata: texts, resources: resources, record: record)
        return isChanged
    }
}
