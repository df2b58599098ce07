/// Why a shipper's first change is a snapshot or not.
package enum LedgerState: Sendable, Hashable {
    /// The ledger belongs to the replica. Changes continue it.
    case usable
    /// There's no ledger.
    case missing
    /// The ledger's file isn't whole.
    case damaged
    /// The ledger belongs to another replica, or to a database with another page size.
    case foreign
    /// The replica has later changes than the ledger. Their pages are unknown, so a comparison could miss some of them.
    case stale
}
