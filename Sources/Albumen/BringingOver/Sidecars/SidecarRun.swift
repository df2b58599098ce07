import BlobStore
import Catalog
import Foundation
import PhotoLibrary
import PhotoSources
import Records

/// Brings over what XMP files say of the photos beside them, after those are in the library.
///
/// Used from one thread.
final class SidecarRun {
    /// The key of all sidecars. Their identifiers are their paths.
    private static let key = SourceKey(kind: .xmp, identifier: "")
    private static let batchLimit = 256

    private let reader: FileReader
    private let progress: IngestProgress
    private let ledger: SourceLedger
    private let options: SidecarFacts.Options
    /// When the import began, in the library's clock. Assets that were added since are new.
    private let start: Date
    private var pending: [FoundSidecar] = []
    /// The sidecars of new photos, which were read before these, by their paths.
    private var readEarly: [String: (data: Data, facts: SidecarFacts)] = [:]

    init(reader: FileReader, progress: IngestProgress, options: SourceOptions) {
        self.reader = reader
        self.progress = progress
        self.options = SidecarFacts.Options(personsAsKeywords: options.usesPersonsAsKeywords)
        start = reader.intake.library.now()
        ledger = SourceLedger(
            SourceTable(source: Self.key, path: "", summary: "XMP files"), progress: progress)
    }

    private var library: Library { reader.intake.library }

    /// The table, or `nil` if no sidecar said something.
    var table: SourceTable? { ledger.table.rows.isEmpty ? nil : ledger.table }

    /// Whether enough sidecars wait for `run()`.
    var isFull: Bool { pending.count >= Self.batchLimit }

    var isEmpty: Bool { pending.isEmpty }

    func add(_ sidecars: [FoundSidecar]) { pending += sidecars }

    /// Returns the identifier that a sidecar of Albumen gives the new photo beside it. A sidecar that can't be read is
    /// reported later.
    func claim(of sidecar: FoundSidecar) throws -> IdentifierClaim? {
        let reading: (data: Data, facts: SidecarFacts)
        do {
            reading = try read(sidecar.source)
        } catch is SourceError {
            return nil
        } catch is IntakeFailure {
            return nil
        }
        // Others are read again, so that memory doesn't grow with the folder.
        if readEarly.count < Self.batchLimit { readEarly[sidecar.source.path] = reading }
        guard let own = reading.facts.own, let original = own.original,
            let uuid = own.identifier.flatMap(LocalIdentifier.uuid(of:))
        else { return nil }
        return IdentifierClaim(uuid: uuid, original: original)
    }

    /// Reads the sidecars that wait, and commits what they say. Their photos must be in the library.
    func run() throws {
        let sidecars = pending
        pending = []
        defer { readEarly = [:] }
        for start in stride(from: 0, to: sidecars.count, by: Self.batchLimit) {
            try run(Array(sidecars[start..<min(start + Self.batchLimit, sidecars.count)]))
        }
    }

    private func run(_ sidecars: [FoundSidecar]) throws {
        let state = try SidecarState(of: sidecars, key: Self.key, library)
        var transaction = Transaction()
        var described: [(item: SourceItem, source: ImportSource)] = []
        for sidecar in sidecars {
            let source = sidecar.source
            switch try read(sidecar, state) {
            case .unmatched: progress.pass(source, .skipped(path: source.path, .sidecar))
            case .refusedAgain(let reason): progress.pass(source, .refusedAgain(path: source.path, reason: reason))
            case .refused(let reason):
                transaction.record(.remember(source.record(.refused, reason: reason)))
                progress.pass(source, .refused(path: source.path, reason: reason))
            // It can be readable later.
            case .unreadable(let reason): progress.pass(source, .refused(path: source.path, reason: reason))
            case .unchanged(let item, let comparison):
                ledger.noteFacts(of: item, comparison)
                ledger.note(.unchanged)
                progress.pass(source, .skipped(path: source.path, .unchanged))
            case .forecast(let item):
                ledger.noteFacts(of: item, nil)
                ledger.note(.updated)
                progress.pass(source, .skipped(path: source.path, .sidecar))
            case .arrival(let arrival, let item):
                transaction.record(.takeSidecar(arrival))
                described.append((item, source))
            }
        }
        guard !transaction.operations.isEmpty, reader.intake.staging != nil else { return }
        let outcomes = try library.view(for: .importer).commit(transaction)
        try conclude(described, zip(transaction.operations, outcomes).filter(\.0.isSidecar).map(\.1))
    }

    private func conclude(
        _ described: [(item: SourceItem, source: ImportSource)], _ outcomes: [Transaction.Outcome]
    ) throws {
        let comparisons = try library.comparisons(of: described.map(\.item), in: Self.key)
        for ((item, source), outcome) in zip(described, outcomes) {
            guard case .broughtOver(let uuid, let change) = outcome else {
                // The photo was purged meanwhile.
                progress.pass(source, .skipped(path: source.path, .sidecar))
                continue
            }
            ledger.noteFacts(of: item, comparisons[item.identifier])
            ledger.note(change)
            progress.pass(
                source,
                change == .unchanged
                    ? .skipped(path: source.path, .sidecar) : .updated(path: source.path, assetUUID: uuid))
        }
    }

    // MARK: Reading

    private enum Reading {
        /// No photo of the library is beside it.
        case unmatched
        case refused(String)
        case refusedAgain(String)
        case unreadable(String)
        /// The sidecar is as it was in an earlier import.
        case unchanged(SourceItem, SourceComparison)
        /// What it says, in a dry run.
        case forecast(SourceItem)
        case arrival(SidecarArrival, SourceItem)
    }

    private func read(_ sidecar: FoundSidecar, _ state: SidecarState) throws -> Reading {
        let source = sidecar.source
        if let record = state.refusals[source.path], source.isUnchanged(since: record) {
            return .refusedAgain(record.reason ?? "refused by an earlier import")
        }
        guard let match = sidecar.match else { return .unmatched }
        if let comparison = state.comparisons[source.path], comparison.record.files.isUnchanged([source.mark]),
            state.isBeside(match, in: source.folder, comparison.asset)
        {
            return .unchanged(source.item(comparison.record.facts), comparison)
        }
        let (data, facts): (Data, SidecarFacts)
        do {
            (data, facts) = try readEarly.removeValue(forKey: source.path) ?? read(source)
        } catch let error as SourceError {
            return .refused(error.message)
        } catch let failure as IntakeFailure {
            guard case .unreadable(let reason) = failure.finding(filename: source.name) else {
                return .unreadable("the file can't be read")
            }
            return .unreadable(reason)
        }
        let name = match.file(forExtension: facts.fileExtension)
        guard reader.intake.staging != nil else {
            return .forecast(source.item(facts.facts(for: SidecarFacts.File()), facts.differences))
        }
        guard let photo = state.photo(named: name, in: source.folder) else { return .unmatched }
        var item = source.item(facts.facts(for: photo.file), facts.differences(for: photo.file))
        item.limitFacts()
        let mark = SourceFileMark(
            type: .adjustmentData, size: source.size, modificationTime: source.modificationTime,
            sha256: try BlobDigest(hashing: data))
        return .arrival(
            SidecarArrival(
                source: Self.key, identifier: source.path, assetID: photo.asset.id, facts: item.facts,
                files: SourceFileMarks([mark]), isNew: photo.asset.addedDate >= start), item)
    }

    private func read(_ source: ImportSource) throws -> (data: Data, facts: SidecarFacts) {
        let data = try reader.intake.withFile(source) { try $0.read(atMost: XMPDocument.byteLimit) }
        guard let data else {
            throw SourceError(.damaged, "\(source.path) is larger than an XMP file can be. Nothing in it was used.")
        }
        return (data, SidecarFacts(try XMPDocument(data, file: source.path), options: options))
    }
}

extension Transaction.Operation {
    fileprivate var isSidecar: Bool {
        if case .takeSidecar = self { true } else { false }
    }
}

extension ImportSource {
    fileprivate var mark: (type: ResourceType, size: Int64, modificationTime: Int64) {
        (.adjustmentData, size, modificationTime)
    }

    fileprivate func item(_ facts: SourceFacts, _ differences: [SourceDifference] = []) -> SourceItem {
        var item = SourceItem(identifier: path, name: name, isVideo: false)
        item.facts = facts
        item.differences = differences
        return item
    }
}
