import Albumen
import ArgumentParser
import Records

/// `albumen trash restore` moves assets from Recently Deleted back to the library.
struct TrashRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore photos and videos from Recently Deleted.",
        discussion: """
            They come back as they were, in their albums too.

              albumen trash restore 421C93B7
              albumen trash list --json | jq -r .localIdentifier | albumen trash restore -
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let assets = try library.assets(named: identifiers, in: .recentlyDeleted)
        try Transaction(assets.map { .restore(assetUUID: $0.uuid) }).apply(to: library)
        try ChangeReport(isJSON: options.json).tell(
            ChangeReport.AssetCount(assets: assets.count),
            "Restored \(Count.text(assets.count, "item")) from Recently Deleted.")
    }
}
