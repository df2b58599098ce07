import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation

/// `albumen cloud verify` reads the bytes in the place and compares them with their hashes.
struct CloudVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that the place has the bytes of each original.",
        discussion: """
            Reads every original in the place and compares it with its hash, which transfers all of them. With --budget, \
            it stops after that time, and the next run goes on with those that were verified longest ago. If the place \
            lost or damaged an original that is on this machine, it's uploaded again at the next sync. If it's only in the \
            place, it's lost: each run says so, with the exit status 1, until the place or this machine has it again.

            With --backup, reads the backup of the catalog and the thumbnails instead, and with --deep restores the catalog \
            to a temporary file too.

              albumen cloud verify --budget 10m
              albumen cloud verify --backup
            """)

    @Option(help: ArgumentHelp("The time after which to stop, as in 90s, 10m or 2h.", valueName: "time"))
    var budget: TimeSpan?

    @Flag(help: "Check the backup of the catalog instead of the originals.")
    var backup = false

    @Flag(help: "With --backup, restore the newest state to a temporary file and check it.")
    var deep = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if deep, !backup { throw ValidationError("--deep belongs to --backup.") }
        if backup, budget != nil { throw ValidationError("--budget is for originals, and not for --backup.") }
    }

    func run() throws {
        let library = try options.openExisting()
        guard !backup else { return try verifyBackup(of: library) }
        let cancellation = WorkCancellation()
        let output = StandardOutput.shared
        let json = options.json
        var failure: (any Error)?
        let start = Date()
        let summary = try CloudTransfer(verb: "verified", json: options.json, cancel: { cancellation.cancel() }).run {
            progress, bar in
            try CloudVerification(of: library, cancellation).run(
                since: start, until: budget.map { start + $0.seconds }, progress: progress
            ) { finding in
                let document = CloudFindingDocument(finding, of: library)
                guard json else { return bar.tell(PrintableText.line(document.text)) }
                do {
                    try output.write(line: JSONLine.text(document))
                    try output.flush()
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if let failure { throw failure }
        guard let summary else { throw CommandFailure("Stopped. Run the same command again to continue.") }
        var text = "Verified \(Count.text(summary.verified, "original")) (\(ByteSize.text(summary.verifiedBytes)))."
        if !summary.isComplete { text += " The time is up; the next run goes on." }
        if summary.mended > 0 { text += " \(Count.text(summary.mended, "original")) will be uploaded again." }
        try ChangeReport(isJSON: json).tell(CloudVerificationDocument(summary), text)
        if summary.lost > 0 {
            throw CommandFailure(
                "The place has lost \(Count.text(summary.lost, "original")) that \(summary.lost == 1 ? "is" : "are") not on "
                    + "this machine. Import the files again where you still have them.")
        }
    }
}

extension CloudVerifyCommand {
    private func verifyBackup(of library: Library) throws {
        let cancellation = WorkCancellation()
        let summary = try CloudTransfer(verb: "verified", json: options.json, cancel: { cancellation.cancel() }).run {
            progress, _ in
            try BackupVerification(of: library, cancellation).run(restores: deep, progress: progress)
        }
        guard let summary else { throw CommandFailure("Stopped before the end of the backup.") }
        let document = BackupVerificationDocument(summary)
        var text = "The backup of the catalog is whole: \(Count.text(summary.files, "file")) "
        text += "(\(ByteSize.text(summary.bytes))), up to a change of \(document.date)."
        if summary.isCompared { text += " Its pages are those that this machine sent." }
        if summary.packs > 0 { text += " \(Count.text(summary.packs, "pack")) of thumbnails can be read." }
        try ChangeReport(isJSON: options.json).tell(document, text)
        if let fault = summary.damagedPack { throw CommandFailure(fault) }
    }
}

/// The result of `cloud verify --backup --json`.
struct BackupVerificationDocument: Encodable {
    let files: Int
    let bytes: Int64
    /// When the newest change was sent.
    let date: String
    /// Whether the restored pages were compared with those that this machine sent.
    let compared: Bool
    /// The number of packs of thumbnails that can be read.
    let packs: Int

    init(_ summary: BackupVerification.Summary) {
        (files, bytes, compared, packs) = (summary.files, summary.bytes, summary.isCompared, summary.packs)
        date = Timestamp.utc(summary.date) ?? ""
    }
}

/// A time as an argument, such as `10m`.
struct TimeSpan: ExpressibleByArgument {
    let seconds: TimeInterval

    init?(argument: String) {
        let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
        guard let unit = argument.last, let factor = factors[unit], let number = Double(argument.dropLast()),
            number.isFinite, number > 0
        else { return nil }
        seconds = number * factor
    }
}

/// A line of `cloud verify --json`.
struct CloudFindingDocument: Encodable {
    /// `mended` or `lost`.
    let event: String
    let sha256: String
    /// The name of its file, with the day of capture.
    let name: String
    /// Whether the place has other bytes. Otherwise, it has none.
    let damaged: Bool

    init(_ finding: CloudVerification.Finding, of library: Library) {
        switch finding {
        case .mended(let digest, let wasDamaged):
            (event, sha256, name, damaged) = ("mended", "\(digest)", library.photoName(of: digest), wasDamaged)
        case .lost(let digest, let wasDamaged):
            (event, sha256, name, damaged) = ("lost", "\(digest)", library.photoName(of: digest), wasDamaged)
        }
    }

    /// The line for people.
    var text: String {
        "\(event): \(name): the place has \(damaged ? "other bytes" : "no bytes") of it"
    }
}

/// The last line of `cloud verify --json`.
struct CloudVerificationDocument: Encodable {
    let verified: Int
    let bytes: Int64
    let mended: Int
    let lost: Int
    /// Whether all originals in the place were verified.
    let complete: Bool

    init(_ summary: CloudVerification.Summary) {
        (verified, bytes) = (summary.verified, summary.verifiedBytes)
        (mended, lost, complete) = (summary.mended, summary.lost, summary.isComplete)
    }
}
