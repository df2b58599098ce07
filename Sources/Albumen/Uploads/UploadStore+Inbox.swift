import Foundation
import Synchronization

/// Files that senders put at places of their own.
extension UploadStore {
    /// Returns the file at a place, also if it ended recently, or `nil` if there is none.
    ///
    /// - Complexity: O(*n*) for *n* uploads.
    package func status(at place: InboxPlace) throws -> UploadStatus? {
        if UploadFolder.exists(in: library) { _ = try folder() }
        return state.withLock { state in
            state.entries.values.filter { $0.record.place == place }.max { $0.record.created < $1.record.created }?
                .status
        }
    }

    /// Forgets an upload that another file replaces.
    package func discard(_ identifier: String) { forget(identifier) }

    /// Returns the assets whose resources have all arrived.
    ///
    /// - Complexity: O(*n*) for *n* uploads.
    func dueAssets() -> [[UploadRecord]] {
        state.withLock { Self.dueAssets(of: $0, sortedAsImport: isLeftToImport) }
    }

    static func dueAssets(of state: State, sortedAsImport: (UploadRecord) -> Bool) -> [[UploadRecord]] {
        let parts = state.entries.values.filter { $0.isUnfinished && !sortedAsImport($0.record) }.map(\.record)
        let assets = Dictionary(grouping: parts) { $0.place?.assetKey }
        return assets.values.filter { records in
            let names = Set(records.compactMap { $0.isComplete ? $0.place?.resource : nil })
            return records.allSatisfy { names.isSuperset(of: $0.part?.resources ?? []) }
        }.map { $0.sorted { $0.filename < $1.filename } }
    }

    /// Whether an import sorts the file into an asset: its sender doesn't say what it is, or the asset's other files
    /// haven't come for long.
    func isLeftToImport(_ record: UploadRecord) -> Bool {
        record.part == nil || record.lastUse < now().addingTimeInterval(-limits.lifetime)
    }
}
