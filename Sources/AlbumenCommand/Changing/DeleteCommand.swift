import Albumen
import ArgumentParser
import Records

/// `albumen delete` moves photos and videos to Recently Deleted.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Move photos and videos to Recently Deleted.",
        discussion: """
            Asks first. A frame of a burst goes alone: the other frames stay, and one of them represents the burst. \
            What is in Recently Deleted keeps its bytes and comes back with “albumen trash restore”, until “albumen \
            trash purge” takes what is older than \(Library.trashRetentionInDays) days.

              albumen delete 421C93B7
              albumen list --filter 'mediaType == 2 AND duration < 1' --json \\
                | jq -r .localIdentifier | albumen delete - --yes

            ALBUMEN_CONFIRM answers beforehand: allow, deny, or how many are to go.
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
                + "To take one back: albumen trash restore ID"
        )
    }

    private static func text(_ bursts: Int, _ frames: [String]) -> String {
        guard !frames.isEmpty else { return "" }
        return "\(Count.text(frames.count, "other frame")) of \(Count.text(bursts, "burst")) "
            + "\(frames.count == 1 ? "stays" : "stay") in the library (albumen list --bursts). "
    }
}
