package import BlobStore
import Records

/// A staged AAE file with the slow motion of a video.
package struct AdjustmentFile: Sendable {
    package let blob: StagedBlob
    package let source: ImportSource

    package init(blob: StagedBlob, source: ImportSource) {
        self.blob = blob
        self.source = source
    }

    var resource: ResourceRecord {
        ResourceRecord(
            type: .adjustmentData, sha256: blob.digest, fileSize: blob.size, originalFilename: source.name,
            uniformTypeIdentifier: SlowMotionAdjustment.uniformTypeIdentifier, pixelWidth: 0, pixelHeight: 0)
    }
}
