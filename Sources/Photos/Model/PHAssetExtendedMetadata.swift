public import Foundation
import Records

/// What is known of an asset and seldom asked for. Immutable; an empty asset has an empty one.
// Unchecked because open: all its own state is constant.
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    private let record: MetadataRecord
    private let filename: String?

    /// Empty metadata, for subclasses that a client's tests define.
    public override init() {
        record = MetadataRecord()
        filename = nil
    }

    init(record: MetadataRecord, originalFilename: String?) {
        self.record = record
        self.filename = originalFilename
    }

    /// What the user wrote about the asset, or what its file tells.
    open var caption: String? { record.caption }

    /// The name the asset's file had when it came into the library.
    open var originalFilename: String? { filename }

    /// Words to find the asset by: the user's, or those of its file.
    open var keywords: [String] { record.keywords }
}
