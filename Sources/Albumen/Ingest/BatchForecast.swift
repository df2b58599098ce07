import BlobStore
import Catalog
import PhotoLibrary
import Records

/// Reports the files of a dry run with the outcomes that a commit is expected to have. The assets of events are those of
/// the library. New assets have no UUID yet, so their UUIDs are empty.
///
/// Used from one thread.
final class BatchForecast: BatchRun {
    let reader: FileReader
    let progress: IngestProgress
    private let library: Library
    private let settings: Transaction.Settings
    /// The digests of the new files that the run has reported. Further files with these digests are duplicates.
    private var met: Set<BlobDigest> = []

    init(library: Library, reader: FileReader, progress: IngestProgress, settings: Transaction.Settings) {
        self.library = library
        self.reader = reader
        self.progress = progress
        self.settings = settings
    }

    func run(_ files: [ReadFile]) throws {
        for file in files {
            let file = knownIfMet(file)
            try conclude(file, try outcome(of: file))
        }
    }

    /// Returns the file with the finding that its bytes are known, if the run has reported the same bytes before.
    private func knownIfMet(_ file: ReadFile) -> ReadFile {
        guard case .wouldCome(let digest, _, _) = file.finding, met.contains(digest) else { return file }
        return ReadFile(source: file.source, finding: .known(digest))
    }

    /// Returns the expected outcome, or `nil` if the finding needs no operation.
    private func outcome(of file: ReadFile) throws -> Transaction.Outcome? {
        switch file.finding {
        case .creation(let creation, _): try outcome(ofNewFile: creation.described.blob.digest)
        case .wouldCome(let digest, _, _): try outcome(ofNewFile: digest)
        case .known(let digest):
            try outcome(ofKnown: digest) ?? (met.contains(digest) ? .duplicate(assetUUID: "") : .vanished)
        case .adjustment, .edit: .joined(assetUUID: "")
        case .refused, .notMedia, .ignoredAdjustment: .done
        case .unreadable, .brokenEdit: nil
        }
    }

    private func outcome(ofNewFile digest: BlobDigest) throws -> Transaction.Outcome {
        met.insert(digest)
        return try outcome(ofKnown: digest) ?? .created(assetUUID: "")
    }

    /// Returns the outcome for bytes of an asset in the library, or `nil` if no asset has them.
    private func outcome(ofKnown digest: BlobDigest) throws -> Transaction.Outcome? {
        try library.catalog.read { try $0.assetOfResource(sha256: digest) }
            .map(settings.outcome(forBytesOf:))
    }
}
