import Albumen
import Records

/// The last line of `refresh --json`.
struct RefreshSummaryDocument: Encodable {
    /// The number of files that couldn't be read.
    let failed: Int
    /// The number of photos and videos whose metadata were read again.
    let refreshed: Int

    init(_ summary: MetadataRefresh.Summary) {
        failed = summary.failed
        refreshed = summary.refreshed
    }

    /// The line for people.
    var text: String {
        refreshed == 0 && failed == 0
            ? "Everything is up to date." : "Read the metadata of \(Count.text(refreshed, "item"))."
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
