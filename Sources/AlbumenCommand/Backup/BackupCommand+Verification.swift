import Albumen
import ArgumentParser
import BlobStore
import Cancellation
import Foundation
import Records

extension BackupCommand {
    /// Checks the backup in a folder, and names its faults.
    func check(_ folder: URL, of library: Library) throws {
        let cancellation = WorkCancellation()
        let (json, outcome) = (options.json, ReportOutcome())
        let summary = try CloudTransfer(verb: "verified", json: json, cancel: { cancellation.cancel() }).run {
            progress, bar in
            try DiskBackup(of: library, to: folder, cancellation).verify(progress: progress) { finding in
                let document = BackupFindingDocument(finding)
                guard json else { return bar.tell(PrintableText.line(document.text)) }
                outcome.note { try StandardOutput.shared.write(line: JSONLine.text(document)) }
            }
        }
        if let failure = outcome.failure { throw failure is StandardOutput.Closed ? ExitCode.failure : failure }
        guard let summary else { throw CommandFailure("Stopped before the end of the backup.") }
        let document = DiskVerificationDocument(summary, in: folder)
        try ChangeReport(isJSON: json).tell(
            document,
            "Read \(Count.text(summary.originals, "original")) and \(Count.text(summary.files, "file")) of the catalog "
                + "(\(ByteSize.text(summary.bytes))), up to a change of \(document.date): "
                + (summary.faults == 0 ? "all are undamaged." : "\(Count.text(summary.faults, "fault"))."))
        guard summary.faults == 0 else {
            throw CommandFailure(
                "The backup has \(Count.text(summary.faults, "fault")). The next backup copies these originals again from the "
                    + "library: albumen backup \(folder.path)")
        }
    }
}

/// A line of `backup --verify --json`.
struct BackupFindingDocument: Encodable {
    /// `damaged` or `missing`.
    let event: String
    let sha256: String
    /// The name of its file, with the day of capture.
    let name: String

    init(_ finding: DiskBackup.Finding) {
        switch finding {
        case .damaged(let digest, let name): (event, sha256, self.name) = ("damaged", digest.hexadecimal, name)
        case .missing(let digest, let name): (event, sha256, self.name) = ("missing", digest.hexadecimal, name)
        }
    }

    /// The line for people.
    var text: String { "\(event): \(name): the backup has \(event == "damaged" ? "other" : "no") bytes of it" }
}

/// The last line of `backup --verify --json`.
struct DiskVerificationDocument: Encodable {
    let folder: String
    /// The number of files of the catalog.
    let files: Int
    let originals: Int
    let bytes: Int64
    let faults: Int
    /// When the newest change was sent.
    let date: String

    init(_ summary: DiskBackup.Verification, in folder: URL) {
        self.folder = folder.path
        (files, originals, bytes, faults) = (summary.files, summary.originals, summary.bytes, summary.faults)
        date = Timestamp.utc(summary.date) ?? ""
    }
}
