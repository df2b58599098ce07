import BlobStore
import Catalog
import Dispatch
import Foundation
import Records
import Synchronization

/// Reads batches of files and commits them in order. Reads a batch while the previous one is committed.
///
/// Used from one thread.
final class BatchCommitter {
    private struct Read: Sendable {
        var source: ImportSource
        var finding: Result<FileReader.Finding, any Error>
    }

    private let library: Library
    private let reader: FileReader
    private let progress: IngestProgress
    private let settings: Transaction.Settings
    private let commits = DispatchQueue(label: "albumen.ingest.commit")
    private let group = DispatchGroup()
    /// The digests of the new files that a dry run has read. Further files with these digests are duplicates.
    private var met: Set<BlobDigest> = []

    init(library: Library, reader: FileReader, progress: IngestProgress, settings: Transaction.Settings) {
        self.library = library
        self.reader = reader
        self.progress = progress
        self.settings = settings
    }

    /// Reads the batch and submits it to the commit queue. If some files can't be read, the others are committed.
    ///
    /// - Throws: The error that stopped an earlier batch, or the first error of reading this one.
    func submit(_ batch: [ImportSource]) throws {
        let findings = read(batch)
        group.wait()
        try progress.throwIfStopped()
        guard reader.intake.staging != nil else {
            try tellDryRun(findings)
            return
        }
        let commit = BatchCommit(library: library, reader: reader, progress: progress, settings: settings)
        var files: [(source: ImportSource, finding: FileReader.Finding)] = []
        var failure: (any Error)?
        for read in findings {
            do {
                files.append((read.source, try read.finding.get()))
            } catch {
                failure = failure ?? error
            }
        }
        commits.async(group: group) { [progress, files] in
            do {
                try commit.run(files)
            } catch {
                progress.stop(error)
            }
        }
        if let failure { throw failure }
    }

    /// Waits for the last commit.
    func finish() throws {
        group.wait()
        try progress.throwIfStopped()
    }

    private func read(_ batch: [ImportSource]) -> [Read] {
        let findings = Mutex<[Int: Read]>([:])
        let reader = self.reader
        DispatchQueue.concurrentPerform(iterations: batch.count) { index in
            let source = batch[index]
            let finding = Result { try reader.read(source) }
            findings.withLock { $0[index] = Read(source: source, finding: finding) }
        }
        return findings.withLock { found in batch.indices.compactMap { found[$0] } }
    }

    private func tellDryRun(_ findings: [Read]) throws {
        for read in findings {
            switch try read.finding.get() {
            case .wouldCome(let digest, let damage):
                guard met.insert(digest).inserted else { fallthrough }
                progress.tell(.imported(path: read.source.path, assetUUID: "", joined: false, damage: damage))
            case .known(let digest):
                progress.tell(try foreseen(digest, read.source))
            case .creation:
                progress.tell(.duplicate(path: read.source.path, assetUUID: ""))
            case .refused(let reason):
                progress.tell(.refused(path: read.source.path, reason: reason))
            case .unreadable(let reason):
                progress.tell(.unreadable(read.source, reason: reason))
            case .notMedia:
                progress.tell(.notMedia(read.source, isKnown: false))
            }
        }
    }

    /// Returns the event that a real run would report for known bytes.
    private func foreseen(_ digest: BlobDigest, _ source: ImportSource) throws -> IngestEvent {
        guard let asset = try library.catalog.read({ try $0.assetOfResource(sha256: digest.data) }) else {
            return .duplicate(path: source.path, assetUUID: "")
        }
        guard asset.trashedDate != nil else { return .duplicate(path: source.path, assetUUID: asset.uuid) }
        return settings.restoresTrashed
            ? .restored(path: source.path, assetUUID: asset.uuid)
            : .trashedDuplicate(path: source.path, assetUUID: asset.uuid)
    }
}
