import BlobStore
package import Foundation
import PropertyLists
package import Records

/// The stored form of an edit's recipe: a property list with the keys of an AAE file.
///
/// Albumen writes Apple's binary format, and reads that format and XML. Only `PropertyListValue` reads a document. It's
/// written in Swift alone, so it needs no worker: a hostile file can only fail.
package struct AdjustmentDocument: Sendable, Equatable {
    package static let filename = "Adjustments.plist"
    package static let uniformTypeIdentifier = "com.apple.property-list"
    /// The largest document that is read, in bytes. In XML, the recipe is a third larger.
    package static let byteLimit = 4 << 20

    package var adjustment: AdjustmentData
    /// The date of the edit.
    package var timestamp: Date?
    /// The app that made the edit, or `nil` if the document doesn't name it.
    package var editor: String?
    /// Apple's bits for the kinds of renderings.
    package var renderTypes: Int
    /// The digests of the photo's or video's other files when it was edited, and of the edit's renderings. An import
    /// makes a file a part of the edit only if its digest is one of them. Empty in the documents of other programs, and in
    /// those of earlier versions.
    package var fileDigests: Set<BlobDigest> = []
    /// Whether the RAW of a RAW and JPEG was the original when it was edited. `false` in the documents of other programs.
    package var usesRAW = false

    package init(_ adjustment: AdjustmentData, timestamp: Date?, editor: String?, renderTypes: Int = 0) {
        self.adjustment = adjustment
        self.timestamp = timestamp
        self.editor = editor
        self.renderTypes = renderTypes
    }

    private enum Key {
        static let formatIdentifier = "adjustmentFormatIdentifier"
        static let formatVersion = "adjustmentFormatVersion"
        static let data = "adjustmentData"
        static let timestamp = "adjustmentTimestamp"
        static let editor = "adjustmentEditorBundleID"
        static let renderTypes = "adjustmentRenderTypes"
        static let fileDigests = "albumenFileDigests"
        static let usesRAW = "albumenUsesRAW"
    }

    /// Reads a document. Returns `nil` if the file is damaged, too large, or has no recipe.
    package init?(parsing file: Data) {
        guard let values = try? PropertyListValue(parsing: file, limit: Self.byteLimit),
            let formatIdentifier = values[Key.formatIdentifier]?.string,
            let formatVersion = values[Key.formatVersion]?.string, let data = values[Key.data]?.data, !data.isEmpty,
            data.count <= AdjustmentData.byteLimit
        else { return nil }
        self.init(
            AdjustmentData(formatIdentifier: formatIdentifier, formatVersion: formatVersion, data: data),
            timestamp: values[Key.timestamp]?.date,
            editor: values[Key.editor]?.string.flatMap { $0.isEmpty ? nil : $0 },
            renderTypes: values[Key.renderTypes]?.number.flatMap { Int(exactly: $0) } ?? 0)
        let digests = values[Key.fileDigests]?.array ?? []
        fileDigests = Set(digests.compactMap { value in value.data.flatMap { BlobDigest(bytes: $0) } })
        usesRAW = values[Key.usesRAW] == .boolean(true)
    }

    /// Returns the bytes of the document.
    package func encoded() throws -> Data {
        var values: [String: Any] = [
            Key.formatIdentifier: adjustment.formatIdentifier, Key.formatVersion: adjustment.formatVersion,
            Key.data: adjustment.data, Key.renderTypes: renderTypes,
        ]
        values[Key.timestamp] = timestamp
        values[Key.editor] = editor
        if !fileDigests.isEmpty { values[Key.fileDigests] = fileDigests.sorted().map(\.data) }
        if usesRAW { values[Key.usesRAW] = true }
        return try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
    }
}
