import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation

/// `albumen library move` moves the library's folder.
struct LibraryMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move the library to another folder or disk.",
        discussion: """
            The service of “albumen service install” is stopped before, and started again with the new folder. No other \
            program may have the library open: the command names those that do. On the same disk, it's renamed. On \
            another one, each file is compared with its source after it was written, and the former folder is removed at \
            the end. If the command is stopped, run it again to continue.

            If ~/.config/albumen/library names the library, or nothing does and it's in the usual folder, that file names \
            the new folder afterwards.

              albumen library move /media/disk/Library
              albumen library move ~/Photos --library ~/Pictures/Holidays
            """)

    @Argument(
        help: ArgumentHelp("The new folder, which must be new or empty.", valueName: "dir"), completion: .directory)
    var destination: String

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let folder = BackupCommand.folder(destination)
        let library = try options.folder()
        // A move that was interrupted at its end has left no library there.
        let continues = LibraryMove.isInterrupted(from: library, to: folder)
        if !continues { _ = try options.existingFolder() }
        func move() throws -> LibraryMove.Summary? {
            let cancellation = WorkCancellation()
            return try CloudTransfer(verb: "copied", json: options.json, cancel: { cancellation.cancel() }).run {
                progress, _ in
                try LibraryMove(of: library, to: folder, cancellation).run(progress: progress)
            }
        }
        let service = try MovingService(of: library)
        let (summary, isServed) =
            try service?.stopped(to: folder, continues: continues, move) ?? (try move(), false)
        guard let summary else { throw LibraryTransferDocument.stopped(folder) }
        let document = LibraryMoveDocument(summary, from: library, to: folder, serviceIsStarted: isServed)
        try ChangeReport(isJSON: options.json).tell(
            document, PrintableText.line(text(summary, library, folder, serviceIsStarted: isServed)))
        try LibraryTransferDocument.warn(of: summary.originals)
    }

    private func text(
        _ summary: LibraryMove.Summary, _ library: URL, _ folder: URL, serviceIsStarted: Bool
    ) -> String {
        var text = "Moved the library to \(folder.path)"
        text += summary.isCopied ? ": \(LibraryTransferDocument(summary.originals).text)." : "."
        if let configuration = summary.configuration { text += " \(configuration.path) names it now." }
        if serviceIsStarted { text += " The service runs again, and serves it there." }
        if ProcessInfo.processInfo.environment["ALBUMEN_LIBRARY"]?.isEmpty == false, options.library == nil {
            text += " Set ALBUMEN_LIBRARY to the new folder."
        }
        if !summary.strangers.isEmpty {
            text += " \(library.path) still has files that aren't the library's, such as “\(summary.strangers[0])”."
        }
        if let address = summary.address {
            text += " To send changes to its place from the new folder: albumen cloud connect "
            text += "\(ShellWord.quoted(address)) --take-over, with the options that you connected it with."
        }
        if !summary.clientsWithoutToken.isEmpty {
            text += " Make new tokens for: \(summary.clientsWithoutToken.joined(separator: ", "))."
        }
        return text
    }
}

/// The result of `library move --json`.
struct LibraryMoveDocument: Encodable {
    let folder: String
    let from: String
    /// How the library was moved: `renamed` or `copied`.
    let method: String
    let originals: LibraryTransferDocument
    /// The file that names the library now.
    let configuration: String?
    /// Files in the former folder that aren't the library's.
    let remaining: [String]
    /// The place that has to be taken over.
    let place: String?
    /// Apps that need new tokens.
    let clientsWithoutToken: [String]
    /// Whether the service was started with the new folder.
    let serviceIsStarted: Bool

    init(_ summary: LibraryMove.Summary, from library: URL, to folder: URL, serviceIsStarted: Bool) {
        self.serviceIsStarted = serviceIsStarted
        (self.folder, from) = (folder.path, library.path)
        method = summary.isCopied ? "copied" : "renamed"
        originals = LibraryTransferDocument(summary.originals)
        configuration = summary.configuration?.path
        (remaining, place, clientsWithoutToken) = (summary.strangers, summary.address, summary.clientsWithoutToken)
    }
}
