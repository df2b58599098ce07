import Albumen
import Records

/// The last line of `refresh --json`.
struct RefreshSummaryDocument: Encodable {
    /// The number of files that couldn't be read.
    let failed: Int
    /// The number of photos and videos whose place was looked up.
    let located: Int
    /// The number of photos and videos whose metadata were read again.
    let refreshed: Int
    /// The number of photos and videos whose date got the time zone of their place.
    let zoned: Int

    init(_ summary: MetadataRefresh.Summary, located: Int, zoned: Int) {
        failed = summary.failed
        self.located = located
        refreshed = summary.refreshed
        self.zoned = zoned
    }

    /// The line for people.
    var text: String {
        var sentences: [String] = []
        if refreshed > 0 || failed > 0 { sentences.append("Read the metadata of \(Count.text(refreshed, "item")).") }
        if located > 0 { sentences.append("Looked up the places of \(Count.text(located, "item")).") }
        if zoned > 0 { sentences.append("Set the time zone of \(Count.text(zoned, "item")) by place.") }
        return sentences.isEmpty ? "Everything is up to date." : sentences.joined(separator: " ")
    }
}

/// A line of `refresh --json` for a file that couldn't be read: `event` is `failed`.
struct RefreshFailureDocument: FailureDocument {
    let event = "failed"
    let localIdentifier: String
    let originalFilename: String
    /// A message for people.
    let reason: String

    init(_ failure: MetadataRefresh.Failure) {
        localIdentifier = LocalIdentifier.string(uuid: failure.assetUUID, kind: .asset)
        originalFilename = failure.originalFilename
        reason = failure.reason
    }

    /// The line for people.
    var text: String {
        PrintableText.line("failed: \(originalFilename) (\(localIdentifier)): \(reason)")
    }
}
