import Foundation

/// The objects that a session's settings return as they were set.
// Unchecked because metadata items aren't Sendable. The export uses copies of their values.
final class KeptMetadata: @unchecked Sendable {
    private let lock = NSLock()
    private var keptItems: [AVMetadataItem]?
    private var keptFilter: AVMetadataItemFilter?
    private var keptFolder: URL?

    var items: [AVMetadataItem]? {
        get { lock.withLock { keptItems } }
        set { lock.withLock { keptItems = newValue } }
    }

    var filter: AVMetadataItemFilter? {
        get { lock.withLock { keptFilter } }
        set { lock.withLock { keptFilter = newValue } }
    }

    var temporaryFolder: URL? {
        get { lock.withLock { keptFolder } }
        set { lock.withLock { keptFolder = newValue } }
    }
}
