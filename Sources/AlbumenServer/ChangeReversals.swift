import Albumen
import Foundation
import Synchronization

/// The reversals of the last changes that pages made, while the server runs. Any thread can call the methods.
final class ChangeReversals: Sendable {
    private struct Entry {
        let name: String
        let principal: Principal
        let reversals: [AssetReversal]
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
        let entry = Entry(
            name: UUID().uuidString, principal: principal, reversals: reversals,
            byteCount: reversals.reduce(0) { $0 + $1.byteCount })
        guard !reversals.isEmpty, entry.byteCount <= limit else { return nil }
        entries.withLock { entries in
            entries.append(entry)
            var total = entries.reduce(0) { $0 + $1.byteCount }
            while total > limit { total -= entries.removeFirst().byteCount }
        }
        return entry.name
    }

    /// Returns and removes the reversals of a change, because a change can be undone only once.
    func take(_ name: String, of principal: Principal) -> [AssetReversal]? {
        entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.name == name && $0.principal == principal }) else {
                return nil
            }
            return entries.remove(at: place).reversals
        }
    }
}
