import BlobStore
import Catalog
import Foundation
import MediaRequests
import PhotoLibrary
import Records

/// Makes the bytes of a batch durable, commits their rows in one catalog transaction, and then releases the staged
/// copies.
struct BatchCommit: Sendable {
    let library: Library
    let reader: FileReader
    let progress: IngestProgress
    let settings: Transaction.Settings

    func run(_ files: [(source: ImportSource, finding: FileReader.Finding)]) throws {
        let taken = files.flatMap { file -> [StagedBlob] in
            switch file.finding {
            case .creation(let creation, _): creation.blobs
            case .adjustment(let adjustment?): [adjustment.blob]
            case .edit(_, let arrival?): arrival.edit.blobs
            default: []
            }
        }
        defer { reader.intake.release(taken) }
        try reader.intake.commit(taken)

        var transaction = Transaction()
        transaction.settings = settings
        var recorded: [(source: ImportSource, finding: FileReader.Finding)] = []
        var broken: [EditFiles] = []
        for file in files {
            if case .brokenEdit(let edit) = file.finding {
                broken.append(edit)
                continue
            }
            guard let operation = operation(for: file.source, file.finding) else { continue }
            transaction.record(operation)
            recorded.append(file)
        }
        let outcomes = try library.view(for: .importer).commit(transaction, intake: reader.intake.staging)
        for (file, outcome) in zip(recorded, outcomes) {
            if outcome == .vanished {
                let finding = try reader.read(file.source, skipsLookUp: true)
                try run([(file.source, finding)])
            } else if case .edit(let edit, let arrival) = file.finding {
                try finish(edit, outcome, healsLoss: arrival?.healsLoss ?? false)
            } else if let event = event(for: file.source, file.finding, outcome) {
                progress.tell(event)
            }
        }
        for edit in broken { try importSeparately(edit) }
        // Ignores errors, because the files are in the library and reported, and derivatives can be made again.
        _ = try? library.derivatives.store(
            zip(recorded, outcomes).compactMap { file, outcome in
                guard outcome.isArrival else { return nil }
                return switch file.finding {
                case .creation(_, let made): made
                case .edit(_, let arrival): arrival?.edit.made
                default: nil
                }
            })
    }

    /// Reports the files of an edit. If the library has no original for them, or if the original has another edit, the
    /// files are imported one by one.
    private func finish(_ edit: EditFiles, _ outcome: Transaction.Outcome, healsLoss: Bool) throws {
        switch outcome {
        case .joined(let uuid):
            for source in edit.reported {
                progress.tell(.imported(path: source.path, assetUUID: uuid, joined: true, damage: nil))
            }
        case .duplicate(let uuid):
            for source in edit.reported {
                progress.tell(
                    healsLoss
                        ? .healed(path: source.path, assetUUID: uuid) : .duplicate(path: source.path, assetUUID: uuid))
            }
        default: try importSeparately(edit)
        }
    }

    private func importSeparately(_ edit: EditFiles) throws {
        for source in edit.reported {
            if source == edit.document {
                progress.tell(.skipped(path: source.path, .sidecar))
            } else {
                try run([(source, try reader.read(source))])
            }
        }
    }

    /// Returns the operation for a file. Reports an unreadable file at once and returns `nil`, so that the next
    /// import tries the file again.
    private func operation(for source: ImportSource, _ finding: FileReader.Finding) -> Transaction.Operation? {
        switch finding {
        case .creation(let creation, _):
            return .create(creation)
        case .known(let digest), .wouldCome(let digest, _):
            return .noteDuplicate(source, digest)
        case .refused(let reason):
            return .remember(source.record(.refused, reason: reason))
        case .notMedia, .ignoredAdjustment:
            return .remember(source.record(.ignored))
        case .adjustment(let adjustment):
            return adjustment.map { .addAdjustment($0) }
        case .edit(_, let arrival):
            return arrival.map { .joinEdit($0) }
        case .brokenEdit: return nil
        case .unreadable(let reason):
            progress.tell(.unreadable(source, reason: reason))
            return nil
        }
    }

    private func event(
        for source: ImportSource, _ finding: FileReader.Finding, _ outcome: Transaction.Outcome
    ) -> IngestEvent? {
        switch (outcome, finding) {
        case (.created(let uuid), .creation(let creation, _)):
            .imported(path: source.path, assetUUID: uuid, joined: false, damage: creation.facts.probe.damage)
        case (.joined(let uuid), .creation(let creation, _)):
            .imported(path: source.path, assetUUID: uuid, joined: true, damage: creation.facts.probe.damage)
        case (.duplicate(let uuid), .creation(let creation, _)) where creation.healsLoss:
            .healed(path: source.path, assetUUID: uuid)
        case (.duplicate(let uuid), _): .duplicate(path: source.path, assetUUID: uuid)
        case (.trashedDuplicate(let uuid), _): .trashedDuplicate(path: source.path, assetUUID: uuid)
        case (.restored(let uuid), _): .restored(path: source.path, assetUUID: uuid)
        case (.done, .refused(let reason)): .refused(path: source.path, reason: reason)
        case (.joined(let uuid), .adjustment):
            .imported(path: source.path, assetUUID: uuid, joined: true, damage: nil)
        case (.unmatched, _), (.done, .ignoredAdjustment): .skipped(path: source.path, .sidecar)
        case (.done, .notMedia): .notMedia(source, isKnown: false)
        default: nil
        }
    }
}
