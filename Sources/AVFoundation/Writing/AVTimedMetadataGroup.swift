public import CoreMedia
public import Foundation

/// Metadata items that are valid together.
open class AVMetadataGroup: NSObject {
    /// The items.
    open var items: [AVMetadataItem] { [] }
}

/// Metadata items that are valid during a part of a movie.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying {
    fileprivate var keptItems: [AVMetadataItem]
    fileprivate var keptRange: CMTimeRange

    /// Creates an empty group without a time.
    public override init() {
        keptItems = []
        keptRange = .invalid
        super.init()
    }

    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        keptItems = items
        keptRange = timeRange
        super.init()
    }

    open override var items: [AVMetadataItem] { keptItems }
    /// The part of the movie.
    open var timeRange: CMTimeRange { keptRange }

    open func copy(with zone: NSZone? = nil) -> Any {
        AVTimedMetadataGroup(items: keptItems, timeRange: keptRange)
    }
}

/// A group that can be changed.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup {
    open override var items: [AVMetadataItem] {
        get { keptItems }
        set { keptItems = newValue }
    }

    open override var timeRange: CMTimeRange {
        get { keptRange }
        set { keptRange = newValue }
    }
}
