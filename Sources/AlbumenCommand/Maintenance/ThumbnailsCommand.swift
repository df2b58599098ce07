import Albumen
import ArgumentParser
import Foundation

/// `albumen thumbnails` reports stored thumbnails and previews, or creates missing ones.
struct ThumbnailsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Show which thumbnails and previews exist, or create them.",
        discussion: """
            A picture's thumbnail (256 pixels) and preview (1,440 pixels) are created when it is imported or first \
            shown. Deleted ones are created again when needed. If the previews exceed their size limit, the least \
            recently used ones are deleted.

            A file that crashes the media worker, does what its sandbox forbids or uses up its processor time is \
            remembered, and not tried again before the worker or one of its libraries changes.

              albumen thumbnails
              albumen thumbnails --make
            """)

    @Flag(help: "Create the missing ones.")
    var make = false

    @Flag(help: "Delete and recreate all of them.")
    var rebuild = false

    @Flag(help: "Also retry the files that the media worker failed on.")
    var retry = false

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        guard make || rebuild || retry else { return try tell(survey(library), nil) }
        if retry { try library.forgetFaults() }
        if rebuild { try library.removeDerivatives() }
        let (summary, wasStopped) = try FilePass(verb: "processed", json: options.json)
            .run(document: ThumbnailFailureDocument.init) { shouldStop, progress, report in
                try DerivativeBuilding(in: library, shouldStop: shouldStop).run(progress: progress, report: report)
            }
        guard !wasStopped else {
            throw CommandFailure(
                "Stopped after \(Count.text(summary.pictures, "picture")). To continue: albumen thumbnails --make")
        }
        try library.sweepDerivatives()
        try tell(survey(library), summary)
        if summary.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.failed, "picture")) failed for the reasons above. The other pictures have "
                    + "thumbnails and previews.", status: .refused)
        }
    }

    private func survey(_ library: Library) throws -> DerivativeSurvey {
        let progress = ProgressBar(verb: "counted", style: .suiting(json: options.json))
        defer { progress.finish() }
        return try DerivativeSurvey(
            of: library,
            progress: { done, total in
                progress.set(total: ProgressMeter.Amount(files: total))
                progress.set(done: ProgressMeter.Amount(files: done))
            })
    }

    private func tell(_ survey: DerivativeSurvey, _ summary: DerivativeBuilding.Summary?) throws {
        let output = StandardOutput.shared
        let document = ThumbnailsDocument(survey, summary)
        for line in options.json ? [try JSONLine.text(document)] : document.lines { try output.write(line: line) }
        try output.flush()
    }
}
