import BlobStore
import Foundation
package import PhotoLibrary
import PhotoSources
import Records
import SystemPackage

/// Imports the photos and videos of folders into a library.
///
/// Reads files in batches, with as many threads as there are cores. While one batch is made durable and committed,
/// the next is read. Memory grows with the batch and the names of one folder, not with the library.
///
/// Each batch is one commit, so a killed import continues after its last batch when it is run again.
package struct Ingest {
    private let library: Library
    private let makesDerivatives: Bool
    private let restoresTrashed: Bool
    private let isDryRun: Bool
    private let followsLinks: Bool
    private let sources: SourceOptions
    private let historyLimits: HistoryTrimming.Limits
    private let advance: @Sendable (IngestStep) -> Void
    private let report: @Sendable (IngestEvent) -> Void
    private let shouldStop: @Sendable () -> Bool

    /// - Parameters:
    ///   - makesDerivatives: Whether to decode each image and store its thumbnail and preview. Otherwise, they are
    ///     made on first use.
    ///   - restoresTrashed: Whether a file restores its asset from Recently Deleted. Otherwise, the file is a
    ///     duplicate.
    ///   - isDryRun: Whether to read and report files without changing the library.
    ///   - followsLinks: Whether to follow symbolic links that lead out of the named folders.
    ///   - sources: What to bring over from the libraries and exports of other programs among the paths.
    ///   - historyLimits: The limits of the history, which is trimmed after the import.
    ///   - shouldStop: Called between files. Those that have been read are committed.
    ///   - advance: Called for each step, on any thread. A file is reported later than its step.
    ///   - report: Called for each file, one call at a time, on any thread.
    package init(
        into library: Library, makesDerivatives: Bool = true, restoresTrashed: Bool = false, isDryRun: Bool = false,
        followsLinks: Bool = false, sources: SourceOptions = SourceOptions(),
        historyLimits: HistoryTrimming.Limits = .standard,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        advance: @escaping @Sendable (IngestStep) -> Void = { _ in },
        report: @escaping @Sendable (IngestEvent) -> Void
    ) {
        self.library = library
        self.makesDerivatives = makesDerivatives
        self.restoresTrashed = restoresTrashed
        self.isDryRun = isDryRun
        self.followsLinks = followsLinks
        self.sources = sources
        self.historyLimits = historyLimits
        self.shouldStop = shouldStop
        self.advance = advance
        self.report = report
    }

    /// Imports files and folders. Blocks until it's done. Reports a file that can't be imported, and continues with
    /// the others.
    ///
    /// - Throws: An error if the library fails, for example because the disk is full, or if there is no media worker.
    package func run(_ named: [String]) throws -> IngestSummary {
        let paths = SourceFinder.expanded(named)
        let staging = isDryRun ? nil : try library.blobs.makeIntake()
        defer { staging?.finish() }
        let progress = IngestProgress(
            efforts: ImportEffort(decodesPictures: makesDerivatives), advance: advance, report: report)
        let slowPictures = SlowIntake()
        let reader = FileReader(
            intake: try Intake(into: library, staging: staging), makesDerivatives: makesDerivatives,
            slowPictures: slowPictures)
        let settings = makeSettings(of: named)
        let sourcePaths = paths.filter(SourceFinder.isSource)
        let bringing = SourcesRun(
            reader: reader, progress: progress, settings: settings, options: sources, shouldStop: shouldStop)
        let brought = try bringing.run(SourceFinder.sources(at: sourcePaths))
        var tables = brought.tables
        let sidecars = SidecarRun(reader: reader, progress: progress, options: sources)
        var albums: [ImportSource] = []
        func walk(_ paths: [FilePath], takeout: TakeoutFinder?) throws {
            try IngestWalk(
                library: library, reader: reader,
                committer: BatchCommitter(
                    library: library, reader: reader, progress: progress, settings: settings, shouldStop: shouldStop),
                progress: progress, sidecars: sidecars, takeout: takeout, albums: { albums.append($0) },
                restoresTrashed: restoresTrashed, followsLinks: followsLinks, shouldStop: shouldStop
            ).run(paths)
        }
        // Folder by folder, because the files of a folder can belong together.
        func walk(unknownFiles files: [FilePath]) throws {
            let folders = Dictionary(grouping: files) { $0.removingLastComponent() }
            try walk(folders.sorted { $0.key.string < $1.key.string }.flatMap(\.value), takeout: nil)
        }
        try walk(unknownFiles: brought.unknownFiles)
        let takeout = TakeoutFinder()
        try walk(paths.filter { !sourcePaths.contains($0) }.map { FilePath($0) }, takeout: takeout)
        if !takeout.parts.isEmpty {
            let outcome = try bringing.run([.takeout(takeout.parts)])
            tables += outcome.tables
            try walk(unknownFiles: outcome.unknownFiles)
        }
        let albumTable = try AlbumCatalogueRun(reader: reader, progress: progress, shouldStop: shouldStop).run(albums)
        if !isDryRun {
            try slowPictures.makeDerivatives(in: library, shouldStop: shouldStop) { [advance] done, total in
                advance(.slowPictures(done: done, total: total))
            }
        }
        var summary = progress.summary
        summary.sources = tables + [sidecars.table, albumTable].compactMap(\.self)
        if !isDryRun, summary.assets > 0 { summary.albumUUID = settings.importAlbum?.uuid }
        summary.historyFailure = trimHistory()
        return summary
    }

    /// Imports files that were found before. Blocks until it's done. No album of the import is created, and libraries and
    /// exports of other programs among the files aren't brought over.
    ///
    /// - Parameters:
    ///   - album: The album that receives the new assets, as the record of the import.
    ///   - takesOverFiles: Whether the files are the library's own, so that their bytes are linked instead of copied.
    ///   - statedDigests: The digests that the files must have, by path. Other files are refused.
    /// - Throws: The same errors as `run(_:)`.
    func run(
        _ found: [FoundFiles], recordedIn album: NewCollection? = nil, takesOverFiles: Bool = false,
        statedDigests: [String: BlobDigest] = [:]
    ) throws -> IngestSummary {
        var settings = Transaction.Settings()
        settings.importAlbum = album
        let staging = try library.blobs.makeIntake()
        defer { staging.finish() }
        let progress = IngestProgress(
            efforts: ImportEffort(decodesPictures: makesDerivatives), advance: advance, report: report)
        let slowPictures = SlowIntake()
        let reader = FileReader(
            intake: try Intake(into: library, staging: staging, takesOverFiles: takesOverFiles),
            makesDerivatives: makesDerivatives, slowPictures: slowPictures, statedDigests: statedDigests)
        try IngestWalk(
            library: library, reader: reader,
            committer: BatchCommitter(
                library: library, reader: reader, progress: progress, settings: settings,
                shouldStop: shouldStop),
            progress: progress, sidecars: SidecarRun(reader: reader, progress: progress, options: sources),
            takeout: nil, albums: { progress.pass($0, .skipped(path: $0.path, .sidecar)) }, restoresTrashed: false,
            followsLinks: false, shouldStop: shouldStop
        ).run(found)
        try slowPictures.makeDerivatives(in: library, shouldStop: shouldStop) { _, _ in }
        return progress.summary
    }

    /// Trims old history. Returns the reason if that fails, because it doesn't affect the imported files.
    private func trimHistory() -> String? {
        guard !isDryRun else { return nil }
        do {
            try HistoryTrimming(of: library, limits: historyLimits).run(shouldStop: shouldStop)
            return nil
        } catch is CancellationError {
            return nil
        } catch {
            return "Old history was not trimmed: \(error)"
        }
    }

    /// Returns the settings of this import's transactions. The first imported file creates the album.
    private func makeSettings(of paths: [String]) -> Transaction.Settings {
        var settings = Transaction.Settings()
        settings.restoresTrashed = restoresTrashed
        settings.importAlbum = NewCollection(
            uuid: library.makeUUID().uuidString, kind: .album, title: Self.title(of: paths, at: library.now()))
        return settings
    }

    /// The most folders that the title of an import's album names.
    private static let mostTitleFolders = 3

    /// Returns the album's title: the names of the imported folders, and the time. A file counts as its folder.
    private static func title(of paths: [String], at date: Date) -> String {
        var folders: [String] = []
        for path in paths {
            if path.hasPrefix(SourceFinder.cameraPrefix) {
                folders.append("Camera")
                continue
            }
            let url = URL(fileURLWithPath: path).standardizedFileURL
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            let name =
                exists && !isFolder.boolValue
                ? url.deletingLastPathComponent().lastPathComponent
                : url.lastPathComponent
            if !name.isEmpty, !folders.contains(name) { folders.append(name) }
        }
        let rest = folders.count > mostTitleFolders ? "…" : ""
        let named = folders.prefix(mostTitleFolders).joined(separator: ", ") + rest
        return [named, title(ofRunAt: date)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Returns the time in the album's title. Uses the machine's time zone, because the import runs there.
    static func title(ofRunAt date: Date) -> String {
        let time = CivilTime(
            secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate,
            utcOffset: TimeZone.current.secondsFromGMT(for: date))
        return time.map { "\($0.dateText) \($0.timeText.prefix(5))" } ?? "Import"
    }
}
