import Albumen
import ArgumentParser
import Foundation

/// `albumen trash list`: what is in Recently Deleted.
struct TrashListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List what is in Recently Deleted.",
        discussion: """
            The latest deleted first, as “albumen list” lists the rest, with the day from which “albumen trash purge” \
            takes it.
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let identifiers = try library.assetIdentifiers(.recentlyDeleted)
        let output = StandardOutput.shared
        try library.forEachEntry(of: identifiers) { entry in
            // One that was taken back since is no longer told.
            guard let document = TrashedAssetDocument(entry) else { return }
            try output.write(line: options.json ? JSONLine.text(document) : document.text)
        }
        try output.flush()
        if identifiers.isEmpty, !options.json { StandardError.write(line: "Nothing is in Recently Deleted.") }
    }
}

extension AssetFetch {
    /// All that is in Recently Deleted, the latest deleted first.
    static var recentlyDeleted: AssetFetch {
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(.recentlyDeleted)
        return fetch
    }
}
