import Albumen
import Records

/// The import that runs or ran last.
struct ImportDocument: Encodable {
    /// A file that can't be read, and the reason.
    struct Refused: Encodable {
        let path: String
        let reason: String
    }

    /// The number of the import since the server started. Each is larger than those before.
    let number: Int
    let paths: [String]
    let dryRun: Bool
    /// `running`, `stopping`, `stopped`, `finished` or `failed`.
    let state: String
    /// The number of items or files that were read.
    let done: Int
    /// The number of items or files, or `null` if it isn't known.
    @OrNull var total: Int?
    /// The number of new photos and videos. Of a dry run, of those that an import would add.
    let assets: Int
    /// The number of files that the library had before.
    let duplicates: Int
    /// The number of files of items that were brought over before and have something new.
    let updated: Int
    /// The number of files that can't be read.
    let refusedCount: Int
    /// The first of the refused files.
    let refused: [Refused]
    /// For each source, what was found, what is used, and the difference by reason.
    let sources: [SourceTableDocument]
    /// The album with the new photos and videos, or `null` if there are none.
    @OrNull var album: String?
    /// Why the import failed, or `null`.
    @OrNull var failure: String?
}

/// The import that runs or ran last, or `null` if there was none since the server started.
struct CurrentImportDocument: Encodable {
    @OrNull var `import`: ImportDocument?
}

/// What can be brought over from this machine.
struct SourcesDocument: Encodable {
    struct Source: Encodable {
        /// Where it is, for people.
        let path: String
        let paths: [String]
        /// The kind of the source, or `null` for the card of a camera.
        @OrNull var kind: String?
    }

    let sources: [Source]
    /// Whether all folders were searched.
    let isComplete: Bool

    init(_ candidates: [SourceSearch.Candidate], isComplete: Bool) {
        sources = candidates.map { Source(path: $0.path, paths: $0.paths, kind: $0.kind?.rawValue) }
        self.isComplete = isComplete
    }
}
