package import Foundation

/// The last position of the catalog that an owner has shipped. It's advice: a restore that ends before it has met a store
/// that lost objects.
package struct OwnerHead: Hashable, Sendable, Codable {
    package let epoch: Epoch
    /// The number of the last transaction, as in the names of LTX files.
    package let transaction: UInt64
    package let date: Date

    package init(epoch: Epoch, transaction: UInt64, date: Date) {
        self.epoch = epoch
        self.transaction = transaction
        self.date = date
    }
}
