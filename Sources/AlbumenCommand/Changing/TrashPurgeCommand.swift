import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen trash purge` deletes assets in Recently Deleted permanently.
struct TrashPurgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Permanently delete items in Recently Deleted.",
        discussion: """
            Without identifiers, deletes the items that were moved to Recently Deleted \(Library.trashRetentionInDays) \
            or more days ago. Removes their files, too, unless another item uses the same file. Asks for confirmation \
            first, because this can't be undone.

              albumen trash purge
              albumen trash purge 421C93B7
              albumen trash purge --all --yes
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String] = []

    @Flag(help: "Delete all items in Recently Deleted.")
    var all = false

    @OptionGroup
    var confirmation: ConfirmationOptions

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if all, !identifiers.isEmpty { throw ValidationError("Give identifiers or --all, not both.") }
    }

    func run() throws {
        let library = try options.openView()
        let uuids = try uuids(in: library)
        try Transaction(uuids.map { .purge(assetUUID: $0) })
            .apply(to: library, consent: confirmation.consent)
        try ChangeReport(isJSON: options.json).tell(
            ChangeReport.AssetCount(assets: uuids.count), "Permanently deleted \(Count.text(uuids.count, "item")).")
    }

    private func uuids(in library: LibraryView) throws -> [String] {
        if !identifiers.isEmpty { return try library.assets(named: identifiers, in: .recentlyDeleted).map(\.uuid) }
        guard all else { return try library.expiredTrash() }
        let rows = try library.assetIdentifiers(.recentlyDeleted)
        let assets = try library.assets(withIdentifiers: rows)
        return rows.compactMap { assets[$0]?.uuid }
    }
}
