import BlobStore
import Catalog
import Foundation
import MediaRequests
package import PhotoLibrary
import Records
import SystemCalls
import SystemPackage

/// Imports the photos and videos of folders into a library.
///
/// Reads files in batches, with as many threads as there are cores. While one batch is made durable and committed,
/// the next is read. Memory grows with the batch and the names of one folder, not with the library.
///
/// Each batch is one commit, so a killed import continues after its last batch when it is run again.
package struct Ingest {
    private static let batchLimitInFiles = 64
    private static let batchLimitInBytes: Int64 = 256 << 20

    private let library: Library
    private let makesDerivatives: Bool
    private let restoresTrashed: Bool
    private let isDryRun: Bool
    private let followsLinks: Bool
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
    ///   - historyLimits: The limits of the history, which is trimmed after the import.
    ///   - shouldStop: Called between files. A batch that has been started is committed.
    ///   - advance: Called for each step, on any thread. A file is reported later than its step.
    ///   - report: Called for each file, one call at a time, on any thread.
    package init(
        into library: Library, makesDerivatives: Bool = true, restoresTrashed: Bool = false, isDryRun: Bool = false,
        followsLinks: Bool = false, historyLimits: HistoryTrimming.Limits = .standard,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        advance: @escaping @Sendable (IngestStep) -> Void = { _ in },
        report: @escaping @Sendable (IngestEvent) -> Void
    ) {
        self.library = library
        self.makesDerivatives = makesDerivatives
        self.restoresTrashed = restoresTrashed
        self.isDryRun = isDryRun
        self.followsLinks = followsLinks
        self.historyLimits = historyLimits
        self.shouldStop = shouldStop
        self.advance = advance
        self.report = report
    }

    /// Imports files and folders. Blocks until it's done. Reports a file that can't be imported, and continues with
    /// the others.
    ///
    /// - Throws: An error if the library fails, for example because the disk is full, or if there is no media worker.
    package func run(_ paths: [String]) throws -> IngestSummary {
        let staging = isDryRun ? nil : try library.blobs.makeIntake()
        defer { staging?.finish() }
        let progress = IngestProgress(report: report)
        let slowPictures = SlowIntake()
        let efforts = ImportEffort(decodesPictures: makesDerivatives)
        let reader = FileReader(
            intake: try Intake(into: library, staging: staging), makesDerivatives: makesDerivatives,
            slowPictures: slowPictures)
        let committer = BatchCommitter(
            library: library, reader: reader,
            progress: progress, settings: makeSettings(of: paths),
            didRead: { [advance] source in
                advance(.read(size: source.size, effort: efforts.effort(ofFileNamed: source.name, size: source.size)))
            })
        var batch: [IngestItem] = []
        var batchSize: Int64 = 0

        func append(_ item: IngestItem) throws {
            batch.append(item)
            batchSize = item.size.addingSaturating(to: batchSize)
            if batch.count >= Self.batchLimitInFiles || batchSize >= Self.batchLimitInBytes { try flush() }
        }

        func flush() throws {
            guard !batch.isEmpty else { return }
            try committer.submit(batch)
            batch.removeAll(keepingCapacity: true)
            batchSize = 0
        }

        do {
            try FolderWalk(excluding: library.folder, followsLinks: followsLinks).walk(paths) { step in
                guard !shouldStop() else { return false }
                switch step {
                case .unreadable(let path, let reason):
                    progress.tell(.refused(path: path, reason: reason))
                    advance(.passed(size: 0, effort: 0))
                case .nothing(let path):
                    progress.tell(.skipped(path: path, .other))
                    advance(.passed(size: 0, effort: 0))
                case .link(let path):
                    progress.tell(.skipped(path: path, .link))
                    advance(.passed(size: 0, effort: 0))
                case .foreign(let path, let kind):
                    progress.tell(.skippedFolder(path: path, kind))
                case .folder(let folder, let files):
                    let known = try library.catalog.read { try $0.importedFiles(inFolder: folder.text) }
                    let trashed = try trashedAssets(among: known.values)
                    var takeout: [ImportSource] = []
                    let adjustable = Self.adjustableStems(files, known)
                    let edits = try FolderEdits(of: files, in: folder, known, reader)
                    for file in Self.withAdjustmentsLast(files) where !edits.names.contains(file.name) {
                        guard !shouldStop() else { return false }
                        let source = ImportSource(file, in: folder)
                        let isJoined = edits.joined.contains(file.name)
                        let isAdjustment =
                            IngestRules.isAdjustment(file.name) && (isJoined || adjustable.contains(source.stem))
                        let record = known[Data(file.name.utf8)]
                        if let event = isJoined && record.map(source.isUnchanged(since:)) == true
                            ? .skipped(path: source.path, .unchanged)
                            : try foregone(source, record, trashed, isAdjustment: isAdjustment)
                        {
                            if case .unread(_, .takeout, isKnown: false) = event { takeout.append(source) }
                            progress.tell(event)
                            let effort = efforts.effort(ofFileNamed: source.name, size: source.size)
                            advance(.passed(size: source.size, effort: effort))
                            continue
                        }
                        try append(IngestItem(source))
                    }
                    // After their originals.
                    for edit in edits.arriving {
                        guard !shouldStop() else { return false }
                        try append(IngestItem(edit))
                    }
                    try remember(takeout)
                }
                return true
            }
            try flush()
        } catch {
            // Files that have been read are committed. If that commit failed, its error came first, so it is thrown
            // instead.
            try committer.finish()
            throw error
        }
        try committer.finish()
        if !isDryRun {
            try slowPictures.makeDerivatives(in: library, shouldStop: shouldStop) { [advance] done, total in
                advance(.slowPictures(done: done, total: total))
            }
        }
        var summary = progress.summary
        summary.historyFailure = trimHistory()
        return summary
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
    private static func title(ofRunAt date: Date) -> String {
        let time = CivilTime(
            secondsSinceReferenceDate: date.timeIntervalSinceReferenceDate,
            utcOffset: TimeZone.current.secondsFromGMT(for: date))
        return time.map { "\($0.dateText) \($0.timeText.prefix(5))" } ?? "Import"
    }

    /// Returns the UUIDs of the files' assets that are in Recently Deleted, by row identifier.
    private func trashedAssets(among files: some Collection<ImportedFileRecord>) throws -> [Int64: String] {
        let identifiers = Set(files.compactMap(\.assetID))
        return identifiers.isEmpty ? [:] : try library.catalog.read { try $0.trashedAssets(among: identifiers) }
    }

    /// Records files of Google Takeout, so that the next import knows that they were reported.
    private func remember(_ files: [ImportSource]) throws {
        guard !files.isEmpty, !isDryRun else { return }
        var transaction = Transaction()
        for file in files { transaction.record(.remember(file.record(.ignored))) }
        try library.view(for: .importer).commit(transaction)
    }

    /// Returns the names, without their extensions, of the videos in a folder that has AAE files. A video can also be one
    /// that an earlier import has found there.
    private static func adjustableStems(
        _ files: [FolderWalk.File], _ known: [Data: ImportedFileRecord]
    ) -> Set<String> {
        guard files.contains(where: { IngestRules.isAdjustment($0.name) }) else { return [] }
        // A file that was named alone. Its video may be in a batch that isn't committed yet.
        if files.count == 1 { return [(files[0].name as NSString).deletingPathExtension] }
        let names = files.map(\.name) + known.values.map(\.name)
        return Set(names.filter(IngestRules.isMovieName).map { ($0 as NSString).deletingPathExtension })
    }

    /// Moves the AAE files to the end, because each one joins the asset of its video.
    private static func withAdjustmentsLast(_ files: [FolderWalk.File]) -> [FolderWalk.File] {
        let adjustments = files.filter { IngestRules.isAdjustment($0.name) }
        return adjustments.isEmpty ? files : files.filter { !IngestRules.isAdjustment($0.name) } + adjustments
    }

    private func sidecar(_ source: ImportSource, isKnown: Bool) -> IngestEvent {
        if UnreadSource.isXMP(source.name) { return .unread(path: source.path, .xmp, isKnown: isKnown) }
        guard UnreadSource.isJSON(source.name), isKnown || UnreadSource.isTakeout(source.location) else {
            return .skipped(path: source.path, .sidecar)
        }
        return .unread(path: source.path, .takeout, isKnown: isKnown)
    }

    /// Returns the event for a file that doesn't need to be read, or `nil` if it does.
    ///
    /// - Parameter isAdjustment: Whether the file is an AAE file beside a video.
    private func foregone(
        _ source: ImportSource, _ record: ImportedFileRecord?, _ trashed: [Int64: String], isAdjustment: Bool
    ) throws -> IngestEvent? {
        let known = record.flatMap { source.isUnchanged(since: $0) ? $0 : nil }
        if !isAdjustment, IngestRules.isSidecar(source.name) {
            return sidecar(source, isKnown: known?.outcome == .ignored)
        }
        guard let known else { return nil }
        switch known.outcome {
        case .imported, .duplicate:
            let trashedUUID = known.assetID.flatMap { trashed[$0] }
            // The asset will be restored.
            if trashedUUID != nil, restoresTrashed { return nil }
            // Reads the file again if the library's copy is missing or incomplete.
            guard let digest = known.sha256.flatMap(BlobDigest.init(bytes:)),
                try library.keeps(digest, size: source.size)
            else { return nil }
            if let trashedUUID { return .trashedDuplicate(path: source.path, assetUUID: trashedUUID) }
            return .skipped(path: source.path, .unchanged)
        case .refused where known.proberVersion >= ImportSource.proberVersion:
            return .refusedAgain(path: source.path, reason: known.reason ?? "refused by an earlier import")
        case .ignored where isAdjustment && known.proberVersion >= ImportSource.proberVersion:
            return .skipped(path: source.path, .sidecar)
        case .ignored where known.proberVersion >= ImportSource.proberVersion:
            return .notMedia(source, isKnown: true)
        case .refused, .ignored:
            return nil
        }
    }
}
