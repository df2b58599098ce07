import BlobStore
import Catalog
import Foundation
import MediaWork
import Records

/// Makes the bytes of a batch durable, commits their rows in one catalog transaction, and then releases the staged
/// copies.
struct BatchCommit: Sendable {
    let library: Library
    let reader: FileReader
    let progress: IngestProgress
    let settings: Transaction.Settings

    func run(_ files: [(source: ImportSource, finding: FileReader.Finding)]) throws {
        let taken = files.flatMap { file -> [TakenFile] in
            if case .creation(let creation, _) = file.finding { creation.files } else { [] }
        }
        defer { reader.intake.release(taken) }
        try reader.intake.commit(taken)

        var transaction = Transaction()
        transaction.settings = settings
        var recorded: [(source: ImportSource, finding: FileReader.Finding)] = []
        for file in files {
            guard let operation = operation(for: file.source, file.finding) else { continue }
            transaction.record(operation)
            recorded.append(file)
        }
        let outcomes = try library.view(for: .importer).commit(transaction, intake: reader.intake.staging)
        for (file, outcome) in zip(recorded, outcomes) {
            if outcome == .vanished {
                let finding = try reader.read(file.source, skipsLookUp: true)
                try run([(file.source, finding)])
            } else if let event = event(for: file.source, file.finding, outcome) {
                progress.tell(event)
            }
        }
        // Ignores errors, because the files are in the library and reported, and derivatives can be made again.
        _ = try? library.derivatives.store(
            zip(recorded, outcomes).compactMap { file, outcome in
                guard case .creation(_, let made?) = file.finding, outcome.isArrival else { return nil }
                return made
            })
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
        case .notMedia:
            return .remember(source.record(.ignored))
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
        case (.duplicate(let uuid), _): .duplicate(path: source.path, assetUUID: uuid)
        case (.trashedDuplicate(let uuid), _): .trashedDuplicate(path: source.path, assetUUID: uuid)
        case (.restored(let uuid), _): .restored(path: source.path, assetUUID: uuid)
        case (.done, .refused(let reason)): .refused(path: source.path, reason: reason)
        case (.done, .notMedia): .notMedia(source, isKnown: false)
        default: nil
        }
    }
}
