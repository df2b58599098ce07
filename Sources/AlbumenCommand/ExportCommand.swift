import Albumen
import ArgumentParser
import Foundation
import Records

/// `albumen export` copies photos and videos out of the library.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Copy photos and videos out of the library.",
        discussion: """
            Writes each photo or video, and a Live Photo's video beside it, under the name it came with; the file's \
            time is that of the capture. Nothing is overwritten: a clash is numbered, as in "IMG_0001 (2).JPG". What \
            is there already is left, so an export that was stopped goes on when it is run again.

              albumen export --all --to /media/disk/photos
              albumen export 421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001 --to . --original

            --all takes all that is not deleted, also hidden photos and every photo of a burst, oldest first.
            """)

    @Argument(
        help: ArgumentHelp(
            "Local identifiers, their UUIDs, or the first \(LibraryView.identifierMinimum) or more characters of one.",
            valueName: "id"))
    var identifiers: [String] = []

    @Flag(help: "Everything that is not deleted.")
    var all = false

    @Option(
        help: ArgumentHelp("The folder to write into, made if it is missing.", valueName: "dir"),
        completion: .directory)
    var to: String

    @Flag(help: "Every file as it came in, also the RAW beside a JPEG.")
    var original = false

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if to.isEmpty { throw ValidationError("--to is empty. Name the folder to write into.") }
        if all, !identifiers.isEmpty { throw ValidationError("Give identifiers or --all, not both.") }
        if !all, identifiers.isEmpty { throw ValidationError("Give the identifiers of what to export, or --all.") }
    }

    func run() throws {
        let library = try options.openView()
        let chosen = try all ? Export.everything(in: library) : rows(in: library)
        let folder = URL(fileURLWithPath: (to as NSString).expandingTildeInPath, isDirectory: true)
        let progress = ProgressBar(verb: "exported", style: .suiting(json: options.json))
        defer { progress.finish() }
        let interruption = Interruption {
            progress.tell("Stopping: what was begun is brought to its end. Once more stops at once.")
        }
        let report = ExportReport(isJSON: options.json, progress: progress, output: .shared)
        let export = Export(
            from: library, to: folder, includesOriginals: original,
            shouldStop: { interruption.wasRequested || report.hasFailed }, report: { report.tell($0) })
        survey(Export(from: library, to: folder, includesOriginals: original) { _ in }, chosen, progress)
        let summary = try export.run(chosen)
        progress.finish()
        try report.throwIfFailed()
        try report.finish(summary, in: folder)
        if interruption.wasRequested {
            throw CommandFailure(
                "Stopped after \(Count.text(summary.assets, "asset")). Run the same command again to go on.")
        }
        if summary.failed > 0 {
            throw CommandFailure(
                "\(Count.text(summary.failed, "file")) could not be exported, for the reasons above; all others are.",
                status: .refused)
        }
    }

    /// Returns the assets without duplicates, in the given order.
    private func rows(in library: LibraryView) throws -> [Int64] {
        var rows: [Int64] = []
        var taken: Set<Int64> = []
        for identifier in identifiers {
            let row = try library.asset(named: identifier).id
            if taken.insert(row).inserted { rows.append(row) }
        }
        return rows
    }

    /// Computes the total, so that the bar can show the remaining work.
    private func survey(_ export: Export, _ chosen: [Int64], _ progress: ProgressBar) {
        guard !options.json || Terminal.canRedraw(STDERR_FILENO), let size = try? export.size(of: chosen) else {
            return
        }
        progress.set(total: ProgressMeter.Amount(files: size.files, bytes: size.bytes))
    }
}
