import Albumen
import ArgumentParser
import Cancellation
import Foundation

/// `albumen backup` copies the library to another disk.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the library to a folder on another disk.",
        discussion: """
            Copies the originals and the catalog: albums, edits, captions, apps' access. The next backup to the same folder \
            copies only what is new. No original there is removed, and earlier states can be restored for 30 days. The \
            library can be in use meanwhile.

            With --verify, it copies nothing and reads the whole backup instead: the catalog is restored to a temporary file, \
            and each original is compared with its hash. Damaged and missing originals are named; the exit status is then 1. \
            The next backup copies them again from the library.

              albumen backup /media/disk/Backup
              albumen backup /media/disk/Backup --verify
              albumen restore /media/disk/Backup --to ~/Pictures/Restored
            """)

    @Argument(
        help: ArgumentHelp("The folder on the other disk. It's made if its parent exists.", valueName: "dir"),
        completion: .directory)
    var destination: String

    @Flag(help: "Use the folder although it has the backup of another library, or of another copy of this one.")
    var takeOver = false

    @Flag(help: "Copy nothing, and check the backup in the folder.")
    var verify = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if verify, takeOver { throw ValidationError("--verify changes nothing, so leave out --take-over.") }
    }

    func run() throws {
        let library = try options.openExisting()
        let folder = Self.folder(destination)
        guard !verify else { return try check(folder, of: library) }
        try makeFolder(folder)
        let cancellation = WorkCancellation()
        let json = options.json
        let outcome = ReportOutcome()
        let summary = try CloudTransfer(verb: "copied", json: json, cancel: { cancellation.cancel() }).run {
            progress, bar in
            try DiskBackup(of: library, to: folder, cancellation).run(takingOver: takeOver, progress: progress) {
                name, reason in
                guard json else { return bar.tell(PrintableText.line("failed: \(name): \(reason)")) }
                outcome.note {
                    try StandardOutput.shared.write(
                        line: JSONLine.text(CloudDownloadFailureDocument(originalFilename: name, reason: reason)))
                }
            }
        }
        if let failure = outcome.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        guard let summary else { throw CommandFailure("Stopped. Run the same command again to continue.") }
        try ChangeReport(isJSON: json).tell(
            BackupDocument(summary, in: folder),
            PrintableText.line(
                "Copied \(Count.text(summary.copied, "original")) (\(ByteSize.text(summary.copiedBytes))) and the catalog to "
                    + "\(folder.path). \(Count.text(summary.present, "original")) \(summary.present == 1 ? "was" : "were") "
                    + "there already."))
        if summary.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.failed, "original")) could not be copied, for the reasons above.",
                status: .refused)
        }
    }

    static func folder(_ path: String) -> URL {
        URL(fileURLWithPath: (path as NSString).expandingTildeInPath, isDirectory: true).standardizedFileURL
    }

    /// Makes the folder if its parent exists. A missing parent is more often a disk that isn't attached.
    private func makeFolder(_ folder: URL) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) {
            guard isFolder.boolValue else {
                throw CommandFailure("\(folder.path) is a file. Name a folder for the backup.")
            }
            return
        }
        let parent = folder.deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: parent.path) else {
            throw CommandFailure("There is no folder \(parent.path). Attach the disk, or make the folder.")
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure("The folder \(folder.path) can't be made. Check the permissions of the disk.")
        }
    }
}

/// The result of `backup --json`.
struct BackupDocument: Encodable {
    let folder: String
    let copied: Int
    let bytes: Int64
    let present: Int
    let failed: Int

    init(_ summary: DiskBackup.Summary, in folder: URL) {
        self.folder = folder.path
        (copied, bytes, present, failed) = (summary.copied, summary.copiedBytes, summary.present, summary.failed)
    }
}
