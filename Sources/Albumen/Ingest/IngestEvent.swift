/// What an import tells while it runs. Paths are absolute.
package enum IngestEvent: Sendable, Equatable {
    package enum Skip: String, Sendable {
        /// Its size and time are those that an earlier import saw.
        case unchanged
        /// It belongs to a photo beside it; it stays where it is.
        case sidecar
        /// Neither photo nor video.
        case other
        /// A symbolic link that leads out of the folders that were named.
        case link
    }

    /// The file came in, as an asset of its own or as a part of one. `damage` says why it is known to be cut short.
    case imported(path: String, assetUUID: String, joined: Bool, damage: String?)
    /// Its bytes were in the library.
    case duplicate(path: String, assetUUID: String)
    /// Its bytes are those of an asset in Recently Deleted, which stays there.
    case trashedDuplicate(path: String, assetUUID: String)
    /// Its bytes are those of an asset in Recently Deleted, which came back.
    case restored(path: String, assetUUID: String)
    /// Media by its name or signature, without a picture that can be read.
    case refused(path: String, reason: String)
    case skipped(path: String, Skip)
    /// The file has data that an import can't read. `isKnown`: an earlier import has reported the same file.
    case unread(path: String, UnreadSource, isKnown: Bool)
    /// The folder belongs to another program, and nothing in it was looked at.
    case skippedFolder(path: String, ForeignFolder)

    /// A file that could not be read: refused where its name promises a photo or video.
    static func unreadable(_ source: ImportSource, reason: String) -> IngestEvent {
        IngestRules.isMediaName(source.name)
            ? .refused(path: source.path, reason: reason) : .skipped(path: source.path, .other)
    }

    /// A file whose bytes are neither photo nor video.
    static func notMedia(_ source: ImportSource, isKnown: Bool) -> IngestEvent {
        UnreadSource.isArchive(source.name)
            ? .unread(path: source.path, .archive, isKnown: isKnown) : .skipped(path: source.path, .other)
    }
}

/// How many files an import has seen to, and what became of them.
public struct IngestSummary: Sendable, Equatable {
    /// Files that came in; a Live Photo counts two.
    public var imported = 0
    /// Assets that were made of them.
    public var assets = 0
    /// Files whose bytes were in the library, or in an earlier file of this import.
    public var duplicates = 0
    /// Files whose asset came back from Recently Deleted.
    public var restored = 0
    /// Media by name or signature without a picture that can be read.
    public var refused = 0
    /// Files unchanged since an earlier import, sidecars, and files of other kinds.
    public var skipped = 0
    /// Archives and files of Google Takeout that this import met for the first time, and whose contents it didn't use. They
    /// are among the skipped files.
    public var unread = 0
    /// Folders of other programs, which were not looked into.
    public var skippedFolders = 0
    /// Why old history could not be trimmed after the import, for people; nil where all is well. What was imported is in the
    /// library all the same.
    public var historyFailure: String?

    package init() {}

    /// Files seen so far.
    public var files: Int { imported + duplicates + restored + refused + skipped }

    mutating func count(_ event: IngestEvent) {
        switch event {
        case .imported(_, _, let joined, _):
            imported += 1
            if !joined { assets += 1 }
        case .duplicate, .trashedDuplicate: duplicates += 1
        case .restored: restored += 1
        case .refused: refused += 1
        case .skipped: skipped += 1
        case .unread(_, let source, let isKnown):
            skipped += 1
            if !isKnown, source != .xmp { unread += 1 }
        case .skippedFolder: skippedFolders += 1
        }
    }
}
