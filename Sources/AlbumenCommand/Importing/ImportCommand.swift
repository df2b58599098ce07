import Albumen
import ArgumentParser
import Foundation
import SystemCalls
import SystemPackage

/// `albumen import` imports photos and videos, and creates the library if it's missing.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import photos and videos into the library.",
        discussion: """
            Copies files and the contents of folders, and doesn't change them. Skips files that are already in the \
            library, so you can stop an import and run it again to continue. A file that can't be read as a photo or \
            video is refused, and the import continues with the others.

            A library of Apple's Photos that you name is brought over with all that it knows: albums, favorites, \
            captions, dates, places, edits. A table shows what was found, what was used, and why something was not. \
            Import it again at any time to bring over what is new.

            Other folders of programs (catalogs of Lightroom, thumbnails of a NAS, another Albumen library), and \
            libraries of Photos that are not named, are skipped and listed. To import such a folder, name it.

              albumen import ~/Pictures/Camera
              albumen import "Photos Library.photoslibrary"
              albumen import --dry-run /media/card
              IMMICH_API_KEY=… albumen import https://photos.example.com
            """)

    @Argument(
        help: ArgumentHelp("Files and folders, or the address of a server of Immich.", valueName: "path"),
        completion: .file())
    var namedPaths: [String] = []

    @OptionGroup(title: "Devices")
    var device: DeviceArguments

    private var paths: [String] { namedPaths + device.addresses }

    @Flag(help: "Report the result of the import without changing the library.")
    var dryRun = false

    @Flag(
        name: .customLong("no-thumbnails"),
        help:
            "Create thumbnails and previews later, when they are first shown or with “albumen thumbnails --make”."
    )
    var leavesThumbnails = false

    @Flag(
        name: .customLong("restore"),
        help: "Restore items from Recently Deleted if they are imported again. Otherwise, they are duplicates.")
    var restoresTrashed = false

    @Flag(help: "Also follow symbolic links that lead out of the named folders.")
    var followLinks = false

    @OptionGroup(title: "Libraries of other programs")
    var sources: SourceArguments

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        guard paths.isEmpty else { return }
        throw ValidationError("Name files or folders to import, or a device with --from.")
    }

    func run() throws {
        for path in paths where !SourceFinder.isAddress(path) && access(path, F_OK) != 0 {
            throw CommandFailure("\(path): \(Errno.current). Nothing was imported; check the path.")
        }
        let folder = try options.folder()
        guard dryRun, !Library.exists(at: folder) else { return try run(in: Library(at: folder)) }
        try DryRunLibrary.use(run)
    }

    private func run(in library: Library) throws {
        let sourceOptions = try sources.makeOptions()
        let reportFile = try sources.report.map(SourceReportFile.init)
        let progress = ProgressBar(
            verb: "seen", noun: paths.contains(where: SourceFinder.isSource) ? "item" : "file",
            style: .suiting(json: options.json))
        let report = ImportReport(
            isJSON: options.json, isDryRun: dryRun, progress: progress, output: .shared, file: reportFile)
        let interruption = Interruption {
            progress.tell("Stopping after the files in progress. Press Ctrl-C again to stop immediately.")
        }
        survey(library, progress, interruption)
        let importing = Ingest(
            into: library, makesDerivatives: !leavesThumbnails, restoresTrashed: restoresTrashed, isDryRun: dryRun,
            followsLinks: followLinks, sources: sourceOptions,
            shouldStop: { interruption.wasRequested || report.hasFailed },
            advance: { progress.advance($0) },
            report: { report.tell($0) })
        defer { progress.finish() }
        let summary: IngestSummary
        do {
            summary = try importing.run(paths)
        } catch  where ExitCode.status(of: error) == .diskFull {
            progress.finish()
            throw CommandFailure(
                "The library's disk is full after \(Count.text(report.importedFiles, "imported file")). Free some "
                    + "space on it, then run the same command again to continue. (\(CommandFailure.text(of: error)))",
                status: .diskFull)
        }
        progress.finish()
        try report.throwIfFailed()
        try report.finish(summary)
        try reportFile?.finish()
        if let failure = summary.historyFailure { StandardError.write(line: "albumen: \(PrintableText.line(failure))") }
        if interruption.wasRequested {
            throw CommandFailure(
                "Stopped after \(Count.text(summary.files, "file")). Run the same command again to continue.")
        }
        if summary.newlyRefused > 0 {
            let were = summary.newlyRefused == 1 ? "was" : "were"
            throw CommandFailure(
                "\(Count.text(summary.newlyRefused, "file")) \(were) refused for the reasons above. "
                    + "The import of the other files is complete.",
                status: .refused)
        }
        if summary.unread > 0 {
            throw CommandFailure(
                "\(Count.text(summary.unread, "archive")) couldn't be read, as listed above. The other files were "
                    + "imported. Later imports only count \(summary.unread == 1 ? "this archive" : "these archives").",
                status: .refused)
        }
    }

    /// Computes the total during the import, so that the bar can show the remaining work.
    private func survey(_ library: Library, _ progress: ProgressBar, _ interruption: Interruption) {
        // A source reports its number of items when it's open.
        guard !paths.contains(where: SourceFinder.isSource), !options.json || Terminal.canRedraw(STDERR_FILENO) else {
            return
        }
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
