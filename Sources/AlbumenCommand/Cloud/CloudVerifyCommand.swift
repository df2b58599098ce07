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

              albumen cloud verify --budget 10m
            """)

    @Option(help: ArgumentHelp("The time after which to stop, as in 90s, 10m or 2h.", valueName: "time"))
    var budget: TimeSpan?

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
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
