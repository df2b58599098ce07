import Albumen
import ArgumentParser
import Foundation

/// `albumen trash list` lists the assets in Recently Deleted.
struct TrashListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the items in Recently Deleted.",
        discussion: """
            The last deleted item comes first. Each line has the columns of “albumen list”, and the day from which \
            “albumen trash purge” deletes the item.
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let identifiers = try library.assetIdentifiers(.recentlyDeleted)
        let output = StandardOutput.shared
        try library.forEachEntry(of: identifiers, withMetadata: options.json) { entry in
            // Skips an asset that was restored in the meantime.
            guard let expiration = entry.expirationDate else { return }
            try output.write(
                line: options.json
                    ? AssetDocument(entry, tellsTrash: true).text()
                    : AssetLine.text(entry) + (Timestamp.utc(expiration).map { "  until \($0.prefix(10))" } ?? ""))
        }
        try output.flush()
        if identifiers.isEmpty, !options.json { StandardError.write(line: "Recently Deleted is empty.") }
    }
}

extension AssetFetch {
    /// A fetch of all assets in Recently Deleted, the last deleted first.
    static var recentlyDeleted: AssetFetch {
        var fetch = AssetFetch()
        fetch.membership = .smartAlbum(.recentlyDeleted)
        return fetch
    }
}
