package import Foundation

/// One change of a library, as its history tells it.
package struct HistoryEntry: Sendable, Hashable {
    /// The state after the change.
    package let token: ChangeToken
    package let date: Date
    /// Who made it, as in `command` or `client:NAME`.
    package let author: String
}

/// Some of a library's changes, oldest first.
package struct HistoryPage: Sendable {
    package let entries: [HistoryEntry]
    /// What to go on from: the state after the last change that was looked at, whether or not the client may see it.
    package let end: ChangeToken
    /// Whether the history ended there.
    package let isLast: Bool
}
