import AlbumenTestSupport
import Cancellation
import MediaRequests
import Records

@testable import Albumen
@testable import PhotoLibrary

/// A terminal in a test: records the questions, and answers them or waits until they are cancelled.
final class ScriptedPrompt: UserPrompt {
    enum Event: Equatable {
        case access(AccessLevel, reason: String?)
        case change(ConsentRequest)
        case selection(chosen: Int)
        case address(String)
        case cancelled
    }

    let canAsk: Bool
    let events = CallRecorder<Event>()
    /// Open when a question is cancelled.
    let isCancelled = Gate()
    private let accessAnswer: QuestionAnswer?
    private let changeAnswer: Bool?
    private let selectionAnswer: Bool?
    private let waits: Bool

    /// - Parameter waits: Whether to wait for the cancellation instead of answering.
    init(
        canAsk: Bool = true, access: QuestionAnswer? = nil, mayChange: Bool? = nil, wantsSelection: Bool? = nil,
        waits: Bool = false
    ) {
        self.canAsk = canAsk
        accessAnswer = access
        changeAnswer = mayChange
        selectionAnswer = wantsSelection
        self.waits = waits
    }

    func access(
        _ level: AccessLevel, client: String, reason: String?, _ cancellation: WorkCancellation
    ) -> QuestionAnswer? {
        answer(.access(level, reason: reason), accessAnswer, cancellation)
    }

    func mayChange(_ request: ConsentRequest, client: String, _ cancellation: WorkCancellation) -> Bool? {
        answer(.change(request), changeAnswer, cancellation)
    }

    func wantsSelection(client: String, chosen count: Int, _ cancellation: WorkCancellation) -> Bool? {
        answer(.selection(chosen: count), selectionAnswer, cancellation)
    }

    func awaitSelection(client: String, at address: String, _ cancellation: WorkCancellation) -> Bool? {
        events.record(.address(address))
        return waitForCancellation(cancellation)
    }

    private func answer<Answer>(_ event: Event, _ answer: Answer?, _ cancellation: WorkCancellation) -> Answer? {
        events.record(event)
        return waits ? waitForCancellation(cancellation) : answer
    }

    private func waitForCancellation<Answer>(_ cancellation: WorkCancellation) -> Answer? {
        let gate = Gate()
        let open: @Sendable () -> Void = { gate.open() }
        let isOver = cancellation.whileWaking(open) { gate.wait() }
        if isOver {
            events.record(.cancelled)
            isCancelled.open()
        }
        return nil
    }
}
