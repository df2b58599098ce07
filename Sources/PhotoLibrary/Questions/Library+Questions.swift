import Catalog
import Foundation
import Records

/// Questions of programs to the library's owner. Any process can ask, and any process of the owner can answer.
///
/// Questions are no changes: they have no change number, and observers of the library don't hear of them.
extension Library {
    /// Asks the library's owner a question, in the name of this process. Wakes the processes that show questions.
    ///
    /// - Returns: The question's identifier, for `waitForAnswer(_:alarm:)`.
    package func ask(_ question: NewQuestion) throws -> Int64 {
        let program: String? =
            switch question.program {
            case .current: AskingProcess.currentProgram
            case .other(let path): path
            }
        let record = question.record(of: .current, program: program, date: now())
        let id = try catalog.write(author: Transaction.author(ofClient: question.client), at: now()) { transaction in
            try Self.removeQuestionsOfEndedProcesses(transaction)
            return try transaction.insert(record)
        }
        doorbell.ring()
        return id
    }

    /// Returns the questions without an answer whose process runs, oldest first. Removes those of ended processes.
    ///
    /// - Complexity: O(*n*) for *n* questions. Reads a file of the kernel for each.
    package func openQuestions() throws -> [Question] {
        let records = try catalog.read { try $0.questions() }
        let running = records.filter { AskingProcess($0).isRunning }
        if running.count < records.count {
            try catalog.write(author: "questions", at: now(), Self.removeQuestionsOfEndedProcesses)
        }
        return running.filter { $0.answer == nil }.compactMap(Question.init)
    }

    /// Answers a question, and stores the access that the answer grants, in one transaction.
    ///
    /// - Parameter author: The author of the decision, for the history.
    /// - Returns: `false` if the question has another answer already, was withdrawn, or if its process has ended.
    /// - Throws: `LibraryError` if the answer doesn't fit the question. The question then stays open.
    package func answer(_ id: Int64, _ answer: QuestionAnswer, author: String) throws -> Bool {
        let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
        let isFirst = try catalog.write(author: author, at: now()) { transaction in
            guard let record = try transaction.reader.question(id), record.answer == nil,
                let question = Question(record), AskingProcess(record).isRunning
            else { return false }
            try question.check(answer)
            try transaction.setAnswer(text, ofQuestion: id)
            if let (level, status) = question.grant(for: answer) {
                try transaction.setGrantedStatus(status, client: question.client, accessLevel: level)
            }
            return true
        }
        if isFirst { doorbell.ring() }
        return isFirst
    }

    /// Withdraws a question.
    ///
    /// - Returns: The answer if the question has one already.
    @discardableResult
    package func withdraw(_ id: Int64) throws -> QuestionAnswer? {
        let answer = try catalog.write(author: "questions", at: now()) { transaction in
            let answer = try transaction.reader.question(id)?.answer
            try transaction.removeQuestion(id)
            return answer
        }
        doorbell.ring()
        return try answer.map(Self.decode)
    }

    /// Blocks until a question of this process is answered, and removes it then. The doorbell wakes the thread.
    ///
    /// An answer to the client's access from elsewhere, such as `albumen access set`, also answers a question about
    /// that access.
    ///
    /// - Parameter alarm: Ends the wait when it ends. The question is then withdrawn.
    /// - Returns: The answer, or `nil` if the question was withdrawn.
    /// - Throws: `LibraryError` if the library can't be watched, or another error if it can't be read.
    package func waitForAnswer(_ id: Int64, alarm: ChangeAlarm = ChangeAlarm()) throws -> QuestionAnswer? {
        let subscription = try changes.subscribeToBell { alarm.ring() }
        defer { subscription.cancel() }
        while true {
            if let found = try takeAnswer(id) { return found.answer }
            guard try alarm.wait() != nil else { return try withdraw(id) }
        }
    }

    /// Suspends until a question of this process is answered, like `waitForAnswer(_:alarm:)`. Reads the catalog on the
    /// caller's thread. Cancelling the task withdraws the question.
    package func answer(
        to id: Int64, alarm: ChangeAlarm = ChangeAlarm(), isolation: isolated (any Actor)? = #isolation
    ) async throws -> QuestionAnswer? {
        let subscription = try changes.subscribeToBell { alarm.ring() }
        defer { subscription.cancel() }
        while true {
            if let found = try takeAnswer(id) { return found.answer }
            guard try await alarm.next() != nil else { return try withdraw(id) }
        }
    }

    /// Returns `nil` while the question is open, and its end otherwise.
    private func takeAnswer(_ id: Int64) throws -> (answer: QuestionAnswer?, Void)? {
        let (record, status) = try catalog.read { reader in
            let record = try reader.question(id)
            let status = try record.flatMap { record in
                try record.accessLevel.flatMap { try reader.grantedStatus(client: record.client, accessLevel: $0) }
            }
            return (record, status)
        }
        guard let record else { return (nil, ()) }
        if record.answer != nil { return (try withdraw(id), ()) }
        guard let status else { return nil }
        let answer = try withdraw(id)
        return (answer ?? QuestionAnswer(status), ())
    }

    private static func decode(_ text: String) throws -> QuestionAnswer {
        try JSONDecoder().decode(QuestionAnswer.self, from: Data(text.utf8))
    }

    private static func removeQuestionsOfEndedProcesses(_ transaction: CatalogTransaction) throws {
        for record in try transaction.reader.questions() where !AskingProcess(record).isRunning {
            try transaction.removeQuestion(record.id)
        }
    }
}

extension QuestionAnswer {
    /// Returns the answer that an access stands for.
    fileprivate init(_ status: AuthorizationStatus) {
        switch status {
        case .authorized: self = .all
        // Without a further question: the owner has decided elsewhere.
        case .limited: self = .selection(added: [])
        default: self = .none
        }
    }
}

extension LibraryView {
    /// Returns the open questions that the principal may know, oldest first: all for the owner, and a client's own.
    package func openQuestions() throws -> [Question] {
        let questions = try library.openQuestions()
        if let client = principal.client { return questions.filter { $0.client == client } }
        return access == .full ? questions : []
    }
}
