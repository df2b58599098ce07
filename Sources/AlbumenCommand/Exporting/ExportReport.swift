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
    /// The size of the video that is being converted, and the share of it that the progress bar shows.
    private var conversion: (byteCount: Int64, shown: Int64)?

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
        let size = conversion.map { $0.byteCount - $0.shown } ?? Self.size(of: event)
        conversion = nil
        progress.advance(by: ProgressMeter.Amount(files: 1, bytes: size))
        if isJSON {
            outcome.note {
                try output.write(line: JSONLine.text(ExportEventDocument(event)))
                try output.flush()
            }
        } else if case .failed(let name, let uuid, let reason) = event {
            let identifier = uuid.isEmpty ? "" : " (\(LocalIdentifier.string(uuid: uuid, kind: .asset)))"
            progress.tell(PrintableText.line("failed: \(name)\(identifier): \(reason)"))
        }
    }

    /// Shows the progress within a video.
    func tell(converting byteCount: Int64, share: Double) {
        let shown = Int64(Double(byteCount) * share)
        progress.advance(by: ProgressMeter.Amount(bytes: shown - (conversion?.shown ?? 0)))
        conversion = (byteCount, shown)
    }

    func tell(_ line: ExportSelection.UnknownLine) {
        if isJSON {
            outcome.note {
                try output.write(line: JSONLine.text(UnknownLineDocument(line)))
                try output.flush()
            }
        } else {
            progress.tell(PrintableText.line("line \(line.number): \(line.reason)"))
        }
    }

    /// - Parameter unknown: The number of lines of standard input that identify nothing.
    func finish(_ summary: ExportSummary, unknown: Int, in folder: URL) throws {
        if isJSON {
            try output.write(line: JSONLine.text(ExportSummaryDocument(summary, unknown: unknown)))
        } else {
            let others = [
                summary.present > 0 ? "\(summary.present) already exported" : nil,
                summary.failed > 0 ? "\(summary.failed) failed" : nil,
            ].compactMap { $0 }
            let path = PrintableText.line(folder.path(percentEncoded: false))
            try output.write(
                line: "Exported \(Count.text(summary.exported, "file"))"
                    + (summary.sidecars > 0 ? " and \(Count.text(summary.sidecars, "sidecar"))" : "")
                    + " of \(Count.text(summary.assets, "item")) to "
                    + path + (others.isEmpty ? "" : "; " + others.joined(separator: ", ")) + ".")
        }
        try output.flush()
    }

    /// Returns the size in bytes, or 0 if the file doesn't exist.
    private static func size(of event: ExportEvent) -> Int64 {
        switch event {
        case .exported(let path, _), .present(let path, _):
            return (try? Stat(path, followTargetSymlink: false))?.size ?? 0
        case .sidecar, .albums, .failed: return 0
        }
    }
}
