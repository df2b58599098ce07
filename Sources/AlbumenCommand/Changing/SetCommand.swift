import Albumen
import ArgumentParser
import Catalog

/// `albumen set`: changes what is known of photos and videos, never their files.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change what is known of photos and videos.",
        discussion: """
            Changes all that are named, or none of them. The files stay as they are.

              albumen set 421C93B7 --favorite --rating 5
              albumen set 421C93B7 --date 2024-05-07T09:33:04+08:00 --location 31.25,121.5
              albumen list --album Lisbon --json | jq -r .localIdentifier \\
                | albumen set - --keyword Lisbon
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var changes: AssetChangeOptions

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let assets = try library.assets(named: identifiers, in: .library)
        let change = changes.change
        try Transaction.ofCommand(assets.map { .change(change, assetUUID: $0.uuid) }).apply(to: library)
        try ChangeReport(isJSON: options.json).tell(
            ChangeReport.AssetCount(assets: assets.count), "Changed \(Count.text(assets.count, "asset")).")
    }
}
