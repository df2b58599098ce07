package import Foundation

/// A row of `question`: a question of a program to the user, as the catalog stores it.
package struct QuestionRecord: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case access, selection, change
    }

    /// 0 until the row is in the catalog.
    package var id: Int64 = 0
    package var client: String
    package var kind: Kind
    /// The requested level of a question about access.
    package var accessLevel: AccessLevel?
    /// The changes of a question about changes.
    package var text: String?
    /// The number of assets that the user must enter to allow a change.
    package var neededCount: Int?
    package var reason: String?
    package var program: String?
    /// Whether the server opens a browser for the question.
    package var presents = false
    package var process: Int
    /// The start of the process, in clock ticks since the machine's start.
    package var startTime: Int64
    /// The identifier of the machine's start, because process numbers and start times count from there.
    package var boot: String
    package var date: Date
    /// The user's answer in JSON, or `nil` while the question is open.
    package var answer: String?

    package init(client: String, kind: Kind, process: Int, startTime: Int64, boot: String, date: Date) {
        self.client = client
        self.kind = kind
        self.process = process
        self.startTime = startTime
        self.boot = boot
        self.date = date
    }
}
