import Albumen
import ArgumentParser
import Foundation

/// `albumen refresh` reads metadata that earlier versions of albumen didn't read.
struct RefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Read what earlier versions of albumen didn't read from the files.",
        discussion: """
            This version also reads the exposure time, aperture, ISO and focal length, and the videos of motion photos, \
            which become Live Photos. Photos and videos that an earlier version imported get these from their files in \
            the library. The names of places are looked up again if this version has newer ones. A date without a time \
            zone gets that of the photo's place, unless you set the date: the time of day stays the same. Nothing else \
            changes: locations, captions, keywords and ratings stay as they are.

            You can stop the command and run it again at any time. It goes on where it stopped, and reads nothing twice. \
            A file that can't be read is reported, and tried again by the next run.

              albumen refresh
            """)

    @OptionGroup
    var options: LibraryOptions

    func run() throws {
        let library = try options.openExisting()
        var places = Result<(located: Int, zoned: Int), any Error>.success((0, 0))
        let (summary, wasStopped) = try FilePass(verb: "read", json: options.json)
            .run(document: RefreshFailureDocument.init) { shouldStop, progress, report in
                // Reading files needs no gazetteer, so its error comes last.
                places = Result {
                    (
                        located: try PlaceRefresh(of: library, shouldStop: shouldStop).run(),
                        zoned: try ZoneRefresh(of: library, shouldStop: shouldStop).run()
                    )
                }
                return try MetadataRefresh(of: library, shouldStop: shouldStop).run(progress: progress, report: report)
            }
        guard !wasStopped else {
            throw CommandFailure(
                "Stopped after \(Count.text(summary.refreshed, "item")). To continue: albumen refresh")
        }
        let output = StandardOutput.shared
        let found = try? places.get()
        let document = RefreshSummaryDocument(summary, located: found?.located ?? 0, zoned: found?.zoned ?? 0)
        // Without the names of places, not everything is up to date.
        if options.json || found != nil || summary.refreshed + summary.failed > 0 {
            try output.write(line: options.json ? JSONLine.text(document) : document.text)
        }
        try output.flush()
        if summary.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.failed, "file")) couldn't be read for the reasons above. The other files "
                    + "are up to date.", status: .refused)
        }
        _ = try places.get()
    }
}
