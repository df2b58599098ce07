import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation

/// `albumen cloud sync` uploads what isn't in the place yet.
struct CloudSyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Upload the originals and changes that are not in the place yet.",
        discussion: """
            Sends the changes of the catalog, uploads originals in the order of the import, verifies the bytes there, and \
            continues what a former run began. Bytes \
            that belong to no photo leave the place after 37 days. An original that can't be uploaded is reported, and \
            the others go on, and a later run tries it again; the exit status is then 3.

              albumen cloud sync
              albumen cloud sync --retry
              albumen cloud sync --follow --limit-rate 2MB
            """)

    @Flag(help: "Keep running until Ctrl-C, and upload new originals as they are imported.")
    var follow = false

    @Flag(help: "Retry all failed originals now, including refused ones, after you repaired their files or the place.")
    var retry = false

    @Option(help: ArgumentHelp("The maximum bytes per second, as in 500KB or 2MB.", valueName: "size"))
    var limitRate: ByteSize?

    @OptionGroup
    var transfer: TransferOptions

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if let limitRate, limitRate.bytes < 1000 { throw ValidationError("--limit-rate is at least 1KB.") }
    }

    func run() throws {
        let library = try options.openExisting()
        let cancellation = WorkCancellation()
        let output = StandardOutput.shared
        let outcome = ReportOutcome()
        let json = options.json
        let summary = try CloudTransfer(verb: "uploaded", json: options.json, cancel: { cancellation.cancel() }).run {
            progress, bar in
            let report: @Sendable (CloudSync.Event) -> Void = { event in
                let document = CloudEventDocument(event, of: library)
                guard json else {
                    if let text = document.text { bar.tell(PrintableText.line(text)) }
                    return
                }
                outcome.note {
                    try output.write(line: JSONLine.text(document))
                    try output.flush()
                }
            }
            let sync = try CloudSync(
                of: library, transferLimit: transfer.transfers, bytesPerSecond: limitRate?.bytes, cancellation)
            if !follow || retry {
                // Twice, so that the catalog in the place says which originals are there.
                try CatalogBackup.sendOnce(library, cancellation)
                let summary = try sync.run(retriesFailing: retry, progress: progress, report: report)
                try CatalogBackup.sendOnce(library, cancellation)
                guard follow else { return summary }
            }
            let backup = BackgroundBackup(of: library, telling: { bar.tell($0) })
            backup.start()
            defer { _ = backup.stop() }
            return try sync.follow(progress: progress, report: report) { error in
                bar.tell("albumen: \(PrintableText.line(CommandFailure.text(of: error))) Trying again in a while.")
            }
        }
        if let failure = outcome.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        guard let summary else {
            throw CommandFailure("Stopped. Run the same command again to continue.")
        }
        try output.write(line: json ? JSONLine.text(CloudSyncDocument(summary)) : text(of: summary))
        try output.flush()
        if summary.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.failed, "original")) could not be uploaded, for the reasons above."
                    + postponed(summary),
                status: .refused)
        }
        if summary.postponed > 0 {
            throw CommandFailure(postponed(summary).trimmingCharacters(in: .whitespaces), status: .refused)
        }
    }

    private func postponed(_ summary: CloudSync.Summary) -> String {
        guard summary.postponed > 0 else { return "" }
        return
            " \(Count.text(summary.postponed, "original")) that failed before \(summary.postponed == 1 ? "was" : "were") "
            + "not tried now. To see why: albumen cloud status. To try them: albumen cloud sync --retry"
    }

    private func text(of summary: CloudSync.Summary) -> String {
        var text = "Uploaded \(Count.text(summary.stored, "original")) (\(ByteSize.text(summary.storedBytes)))."
        if summary.removed > 0 {
            text += " Removed \(Count.text(summary.removed, "original")) of no photo from the place."
        }
        return text
    }
}

/// A line of `cloud sync --json`.
struct CloudEventDocument: Encodable {
    let event: String
    let sha256: String
    /// The name of its file, with the day of capture, if it failed.
    var name: String?
    var bytes: Int64?
    /// A message for people.
    var reason: String?
    var refused: Bool?

    init(_ event: CloudSync.Event, of library: Library) {
        switch event {
        case .stored(let digest, let size): (self.event, sha256, bytes) = ("stored", "\(digest)", size)
        case .removed(let digest): (self.event, sha256) = ("removed", "\(digest)")
        case .failed(let digest, let reason, let isRefused):
            (self.event, sha256, self.reason, refused) = ("failed", "\(digest)", reason, isRefused)
            name = library.photoName(of: digest)
        }
    }

    /// The line for people, or `nil` for events that only the progress bar shows.
    var text: String? {
        reason.map { "failed: \(name ?? sha256): \($0)" }
    }
}

/// The last line of `cloud sync --json`.
struct CloudSyncDocument: Encodable {
    let stored: Int
    let bytes: Int64
    let failed: Int
    let removed: Int
    /// The originals that failed in earlier runs, and that this run didn't try.
    let postponed: Int

    init(_ summary: CloudSync.Summary) {
        (stored, bytes, failed, removed) = (summary.stored, summary.storedBytes, summary.failed, summary.removed)
        postponed = summary.postponed
    }
}
