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
    ///
    /// - Throws: `busy` if it's complete and comes into the library.
    package func discard(_ identifier: String) throws(UploadError) {
        let isWaiting = state.withLock { state in
            state.entries[identifier].map { $0.isUnfinished && $0.record.isComplete } ?? false
        }
        guard !isWaiting, forget(identifier, if: { !($0.isUnfinished && $0.record.isComplete) }) else { throw .busy }
    }

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
            let names = Set(records.compactMap { $0.place?.resource })
            return records.allSatisfy { $0.isComplete && names.isSuperset(of: $0.part?.resources ?? []) }
        }.map { $0.sorted { $0.filename < $1.filename } }
    }

    /// Whether an import sorts the file into an asset: its sender doesn't say what it is, or the asset's other files
    /// haven't come for long.
    func isLeftToImport(_ record: UploadRecord) -> Bool {
        record.part == nil || record.lastUse < now().addingTimeInterval(-limits.lifetime)
    }
}
