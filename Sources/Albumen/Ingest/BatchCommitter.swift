import Dispatch
import PhotoLibrary
import Synchronization

/// Collects files in batches, reads them, and commits them in order. Reads a batch while the previous one is committed.
/// In a dry run, reports each batch instead of committing it.
///
/// Used from one thread.
final class BatchCommitter {
    private static let batchLimitInFiles = 64
    private static let batchLimitInBytes: Int64 = 256 << 20

    private typealias ReadResult = (source: ImportSource, finding: Result<FileReader.Finding, any Error>)

    private let reader: FileReader
    private let progress: IngestProgress
    private let commit: BatchCommit
    /// The forecast of a dry run.
    private let forecast: BatchForecast?
    private let shouldStop: @Sendable () -> Bool
    private let commits = DispatchQueue(label: "albumen.ingest.commit")
    private let group = DispatchGroup()
    private var batch: [IngestItem] = []
    /// Bytes.
    private var batchSize: Int64 = 0

    /// - Parameter shouldStop: Called before each file. If it returns `true`, the rest of the batch isn't read.
    init(
        library: Library, reader: FileReader, progress: IngestProgress, settings: Transaction.Settings,
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) {
        self.shouldStop = shouldStop
        self.reader = reader
        self.progress = progress
        commit = BatchCommit(library: library, reader: reader, progress: progress, settings: settings)
        forecast =
            reader.intake.staging == nil
            ? BatchForecast(library: library, reader: reader, progress: progress, settings: settings) : nil
    }

    /// Adds files to the batch, and submits it if it's full.
    ///
    /// - Throws: As `flush()`.
    func append(_ item: IngestItem) throws {
        batch.append(item)
        batchSize = item.size.addingSaturating(to: batchSize)
        if batch.count >= Self.batchLimitInFiles || batchSize >= Self.batchLimitInBytes { try flush() }
    }

    /// Reads the batch and submits it to the commit queue. If some files can't be read, the others are committed.
    ///
    /// - Throws: The error that stopped an earlier batch, or the first error of reading this one.
    func flush() throws {
        guard !batch.isEmpty else { return }
        try submit(batch)
        batch.removeAll(keepingCapacity: true)
        batchSize = 0
    }

    /// Waits for the last commit.
    func finish() throws {
        group.wait()
        try progress.throwIfStopped()
    }

    private func submit(_ batch: [IngestItem]) throws {
        let results = read(batch)
        try finish()
        if let forecast {
            for (source, finding) in results {
                try forecast.run([ReadFile(source: source, finding: try finding.get())])
            }
            return
        }
        var files: [ReadFile] = []
        var failure: (any Error)?
        for (source, finding) in results {
            do {
                files.append(ReadFile(source: source, finding: try finding.get()))
            } catch {
                failure = failure ?? error
            }
        }
        commits.async(group: group) { [progress, commit, files] in
            do {
                try commit.run(files)
            } catch {
                progress.stop(error)
            }
        }
        if let failure { throw failure }
    }

    private func read(_ batch: [IngestItem]) -> [ReadResult] {
        let results = Mutex<[Int: ReadResult]>([:])
        let (reader, progress, shouldStop) = (self.reader, self.progress, self.shouldStop)
        DispatchQueue.concurrentPerform(iterations: batch.count) { index in
            guard !shouldStop() else { return }
            let item = batch[index]
            let finding = Result {
                try (item.edit.map(reader.read) ?? reader.read(item.source)).claiming(item.identifierClaim)
            }
            results.withLock { $0[index] = (item.source, finding) }
            for source in item.reported { progress.didRead(source) }
        }
        return results.withLock { results in batch.indices.compactMap { results[$0] } }
    }
}

extension FileReader.Finding {
    /// Returns the finding with the identifier that a new asset should have.
    fileprivate func claiming(_ claim: IdentifierClaim?) -> FileReader.Finding {
        guard let claim, case .creation(var creation, let made) = self else { return self }
        creation.identifierClaim = claim
        return .creation(creation, made: made)
    }
}
