package import Foundation

/// A file of a backup, as a listing shows it.
package struct LTXFile: Hashable, Sendable {
    package var name: LTXName
    /// The size in bytes.
    package var size: UInt64
    /// The time of the file's last transaction. `nil` if the listing doesn't have it.
    package var date: Date?
    /// The time when the file came into the backup. `nil` if the listing doesn't have it: the files that it supersedes then
    /// remain.
    package var stored: Date?

    package init(name: LTXName, size: UInt64, date: Date? = nil, stored: Date? = nil) {
        self.name = name
        self.size = size
        self.date = date
        self.stored = stored
    }

    var first: UInt64 { name.transactions.lowerBound }
    var last: UInt64 { name.transactions.upperBound }
}
