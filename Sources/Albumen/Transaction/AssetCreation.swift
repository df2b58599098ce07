package import BlobStore
import Catalog
package import Foundation
import MediaWork
import Records

/// One file that is to become an asset, or a part of one.
package struct AssetCreation: Sendable {
    /// The bytes, staged and committed to the blob store but not yet released.
    package var blob: StagedBlob
    package var originalFilename: String
    package var facts: AssetFacts
    /// What the picture looks like in a few bytes; nil where it was not decoded.
    package var placeholder: Data?
    /// The file on disk it came from; nil for bytes that an app handed over.
    package var source: ImportSource?

    package init(blob: StagedBlob, originalFilename: String, facts: AssetFacts, source: ImportSource?) {
        self.blob = blob
        self.originalFilename = originalFilename
        self.facts = facts
        self.source = source
    }

    func resource(as type: ResourceType) -> ResourceRecord {
        ResourceRecord(
            type: type, sha256: blob.digest.data, fileSize: blob.size, originalFilename: originalFilename,
            uniformTypeIdentifier: facts.probe.uniformTypeIdentifier, pixelWidth: facts.probe.pixelWidth,
            pixelHeight: facts.probe.pixelHeight, contentIdentifier: facts.probe.contentIdentifier)
    }
}
