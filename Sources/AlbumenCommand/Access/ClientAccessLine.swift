import Albumen
import Foundation
import LibraryFiles
import Records

/// Formats a client's access for people.
enum ClientAccessLine {
    /// Returns a line such as `slideshow  sees all photos  may add photos  since 2024-05-07T01:33:04Z`.
    static func text(_ access: ClientAccess, nameWidth: Int) -> String {
        let name = PrintableText.line(access.client)
        let padding = String(repeating: " ", count: max(0, nameWidth - name.count))
        let facts = [
            name + padding, seeing(access), adding(access), access.date.flatMap(Timestamp.utc).map { "since \($0)" },
            chosenWithoutEffect(access), token(access),
            access.lastUsed.flatMap(Timestamp.utc).map { "last used \($0)" },
        ]
        return facts.compactMap { $0 }.joined(separator: "  ")
    }

    /// Returns a sentence with the access after a change.
    static func sentence(_ access: ClientAccess, _ level: ClientAccess.Level) -> String {
        let name = "“\(access.client)”"
        return switch level {
        case .full: "\(name) may now see, change and add photos."
        case .limited:
            "\(name) may now see and change the photos that were chosen for it (\(access.chosenAssetCount)), "
                + "and add photos."
        case .addOnly: "\(name) may now add photos and see none."
        case .none: "\(name) may now neither see nor add photos."
        case .ask: "\(name) will ask again."
        }
    }

    /// Returns the chosen photos of a client whose access isn't limited. A limited one sees them.
    private static func chosenWithoutEffect(_ access: ClientAccess) -> String? {
        guard access.effectiveReadWriteStatus != .limited, access.chosenAssetCount > 0 else { return nil }
        return "\(Count.text(access.chosenAssetCount, "photo")) chosen"
    }

    private static func token(_ access: ClientAccess) -> String? {
        if access.hasTokenOfOtherPlace { return "has a token of another folder, without effect" }
        guard access.tokenDate != nil else { return nil }
        let users = access.tokenUsers.map(UserName.of).sorted().map(PrintableText.line)
        return users.isEmpty ? "has a token" : "has a token, also for \(users.joined(separator: ", "))"
    }

    private static func seeing(_ access: ClientAccess) -> String {
        switch access.effectiveReadWriteStatus {
        case .authorized: "sees all photos"
        case .limited: "sees \(Count.text(access.chosenAssetCount, "chosen photo"))"
        case .notDetermined: "will ask to see photos"
        default: "sees no photos"
        }
    }

    private static func adding(_ access: ClientAccess) -> String {
        switch access.effectiveAddOnlyStatus {
        case .authorized, .limited: "may add photos"
        case .notDetermined: "will ask to add photos"
        default: "may not add photos"
        }
    }
}
