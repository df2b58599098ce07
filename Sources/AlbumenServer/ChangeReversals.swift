import Albumen
import Foundation
import Synchronization

/// The reversals of the last changes that pages made, while the server runs. Any thread can call the methods.
final class ChangeReversals: Sendable {
    /// The reversals of a change of assets, or that of a deleted album or folder.
    private enum Change {
        case assets([AssetReversal])
        case deletion(CollectionReversal)
    }

    private struct Entry {
        let name: String
        let principal: Principal
        let change: Change
        let byteCount: Int
    }

    private let limit: Int
    /// The entries, oldest first.
    private let entries = Mutex<[Entry]>([])

    /// - Parameter limit: The memory limit of the reversals, in bytes. Beyond it, the oldest are removed first.
    init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Stores the reversals of a change, and returns the name to pass to `take`. Returns `nil` if they are empty or
    /// larger than the limit.
    func keep(_ reversals: [AssetReversal], of principal: Principal) -> String? {
        guard !reversals.isEmpty else { return nil }
        return keep(.assets(reversals), byteCount: reversals.reduce(0) { $0 + $1.byteCount }, of: principal)
    }

    /// Stores the reversal of a deletion, and returns the name to pass to `takeDeletion`. Returns `nil` if it is larger
    /// than the limit.
    func keep(_ deletion: CollectionReversal, of principal: Principal) -> String? {
        keep(.deletion(deletion), byteCount: deletion.byteCount, of: principal)
    }

    private func keep(_ change: Change, byteCount: Int, of principal: Principal) -> String? {
        let entry = Entry(name: UUID().uuidString, principal: principal, change: change, byteCount: byteCount)
        guard byteCount <= limit else { return nil }
        entries.withLock { entries in
            entries.append(entry)
            var total = entries.reduce(0) { $0 + $1.byteCount }
            while total > limit { total -= entries.removeFirst().byteCount }
        }
        return entry.name
    }

    /// Returns and removes the reversals of a change, because a change can be undone only once.
    func take(_ name: String, of principal: Principal) -> [AssetReversal]? {
        take(name, of: principal) { if case .assets(let reversals) = $0 { reversals } else { nil } }
    }

    /// Returns and removes the reversal of a deletion, because it can be undone only once.
    func takeDeletion(_ name: String, of principal: Principal) -> CollectionReversal? {
        take(name, of: principal) { if case .deletion(let deletion) = $0 { deletion } else { nil } }
    }

    private func take<Value>(_ name: String, of principal: Principal, _ value: (Change) -> Value?) -> Value? {
        entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.name == name && $0.principal == principal }),
                let found = value(entries[place].change)
            else { return nil }
            entries.remove(at: place)
            return found
        }
    }
}
