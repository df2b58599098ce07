import Albumen
import ArgumentParser
import Records

/// Assets as a command line names them.
enum AssetArguments {
    /// Stands for the identifiers that come from the standard input, one a line.
    static let inputMark = "-"

    static let help = ArgumentHelp(
        "Local identifiers, their UUIDs, or the first \(LibraryView.identifierMinimum) or more characters of one; "
            + "“\(inputMark)” reads them from the standard input, one a line.",
        valueName: "id")

    /// The identifiers, with those of the standard input in the place of the first `-`.
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

/// Where a command expects its assets.
enum AssetPlace {
    case library
    case recentlyDeleted
}

extension LibraryView {
    /// The assets that a command line names, each once, in the order given.
    ///
    /// - Throws: `CommandFailure` that tells the first name that is wrong, so that nothing is changed because of it.
    func assets(named arguments: [String], in place: AssetPlace) throws -> [AssetRecord] {
        var assets: [AssetRecord] = []
        var taken: Set<Int64> = []
        for identifier in AssetArguments.expanded(arguments) {
            let asset = try asset(named: identifier)
            switch (place, asset.trashedDate) {
            case (.library, .some):
                throw CommandFailure(
                    "\(identifier) is in Recently Deleted; nothing was changed. Take it back first: "
                        + "albumen trash restore \(ShellWord.quoted(identifier))")
            case (.recentlyDeleted, nil):
                throw CommandFailure(
                    "\(identifier) is not in Recently Deleted; nothing was changed. See what is: albumen trash list")
            default:
                if taken.insert(asset.id).inserted { assets.append(asset) }
            }
        }
        return assets
    }
}
