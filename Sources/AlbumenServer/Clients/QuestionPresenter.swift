import Albumen
import ServiceLifecycle
import Synchronization

/// Follows the open questions while the server runs. Opens the owner's browser for a question that asks for it, if no
/// page shows the questions. Ends the picker's sessions of questions that are no longer open.
struct QuestionPresenter: Service {
    private final class Presented: Sendable {
        let questions = Mutex<Set<Int64>>([])
    }

    let library: Library
    let alarms: ChangeAlarms
    let picks: PickSessions
    let browser: OwnersBrowser
    private let presented = Presented()

    init(library: Library, alarms: ChangeAlarms, picks: PickSessions, browser: OwnersBrowser) {
        (self.library, self.alarms, self.picks, self.browser) = (library, alarms, picks, browser)
    }

    func run() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        // If the library can't be watched, pages get that error for their streams, and the server serves all else.
        let watch = try? QuestionWatch(library) { show($0) }
        defer { watch?.cancel() }
        await withGracefulShutdownHandler {
            for await _ in ends {}
        } onGracefulShutdown: {
            end.finish()
        }
    }

    private func show(_ questions: [Question]) {
        let open = Set(questions.map(\.id))
        // The sessions' methods only fail if the system has no random numbers.
        let numbers = (try? picks.selectionNumbers()) ?? [:]
        for question in numbers.keys where !open.contains(question) {
            _ = try? picks.withdrawSelection(ofQuestion: question)
        }
        let new = presented.questions.withLock { presented in
            defer { presented = open }
            return questions.filter { $0.presents && !presented.contains($0.id) }
        }
        guard let first = new.first, !alarms.hasPages else { return }
        var number: String?
        if case .selection = first.kind {
            number = try? picks.select(for: first.client, question: first.id, program: first.program)
        }
        _ = browser.open(pick: number)
    }
}
