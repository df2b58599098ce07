package import Albumen
import Foundation

/// The owner in a test: sees the open questions of a library as soon as they change.
package final class QuestionDesk: @unchecked Sendable {
    // Unchecked because the condition's lock guards the questions.
    private let condition = NSCondition()
    private var questions: [Question] = []
    private var watch: QuestionWatch?

    package init(_ library: Library) throws {
        watch = try QuestionWatch(library) { [weak self] questions in
            guard let self else { return }
            self.condition.withLock {
                self.questions = questions
                self.condition.broadcast()
            }
        }
    }

    /// Blocks until the open questions satisfy the condition. Returns `nil` after so long that the test has failed.
    package func wait(_ isWanted: ([Question]) -> Bool) -> [Question]? {
        let end = TestPatience.endDate
        return condition.withLock {
            while !isWanted(questions) {
                guard condition.wait(until: end) else { return nil }
            }
            return questions
        }
    }

    /// Blocks until there is a question that satisfies the condition.
    package func next(_ isWanted: (Question) -> Bool = { _ in true }) -> Question? {
        wait { $0.contains(where: isWanted) }?.first(where: isWanted)
    }

    /// Blocks until there are no questions.
    package func isCleared() -> Bool { wait(\.isEmpty) != nil }
}
