import Albumen
import Records

/// A line of `set --json` for an asset that stays as it was: `event` is `failed`.
struct FailedAssetDocument: Encodable {
    let event = "failed"
    let localIdentifier: String
    let originalFilename: String
    /// For people.
    let reason: String

    init(_ failure: OriginalReading.Failure) {
        localIdentifier = LocalIdentifier.string(uuid: failure.asset.uuid, kind: .asset)
        originalFilename = failure.originalFilename
        reason = failure.reason
    }

    /// For people.
    var text: String {
        PrintableText.line("failed: \(originalFilename) (\(localIdentifier)): \(reason)")
    }
}
