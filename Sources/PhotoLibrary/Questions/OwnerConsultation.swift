package import Cancellation
import Foundation
import MediaRequests
import Synchronization

/// Asks a library's owner a question at the program's terminal and in the gallery's page. The first answer counts, and
/// the question disappears in the other place.
package struct OwnerConsultation {
    package struct Outcome: Sendable, Equatable {
        /// `nil` if nobody answered.
        package var answer: QuestionAnswer?
        /// Whether the answer's grant is in the catalog.
        package var isStored: Bool

        package init(answer: QuestionAnswer?, isStored: Bool) {
            (self.answer, self.isStored) = (answer, isStored)
        }
    }

    private let library: Library
    /// Whether a page can show the question, because a server of the library runs.
    private let hasPage: Bool

    package init(_ library: Library, hasPage: Bool) {
        self.library = library
        self.hasPage = hasPage
    }

    /// Asks and blocks until there is an answer.
    ///
    /// - Parameter prompt: Asks in the program's own place, on this thread. Returns `nil` if nobody answers there, and
    ///   at once when its argument is cancelled. `nil` if there is no such place.
    /// - Throws: An error if the library can't store the question, or becomes unavailable meanwhile.
    package func ask(
        _ question: NewQuestion, prompt: ((WorkCancellation) -> QuestionAnswer?)? = nil
    ) throws -> Outcome {
        let id: Int64
        do {
            id = try library.ask(question)
        } catch {
            guard let prompt else { throw error }
            return Outcome(answer: prompt(WorkCancellation()), isStored: false)
        }
        guard let prompt else { return Outcome(answer: try library.waitForAnswer(id), isStored: true) }
        let cancellation = WorkCancellation()
        let alarm = ChangeAlarm()
        let page = PageAnswer()
        Thread.detachNewThread { [library] in
            let result = Result { try library.waitForAnswer(id, alarm: alarm) }
            page.set(result)
            if case .success = result { cancellation.cancel() }
        }
        guard let answer = prompt(cancellation) else {
            if !hasPage { alarm.end() }
            return Outcome(answer: try page.wait().get(), isStored: true)
        }
        do {
            let author = Transaction.author(ofClient: question.client)
            guard try library.answer(id, answer, author: author) else {
                // The page was faster.
                return Outcome(answer: try page.wait().get(), isStored: true)
            }
            if case .failure = page.wait() { try library.withdraw(id) }
            return Outcome(answer: answer, isStored: true)
        } catch {
            // The page can't show the question, or the answer can't be stored.
            alarm.end()
            return Outcome(answer: answer, isStored: false)
        }
    }

    /// The end of the wait for an answer in the page.
    private final class PageAnswer: Sendable {
        private let result = Mutex<Result<QuestionAnswer?, any Error>>(.success(nil))
        private let isSet = DispatchSemaphore(value: 0)

        func set(_ result: Result<QuestionAnswer?, any Error>) {
            self.result.withLock { $0 = result }
            isSet.signal()
        }

        /// Blocks until the wait has ended.
        func wait() -> Result<QuestionAnswer?, any Error> {
            isSet.wait()
            isSet.signal()
            return result.withLock { $0 }
        }
    }
}
