import Albumen
import Records

/// A line of `set --json` for an asset that couldn't be changed: `event` is `failed`.
struct FailedAssetDocument: Encodable {
    let event = "failed"
    let localIdentifier: String
    let originalFilename: String
    /// A message for people.
    let reason: String

    init(_ failure: OriginalReading.Failure) {
        localIdentifier = LocalIdentifier.string(uuid: failure.asset.uuid, kind: .asset)
        originalFilename = failure.originalFilename
        reason = failure.reason
    }

    /// The line for people.
    var text: String {
        PrintableText.line("failed: \(originalFilename) (\(localIdentifier)): \(reason)")
    }
}
