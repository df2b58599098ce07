import Albumen
import Records

/// A line of `import --json`: `event` is `imported`, `duplicate`, `restored`, `refused`, `skipped` or `skippedFolder`, and
/// there is a `path`.
///
/// Of the first three `localIdentifier` tells the asset: the new one, the one joined, or the one that had the bytes; it
/// is null in a dry run. `imported` has `joined` (the file became a part of an asset that was there) and `damage` (why
/// it is known to be cut short, or null); `duplicate` has `trashed` (its asset is in Recently Deleted). `refused` has a
/// `reason` for people; the reason of `skipped` is `unchanged`, `sidecar`, `link` or `other`, and its `unread` is `archive`,
/// `takeout` or `xmp` if the file has data that the import couldn't read. `skippedFolder` has a `kind`. The last line of the answer is an ``ImportSummaryDocument``.
struct ImportEventDocument: Encodable {
    private let event: IngestEvent

    init(_ event: IngestEvent) {
        self.event = event
    }

    private enum Key: String, CodingKey {
        case damage, event, joined, kind, localIdentifier, path, reason, trashed, unread
    }

    func encode(to encoder: any Encoder) throws {
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
        case .restored(let path, let uuid):
            try container.encode("restored", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(Self.localIdentifier(uuid), forKey: .localIdentifier)
        case .refused(let path, let reason):
            try container.encode("refused", forKey: .event)
            try container.encode(path, forKey: .path)
            try container.encode(reason, forKey: .reason)
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
    /// Whether the file stays out because its asset is in Recently Deleted.
    var isOfTrashedAsset: Bool {
        if case .trashedDuplicate = self { true } else { false }
    }
}

/// The last line of `import --json`: how many files, and how many assets they made. `assets` is null in a dry run: which
/// files belong together is known when they are in.
struct ImportSummaryDocument: Encodable {
    let summary: IngestSummary
    let isDryRun: Bool

    private enum Key: String, CodingKey {
        case assets, duplicates, imported, refused, restored, skipped, skippedFolders, unread
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(isDryRun ? nil : summary.assets, forKey: .assets)
        try container.encode(summary.duplicates, forKey: .duplicates)
        try container.encode(summary.imported, forKey: .imported)
        try container.encode(summary.refused, forKey: .refused)
        try container.encode(summary.restored, forKey: .restored)
        try container.encode(summary.skipped, forKey: .skipped)
        try container.encode(summary.skippedFolders, forKey: .skippedFolders)
        try container.encode(summary.unread, forKey: .unread)
    }
}
