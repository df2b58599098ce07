import Albumen
import HTTPTypes
import Hummingbird
import Records

/// The routes of the questions of programs, for the owner's page.
struct QuestionRoutes: Sendable {
    private static let path = "/api/questions"

    let work: BlockingWork
    let picks: PickSessions
    let presenter: QuestionPresenter

    func add(to routes: GalleryRoutes) {
        routes.get(RouterPath(Self.path), use: questions)
        routes.post(RouterPath("\(Self.path)/:question"), use: answer)
        routes.post(RouterPath("\(Self.path)/:question/picker"), use: openPicker)
    }

    @Sendable private func questions(_: Request, _: GalleryContext, _ view: LibraryView) async throws -> Response {
        // A question of a process that has ended is removed, which is a write.
        try await work.change { [picks] in
            let numbers = try picks.selectionNumbers()
            return try JSONAnswer.response(
                QuestionsDocument(
                    questions: view.openQuestions().map { QuestionDocument($0, picker: numbers[$0.id]) }))
        }
    }

    @Sendable private func answer(
        _ body: AnswerRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let identifier = try context.questionIdentifier()
        return try await work.change {
            guard let question = try view.openQuestions().first(where: { $0.id == identifier }) else {
                throw Refusal.noQuestion
            }
            do {
                guard try view.library.answer(identifier, body.answer, author: view.principal.author) else {
                    throw Refusal.noQuestion
                }
            } catch let error as LibraryError where error.code == .needsConfirmation {
                throw Refusal(
                    status: .conflict, code: "needsConfirmation", message: error.message, count: question.neededCount)
            } catch let error as LibraryError where error.code == .invalidValue {
                throw Refusal(
                    status: .unprocessableContent, code: "wrongAnswer", message: error.message, field: "answer")
            }
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
    }

    @Sendable private func openPicker(
        _: EmptyRequest, _ context: GalleryContext, _ view: LibraryView
    ) async throws -> Response {
        let identifier = try context.questionIdentifier()
        return try await work.change { [picks, presenter] in
            presenter.start()
            guard let question = try view.openQuestions().first(where: { $0.id == identifier }) else {
                throw Refusal.noQuestion
            }
            guard question.leadsToSelection else {
                throw Refusal(
                    status: .unprocessableContent, code: "wrongAnswer",
                    message: "No photos can be chosen for this question.")
            }
            let number = try picks.select(for: question.client, question: question.id, program: question.program)
            return try JSONAnswer.response(PickNumberDocument(number: number))
        }
    }
}

extension Question {
    fileprivate var neededCount: Int? {
        if case .change(_, let count) = kind { count } else { nil }
    }

    /// Whether the user can answer by choosing assets.
    fileprivate var leadsToSelection: Bool {
        switch kind {
        case .selection, .access(.readWrite): true
        case .access, .change: false
        }
    }
}

extension GalleryContext {
    fileprivate func questionIdentifier() throws -> Int64 {
        guard let identifier = parameters.get("question").flatMap({ Int64($0) }) else { throw Refusal.noQuestion }
        return identifier
    }
}

extension Refusal {
    fileprivate static let noQuestion = notFound(
        "There is no such question any longer: it was answered, or its program has ended.")
}
