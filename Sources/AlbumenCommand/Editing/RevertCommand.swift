import Albumen
import ArgumentParser
import Records

/// `albumen revert` removes edits.
struct RevertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert",
        abstract: "Show the originals of edited photos and videos again.",
        discussion: """
            Removes the edit, whichever app made it, with all edits below it. Unedited items stay as they are. A revert \
            can't be undone.

              albumen revert 421C93B7
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let assets = try library.assets(named: identifiers, in: .library)
        let edited = assets.filter(\.hasAdjustments)
        try Transaction(edited.map { .revertEdit(assetUUID: $0.uuid) }).apply(to: library)
        try ChangeReport(isJSON: options.json).tell(
            ChangeReport.AssetCount(assets: edited.count), "Reverted \(Count.text(edited.count, "item")).")
    }
}
