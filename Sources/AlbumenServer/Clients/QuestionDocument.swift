import Albumen
import Foundation
import Records

/// The open questions, oldest first.
struct QuestionsDocument: Encodable {
    let questions: [QuestionDocument]
}

/// A question of a program, as the owner's page sees it.
struct QuestionDocument: Encodable {
    let id: Int64
    let kind: String
    let client: String
    @OrNull var program: String?
    @OrNull var reason: String?
    /// For a question about access.
    @OrNull var accessLevel: String?
    /// For a question about changes: the changes in English.
    @OrNull var text: String?
    /// The number of assets that the user must enter to allow the changes.
    @OrNull var count: Int?
    @OrNull var date: String?
    /// The number of the running session of the picker that answers the question.
    @OrNull var picker: String?

    init(_ question: Question, picker: String?) {
        id = question.id
        client = question.client
        program = question.program
        reason = question.reason
        date = Timestamp.utc(question.date)
        self.picker = picker
        var (level, text, count): (String?, String?, Int?) = (nil, nil, nil)
        switch question.kind {
        case .access(let asked):
            kind = "access"
            level = asked == .addOnly ? "addOnly" : "readWrite"
        case .selection: kind = "selection"
        case .change(let changes, let needed):
            kind = "change"
            (text, count) = (changes, needed)
        }
        accessLevel = level
        self.text = text
        self.count = count
    }
}

/// The number of a session of the picker.
struct PickNumberDocument: Encodable {
    let number: String
}

/// The owner's answer to a question: `{"answer": "allow", "count": 120}`.
struct AnswerRequest: RequestDocument {
    private enum Name: String, CaseIterable {
        case all, selected, none, allow
    }

    let answer: QuestionAnswer

    init(from decoder: any Decoder) throws {
        let fields = try RequestFields(decoder, known: ["answer", "count"])
        guard let name: Name = try fields.name("answer") else { throw fields.refusal(of: "answer", "is missing") }
        let count: Int? = try fields.optional("count")
        if count != nil, name != .allow { throw fields.refusal(of: "count", "only belongs to the answer allow") }
        answer =
            switch name {
            case .all: .all
            case .selected: .selected
            case .none: .none
            case .allow: .allow(count: count)
            }
    }
}

/// A body without fields: `{}`.
struct EmptyRequest: RequestDocument {
    init(from decoder: any Decoder) throws {
        _ = try RequestFields(decoder, known: [])
    }
}
