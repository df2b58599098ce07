package import Cancellation
import MediaRequests
package import Records

/// Asks the user for a decision in one place, such as the program's terminal. Blocks its thread until there is an
/// answer.
///
/// A cancelled question disappears, and its method returns `nil` at once.
package protocol UserPrompt: Sendable {
    /// Whether somebody can be asked.
    var canAsk: Bool { get }

    /// Asks whether the client may add photos, or see existing ones.
    ///
    /// - Parameter reason: The reason in the program's words, or `nil` if it gives none.
    /// - Returns: `.all`, `.selected` (only for reading) or `.none`, or `nil` without an answer.
    func access(
        _ level: AccessLevel, client: String, reason: String?, _ cancellation: WorkCancellation
    ) -> QuestionAnswer?

    /// Asks whether the client may make these changes. If the deletion needs a count, `true` means that the user
    /// entered the correct count. Returns `nil` without an answer.
    func mayChange(_ request: ConsentRequest, client: String, _ cancellation: WorkCancellation) -> Bool?

    /// Asks whether the user wants to select more assets for a client with limited access, or keeps the selection.
    /// Returns `nil` without an answer.
    func wantsSelection(client: String, chosen count: Int, _ cancellation: WorkCancellation) -> Bool?

    /// Names the address at which the user selects assets for a client. Returns when the user doesn't want to, or when
    /// the question is cancelled.
    ///
    /// - Returns: `false` if the user doesn't want to, or `nil` without an answer.
    func awaitSelection(client: String, at address: String, _ cancellation: WorkCancellation) -> Bool?
}
