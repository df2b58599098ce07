import BlobStore
import PhotoLibrary
import Records

/// Makes the bytes of a batch durable, commits their rows in one catalog transaction, and then releases the staged
/// copies.
struct BatchCommit: BatchRun, Sendable {
    let library: Library
    let reader: FileReader
    let progress: IngestProgress
    let settings: Transaction.Settings

    func run(_ files: [ReadFile]) throws {
        let staged = files.flatMap(\.finding.staged)
        defer { reader.intake.release(staged) }
        try reader.intake.commit(staged)

        var transaction = Transaction()
        transaction.settings = settings
        var recorded: [ReadFile] = []
        var brokenEdits: [ReadFile] = []
        for file in files {
            if let operation = operation(for: file) {
                transaction.record(operation)
                recorded.append(file)
            } else if case .brokenEdit = file.finding {
                brokenEdits.append(file)
            } else {
                try conclude(file, nil)
            }
        }
        let outcomes = try library.view(for: .importer).commit(transaction, intake: reader.intake.staging)
        for (file, outcome) in zip(recorded, outcomes) { try conclude(file, outcome) }
        for file in brokenEdits { try conclude(file, nil) }
        storeDerivatives(of: zip(recorded, outcomes).filter(\.1.isArrival).map(\.0))
    }

    /// Returns the operation for a file. Returns `nil` for an unreadable file, so that the next import tries the file
    /// again, and for an edit whose files are imported one by one.
    private func operation(for file: ReadFile) -> Transaction.Operation? {
        switch file.finding {
        case .creation(let creation, _): .create(creation)
        case .known(let digest), .wouldCome(let digest, _, _): .noteDuplicate(file.source, digest)
        case .refused(let reason): .remember(file.source.record(.refused, reason: reason))
        case .notMedia, .ignoredAdjustment: .remember(file.source.record(.ignored))
        case .adjustment(let adjustment): adjustment.map { .addAdjustment($0) }
        case .edit(_, let arrival): arrival.map { .joinEdit($0) }
        case .unreadable, .brokenEdit: nil
        }
    }

    /// Ignores errors, because the files are in the library and reported, and derivatives can be made again.
    private func storeDerivatives(of arrivals: [ReadFile]) {
        _ = try? library.derivatives.store(arrivals.compactMap(\.finding.made))
    }
}

extension FileReader.Finding {
    /// The staged bytes.
    fileprivate var staged: [StagedBlob] {
        switch self {
        case .creation(let creation, _): creation.blobs
        case .adjustment(let adjustment): adjustment.map { [$0.blob] } ?? []
        case .edit(_, let arrival): arrival?.edit.blobs ?? []
        case .known, .wouldCome, .refused, .unreadable, .notMedia, .ignoredAdjustment, .brokenEdit: []
        }
    }

    /// The image's derivatives.
    fileprivate var made: Derivatives.Made? {
        switch self {
        case .creation(_, let made): made
        case .edit(_, let arrival): arrival?.edit.made
        case .known, .wouldCome, .refused, .unreadable, .notMedia, .adjustment, .ignoredAdjustment, .brokenEdit: nil
        }
    }
}
