import Cancellation
import MediaRequests
import Records

@testable import Albumen
@testable import PhotoLibrary

/// A prompt of a test that answers yes, no, or nothing.
protocol SimplePrompt: UserPrompt {
    func mayUseLibrary(client: String, onlyToAdd: Bool) -> Bool?
    func mayChange(_ request: ConsentRequest, client: String) -> Bool?
}

extension SimplePrompt {
    var canAsk: Bool { true }

    func access(
        _ level: AccessLevel, client: String, reason: String?, _ cancellation: WorkCancellation
    ) -> QuestionAnswer? {
        mayUseLibrary(client: client, onlyToAdd: level == .addOnly).map { $0 ? .all : .none }
    }

    func mayChange(_ request: ConsentRequest, client: String, _ cancellation: WorkCancellation) -> Bool? {
        mayChange(request, client: client)
    }

    func wantsSelection(client: String, chosen count: Int, _ cancellation: WorkCancellation) -> Bool? { nil }

    func awaitSelection(client: String, at address: String, _ cancellation: WorkCancellation) -> Bool? { nil }
}
