import Albumen
import ArgumentParser
import Foundation

/// `albumen library restore-snapshot` goes back to the catalog from before an upgrade.
struct RestoreSnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-snapshot",
        abstract: "Use the catalog from before an upgrade of Albumen again.",
        discussion: """
            Before a new version changes the catalog's tables, it copies the catalog to the library's snapshots/ folder. \
            With such a copy, an earlier version can open the library again. Changes since then are lost: photos that were \
            imported later are no longer in the library, although their files are. To keep them, import them again: \
            “albumen verify” names them.

            The replaced catalog stays in snapshots/. No program may have the library open. Without a name, the command \
            lists the copies that this version can open.

              albumen library restore-snapshot
              albumen library restore-snapshot upgrade-18-to-29-20261130T083512Z.sqlite
            """)

    @Argument(help: ArgumentHelp("The name of a copy in snapshots/.", valueName: "name"))
    var snapshot: String?

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let folder = try options.existingFolder()
        guard let snapshot else { return try list(folder) }
        let restored = try Library.restoreSnapshot(named: snapshot, ofLibraryAt: folder)
        try ChangeReport(isJSON: options.json).tell(
            SnapshotDocument(restored),
            "The library \(folder.path) has the catalog of \(restored.time) again. The replaced one is "
                + "snapshots/\(restored.replaced ?? "").")
    }

    private func list(_ folder: URL) throws {
        let snapshots = try Library.snapshots(ofLibraryAt: folder)
        guard !snapshots.isEmpty else {
            throw CommandFailure("The library \(folder.path) has no copy of its catalog that this version can open.")
        }
        let output = StandardOutput.shared
        for snapshot in snapshots {
            try output.write(
                line: options.json
                    ? JSONLine.text(SnapshotDocument(snapshot))
                    : PrintableText.line("\(snapshot.name): \(snapshot.time), schema \(snapshot.schema)"))
        }
        try output.flush()
    }
}

/// The line of `library restore-snapshot --json`.
struct SnapshotDocument: Encodable {
    let snapshot: String
    let schema: Int
    /// The file in `snapshots/` with the replaced catalog.
    let replaced: String?

    init(_ snapshot: CatalogSnapshot) {
        (self.snapshot, schema, replaced) = (snapshot.name, snapshot.schema, snapshot.replaced)
    }
}
