import Albumen
import Foundation

/// The user's consent to setting the dates or locations of many assets: from an option, from `ALBUMEN_CONFIRM`, or at
/// the terminal.
struct MassChangeConsent {
    /// The largest number of assets that can be changed without asking.
    static let mostUnasked = 100

    /// Whether the user passed `--yes`.
    let isGiven: Bool

    /// Blocks while it asks the user.
    ///
    /// - Throws: `CommandFailure` if the user declines or can't be asked.
    func obtain(for changes: AssetChangeOptions, ofAssets count: Int) throws {
        guard count > Self.mostUnasked, !isGiven, let object = Self.object(changes) else { return }
        let question = "Set the \(object) of \(count) photos and videos?"
        let setting = ConfirmationSetting(environment: ProcessInfo.processInfo.environment)
        switch setting.map({ $0.answer(toChangeOf: count) }) ?? TerminalPrompt().confirm(question) {
        case true?: return
        case false?: throw CommandFailure(declined: "\(question) The answer was no. Nothing was changed.", by: setting)
        case nil:
            throw CommandFailure(
                "\(question) There is no terminal to confirm it; nothing was changed. To confirm: --yes")
        }
    }

    /// Returns a text such as `date and place`, or `nil` if no change needs consent.
    private static func object(_ changes: AssetChangeOptions) -> String? {
        let objects = [
            changes.date.map { $0.isOriginal ? "original date" : "date" },
            changes.location.map { $0.isOriginal ? "original place" : "place" },
        ].compactMap { $0 }
        return objects.isEmpty ? nil : objects.joined(separator: " and the ")
    }
}
