import Albumen
import ArgumentParser
import Records

/// `albumen set` changes properties of photos and videos, but never their files.
struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change the metadata of photos and videos.",
        discussion: """
            Changes all of the items, or none of them if one can't be changed. Never changes the files.

              albumen set 421C93B7 --favorite --rating 5
              albumen set 421C93B7 --date 2024-05-07T09:33:04+08:00 --location 31.25,121.5
              albumen list --album Lisbon --json | jq -r .localIdentifier \\
                | albumen set - --keyword Lisbon

            The date and the place of the import are kept: “albumen info” shows them, and “original” gives them back, \
            to each photo and video its own. One that was changed by an older albumen gets them from its file; if the \
            file can't be read, it stays as it is, and the exit status is 3.

              albumen set 421C93B7 --date original --location original

            To set the date or the place of more than \(MassChangeConsent.mostUnasked) items, the command asks first. \
            ALBUMEN_CONFIRM answers in advance: allow, deny, or the number of items to change.
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var changes: AssetChangeOptions

    @Flag(help: "Don't ask for confirmation.")
    var yes = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        var assets = try library.assets(named: identifiers, in: .library)
        try MassChangeConsent(isGiven: yes).obtain(for: changes, ofAssets: assets.count)
        let originals = try readOriginals(of: assets, in: library)
        if !originals.failures.isEmpty {
            let failed = Set(originals.failures.map(\.asset.id))
            assets.removeAll { failed.contains($0.id) }
        }
        try Transaction(assets.flatMap { operations(on: $0, originals) }).apply(to: library)
        try ChangeReport(isJSON: options.json).tell(
            ChangeReport.AssetCount(assets: assets.count), "Changed \(Count.text(assets.count, "item")).")
        if !originals.failures.isEmpty {
            let (stay, were) = originals.failures.count == 1 ? ("stays", "it was") : ("stay", "they were")
            throw CommandFailure(
                "\(Count.text(originals.failures.count, "item")) \(stay) as \(were), for the reasons above.",
                status: .refused)
        }
    }

    private func operations(on asset: AssetRecord, _ originals: OriginalReading.Outcome) -> [Transaction.Operation] {
        var operations: [Transaction.Operation] = []
        if !changes.change.isEmpty { operations.append(.change(changes.change, assetUUID: asset.uuid)) }
        if !changes.restoredParts.isEmpty {
            operations.append(
                .restoreOriginals(
                    changes.restoredParts, read: originals.values[asset.id] ?? OriginalValues(), assetUUID: asset.uuid))
        }
        return operations
    }

    /// Reads imported values, and reports each asset whose file can't be read.
    private func readOriginals(of assets: [AssetRecord], in library: LibraryView) throws -> OriginalReading.Outcome {
        let originals = try OriginalReading(in: library).read(changes.restoredParts, of: assets)
        let output = StandardOutput.shared
        for failure in originals.failures {
            let document = FailedAssetDocument(failure)
            if options.json {
                try output.write(line: JSONLine.text(document))
            } else {
                StandardError.write(line: document.text)
            }
        }
        try output.flush()
        return originals
    }
}
