import Albumen
import Records

/// A line of `set --json` or `edit --json` for an asset that couldn't be changed: `event` is `failed`.
struct FailedAssetDocument: Encodable {
    let event = "failed"
    let localIdentifier: String
    let originalFilename: String
    /// A message for people.
    let reason: String

    init(_ failure: OriginalReading.Failure) {
        self.init(failure.asset, originalFilename: failure.originalFilename, reason: failure.reason)
    }

    init(_ asset: AssetRecord, originalFilename: String, reason: String) {
        localIdentifier = LocalIdentifier.string(uuid: asset.uuid, kind: .asset)
        self.originalFilename = originalFilename
        self.reason = reason
    }

    /// The line for people.
    var text: String {
        PrintableText.line("failed: \(originalFilename) (\(localIdentifier)): \(reason)")
    }
}
