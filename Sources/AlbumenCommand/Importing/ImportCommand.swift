import Albumen
import ArgumentParser
import Foundation
import SystemCalls
import SystemPackage

/// `albumen import` imports photos and videos, and creates the library if it's missing.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring photos and videos into the library.",
        discussion: """
            Copies files, and all that is in folders; the files themselves stay as they are. What the library has is \
            left out, so an import that was stopped goes on when it is run again. A file without a picture that can \
            be read is refused and never stops the rest.

            Folders of other programs (libraries of Photos and Lightroom, thumbnails of a NAS, another Albumen \
            library) are skipped and listed. To import one all the same, name it.

              albumen import ~/Pictures/Camera
              albumen import --dry-run /media/card
            """)

    @Argument(
        help: ArgumentHelp("Files and folders.", valueName: "path"), completion: .file())
    var paths: [String]

    @Flag(help: "Tell what would be done, and change nothing.")
    var dryRun = false

    @Flag(
        name: .customLong("no-thumbnails"),
        help:
            "Leave thumbnails and previews for later: for when they are first seen, or for “albumen thumbnails --make”."
    )
    var leavesThumbnails = false

    @Flag(
        name: .customLong("restore"),
        help: "Bring back from Recently Deleted what is imported again. Without it such files are duplicates.")
    var restoresTrashed = false

    @Flag(help: "Follow symbolic links that lead out of the named folders, too.")
    var followLinks = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        for path in paths where access(path, F_OK) != 0 {
            throw CommandFailure("\(path): \(Errno.current). Nothing was imported; check the path.")
        }
        let folder = try options.folder()
        guard dryRun, !Library.exists(at: folder) else { return try run(in: Library(at: folder)) }
        try DryRunLibrary.use(run)
    }

    private func run(in library: Library) throws {
        let progress = ProgressBar(verb: "seen", style: .suiting(json: options.json))
        let report = ImportReport(
            isJSON: options.json, isDryRun: dryRun, progress: progress, output: .shared)
        let interruption = Interruption {
            progress.tell("Stopping: what was begun is brought to its end. Once more stops at once.")
        }
        survey(library, progress, interruption)
        let importing = Ingest(
            into: library, makesDerivatives: !leavesThumbnails, restoresTrashed: restoresTrashed, isDryRun: dryRun,
            followsLinks: followLinks, shouldStop: { interruption.wasRequested || report.hasFailed },
            advance: { progress.advance($0) },
            report: { report.tell($0) })
        defer { progress.finish() }
        let summary: IngestSummary
        do {
            summary = try importing.run(paths)
        } catch  where ExitCode.status(of: error) == .diskFull {
            progress.finish()
            throw CommandFailure(
                "The library's disk is full: \(Count.text(report.importedFiles, "file")) came in before. Make room on it "
                    + "and run the same command again to go on. (\(CommandFailure.text(of: error)))",
                status: .diskFull)
        }
        progress.finish()
        try report.throwIfFailed()
        try report.finish(summary)
        if let failure = summary.historyFailure { StandardError.write(line: "albumen: \(PrintableText.line(failure))") }
        if interruption.wasRequested {
            throw CommandFailure(
                "Stopped after \(Count.text(summary.files, "file")). Run the same command again to go on.")
        }
        if summary.newlyRefused > 0 {
            let were = summary.newlyRefused == 1 ? "was" : "were"
            throw CommandFailure(
                "\(Count.text(summary.newlyRefused, "file")) \(were) refused, for the reasons above; "
                    + "all others are seen to.",
                status: .refused)
        }
        if summary.unread > 0 {
            throw CommandFailure(
                "\(Count.text(summary.unread, "file")) with dates, places or photos couldn't be read, as listed above; "
                    + "all others are imported. Later imports only count these files.",
                status: .refused)
        }
    }

    /// Computes the total during the import, so that the bar can show the remaining work.
    private func survey(_ library: Library, _ progress: ProgressBar, _ interruption: Interruption) {
        guard !options.json || Terminal.canRedraw(STDERR_FILENO) else { return }
        let (paths, makesDerivatives, followsLinks) = (self.paths, !leavesThumbnails, followLinks)
        Thread.detachNewThread {
            let survey = ImportSurvey(
                of: paths, excluding: library.folder, makesDerivatives: makesDerivatives, followsLinks: followsLinks,
                shouldStop: { interruption.wasRequested })
            progress.set(
                total: ProgressMeter.Amount(files: survey.files, bytes: survey.bytes, effort: survey.effort))
        }
    }
}
