import Albumen
import ArgumentParser
import BlobStore
import Cancellation

/// `albumen cloud optimise` makes room on this machine.
struct CloudOptimiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "optimise",
        abstract: "Remove originals from this machine that are verified in the place.",
        discussion: """
            Removes the originals that were used longest ago, until the rest takes at most --keep. Favorites, and photos \
            and videos of the last 30 days, go last. Thumbnails and the documents of edits stay. An original that the place \
            doesn't have any more stays, and is uploaded again.

              albumen cloud optimise --keep 20GB
            """)

    @Option(help: ArgumentHelp("The size of the originals that may stay, as in 500MB or 20GB.", valueName: "size"))
    var keep: ByteSize

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let cancellation = WorkCancellation()
        let summary = try CloudTransfer(verb: "removed", json: options.json, cancel: { cancellation.cancel() }).run {
            progress, _ in
            try CloudEviction(of: library, cancellation).run(keeping: keep.bytes, progress: progress)
        }
        guard let summary else { throw CommandFailure("Stopped. Run the same command again to continue.") }
        var text =
            "Removed \(Count.text(summary.evicted, "original")) (\(ByteSize.text(summary.evictedBytes))) from this "
        text += "machine. The originals here that are in the place take \(ByteSize.text(summary.remainingBytes))."
        try ChangeReport(isJSON: options.json).tell(
            CloudEvictionDocument(
                evicted: summary.evicted, bytes: summary.evictedBytes, remainingBytes: summary.remainingBytes,
                lost: summary.lost), text)
        if summary.lost > 0 {
            throw CommandFailure(
                "The place has lost \(Count.text(summary.lost, "original")). They are still here. Upload them again: "
                    + "albumen cloud sync", status: .refused)
        }
    }
}

/// The result of `cloud optimise --json`.
struct CloudEvictionDocument: Encodable {
    let evicted: Int
    let bytes: Int64
    /// The size of the originals on this machine that are also in the place.
    let remainingBytes: Int64
    /// Originals that the place has lost, and that are still on this machine.
    let lost: Int
}
