package import Foundation
import GRDB

/// A row of `resource`: bytes of an asset and the part they play in it.
package struct ResourceRecord: Sendable, Equatable, Identifiable {
    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    package var assetID: Int64 = 0
    /// Raw value of PhotoKit's resource types.
    package var type: Int
    /// 32 bytes.
    package var sha256: Data
    /// Bytes.
    package var fileSize: Int64
    package var originalFilename: String
    package var uniformTypeIdentifier: String
    package var pixelWidth: Int
    package var pixelHeight: Int
    /// What a Live Photo's picture and video share.
    package var contentIdentifier: String?

    package init(
        type: Int, sha256: Data, fileSize: Int64, originalFilename: String, uniformTypeIdentifier: String,
        pixelWidth: Int, pixelHeight: Int, contentIdentifier: String? = nil
    ) {
        self.type = type
        self.sha256 = sha256
        self.fileSize = fileSize
        self.originalFilename = originalFilename
        self.uniformTypeIdentifier = uniformTypeIdentifier
        self.pixelWidth = pixelWidth
        self.pixelHeight = pixelHeight
        self.contentIdentifier = contentIdentifier
    }
}

extension ResourceRecord {
    /// PhotoKit's types of what a viewer sees or plays: the picture, the video, the video of a Live Photo, and each as
    /// edited.
    package static let typesInView: Set<Int> = [1, 2, 5, 6, 9, 10]

    static let selection = """
        id, assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight, \
        contentIdentifier
        """
    static let insertion = """
        INSERT INTO resource (assetId, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth,
            pixelHeight, contentIdentifier) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    var values: StatementArguments {
        [
            assetID, type, sha256, fileSize, originalFilename, uniformTypeIdentifier, pixelWidth, pixelHeight,
            contentIdentifier,
        ]
    }

    init(row: StatementRow) {
        id = row.int64(0)
        assetID = row.int64(1)
        type = row.int(2)
        sha256 = row.data(3)
        fileSize = row.int64(4)
        originalFilename = row.text(5)
        uniformTypeIdentifier = row.text(6)
        pixelWidth = row.int(7)
        pixelHeight = row.int(8)
        contentIdentifier = row.optional(9, StatementRow.text)
    }
}
