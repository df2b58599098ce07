import Albumen
import ArgumentParser
import Cancellation
import Foundation

/// `albumen cloud salvage` exports what a replaced copy of the library didn't send.
struct CloudSalvageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Export the changes that were not sent before another machine took the library over.",
        discussion: """
            If another machine has restored the library from its place, this copy sends nothing there any more. Its last \
            changes are only in its own folder. This command writes them to a new folder: the originals and edits of new and \
            changed photos and videos with their sidecars, the changed albums, and all changes as changes.txt and \
            changes.json. Deletions are only listed. Nothing is changed here or in the place.

            Import the folder into the other library. Photos that it has already are recognised. If this command is stopped, \
            run it again with another folder. If files can't be exported, the exit status is 3.

              albumen cloud salvage --to ~/Salvaged
              albumen import ~/Salvaged
            """)

    @Option(
        help: ArgumentHelp("The folder for the export, which must be new or empty.", valueName: "dir"),
        completion: .directory)
    var to: String

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if to.isEmpty { throw ValidationError("--to is empty. Name the folder for the export.") }
    }

    func run() throws {
        let library = try options.openExisting()
        let folder = BackupCommand.folder(to)
        let cancellation = WorkCancellation()
        let (json, outcome) = (options.json, ReportOutcome())
        let summary = try CloudTransfer(verb: "exported", json: json, cancel: { cancellation.cancel() }).run {
            progress, bar in
            try LibrarySalvage(of: library, to: folder, cancellation).run(progress: progress) { name, reason in
                guard json else { return bar.tell(PrintableText.line("failed: \(name): \(reason)")) }
                outcome.note {
                    try StandardOutput.shared.write(
                        line: JSONLine.text(CloudDownloadFailureDocument(originalFilename: name, reason: reason)))
                }
            }
        }
        if let failure = outcome.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        guard let summary else {
            throw CommandFailure("Stopped. Remove \(folder.path), and run the same command again.")
        }
        try ChangeReport(isJSON: json).tell(SalvageDocument(summary, in: folder), Self.text(of: summary, folder))
        if summary.export.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.export.failed, "file")) could not be exported, for the reasons above. The list in "
                    + "\(folder.path) names them.", status: .refused)
        }
    }

    private static func text(of summary: LibrarySalvage.Summary, _ folder: URL) -> String {
        let owner = summary.owner ?? "The new owner"
        if summary.isEmpty { return "There is nothing to export: \(owner) has all changes of this copy." }
        var text = "Exported \(Count.text(summary.changes, "change")) with "
        text +=
            "\(Count.text(summary.export.exported, "file")) to \(folder.path). \(folder.path)/changes.txt lists them."
        if summary.inPlace > 0 {
            text +=
                " Originals of \(Count.text(summary.inPlace, "photo or video", "photos and videos")) are only in the "
            text += "place, and were not exported."
        }
        if summary.isIncomplete { text += " The history no longer has earlier changes." }
        if let obstacle = summary.obstacle {
            text += " The place could not be asked, so some of them may be there already: \(obstacle)"
        }
        return text + " To bring them into the other library: albumen import FOLDER"
    }
}

/// The result of `cloud salvage --json`.
struct SalvageDocument: Encodable {
    /// The folder with the export, or `null` if there was nothing to export.
    let folder: String?
    let changes: Int
    /// The numbers of photos and videos, of their files, and of files that couldn't be exported.
    let assets: Int
    let exported: Int
    let failed: Int
    /// The photos and videos with originals that are only in the place.
    let inPlace: Int
    /// The folder and the machine of the new owner.
    let owner: String?
    /// Why the place couldn't be asked, for people.
    let obstacle: String?
    /// Whether the history has no details of some changes.
    let incomplete: Bool

    init(_ summary: LibrarySalvage.Summary, in folder: URL) {
        self.folder = summary.isEmpty ? nil : folder.path
        (changes, assets, inPlace) = (summary.changes, summary.export.assets, summary.inPlace)
        (exported, failed) = (summary.export.exported, summary.export.failed)
        (owner, obstacle, incomplete) = (summary.owner, summary.obstacle, summary.isIncomplete)
    }
}
