import Albumen
import Records

/// A line of `import --json`. `event` is `imported`, `duplicate`, `healed`, `restored`, `updated`, `refused`, `skipped` or
/// `skippedFolder`, and `path` is always present. The event `notUsed` is a ``SourceNoteDocument``.
///
/// The first five have the asset's `localIdentifier`: a new asset, an existing asset that the file joined, or the
/// asset that already had the bytes. It's `null` in a dry run. `imported` has `joined` (whether the file became part of
/// an existing asset) and `damage` (the reason why the file is known to be truncated, or `null`). `duplicate` has
/// `trashed` (whether its asset is in Recently Deleted). `refused` has a `reason` for people, and `again` (whether an
/// earlier import refused the unchanged file). `skipped` has the `reason` `unchanged`, `sidecar`, `link` or `other`, and
/// `unread` with `archive` if the import can't read the file. `skippedFolder` has a `kind`. The last line of the output
/// is an ``ImportSummaryDocument``.
struct ImportEventDocument: Encodable {
    private let event: IngestEvent

    init(_ event: IngestEvent) {
        self.event = event
    }

    private enum Key: String, CodingKey {
        case again, damage, event, joined, kind, localIdentifier, path, reason, trashed, unread
    }

    func encode(to encoder: any Encoder) throws {
        if case .notUsed(let note) = event { return try SourceNoteDocument(note: note).encode(to: encoder) }
        var container = encoder.container(keyedBy: Key.self)
        switch event {
        case .imported(let path, let uuid, let joined, let damage):
            try container.encode("imported", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(Self.localIdentifier(uuid), forKey: .localIdentifier)
            try container.encode(joined, forKey: .joined)
            try container.encode(damage, forKey: .damage)
        case .duplicate(let path, let uuid), .trashedDuplicate(let path, let uuid):
            try container.encode("duplicate", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(Self.localIdentifier(uuid), forKey: .localIdentifier)
            try container.encode(event.isOfTrashedAsset, forKey: .trashed)
        case .healed(let path, let uuid):
            try container.encode("healed", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(Self.localIdentifier(uuid), forKey: .localIdentifier)
        case .notUsed: break
        case .updated(let path, let uuid):
            try container.encode("updated", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(Self.localIdentifier(uuid), forKey: .localIdentifier)
        case .restored(let path, let uuid):
            try container.encode("restored", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(Self.localIdentifier(uuid), forKey: .localIdentifier)
        case .refused(let path, let reason), .refusedAgain(let path, let reason):
            try container.encode("refused", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(reason, forKey: .reason)
            try container.encode(event.isRefusedAgain, forKey: .again)
        case .skipped(let path, let skip):
            try container.encode("skipped", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(skip.rawValue, forKey: .reason)
        case .unread(let path, let source, _):
            try container.encode("skipped", forKey: .event)
            try container.encode(path, forKey: .path)
            let skip: IngestEvent.Skip = source == .archive ? .other : .sidecar
            try container.encode(skip.rawValue, forKey: .reason)
            try container.encode(source.rawValue, forKey: .unread)
        case .skippedFolder(let path, let kind):
            try container.encode("skippedFolder", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(kind.rawValue, forKey: .kind)
        }
    }

    private static func localIdentifier(_ uuid: String) -> String? {
        uuid.isEmpty ? nil : LocalIdentifier.string(uuid: uuid, kind: .asset)
    }
}

extension IngestEvent {
    /// Whether an earlier import refused the unchanged file.
    var isRefusedAgain: Bool {
        if case .refusedAgain = self { true } else { false }
    }

    /// Whether the file isn't imported because its asset is in Recently Deleted.
    var isOfTrashedAsset: Bool {
        if case .trashedDuplicate = self { true } else { false }
    }
}

/// The last line of `import --json`: the number of files, and the number of new assets. `assets` is `null` in a dry
/// run, because only an import determines which files belong together. `sources` has a ``SourceTableDocument`` for each
/// library or export of another program.
struct ImportSummaryDocument: Encodable {
    let summary: IngestSummary
    let isDryRun: Bool

    private enum Key: String, CodingKey {
        case assets, duplicates, healed, imported, refused, refusedAgain, restored, skipped, skippedFolders, sources,
            unread, updated
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(isDryRun ? nil : summary.assets, forKey: .assets)
        try container.encode(summary.duplicates, forKey: .duplicates)
        try container.encode(summary.healed, forKey: .healed)
        try container.encode(summary.imported, forKey: .imported)
        try container.encode(summary.refused, forKey: .refused)
        try container.encode(summary.refusedAgain, forKey: .refusedAgain)
        try container.encode(summary.restored, forKey: .restored)
        try container.encode(summary.skipped, forKey: .skipped)
        try container.encode(summary.skippedFolders, forKey: .skippedFolders)
        try container.encode(summary.sources.map(SourceTableDocument.init), forKey: .sources)
        try container.encode(summary.unread, forKey: .unread)
        try container.encode(summary.updated, forKey: .updated)
    }
}
