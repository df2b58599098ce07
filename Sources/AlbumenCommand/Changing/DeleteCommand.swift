import Albumen
import ArgumentParser
import Records

/// `albumen delete` moves photos and videos to Recently Deleted.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Move photos and videos to Recently Deleted.",
        discussion: """
            Asks for confirmation first. Deleting a frame of a burst keeps the other frames, and one of them \
            represents the burst. “albumen trash restore” restores items from Recently Deleted. “albumen trash purge” \
            permanently deletes items after \(Library.trashRetentionInDays) days.

              albumen delete 421C93B7
              albumen list --filter 'mediaType == 2 AND duration < 1' --json \\
                | jq -r .localIdentifier | albumen delete - --yes

            ALBUMEN_CONFIRM answers in advance: allow, deny, or the number of items to delete.
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String]

    @OptionGroup
    var confirmation: ConfirmationOptions

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openView()
        let assets = try library.assets(named: identifiers, in: .library)
        let others = try library.otherFrames(ofBurstsOf: assets.map(\.uuid))
        try Transaction(assets.map { .trash(assetUUID: $0.uuid) })
            .apply(to: library, consent: confirmation.consent)
        try ChangeReport(isJSON: options.json).tell(
            ChangeReport.AssetCount(assets: assets.count),
            "Moved \(Count.text(assets.count, "item")) to Recently Deleted. \(Self.text(others.bursts, others.frames))"
                + "To restore one: albumen trash restore ID"
        )
    }

    private static func text(_ bursts: Int, _ frames: [String]) -> String {
        guard !frames.isEmpty else { return "" }
        return "\(Count.text(frames.count, "other frame")) of \(Count.text(bursts, "burst")) "
            + "\(frames.count == 1 ? "stays" : "stay") in the library (albumen list --bursts). "
    }
}
