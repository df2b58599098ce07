import Albumen
import Foundation
import Synchronization

/// How to undo the changes that pages made last, as long as the server runs. Any thread may call.
final class ChangeReversals: Sendable {
    private struct Entry {
        let name: String
        let principal: Principal
        let reversals: [AssetReversal]
        let byteCount: Int
    }

    private let limit: Int
    /// The oldest first.
    private let entries = Mutex<[Entry]>([])

    /// - Parameter limit: how much memory the reversals may take, in bytes. The oldest go first.
    init(limit: Int = 64 << 20) {
        self.limit = limit
    }

    /// Keeps the reversals of a change, and returns the name that `take` knows them by. Returns `nil` if they are empty or
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

    /// The reversals of a change, which are forgotten: a change is undone once.
    func take(_ name: String, of principal: Principal) -> [AssetReversal]? {
        entries.withLock { entries in
            guard let place = entries.firstIndex(where: { $0.name == name && $0.principal == principal }) else {
                return nil
            }
            return entries.remove(at: place).reversals
        }
    }
}
