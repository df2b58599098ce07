package import Foundation
package import Records

/// A question of a running program to the library's owner.
///
/// The question exists until it's answered or withdrawn, or until its program ends.
package struct Question: Sendable, Equatable, Identifiable {
    package enum Kind: Sendable, Equatable {
        /// May the client see the library, or add to it?
        case access(AccessLevel)
        /// Which assets may the client see? The user edits the client's selection in the picker.
        case selection
        /// May the client make these changes? The text continues “The app would like to”. With a count, the user must
        /// enter it to allow the changes.
        case change(text: String, needsCount: Int?)
    }

    /// The row identifier. It's never used again.
    package var id: Int64
    package var client: String
    package var kind: Kind
    /// The reason in the program's words, or `nil` if it gives none.
    package var reason: String?
    /// The path of the program, or `nil` if it's unknown.
    package var program: String?
    /// Whether the server opens a browser for the question if no page shows it. Otherwise, the question waits until the
    /// user looks.
    package var presents: Bool
    package var process: Int32
    package var date: Date

    /// Returns `nil` for a row that this version doesn't understand.
    init?(_ record: QuestionRecord) {
        switch record.kind {
        case .access:
            guard let level = record.accessLevel else { return nil }
            kind = .access(level)
        case .selection: kind = .selection
        case .change:
            guard let text = record.text else { return nil }
            kind = .change(text: text, needsCount: record.neededCount)
        }
        id = record.id
        client = record.client
        reason = record.reason
        program = record.program
        presents = record.presents
        process = Int32(truncatingIfNeeded: record.process)
        date = record.date
    }

    /// Checks whether an answer fits the question.
    ///
    /// - Throws: `LibraryError.Code.needsConfirmation` if the count is missing or wrong, and `invalidValue` for an
    ///   answer to another kind of question.
    func check(_ answer: QuestionAnswer) throws(LibraryError) {
        switch (kind, answer) {
        case (_, .none), (.access, .all), (.selection, .selection), (.access(.readWrite), .selected),
            (.access(.readWrite), .selection), (.change(_, needsCount: nil), .allow):
            return
        case (.change(_, let needed?), .allow(let count)):
            guard count == needed else {
                throw LibraryError(
                    .needsConfirmation, "Enter the number of photos and videos to allow this: it's \(needed).")
            }
        default:
            throw LibraryError(.invalidValue, "The answer doesn't fit the question of “\(client)”.")
        }
    }

    /// Returns the access that an answer grants, or `nil` if it changes none.
    func grant(for answer: QuestionAnswer) -> (level: AccessLevel, status: AuthorizationStatus)? {
        guard case .access(let level) = kind else { return nil }
        switch answer {
        case .all: return (level, .authorized)
        case .selected, .selection: return (level, .limited)
        case .none: return (level, .denied)
        case .allow: return nil
        }
    }
}

/// A question to ask.
package struct NewQuestion: Sendable, Equatable {
    /// The longest reason and the longest text, in characters. The rest is cut off.
    static let textLimit = 1000

    package var client: String
    package var kind: Question.Kind
    package var reason: String?
    package var program: Program
    /// Whether the server opens a browser for the question if no page shows it.
    package var presents: Bool

    /// The program that the user sees.
    package enum Program: Sendable, Equatable {
        /// The program that asks.
        case current
        /// The program for which this one asks, by its path, or `nil` if it's unknown.
        case other(String?)
    }

    package init(
        client: String, kind: Question.Kind, reason: String? = nil, program: Program = .current, presents: Bool = false
    ) {
        self.program = program
        self.client = client
        self.kind = kind
        self.reason = reason
        self.presents = presents
    }

    /// Returns the row of the question, asked by a process.
    func record(of process: AskingProcess, program: String?, date: Date) -> QuestionRecord {
        let recordKind: QuestionRecord.Kind =
            switch kind {
            case .access: .access
            case .selection: .selection
            case .change: .change
            }
        var record = QuestionRecord(
            client: client, kind: recordKind, process: Int(process.number), startTime: process.startTime,
            boot: process.boot, date: date)
        if case .access(let level) = kind { record.accessLevel = level }
        if case .change(let text, let count) = kind {
            record.text = String(text.prefix(Self.textLimit))
            record.neededCount = count
        }
        record.reason = reason.map { String($0.prefix(Self.textLimit)) }
        record.program = program
        record.presents = presents
        return record
    }
}

/// The user's answer to a question.
package enum QuestionAnswer: Sendable, Hashable, Codable {
    /// The client may see all assets, or add assets.
    case all
    /// The client may see assets that the user chooses next.
    case selected
    /// The user has edited the client's selection. Contains the row identifiers of the newly chosen assets.
    case selection(added: [Int64])
    /// The client may make the changes. The count is the number that the user entered.
    case allow(count: Int?)
    /// The client may not, or the user cancelled.
    case none
}
