import Albumen
import ArgumentParser
import Foundation
import Records
import SystemCalls
import SystemPackage

/// Tells what an export does with each file, and in the end what it did.
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

    /// Whether nobody can be told any more.
    var hasFailed: Bool { outcome.failure != nil }

    /// An export that nobody listens to any more ends early, which is a failure, though nobody is there to be told.
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

    /// In bytes; 0 for what is not there.
    private static func size(of event: ExportEvent) -> Int64 {
        switch event {
        case .exported(let path, _), .present(let path, _):
            return (try? Stat(path, followTargetSymlink: false))?.size ?? 0
        case .failed: return 0
        }
    }
}
