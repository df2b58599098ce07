import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation
import Records

/// `albumen library copy` makes a second library.
struct LibraryCopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Make a second library with all photos, albums and edits.",
        discussion: """
            The library can be in use meanwhile, also by “albumen serve”. The copy is a library of its own: it isn't \
            connected to the library's place, and apps need new tokens for it. If some originals are only in the place, \
            the copy reads them there and accepts no changes.

            On the same disk, the originals share their bytes with the library's if the file system can do that: as \
            clones, or else as hard links. That takes no time and no room, but a fault of the disk then hits both: it's \
            no backup. Elsewhere, each file is compared with its source after it was written. If the command is stopped, \
            run it again to continue.

              albumen library copy /media/disk/Library
              albumen library copy ~/Pictures/Trial --whole
            """)

    @Argument(
        help: ArgumentHelp("The copy's folder, which must be new or empty.", valueName: "dir"), completion: .directory)
    var destination: String

    @Flag(help: "Copy all bytes, also if both folders are on the same disk.")
    var whole = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let folder = BackupCommand.folder(destination)
        let cancellation = WorkCancellation()
        let summary = try CloudTransfer(verb: "copied", json: options.json, cancel: { cancellation.cancel() }).run {
            progress, _ in
            try LibraryCopy(of: library, to: folder, cancellation).run(sharesFiles: !whole, progress: progress)
        }
        guard let summary else { throw LibraryTransferDocument.stopped(folder) }
        let document = LibraryCopyDocument(summary, in: folder)
        var text = "Copied the library to \(folder.path): "
        text += "\(Count.text(summary.assets, "photo or video", "photos and videos")), \(document.originals.text)."
        if let address = summary.address {
            let count = summary.remote.count
            text += " \(Count.text(count, "original")) \(count == 1 ? "is" : "are") only in \(address): the copy reads "
            text += "\(count == 1 ? "it" : "them") there, and accepts no changes."
        }
        try ChangeReport(isJSON: options.json).tell(document, PrintableText.line(text))
        try LibraryTransferDocument.warn(of: summary.originals)
    }
}

/// The result of `library copy --json`.
struct LibraryCopyDocument: Encodable {
    let folder: String
    let assets: Int
    let originals: LibraryTransferDocument
    /// The originals that are only in the place.
    let remoteOnly: CloudStatusDocument.Amount
    /// The place that the copy reads.
    let place: String?

    init(_ summary: LibraryCopy.Summary, in folder: URL) {
        self.folder = folder.path
        (assets, place) = (summary.assets, summary.address)
        originals = LibraryTransferDocument(summary.originals)
        remoteOnly = CloudStatusDocument.Amount(summary.remote)
    }
}

/// What became of the originals, in the results of `library copy` and `library move`.
struct LibraryTransferDocument: Encodable {
    /// The files that share their blocks with the library's.
    let cloned: Int
    /// The files that are also the library's.
    let linked: Int
    /// The files that were copied and compared.
    let copied: Int
    let bytes: Int64
    /// The files that were there already.
    let present: Int
    /// The files that have other bytes than were imported.
    let damaged: [String]

    init(_ summary: FileTransfer.Summary) {
        cloned = summary.counts[.cloned] ?? 0
        linked = summary.counts[.linked] ?? 0
        copied = summary.counts[.copied] ?? 0
        (bytes, present) = (summary.copiedBytes, summary.present)
        damaged = summary.damaged.map(\.hexadecimal)
    }

    var text: String {
        var parts: [String] = []
        if cloned > 0 { parts.append("\(Count.text(cloned, "original")) cloned") }
        if linked > 0 { parts.append("\(Count.text(linked, "original")) linked") }
        if copied > 0 || parts.isEmpty {
            parts.append("\(Count.text(copied, "original")) (\(ByteSize.text(bytes))) copied and compared")
        }
        return parts.joined(separator: ", ")
    }

    static func stopped(_ folder: URL) -> CommandFailure {
        let hidden = folder.deletingLastPathComponent().appending(path: ".\(folder.lastPathComponent).copying").path
        return CommandFailure(
            "Stopped. Run the same command again to continue, or remove \(hidden).")
    }

    static func warn(of summary: FileTransfer.Summary) throws {
        let count = summary.damaged.count
        guard count > 0 else { return }
        throw CommandFailure(
            "\(Count.text(count, "original")) had other bytes than were imported, and "
                + "\(count == 1 ? "was copied as it is" : "were copied as they are"). See: albumen verify",
            status: .refused)
    }
}
