package import Foundation

/// A change of a library, as reported by its history.
package struct HistoryEntry: Sendable, Hashable {
    /// The state after the change.
    package let token: ChangeToken
    package let date: Date
    /// The origin of the change, such as `command` or `client:NAME`. An app reads its own name or `someoneElse`.
    package let author: String

    /// The author of the changes of others, for apps. The names of the user's other apps are none of their business.
    package static let someoneElse = "someone else"
}

/// A page of a library's changes, oldest first.
package struct HistoryPage: Sendable {
    package let entries: [HistoryEntry]
    /// The token from which to continue: the state after the last change that was read, whether or not the client may
    /// see it.
    package let end: ChangeToken
    /// Whether the history ends with this page.
    package let isLast: Bool
}
