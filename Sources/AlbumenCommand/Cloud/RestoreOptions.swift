import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation
import Records

/// The options of commands that make a library of a backup.
struct RestoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The restored library's folder, which must be new or empty.", valueName: "dir"),
        completion: .directory)
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Restore the newest state strictly before this time, as in 2026-11-29T18:00:00Z.", valueName: "date"))
    var before: String?

    @Flag(help: "Only list the states that can be restored.")
    var list = false

    @Flag(help: "Print JSON, one object per line.")
    var json = false

    func validate() throws {
        guard list || to?.isEmpty == false else { throw ValidationError("Give the new library's folder: --to DIR.") }
        _ = try date()
    }

    var folder: URL {
        URL(fileURLWithPath: ((to ?? "") as NSString).expandingTildeInPath, isDirectory: true).standardizedFileURL
    }

    func date() throws -> Date? {
        guard let before else { return nil }
        guard let seconds = CivilTime.secondsSinceReferenceDate(before) else {
            throw ValidationError("--before: “\(before)” isn't a time. Write 2026-11-29 or 2026-11-29T18:00:00Z.")
        }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    /// Restores a library and tells what came back.
    ///
    /// - Parameter place: The place, for people.
    func run(
        _ makeRestoration: (WorkCancellation) throws -> LibraryRestoration, _ options: LibraryRestoration.Options,
        place: String
    ) throws {
        let cancellation = WorkCancellation()
        let restoration = try makeRestoration(cancellation)
        guard !list else { return try tell(restoration.lineages()) }
        var options = options
        options.date = try date()
        let summary = try CloudTransfer(verb: "restored", json: json, cancel: { cancellation.cancel() }).run {
            progress, _ in
            try restoration.run(options, progress: progress)
        }
        guard let summary else { throw CommandFailure("Stopped. Nothing was restored, and the backup is as it was.") }
        try tell(summary, options)
    }

    private func tell(_ summary: LibraryRestoration.Summary, _ options: LibraryRestoration.Options) throws {
        let document = RestorationDocument(summary, in: folder)
        var text = "Restored \(Count.text(summary.assets, "photo or video", "photos and videos")) to "
        text += "\(folder.path), as of \(document.date)."
        if summary.remote.count > 0 {
            text += " \(Count.text(summary.remote.count, "original")) (\(ByteSize.text(summary.remote.sizeInBytes))) "
            text += "\(summary.remote.count == 1 ? "is" : "are") in the place and "
            text += "\(summary.remote.count == 1 ? "comes" : "come") when needed."
        }
        if options.isReadOnly {
            text += " The place still belongs to the other copy, so this one sends nothing there."
        }
        text += thumbnails(summary.thumbnails)
        try ChangeReport(isJSON: json).tell(document, PrintableText.line(text))
        guard summary.missing.isEmpty else {
            throw CommandFailure(
                "\(Count.text(summary.missing.count, "original")) had \(summary.missing.count == 1 ? "its" : "their") bytes "
                    + "only on the lost machine. See \(folder.path)/not-restored.txt.", status: .refused)
        }
    }

    private func thumbnails(_ thumbnails: LibraryRestoration.Thumbnails) -> String {
        guard let failure = thumbnails.failure else { return "" }
        return " The library is whole, but not all thumbnails came: \(failure)"
            + (thumbnails.continues
                ? " The others come with “albumen serve”, or with: albumen cloud sync"
                : " The others are made when they are needed.")
    }

    private func tell(_ lineages: [LibraryRestoration.Lineage]) throws {
        guard !lineages.isEmpty else { throw CommandFailure("There is no backup of a catalog.") }
        for lineage in lineages {
            let document = LineageDocument(lineage)
            try StandardOutput.shared.write(line: json ? JSONLine.text(document) : PrintableText.line(document.text))
        }
        try StandardOutput.shared.flush()
    }
}

/// The result of `cloud restore --json` and `restore --json`.
struct RestorationDocument: Encodable {
    struct Missing: Encodable {
        let sha256: String
        /// The name of its file, with the day of capture.
        let name: String
        let albums: [String]
    }

    let library: String
    /// The time of the last restored change.
    let date: String
    let assets: Int
    /// The originals that are only in the place.
    let remoteOnly: CloudStatusDocument.Amount
    /// The originals that were copied to this machine.
    let fetched: CloudStatusDocument.Amount
    let notRestored: [Missing]
    /// The number of thumbnails that came.
    let thumbnails: Int
    /// Why others didn't come, for people.
    let thumbnailFailure: String?

    init(_ summary: LibraryRestoration.Summary, in folder: URL) {
        library = folder.path
        date = Timestamp.utc(summary.date) ?? ""
        assets = summary.assets
        remoteOnly = CloudStatusDocument.Amount(summary.remote)
        fetched = CloudStatusDocument.Amount(summary.fetched)
        (thumbnails, thumbnailFailure) = (summary.thumbnails.count, summary.thumbnails.failure)
        notRestored = summary.missing.map {
            Missing(sha256: $0.digest.hexadecimal, name: $0.name, albums: $0.albums)
        }
    }
}

/// A line of `cloud restore --list --json` and `restore --list --json`: the states of one owner.
struct LineageDocument: Encodable {
    /// The number of the ownership.
    let epoch: Int64
    /// The folder and the machine of the owner.
    let owner: String?
    /// The epoch from which the owner went on.
    let from: Int64?
    let oldest: String?
    let newest: String?
    let files: Int
    let bytes: Int64
    /// Why the newest state can't be restored, for people.
    let fault: String?

    init(_ lineage: LibraryRestoration.Lineage) {
        epoch = Int64(clamping: lineage.epoch.number)
        from = lineage.from.map { Int64(clamping: $0.number) }
        (oldest, newest) = (lineage.oldest.flatMap(Timestamp.utc), lineage.newest.flatMap(Timestamp.utc))
        (owner, files, bytes, fault) = (lineage.owner, lineage.files, lineage.size, lineage.fault)
    }

    /// The line for people.
    var text: String {
        let name = "\(epoch): \(owner ?? "unknown owner")"
        if let fault { return "\(name): \(fault)" }
        return
            "\(name): from \(oldest ?? "—") to \(newest ?? "—"), \(Count.text(files, "file")) (\(ByteSize.text(bytes)))"
    }
}
