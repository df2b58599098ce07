import BlobStore
import Catalog
import Dispatch
import Foundation
import PhotoLibrary
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
    /// Called for each file that has been read, on any thread.
    private let didRead: @Sendable (ImportSource) -> Void
    private let commits = DispatchQueue(label: "albumen.ingest.commit")
    private let group = DispatchGroup()
    /// The digests of the new files that a dry run has read. Further files with these digests are duplicates.
    private var met: Set<BlobDigest> = []

    init(
        library: Library, reader: FileReader, progress: IngestProgress, settings: Transaction.Settings,
        didRead: @escaping @Sendable (ImportSource) -> Void
    ) {
        self.didRead = didRead
        self.library = library
        self.reader = reader
        self.progress = progress
        self.settings = settings
    }

    /// Reads the batch and submits it to the commit queue. If some files can't be read, the others are committed.
    ///
    /// - Throws: The error that stopped an earlier batch, or the first error of reading this one.
    func submit(_ batch: [IngestItem]) throws {
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

    private func read(_ batch: [IngestItem]) -> [Read] {
        let findings = Mutex<[Int: Read]>([:])
        let (reader, didRead) = (self.reader, self.didRead)
        DispatchQueue.concurrentPerform(iterations: batch.count) { index in
            let item = batch[index]
            let finding = Result { try item.edit.map(reader.read) ?? reader.read(item.source) }
            findings.withLock { $0[index] = Read(source: item.source, finding: finding) }
            for source in item.reported { didRead(source) }
        }
        return findings.withLock { found in batch.indices.compactMap { found[$0] } }
    }

    private func tellDryRun(_ findings: [Read]) throws {
        for read in findings { try tellDryRun(read.source, try read.finding.get()) }
    }

    private func tellDryRun(_ source: ImportSource, _ finding: FileReader.Finding) throws {
        switch finding {
        case .wouldCome(let digest, let damage):
            guard met.insert(digest).inserted else { fallthrough }
            if let asset = try library.catalog.read({ try $0.assetOfResource(sha256: digest.data) }) {
                return progress.tell(.healed(path: source.path, assetUUID: asset.uuid))
            }
            progress.tell(.imported(path: source.path, assetUUID: "", joined: false, damage: damage))
        case .known(let digest):
            progress.tell(try foreseen(digest, source))
        case .creation:
            progress.tell(.duplicate(path: source.path, assetUUID: ""))
        case .refused(let reason):
            progress.tell(.refused(path: source.path, reason: reason))
        case .unreadable(let reason):
            progress.tell(.unreadable(source, reason: reason))
        case .notMedia:
            progress.tell(.notMedia(source, isKnown: false))
        case .adjustment:
            progress.tell(.imported(path: source.path, assetUUID: "", joined: true, damage: nil))
        case .ignoredAdjustment:
            progress.tell(.skipped(path: source.path, .sidecar))
        case .edit(let edit, _):
            for source in edit.reported {
                progress.tell(.imported(path: source.path, assetUUID: "", joined: true, damage: nil))
            }
        case .brokenEdit(let edit):
            for source in edit.reported {
                guard source != edit.document else {
                    progress.tell(.skipped(path: source.path, .sidecar))
                    continue
                }
                try tellDryRun(source, try reader.read(source))
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
