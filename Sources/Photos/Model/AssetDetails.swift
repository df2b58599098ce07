import Albumen
import Catalog
import Synchronization

/// What an asset's row does not hold, read when it is first asked for and kept.
final class AssetDetails: Sendable {
    private struct State {
        var metadata: MetadataRecord?
        var resources: [ResourceRecord]?
    }

    private let assetID: Int64
    private let library: Library
    private let state = Mutex(State())

    init(assetID: Int64, library: Library) {
        self.assetID = assetID
        self.library = library
    }

    /// Empty where the catalog could not be read: the next call tries again.
    var metadata: MetadataRecord {
        if let known = state.withLock({ $0.metadata }) { return known }
        return read {
            try library.metadata(ofAsset: assetID)
        } keep: {
            $0.metadata = $1
        } ?? MetadataRecord()
    }

    /// The files, the picture first. Empty where the catalog could not be read: the next call tries again.
    var resources: [ResourceRecord] {
        if let known = state.withLock({ $0.resources }) { return known }
        return read {
            try library.resources(ofAsset: assetID)
        } keep: {
            $0.resources = $1
        } ?? []
    }

    /// Read without the lock held: two threads may read the same, which is no harm.
    private func read<Value: Sendable>(
        _ value: () throws -> Value, keep: (inout State, Value) -> Void
    ) -> Value? {
        do {
            let value = try value()
            state.withLock { keep(&$0, value) }
            return value
        } catch {
            Diagnostics.report("The details of an asset could not be read: \(error)")
            return nil
        }
    }
}
