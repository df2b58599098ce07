import PhotoLibrary

/// An event of an import. Paths are absolute.
package enum IngestEvent: Sendable, Equatable {
    package enum Skip: String, Sendable {
        /// The file's size and date are the same as in an earlier import.
        case unchanged
        /// The file belongs to a photo beside it. An import ignores it.
        case sidecar
        /// The file is neither a photo nor a video.
        case other
        /// A symbolic link that leads out of the named folders.
        case link
    }

    /// The file was imported as a new asset or as a part of an existing one. `damage` says why the file is truncated.
    case imported(path: String, assetUUID: String, joined: Bool, damage: String?)
    /// The library contains the file's bytes.
    case duplicate(path: String, assetUUID: String)
    /// The file's bytes belong to an asset of the library, which had lost them. It has them again.
    case healed(path: String, assetUUID: String)
    /// The file's bytes belong to an asset in Recently Deleted, which stays there.
    case trashedDuplicate(path: String, assetUUID: String)
    /// The file's bytes belong to an asset in Recently Deleted, which was restored.
    case restored(path: String, assetUUID: String)
    /// The file is media by its name or signature, but contains no readable picture.
    case refused(path: String, reason: String)
    /// The file hasn't changed since an earlier import that refused it.
    case refusedAgain(path: String, reason: String)
    case skipped(path: String, Skip)
    /// The item of a source was brought over before, and the source or its files have something new.
    case updated(path: String, assetUUID: String)
    /// A fact of a source isn't in the library.
    case notUsed(SourceNote)
    /// The file has data that an import can't read. `isKnown` says whether an earlier import has reported the file.
    case unread(path: String, UnreadSource, isKnown: Bool)
    /// The folder belongs to another program and was skipped.
    case skippedFolder(path: String, ForeignFolder)

    /// The path of a file, or `nil` for events of other things.
    var filePath: String? {
        switch self {
        case .imported(let path, _, _, _), .duplicate(let path, _), .healed(let path, _),
            .trashedDuplicate(let path, _), .restored(let path, _), .refused(let path, _),
            .refusedAgain(let path, _), .skipped(let path, _), .updated(let path, _), .unread(let path, _, _):
            path
        case .notUsed, .skippedFolder: nil
        }
    }

    /// Returns the event for an unreadable file: refused if its name is that of a photo or video.
    static func unreadable(_ source: ImportSource, reason: String) -> IngestEvent {
        IngestRules.isMediaName(source.name)
            ? .refused(path: source.path, reason: reason) : .skipped(path: source.path, .other)
    }

    /// Returns the event for a file that is neither a photo nor a video.
    static func notMedia(_ source: ImportSource, isKnown: Bool) -> IngestEvent {
        UnreadSource.isArchive(source.name)
            ? .unread(path: source.path, .archive, isKnown: isKnown) : .skipped(path: source.path, .other)
    }
}

/// The results of an import.
public struct IngestSummary: Sendable, Equatable {
    /// The number of imported files. A Live Photo counts as two, and so does a slow-motion video with
    /// its AAE file.
    public var imported = 0
    /// The number of new assets.
    public var assets = 0
    /// The number of files whose bytes were in the library or in an earlier file of this import.
    public var duplicates = 0
    /// The number of files whose bytes the library had lost and has again.
    public var healed = 0
    /// The number of files whose asset was restored from Recently Deleted.
    public var restored = 0
    /// The number of files that are media by their name or signature but contain no readable picture.
    public var refused = 0
    /// The number of refused files that haven't changed since an earlier import refused them. They also count as
    /// refused files.
    public var refusedAgain = 0
    /// The number of files that are unchanged since an earlier import, sidecars, or of other kinds.
    public var skipped = 0
    /// The number of archives and files of Google Takeout that no earlier import has found, and whose contents
    /// weren't used. They also count as skipped files.
    public var unread = 0
    /// The number of folders of other programs, which were skipped.
    public var skippedFolders = 0
    /// The number of files of items that were brought over before, and whose values or files changed.
    public var updated = 0
    /// The UUID of the album with the new assets, or `nil` if there are none.
    package var albumUUID: String?
    /// The sources that were brought over, in the order of their paths.
    package var sources: [SourceTable] = []
    /// The reason for people why old history couldn't be trimmed after the import, or `nil`. It doesn't affect the
    /// imported files.
    public var historyFailure: String?

    package init() {}

    /// The number of processed files.
    public var files: Int { imported + duplicates + healed + restored + refused + skipped + updated }

    mutating func count(_ event: IngestEvent) {
        switch event {
        case .imported(_, _, let joined, _):
            imported += 1
            if !joined { assets += 1 }
        case .duplicate, .trashedDuplicate: duplicates += 1
        case .healed: healed += 1
        case .updated: updated += 1
        case .notUsed: break
        case .restored: restored += 1
        case .refused: refused += 1
        case .refusedAgain:
            refused += 1
            refusedAgain += 1
        case .skipped: skipped += 1
        case .unread(_, _, let isKnown):
            skipped += 1
            if !isKnown { unread += 1 }
        case .skippedFolder: skippedFolders += 1
        }
    }
}
