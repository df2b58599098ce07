package import BlobStore
package import Foundation
package import MediaRequests
package import Records

/// A file that an intake has staged, with its role in an asset.
package struct TakenFile: Sendable {
    package var type: ResourceType
    package var blob: StagedBlob
    package var originalFilename: String
    package var probe: MediaProbe
    /// The date when the file was last changed, or `nil` for bytes in memory.
    package var fileDate: Date?
    /// The app's file to remove once the asset is in the library.
    var movedFile: MovedFile?

    /// - Parameter type: The file's role, or `nil` for a photo or video according to the probe.
    package init(
        type: ResourceType? = nil, blob: StagedBlob, originalFilename: String, probe: MediaProbe, fileDate: Date? = nil
    ) {
        self.type = type ?? (probe.kind == .image ? .photo : .video)
        self.blob = blob
        self.originalFilename = originalFilename
        self.probe = probe
        self.fileDate = fileDate
    }

    /// Returns the row for the file, in its own role or another one.
    func resource(as type: ResourceType? = nil) -> ResourceRecord {
        var resource = ResourceRecord(
            type: type ?? self.type, sha256: blob.digest, fileSize: blob.size,
            originalFilename: originalFilename, uniformTypeIdentifier: probe.uniformTypeIdentifier,
            pixelWidth: probe.pixelWidth, pixelHeight: probe.pixelHeight, contentIdentifier: probe.contentIdentifier)
        resource.container = blob.container?.place
        return resource
    }
}

extension TakenFile: AssetFile {
    package var resourceType: ResourceType { type }
    package var uniformTypeIdentifier: String { probe.uniformTypeIdentifier }
    /// The choice of the original is made after the file's row is in the catalog.
    package var isUsedAsOriginal: Bool { false }
}
