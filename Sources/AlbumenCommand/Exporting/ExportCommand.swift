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
            Writes each photo or video, and a Live Photo's video beside it, under its imported filename. The \
            modification time is the capture date. Never overwrites a file: a new file with the same name gets a \
            number, as in "IMG_0001 (2).JPG". Skips files that are already exported, so you can stop an export and run \
            it again to continue.

              albumen export --all --to /media/disk/photos --layout date
              albumen export --album Lisbon --to ~/Desktop/Lisbon --sidecars
              albumen export 421C93B7-E05A-41FF-9983-02C1B8B41902/L0/001 --to . --original
              albumen export --album Lisbon --to ~/send --as-shown
              albumen export --all --to ~/small --preset 1280x720 --live still
              albumen list --filter 'isFavorite == YES' --json \\
                | jq -r .localIdentifier | albumen export - --to ~/best

            --all exports all items except deleted ones, oldest first, including hidden photos and every photo of a \
            burst. --album exports the items that the album shows. If a line of standard input isn't an identifier, \
            it's reported, the others are exported, and the exit status is 3.

            Folders of --layout date look like 2024/2024-05-07. Those of --layout album are the folders and albums of \
            the library; a photo in several albums is written to each of them, and a photo in no album to "No Album". \
            With --album, only these albums count.
            """)

    @Argument(help: AssetArguments.help)
    var identifiers: [String] = []

    @Flag(help: "All photos and videos except deleted ones.")
    var all = false

    @Option(
        name: .customLong("album"), parsing: .singleValue,
        help: ArgumentHelp(
            "Export this album. Give its title or identifier. Can be repeated.", valueName: "album"),
        completion: CollectionCompletion.albums)
    var albums: [String] = []

    @Option(
        help: ArgumentHelp("The destination folder, created if it doesn't exist.", valueName: "dir"),
        completion: .directory)
    var to: String

    @Option(help: ArgumentHelp("The subfolders to create.", valueName: "layout"))
    var layout = ExportOptions.Layout.flat

    @Flag(
        help: """
            Write what the library knows of each file beside it, as in IMG_0001.JPG.xmp: date, place, title, caption, \
            keywords, rating, favorite.
            """)
    var sidecars = false

    @Flag(help: "Export every imported file unchanged, including the RAW beside a JPEG and the files of edits.")
    var original = false

    @Flag(
        help: """
            One file of each photo that every program reads: edited, and HEIC, RAW and other formats as JPEG. Of a Live \
            Photo only the photo, unless --live asks for more.
            """)
    var asShown = false

    @Option(
        help: ArgumentHelp(
            """
            Convert videos: \(ExportOptions.videoPresets.joined(separator: ", ")). They are never enlarged; slow motion \
            becomes part of them.
            """,
            valueName: "name"),
        completion: .list(ExportOptions.videoPresets))
    var preset: String?

    @Option(help: ArgumentHelp("The parts of a Live Photo to export.", valueName: "form"))
    var live: ExportOptions.LivePhotoForm?

    @OptionGroup
    var options: LibraryOptions

    func validate() throws {
        if to.isEmpty { throw ValidationError("--to is empty. Name the destination folder.") }
        if let preset, !ExportOptions.videoPresets.contains(preset) {
            throw ValidationError(
                "There is no preset “\(preset)”. Choose one of: \(ExportOptions.videoPresets.joined(separator: ", ")).")
        }
        let conflicts = [("--as-shown", asShown), ("--preset", preset != nil), ("--live", live != nil)]
        if original, let (option, _) = conflicts.first(where: { $0.1 }) {
            throw ValidationError("--original exports every file unchanged. Leave out \(option).")
        }
        let sources = [all, !identifiers.isEmpty, !albums.isEmpty].count { $0 }
        if sources > 1 { throw ValidationError("Specify only one of identifiers, --album and --all.") }
        if sources == 0 { throw ValidationError("Specify what to export: identifiers, --album or --all.") }
    }

    func run() throws {
        let library = try options.openView()
        var exportOptions = ExportOptions()
        exportOptions.layout = layout
        exportOptions.includesOriginals = original
        exportOptions.includesSidecars = sidecars
        exportOptions.listsAllAlbums = all
        exportOptions.videoPreset = preset
        exportOptions.convertsPhotos = asShown
        exportOptions.livePhotos = live ?? (asShown ? .still : .pair)
        let selected = try albums.map { try library.collection(named: $0, kind: .album).id }
        if !selected.isEmpty { exportOptions.albums = Set(selected) }
        let folder = URL(fileURLWithPath: (to as NSString).expandingTildeInPath, isDirectory: true)
        let progress = ProgressBar(verb: "exported", style: .suiting(json: options.json))
        defer { progress.finish() }
        let report = ExportReport(isJSON: options.json, progress: progress, output: .shared)
        var selection =
            if all {
                ExportSelection(rows: try Export.everything(in: library), of: library)
            } else if selected.isEmpty {
                try ExportSelection(identifiers, of: library)
            } else {
                try ExportSelection(albums: selected, of: library)
            }
        let interruption = Interruption {
            progress.tell("Stopping after the files in progress. Press Ctrl-C again to stop immediately.")
        }
        let export = Export(
            from: library, to: folder, options: exportOptions,
            shouldStop: { interruption.wasRequested || report.hasFailed },
            converting: { report.tell(converting: $0, share: $1) }, report: { report.tell($0) })
        if let rows = selection.knownRows { survey(export, rows, progress) }
        let summary = try export.run { try selection.next { report.tell($0) } }
        progress.finish()
        try report.throwIfFailed()
        try report.finish(summary, unknown: selection.unknown, in: folder)
        if selection.wasInputEmpty, !options.json {
            StandardError.write(line: "Standard input contains no identifiers.")
        }
        if interruption.wasRequested {
            throw CommandFailure(
                "Stopped after \(Count.text(summary.assets, "item")). Run the same command again to continue.")
        }
        try throwIfIncomplete(summary, selection.unknown)
    }

    private func throwIfIncomplete(_ summary: ExportSummary, _ unknown: Int) throws {
        var faults: [String] = []
        if summary.failed > 0 { faults.append("\(Count.text(summary.failed, "file")) couldn't be exported") }
        if unknown > 0 {
            faults.append(
                "\(Count.text(unknown, "line")) of standard input \(unknown == 1 ? "names" : "name") no item")
        }
        guard !faults.isEmpty else { return }
        throw CommandFailure(
            "\(faults.joined(separator: ", and ")), for the reasons above. The others were exported.", status: .refused)
    }

    /// Computes the total, so that the bar can show the remaining work.
    private func survey(_ export: Export, _ rows: [Int64], _ progress: ProgressBar) {
        guard !options.json || Terminal.canRedraw(STDERR_FILENO), let size = try? export.size(of: rows) else { return }
        progress.set(total: ProgressMeter.Amount(files: size.files, bytes: size.bytes))
    }
}

extension ExportOptions.Layout: ExpressibleByArgument {}
extension ExportOptions.LivePhotoForm: ExpressibleByArgument {}
