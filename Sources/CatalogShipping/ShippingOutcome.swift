/// The result of `CatalogShipper.ship()`.
package enum ShippingOutcome: Sendable, Hashable {
    /// The size of a shipped change.
    package struct Change: Sendable, Hashable {
        /// The number of the change.
        package let transaction: UInt64
        /// The number of shipped pages.
        package let pages: Int
        /// The number of the database's pages afterwards.
        package let commit: UInt32
        /// Whether the change has all pages.
        package let isSnapshot: Bool
    }

    /// The catalog hasn't changed.
    case nothing
    /// All transactions since the last change, read from the WAL.
    case shipped(Change)
    /// The pages that differ from the ledger, or all pages if there was no usable ledger.
    case compared(Change)

    /// The shipped change, if there's one.
    package var change: Change? {
        switch self {
        case .nothing: nil
        case .shipped(let change), .compared(let change): change
        }
    }
}
