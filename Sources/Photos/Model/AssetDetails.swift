import PhotoLibrary
import Records
import Synchronization

/// The details of an asset that its row doesn't contain. Reads them on first use and keeps them.
///
/// The metadata is from the state in which the asset was fetched. If the client may no longer see the asset, nothing
/// more is read, but details read earlier stay.
final class AssetDetails: Sendable {
    private struct State {
        var metadata: MetadataRecord?
        var resources: [ResourceRecord]?
    }

    private let assetID: Int64
    private let context: FetchContext
    private let state: Mutex<State>

    /// - Parameter known: The details at the version of the context, if the fetch has read them.
    init(assetID: Int64, context: FetchContext, known: AssetPage.Details? = nil) {
        self.assetID = assetID
        self.context = context
        state = Mutex(State(metadata: known?.metadata, resources: known?.resources))
    }

    /// The asset's metadata. Empty if it can't be read; the next call tries again.
    var metadata: MetadataRecord {
        if let known = state.withLock({ $0.metadata }) { return known }
        return read {
            try context.currentView.metadata(ofAsset: assetID, at: context.version)
        } keep: {
            $0.metadata = $1
        } ?? MetadataRecord()
    }

    /// The asset's files. Empty if they can't be read; the next call tries again.
    var files: AssetFiles<ResourceRecord> {
        if let known = state.withLock({ $0.resources }) { return AssetFiles(known) }
        let resources = read {
            try context.currentView.resources(ofAsset: assetID)
        } keep: {
            $0.resources = $1
        }
        return AssetFiles(resources ?? [])
    }

    /// Reads without holding the lock. Two threads may read the same value, which is harmless.
    private func read<Value: Sendable>(
        _ value: () throws -> Value?, keep: (inout State, Value) -> Void
    ) -> Value? {
        do {
            guard let value = try value() else { return nil }
            state.withLock { keep(&$0, value) }
            return value
        } catch {
            Diagnostics.report("The details of an asset could not be read: \(error)")
            return nil
        }
    }
}
