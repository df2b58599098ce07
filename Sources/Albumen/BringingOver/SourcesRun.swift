import Foundation
import PhotoLibrary
import PhotoSources
import SystemCalls
import SystemPackage
import TemporaryFiles

/// Brings over sources, one after another. A source that can't be read is reported, and the others are brought over.
struct SourcesRun {
    struct Outcome {
        var tables: [SourceTable] = []
        /// Files that turned out to be no parts of a source.
        var unknownFiles: [FilePath] = []
    }

    let reader: FileReader
    let progress: IngestProgress
    let settings: Transaction.Settings
    let options: SourceOptions
    let shouldStop: @Sendable () -> Bool

    func run(_ sources: [FoundSource]) throws -> Outcome {
        var outcome = Outcome()
        guard !sources.isEmpty else { return outcome }
        let place = TemporaryLocation.ofFiles
        guard let folder = ProcessFolder(named: "source", in: place) else {
            throw SourceError(
                .temporaryFolder, "No folder can be created in \(place.path). Make it writable, or set TMPDIR.")
        }
        defer { folder.remove() }
        for found in sources where !shouldStop() {
            do {
                let temporaryFolder = FilePath(try folder.makeFolder().path)
                let source = try found.open(options, temporaryFolder: temporaryFolder)
                defer { source.close() }
                for part in source.unreadableParts { progress.tell(.refused(path: part.path, reason: part.reason)) }
                let run = SourceRun(
                    reader: SourceItemReader(reader: reader, temporaryFolder: temporaryFolder), progress: progress,
                    settings: settings, shouldStop: shouldStop)
                outcome.unknownFiles += source.unknownFiles
                outcome.tables.append(try run.run(source, at: found.path))
            } catch let error as SourceError {
                guard case .takeout(let parts) = found, error.code == .unsupported else {
                    progress.pass(.refused(path: found.path, reason: error.message))
                    continue
                }
                outcome.unknownFiles += parts.files
                for archive in parts.archivePaths {
                    progress.pass(.unread(path: archive.text, .archive, isKnown: false))
                }
            }
        }
        return outcome
    }
}
