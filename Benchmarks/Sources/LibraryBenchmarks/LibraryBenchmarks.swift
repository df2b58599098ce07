import Albumen
import Foundation
import Photos

/// `LibraryBenchmarks [COUNT]` measures the library model with the given number of generated assets (a million by
/// default), and prints a table of the results, with `--json` in JSON. In the same run, it does the same work through
/// SQLite's own interface on the same file. `LibraryBenchmarks search [COUNT]` measures searches alone.
/// `LibraryBenchmarks images MEDIA-FOLDER [NAME]` measures images. `LibraryBenchmarks opening FOLDER COUNT` measures
/// opening, and `LibraryBenchmarks export MEDIA-FOLDER` exports. `LibraryBenchmarks video FOLDER` measures exports of
/// videos, `LibraryBenchmarks parts` parts of a video, `LibraryBenchmarks parts MOVIE` the first part of a movie,
/// `LibraryBenchmarks trims MOVIE` trims, `LibraryBenchmarks graphs MEDIA-FOLDER` edits of photographs,
/// `LibraryBenchmarks imageio MEDIA-FOLDER` the properties of photographs, `LibraryBenchmarks frames FOLDER` edits of a
/// video, `LibraryBenchmarks picker FOLDER` a video that the user chose, `LibraryBenchmarks resource FOLDER` the bytes
/// of a large original, `LibraryBenchmarks grants [COUNT]` limited access, `LibraryBenchmarks cloud FOLDER [PART]`
/// originals in a place, `LibraryBenchmarks backup FOLDER COUNT LITESTREAM` the catalog in a place, and
/// `LibraryBenchmarks traffic FOLDER COUNT` the requests of the latter.
@main enum LibraryBenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.filter { $0 != MeasuredResult.jsonOption }
        if arguments.count == 5, arguments[1] == "--commit", let count = Int(arguments[3]) {
            return try ObservingBenchmarks.commit(to: arguments[2], count: count, uuid: arguments[4])
        }
        if arguments.count == 4, arguments[1] == ObservingBenchmarks.togetherOption, let count = Int(arguments[3]) {
            return try ObservingBenchmarks.commitTogether(to: arguments[2], count: count)
        }
        if arguments.count > 2, arguments[1] == ImageBenchmarks.childArgument {
            return try ImageBenchmarks.runChild(arguments.dropFirst(2))
        }
        if arguments.count == 3 || arguments.count == 4, arguments[1] == "images" {
            return try ImageBenchmarks.run(mediaFolder: arguments[2], name: arguments.dropFirst(3).first)
        }
        if arguments.count == 3, arguments[1] == "export" {
            return try ExportBenchmarks.run(mediaFolder: arguments[2])
        }
        if arguments.count == 3, arguments[1] == "video" {
            return try VideoBenchmarks.run(folder: arguments[2])
        }
        if arguments.count == 3, arguments[1] == "frames" {
            return try FrameBenchmarks.run(folder: arguments[2])
        }
        if arguments.count == 3, arguments[1] == "resource" {
            return try ResourceBenchmarks.run(folder: arguments[2])
        }
        if arguments.count == 3, arguments[1] == "picker" {
            Task { @MainActor in
                do {
                    try await PickerBenchmarks.run(folder: arguments[2])
                    exit(0)
                } catch {
                    print(error)
                    exit(1)
                }
            }
            dispatchMain()
        }
        if arguments.count == 3, arguments[1] == "graphs" {
            return try GraphBenchmarks.run(mediaFolder: arguments[2])
        }
        if arguments.count == 3, arguments[1] == "imageio" {
            return try ImagePropertyBenchmarks.run(mediaFolder: arguments[2])
        }
        if arguments.count == 2 || arguments.count == 3, arguments[1] == "grants" {
            return try GrantBenchmarks.run(count: arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000)
        }
        if arguments.count == 3 || arguments.count == 4, arguments[1] == "cloud" {
            return try CloudBenchmarks.run(folder: arguments[2], part: arguments.dropFirst(3).first)
        }
        if arguments.count == 5, arguments[1] == "backup", let count = Int(arguments[3]) {
            return try BackupBenchmarks.run(folder: arguments[2], count: count, litestream: arguments[4])
        }
        if arguments.count == 4, arguments[1] == "traffic", let count = Int(arguments[3]) {
            return try BackupTrafficBenchmark.run(folder: arguments[2], count: count)
        }
        if arguments.count == 3 || arguments.count == 4, arguments[1] == "trims" {
            return try TrimBenchmarks.run(movie: arguments[2], onlyPeer: arguments.dropFirst(3).first == "peer")
        }
        if arguments.count == 2, arguments[1] == "parts" { return try MoviePartBenchmarks.run() }
        if arguments.count == 3, arguments[1] == "parts" { return try FirstPartBenchmark.run(movie: arguments[2]) }
        if arguments.count == 4, arguments[1] == "opening", let count = Int(arguments[3]) {
            return try OpeningBenchmarks.run(folder: URL(fileURLWithPath: arguments[2]), count: count)
        }
        let searches = arguments.dropFirst().first == "search"
        let count = arguments.dropFirst(searches ? 2 : 1).first.flatMap { Int($0) } ?? 1_000_000
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-benchmark-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var generated: GeneratedLibrary?
        let seconds = try Measurement.seconds { generated = try GeneratedLibrary(at: folder, count: count) }
        guard let generated else { return }
        print("\(count) assets made in \(Int(seconds)) s")
        let raw = try RawDatabase(generated.catalogPath)
        try raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let attributes = try FileManager.default.attributesOfItem(atPath: generated.catalogPath)
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        print("catalog: \(size / count) bytes an asset (\(size >> 20) MB)")
        try SearchBenchmarks(library: generated, raw: raw).run()
        if searches { return }
        let session = PhotoLibrarySession(
            environment: ["ALBUMEN_ACCESS": "authorized", "ALBUMEN_CONFIRM": "1000"],
            openLibrary: { generated.library })
        try PhotoLibrarySession.$current.withValue(session) {
            let fetches = FetchBenchmarks(library: generated, raw: raw)
            try fetches.run()
            try PredicateBenchmarks(library: generated, raw: raw).run()
            try MomentBenchmarks(library: generated, raw: raw).run()
            try ChangeBenchmarks(library: generated, raw: raw).run()
            try ObservingBenchmarks(library: generated).run()
        }
        try MeasuredResult.printTable()
    }
}
