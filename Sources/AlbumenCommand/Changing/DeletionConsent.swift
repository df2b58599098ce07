import Albumen
import Foundation

/// The user's consent to a deletion: from an option, from `ALBUMEN_CONFIRM`, or at the terminal.
struct DeletionConsent {
    /// Whether the user agrees to any deletion except a mass deletion.
    let isGiven: Bool
    /// The number of photos and videos that the user expects to delete.
    let count: Int?

    static let none = DeletionConsent(isGiven: false, count: nil)

    init(isGiven: Bool, count: Int? = nil) {
        self.isGiven = isGiven
        self.count = count
    }

    /// Returns the count for the commit. Blocks while it asks the user.
    ///
    /// - Returns: The count, or `nil` if none is needed.
    /// - Throws: `CommandFailure` if the user declines or can't be asked.
    func obtain(for deletion: Deletion) throws -> Int? {
        let question = "This \(deletion.isPermanent ? "permanently " : "")deletes \(deletion.text)"
        if let count {
            guard count == deletion.assets else {
                throw CommandFailure(
                    "\(question), not \(count); nothing was changed. "
                        + "To delete all of them: --confirm \(deletion.assets)"
                )
            }
            return count
        }
        if isGiven, !deletion.needsCount { return nil }
        switch answer(to: deletion) {
        case true?:
            return deletion.needsCount ? deletion.assets : nil
        case false?:
            let setting = ConfirmationSetting(environment: ProcessInfo.processInfo.environment)
            throw CommandFailure(declined: "\(question), and the answer was no. Nothing was changed.", by: setting)
        case nil where deletion.needsCount:
            throw CommandFailure(
                "\(question), a large part of the library; nothing was changed. To delete all of them: "
                    + "--confirm \(deletion.assets)")
        case nil:
            throw CommandFailure(
                "\(question), and there is no terminal to confirm it; nothing was changed. To confirm: --yes")
        }
    }

    /// Returns `nil` if there is no answer, or if the answer is yes but a count is needed.
    private func answer(to deletion: Deletion) -> Bool? {
        switch ConfirmationSetting(environment: ProcessInfo.processInfo.environment) {
        case .allow where deletion.needsCount: nil
        case let setting?: setting.answer(to: deletion)
        case nil: isGiven ? nil : TerminalPrompt().mayChange(ConsentRequest(deletion: deletion), client: "albumen")
        }
    }
}
