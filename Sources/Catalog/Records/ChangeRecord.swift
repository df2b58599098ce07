package import Foundation
import GRDB

/// A row of `change`: a commit that changed assets or collections.
package struct ChangeRecord: Sendable, Equatable, Identifiable {
    /// Counts up with each commit, from 1.
    package let id: Int64
    package let date: Date
    /// Who made it, as in `command` or `client:NAME`.
    package let author: String
}

extension ChangeRecord {
    static let selection = "id, date, author"

    init(row: Row) {
        self.init(id: row[0], date: Date(timeIntervalSinceReferenceDate: row[1]), author: row[2])
    }
}

/// What kind of object the details of a change are asked of.
package enum ChangedObject: Sendable, Hashable, CaseIterable {
    case asset, album, folder
}

/// What one change did to objects of one kind: their UUIDs, in no order. No object is in two of the lists.
package struct ChangeDetails: Sendable, Equatable {
    package var inserted: [String] = []
    package var updated: [String] = []
    package var deleted: [String] = []

    package init() {}

    package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
