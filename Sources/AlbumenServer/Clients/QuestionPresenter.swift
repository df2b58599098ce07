import Albumen
import Synchronization

/// Follows the open questions. Opens the owner's browser for a question that asks for it, if no page shows the
/// questions. Ends the picker's sessions of questions that are no longer open. Any thread can call the methods.
///
/// It starts when there is a browser to open, or a session to end, because it watches the library's folder.
final class QuestionPresenter: Sendable {
    private let library: Library
    private let alarms: ChangeAlarms
    private let picks: PickSessions
    private let browser: OwnersBrowser
    private let watch = Mutex<QuestionWatch?>(nil)
    private let presented = Mutex<Set<Int64>>([])

    init(library: Library, alarms: ChangeAlarms, picks: PickSessions, browser: OwnersBrowser) {
        (self.library, self.alarms, self.picks, self.browser) = (library, alarms, picks, browser)
    }

    /// Starts to follow the questions, unless it has started.
    func start() {
        watch.withLock { watch in
            // If the library can't be watched, pages get that error for their streams, and the server serves all else.
            if watch == nil { watch = try? QuestionWatch(library) { [weak self] in self?.show($0) } }
        }
    }

    func stop() {
        let last = watch.withLock { $0.take() }
        last?.cancel()
    }

    private func show(_ questions: [Question]) {
        let open = Set(questions.map(\.id))
        // The sessions' methods only fail if the system has no random numbers.
        let numbers = (try? picks.selectionNumbers()) ?? [:]
        for question in numbers.keys where !open.contains(question) {
            _ = try? picks.withdrawSelection(ofQuestion: question)
        }
        let new = presented.withLock { presented in
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
