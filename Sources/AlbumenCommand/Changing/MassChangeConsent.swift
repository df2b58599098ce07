import Albumen
import Foundation

/// Whether the user wants to set the dates or places of many assets: given by an option, by `ALBUMEN_CONFIRM`, or at the
/// terminal.
struct MassChangeConsent {
    /// So many assets are changed without a question.
    static let mostUnasked = 100

    /// The user gave `--yes`.
    let isGiven: Bool

    /// Blocks while the user is asked.
    ///
    /// - Throws: `CommandFailure` if the user doesn't agree, or can't be asked.
    func obtain(for changes: AssetChangeOptions, ofAssets count: Int) throws {
        guard count > Self.mostUnasked, !isGiven, let object = Self.object(changes) else { return }
        let question = "Set the \(object) of \(count) photos and videos?"
        let setting = ConfirmationSetting(environment: ProcessInfo.processInfo.environment)
        switch setting.map({ $0.answer(toChangeOf: count) }) ?? TerminalPrompt().confirm(question) {
        case true?: return
        case false?: throw CommandFailure("\(question) The answer was no. Nothing was changed.")
        case nil:
            throw CommandFailure(
                "\(question) There is nobody to ask; nothing was changed. To answer beforehand: --yes")
        }
    }

    /// As in `date and place`. Returns `nil` if the user has to agree to none of the changes.
    private static func object(_ changes: AssetChangeOptions) -> String? {
        let objects = [
            changes.date.map { $0.isOriginal ? "original date" : "date" },
            changes.location.map { $0.isOriginal ? "original place" : "place" },
        ].compactMap { $0 }
        return objects.isEmpty ? nil : objects.joined(separator: " and the ")
    }
}
