public import Foundation
import Records

/// Metadata of an asset that apps seldom need. It's immutable. The metadata of an empty asset is empty.
// Unchecked because the class is open. All stored properties are constant.
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    private let record: MetadataRecord
    private let filename: String?

    /// Creates empty metadata, for subclasses in tests of an app.
    public override init() {
        record = MetadataRecord()
        filename = nil
    }

    init(record: MetadataRecord, originalFilename: String?) {
        self.record = record
        self.filename = originalFilename
    }

    /// The user's caption of the asset, or else the caption in its file.
    open var caption: String? { record.caption }

    /// The name that the asset's file had when it was imported.
    open var originalFilename: String? { filename }

    /// The user's keywords, or else the keywords in the file.
    open var keywords: [String] { record.keywords }
}
