import Albumen
import ArgumentParser
import Records

/// The assets in a command line.
enum AssetArguments {
    /// The argument for identifiers from standard input, one per line.
    static let inputMark = "-"

    static let help = ArgumentHelp(
        "Local identifiers, their UUIDs, or the first \(LibraryView.identifierMinimum) or more characters of one; "
            + "“\(inputMark)” reads them from standard input, one per line.",
        valueName: "id")

    /// Returns the identifiers. Replaces the first `-` by the identifiers from standard input.
    static func expanded(_ arguments: [String]) -> [String] {
        var expanded: [String] = []
        var hasRead = false
        for argument in arguments {
            if argument != inputMark {
                expanded.append(argument)
            } else if !hasRead {
                hasRead = true
                expanded += StandardInput.lines()
            }
        }
        return expanded
    }
}

/// The list in which a command looks for its assets.
enum AssetListing {
    case library
    case recentlyDeleted
}

extension LibraryView {
    /// Returns the assets in a command line without duplicates, in the given order.
    ///
    /// - Throws: `CommandFailure` with the first invalid identifier, so that an error changes nothing.
    func assets(named arguments: [String], in listing: AssetListing) throws -> [AssetRecord] {
        var assets: [AssetRecord] = []
        var taken: Set<Int64> = []
        for identifier in AssetArguments.expanded(arguments) {
            let asset = try asset(named: identifier)
            switch (listing, asset.trashedDate) {
            case (.library, .some):
                throw CommandFailure(
                    "\(identifier) is in Recently Deleted; nothing was changed. Restore it first: "
                        + "albumen trash restore \(ShellWord.quoted(identifier))")
            case (.recentlyDeleted, nil):
                throw CommandFailure(
                    "\(identifier) isn't in Recently Deleted; nothing was changed. See its items: albumen trash list")
            default:
                if taken.insert(asset.id).inserted { assets.append(asset) }
            }
        }
        return assets
    }
}
