import Albumen
import Foundation

/// Whether the user wants what is about to be deleted: told by an option, by `ALBUMEN_CONFIRM`, or asked at the terminal.
struct DeletionConsent {
    /// The user said yes to whatever it is, short of a mass of photos.
    let isGiven: Bool
    /// How many photos and videos the user expects to go.
    let count: Int?

    static let none = DeletionConsent(isGiven: false, count: nil)

    init(isGiven: Bool, count: Int? = nil) {
        self.isGiven = isGiven
        self.count = count
    }

    /// Blocks while the user is asked.
    ///
    /// - Returns: the count to commit with; nil where none is needed.
    /// - Throws: `CommandFailure` where the user does not agree, or cannot be asked.
    func obtain(for deletion: Deletion) throws -> Int? {
        let question = "This deletes \(deletion.text)\(deletion.isPermanent ? " for good" : "")"
        if let count {
            guard count == deletion.assets else {
                throw CommandFailure(
                    "\(question), not \(count); nothing was changed. If all of them are to go: --confirm \(deletion.assets)"
                )
            }
            return count
        }
        if isGiven, !deletion.needsCount { return nil }
        switch answer(to: deletion) {
        case true?:
            return deletion.needsCount ? deletion.assets : nil
        case false?:
            throw CommandFailure("\(question), and the answer was no. Nothing was changed.")
        case nil where deletion.needsCount:
            throw CommandFailure(
                "\(question), a large part of the library; nothing was changed. If all of them are to go: "
                    + "--confirm \(deletion.assets)")
        case nil:
            throw CommandFailure(
                "\(question), and there is nobody to ask; nothing was changed. To answer beforehand: --yes")
        }
    }

    /// Nil where nobody says anything, or a yes where only the count would do.
    private func answer(to deletion: Deletion) -> Bool? {
        switch ConfirmationSetting(environment: ProcessInfo.processInfo.environment) {
        case .allow where deletion.needsCount: nil
        case let setting?: setting.answer(to: deletion)
        case nil: isGiven ? nil : TerminalPrompt().mayDelete(deletion, client: "albumen")
        }
    }
}
