import CoreMedia
public import Foundation
import MediaRequests

/// Appends groups of metadata items to an input for metadata.
open class AVAssetWriterInputMetadataAdaptor: NSObject {
    private let input: AVAssetWriterInput

    /// The input.
    open var assetWriterInput: AVAssetWriterInput { input }

    /// - Parameter input: An input of the type `metadata` with a `sourceFormatHint`.
    public init(assetWriterInput input: AVAssetWriterInput) {
        self.input = input
        super.init()
    }

    /// Appends a group. The parts of groups have to follow one another.
    ///
    /// - Parameter timedMetadataGroup: Items whose identifiers and types the input's format has.
    /// - Returns: `false` if the writer isn't writing, has no session, or fails. See ``AVAssetWriter/error``.
    @discardableResult
    open func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
        let (items, range) = (timedMetadataGroup.items.map(\.facts), timedMetadataGroup.timeRange)
        let format = assetWriterInput.sourceFormatHint
        return assetWriterInput.append { index throws(AVError) in
            guard let time = MediaTime(range.start) else { throw PendingSample.timeless }
            return PendingSample(
                metadata: try MetadataCoding.sample(items, format), at: time, index,
                duration: MediaTime(range.duration).flatMap { $0.value > 0 ? $0 : nil })
        }
    }
}
