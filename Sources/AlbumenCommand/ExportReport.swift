import Albumen
import ArgumentParser
import Foundation
import Records
import SystemCalls
import SystemPackage

/// Reports the result of an export for each file, and a summary at the end.
final class ExportReport {
    private let isJSON: Bool
    private let progress: ProgressBar
    private let output: StandardOutput
    private let outcome = ReportOutcome()

    init(isJSON: Bool, progress: ProgressBar, output: StandardOutput) {
        self.isJSON = isJSON
        self.progress = progress
        self.output = output
    }

    /// Whether the output has failed.
    var hasFailed: Bool { outcome.failure != nil }

    /// Throws an error if the output has failed, so that the export ends early.
    func throwIfFailed() throws {
        guard let failure = outcome.failure else { return }
        throw failure is StandardOutput.Closed ? ExitCode.failure : failure
    }

    func tell(_ event: ExportEvent) {
        progress.advance(bytes: Self.size(of: event))
        if isJSON {
            outcome.note {
                try output.write(line: JSONLine.text(ExportEventDocument(event)))
                try output.flush()
            }
        } else if case .failed(let name, let uuid, let reason) = event {
            let identifier = LocalIdentifier.string(uuid: uuid, kind: .asset)
            progress.tell(PrintableText.line("failed: \(name) (\(identifier)): \(reason)"))
        }
    }

    func finish(_ summary: ExportSummary, in folder: URL) throws {
        if isJSON {
            try output.write(line: JSONLine.text(ExportSummaryDocument(summary)))
        } else {
            let others = [
                summary.present > 0 ? "\(summary.present) already there" : nil,
                summary.failed > 0 ? "\(summary.failed) failed" : nil,
            ].compactMap { $0 }
            let path = PrintableText.line(folder.path(percentEncoded: false))
            try output.write(
                line: "Exported \(Count.text(summary.exported, "file")) of \(Count.text(summary.assets, "asset")) to "
                    + path + (others.isEmpty ? "" : "; " + others.joined(separator: ", ")) + ".")
        }
        try output.flush()
    }

    /// Returns the size in bytes, or 0 if the file doesn't exist.
    private static func size(of event: ExportEvent) -> Int64 {
        switch event {
        case .exported(let path, _), .present(let path, _):
            return (try? Stat(path, followTargetSymlink: false))?.size ?? 0
        case .failed: return 0
        }
    }
}
