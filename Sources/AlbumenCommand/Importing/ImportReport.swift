import Albumen
import ArgumentParser
import Foundation
import Synchronization

/// Reports the result of an import for each file, and a summary at the end.
final class ImportReport: Sendable {
    private struct State {
        var skips: [IngestEvent.Skip: Int] = [:]
        var imported = 0
        var damaged = 0
        var trashed = 0
        var unread: [UnreadSource: UnreadFiles] = [:]
        var foreign: [ForeignFolder: ForeignFolders] = [:]
        var failure: (any Error)?
    }

    private let isJSON: Bool
    private let isDryRun: Bool
    private let progress: ProgressBar
    private let output: StandardOutput
    private let file: SourceReportFile?
    private let state = Mutex(State())

    /// - Parameter file: The file for facts of sources that aren't used, or `nil`.
    init(
        isJSON: Bool, isDryRun: Bool, progress: ProgressBar, output: StandardOutput, file: SourceReportFile? = nil
    ) {
        self.isJSON = isJSON
        self.isDryRun = isDryRun
        self.progress = progress
        self.output = output
        self.file = file
    }

    /// The number of files that have been imported until now.
    var importedFiles: Int { state.withLock { $0.imported } }

    /// Whether the output has failed.
    var hasFailed: Bool { state.withLock { $0.failure != nil } }

    /// Throws an error if the output has failed, so that the import ends early.
    func throwIfFailed() throws {
        guard let failure = state.withLock({ $0.failure }) else { return }
        throw failure is StandardOutput.Closed ? ExitCode.failure : failure
    }

    func tell(_ event: IngestEvent) {
        count(event)
        if case .notUsed(let note) = event { file?.tell(note) }
        if isJSON { return tellJSON(event) }
        let path = PrintableText.line(event.path)
        switch event {
        case .refused(_, let reason):
            progress.tell("refused: \(path): \(PrintableText.line(reason))")
        case .imported(_, _, _, let damage?):
            let state = isDryRun ? "would be imported" : "imported"
            progress.tell("damaged, \(state): \(path): \(PrintableText.line(damage))")
        default:
            break
        }
    }

    func finish(_ summary: IngestSummary) throws {
        if isJSON {
            try output.write(line: JSONLine.text(ImportSummaryDocument(summary: summary, isDryRun: isDryRun)))
        } else {
            for line in lines(summary) { try output.write(line: line) }
        }
        try output.flush()
    }

    private func count(_ event: IngestEvent) {
        state.withLock { state in
            switch event {
            case .skipped(_, let skip): state.skips[skip, default: 0] += 1
            case .imported(_, _, _, let damage):
                state.imported += 1
                if damage != nil { state.damaged += 1 }
            case .trashedDuplicate: state.trashed += 1
            case .unread(let path, let source, let isKnown):
                state.unread[source, default: UnreadFiles()].note(path, isKnown: isKnown)
            case .skippedFolder(let path, let kind): state.foreign[kind, default: ForeignFolders()].note(path)
            default: break
            }
        }
    }

    private func tellJSON(_ event: IngestEvent) {
        do {
            try output.write(line: JSONLine.text(ImportEventDocument(event)))
            try output.flush()
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }

    private func lines(_ summary: IngestSummary) -> [String] {
        let (skips, damaged, trashed) = state.withLock { ($0.skips, $0.damaged, $0.trashed) }
        let (unread, foreign) = state.withLock { ($0.unread, $0.foreign) }
        var imported =
            isDryRun
            ? "Would import \(Count.text(summary.imported, "file"))"
            : "Imported \(Count.text(summary.imported, "file")) as \(Count.text(summary.assets, "item"))"
        if damaged > 0 { imported += ", \(damaged) of them damaged" }
        let others = [
            summary.duplicates > 0 ? Count.text(summary.duplicates, "duplicate") : nil,
            summary.healed > 0
                ? "\(summary.healed) that \(isDryRun ? "would restore" : "restored") lost bytes" : nil,
            summary.restored > 0
                ? "\(summary.restored) \(isDryRun ? "to restore" : "restored") from Recently Deleted" : nil,
            summary.newlyRefused > 0 ? "\(summary.newlyRefused) refused" : nil,
            summary.updated > 0 ? "\(summary.updated) \(isDryRun ? "to update" : "updated")" : nil,
            skips[.unchanged].map { "\($0) unchanged since an earlier import" },
        ].compactMap { $0 }
        let left = [
            skips[.sidecar].map { Count.text($0, "sidecar") },
            skips[.other].map { Count.text($0, "file of another kind", "files of other kinds") },
        ].compactMap { $0 }
        var lines = [imported + (others.isEmpty ? "" : "; " + others.joined(separator: ", ")) + "."]
        if trashed > 0 {
            let (are, them) = trashed == 1 ? ("is", "it") : ("are", "them")
            lines.append("Of the duplicates, \(trashed) \(are) in Recently Deleted. To restore \(them): --restore")
        }
        if summary.refusedAgain > 0 {
            let (was, has) = summary.refusedAgain == 1 ? ("was", "hasn't") : ("were", "haven't")
            lines.append(
                "\(Count.text(summary.refusedAgain, "file")) \(was) refused by an earlier import and \(has) changed "
                    + "since. To list them: --json")
        }
        if !left.isEmpty { lines.append("Ignored: \(left.joined(separator: ", ")).") }
        lines += UnreadSource.allCases.compactMap { source in unread[source]?.line(source) }
        lines += ForeignFolder.allCases.compactMap { kind in foreign[kind]?.line(kind) }
        if let links = skips[.link] {
            let (lead, were, them) = links == 1 ? ("leads", "was", "it") : ("lead", "were", "them")
            lines.append(
                "\(Count.text(links, "link")) \(lead) out of the named folders and \(were) not followed. "
                    + "To follow \(them): --follow-links")
        }
        lines += summary.sources.flatMap { SourceTableText(table: $0, isDryRun: isDryRun).lines }
        if isDryRun { lines.append("This was a dry run: nothing was changed.") }
        return lines
    }
}

extension IngestSummary {
    /// The number of refused files that no earlier import has reported.
    var newlyRefused: Int { refused - refusedAgain }
}

extension IngestEvent {
    var path: String {
        switch self {
        case .imported(let path, _, _, _), .duplicate(let path, _), .trashedDuplicate(let path, _),
            .healed(let path, _), .restored(let path, _), .refused(let path, _), .refusedAgain(let path, _),
            .skipped(let path, _), .updated(let path, _),
            .unread(let path, _, _),
            .skippedFolder(let path, _):
            path
        case .notUsed(let note): note.name
        }
    }
}
