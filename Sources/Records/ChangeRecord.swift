package import Foundation

/// A row of `change`: a commit that changed assets or collections.
package struct ChangeRecord: Sendable, Equatable, Identifiable {
    /// The number of the change. It increases with each commit, from 1.
    package var id: Int64
    package var date: Date
    /// The author, such as `command` or `client:NAME`.
    package var author: String

    package init(id: Int64, date: Date, author: String) {
        self.id = id
        self.date = date
        self.author = author
    }
}
