import Albumen
import ArgumentParser
import Foundation

/// `albumen verify` checks that all rows have their bytes and that no byte has changed.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check that the library is complete and undamaged.",
        discussion: """
            Reads every original and compares it with its hash. A missing or changed one is a fault, named with its \
            photo; the exit status is then 1. So is a search index that is damaged or doesn't match the library. Bytes \
            that belong to no photo, left by a killed import, are a note. Files that other users of the machine could \
            use are a warning.

              albumen verify
              albumen verify --repair
            """)

    @Flag(
        help: "Remove files that belong to no photo, restrict open permissions, and rebuild a wrong search index.")
    var repair = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        let output = StandardOutput.shared
        let progress = ProgressBar(verb: "checked", style: .suiting(json: options.json))
        var failure: (any Error)?
        let summary = try LibraryVerification(of: library).run(
            reclaimsOrphans: repair, repairsPermissions: repair, repairsSearch: repair
        ) { done, total in
            progress.set(total: ProgressMeter.Amount(files: total))
            progress.set(done: ProgressMeter.Amount(files: done))
        } report: { finding in
            do {
                let document = FindingDocument(finding)
                progress.clear()
                try output.write(line: options.json ? JSONLine.text(document) : document.text)
                try output.flush()
            } catch {
                failure = failure ?? error
            }
        }
        progress.finish()
        if let failure { throw failure }
        try output.write(
            line: options.json ? JSONLine.text(VerificationSummaryDocument(summary)) : text(of: summary))
        try output.flush()
        guard summary.faults == 0 else {
            throw CommandFailure("The library has \(Count.text(summary.faults, "fault")). \(advice(summary))")
        }
    }

    private func advice(_ summary: LibraryVerification.Summary) -> String {
        let files = """
            Import again what is missing and you still have; move what is corrupted out of the library first. Restore \
            the rest from a backup, then verify again.
            """
        guard summary.isSearchIndexWrong else { return files }
        let search = "Rebuild the search index: albumen verify --repair"
        return summary.faults == 1 ? search : "\(files) \(search)"
    }

    private func text(of summary: LibraryVerification.Summary) -> String {
        // The files that are only in the place weren't read.
        let checked = summary.resources - summary.remote
        var text = "Checked \(Count.text(checked, "file")): "
        if summary.faults > 0 {
            text += "\(Count.text(summary.faults, "fault"))."
        } else {
            text += checked == 0 && summary.remote > 0 ? "none is on this machine." : "all are undamaged."
        }
        if summary.remote > 0 {
            text +=
                " \(Count.text(summary.remote, "file")) \(summary.remote == 1 ? "is" : "are") only in the library's "
            text += "place: albumen cloud verify checks \(summary.remote == 1 ? "it" : "them")."
        }
        if summary.orphans > 0 {
            let them = summary.orphans == 1 ? "it" : "them"
            text += " \(Count.text(summary.orphans, "file")) of no photo "
            text += repair ? "removed." : "found; --repair removes \(them)."
        }
        return text
    }
}
