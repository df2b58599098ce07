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
            guard !isOwnLibrary(found.path) else {
                let reason = "It's the library itself. Name another library, or choose one with --library."
                progress.pass(.refused(path: found.path, reason: reason))
                continue
            }
            let temporaryFolder = FilePath(try folder.makeFolder().path)
            let source: any PhotoSource
            do {
                source = try found.open(options, temporaryFolder: temporaryFolder)
            } catch {
                outcome.unknownFiles += found.files
                // Without an export, its files are reported as usual.
                if !found.isCandidate || error.code != .unsupported {
                    progress.pass(.refused(path: found.path, reason: error.message))
                }
                continue
            }
            defer { source.close() }
            do {
                for part in source.unreadableParts { progress.tell(.refused(path: part.path, reason: part.reason)) }
                let run = SourceRun(
                    reader: SourceItemReader(reader: reader, temporaryFolder: temporaryFolder), progress: progress,
                    settings: settings, shouldStop: shouldStop)
                outcome.unknownFiles += source.unknownFiles
                outcome.tables.append(try run.run(source, at: found.path))
            } catch let error as SourceError {
                progress.pass(.refused(path: found.path, reason: error.message))
            }
        }
        return outcome
    }

    private func isOwnLibrary(_ path: String) -> Bool {
        let own = reader.intake.library.folder.path(percentEncoded: false)
        guard let own = try? Stat(FilePath(own)), let other = try? Stat(FilePath(path)) else { return false }
        return own.identity == other.identity
    }
}
