import Albumen
import ArgumentParser
import Cancellation
import Foundation
import MediaRequests
import Records

/// `albumen cloud download` brings originals back to this machine.
struct CloudDownloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download originals to this machine.",
        discussion: """
            They stay in the place, too.

              albumen cloud download 421C93B7
              albumen cloud download --all
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String] = []

    @Flag(help: "All originals.")
    var all = false

    @OptionGroup
    var transfer: TransferOptions

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        guard all == identifiers.isEmpty else { throw ValidationError("Give either identifiers or --all.") }
    }

    func run() throws {
        let library = try options.openExisting()
        let view = library.view(for: .command)
        let assets =
            all ? nil : try AssetArguments.expanded(identifiers).map { try view.asset(named: $0).id }
        let cancellation = WorkCancellation()
        let json = options.json
        let outcome = ReportOutcome()
        let summary = try CloudTransfer(verb: "downloaded", json: options.json, cancel: { cancellation.cancel() }).run {
            progress, bar in
            let download = try CloudDownload(of: library, transferLimit: transfer.transfers, cancellation)
            return try download.run(assets: assets, progress: progress) { filename, error in
                let reason = CommandFailure.text(of: error)
                guard json else { return bar.tell(PrintableText.line("failed: \(filename): \(reason)")) }
                outcome.note {
                    try StandardOutput.shared.write(
                        line: JSONLine.text(CloudDownloadFailureDocument(originalFilename: filename, reason: reason)))
                }
            }
        }
        if let failure = outcome.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        guard let summary else { throw CommandFailure("Stopped. Run the same command again to continue.") }
        try ChangeReport(isJSON: json).tell(
            CloudDownloadDocument(
                downloaded: summary.downloaded, bytes: summary.downloadedBytes, failed: summary.failed),
            "Downloaded \(Count.text(summary.downloaded, "original")) (\(ByteSize.text(summary.downloadedBytes))).")
        if summary.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.failed, "original")) could not be downloaded, for the reasons above.",
                status: .refused)
        }
    }
}

/// A line of `cloud download --json` for an original that couldn't be downloaded: `event` is `failed`.
struct CloudDownloadFailureDocument: Encodable {
    let event = "failed"
    let originalFilename: String
    /// A message for people.
    let reason: String
}

/// The result of `cloud download --json`.
struct CloudDownloadDocument: Encodable {
    let downloaded: Int
    let bytes: Int64
    let failed: Int
}
