import Albumen
import Foundation

/// Counts and reports what became of the files that are sent to another library.
final class PushReport {
    private let isJSON: Bool
    private let progress: ProgressBar
    private var counts: [String: Int] = [:]
    private(set) var refused = 0
    private(set) var waiting = 0
    private(set) var unreadable = 0
    private var ignored = (count: 0, first: "")

    init(isJSON: Bool, progress: ProgressBar) { (self.isJSON, self.progress) = (isJSON, progress) }

    func tell(_ path: String, _ outcome: PushRun.Outcome) throws {
        progress.advance(by: ProgressMeter.Amount(files: 1))
        switch outcome {
        case .ended(let state) where state.state == "refused": try refuse(path, state.reason ?? "it was refused")
        case .ended(let state):
            counts[state.state, default: 0] += 1
            try write(path, state.state, state.reason)
        case .waits(let reason):
            waiting += 1
            if !isJSON, let reason {
                progress.tell("waits: \(PrintableText.line(path)): \(PrintableText.line(reason))")
            }
            try write(path, "waiting", reason)
        case .refused(let reason): try refuse(path, reason)
        }
    }

    func tell(_ finding: PushFinding) throws {
        switch finding {
        case .file: break
        case .ignored(let path):
            if ignored.count == 0 { ignored.first = path }
            ignored.count += 1
            try write(path, "ignored", nil)
        case .skippedFolder(let path):
            progress.tell(
                "skipped: \(PrintableText.line(path)): a folder of another program. Import it with albumen import.")
            try write(path, "skippedFolder", nil)
        case .unreadable(let path, let reason):
            unreadable += 1
            if !isJSON { progress.tell("unreadable: \(PrintableText.line(path)): \(PrintableText.line(reason))") }
            try write(path, "unreadable", reason)
        }
    }

    func finish() throws {
        let output = StandardOutput.shared
        if !isJSON {
            let parts = [
                counts["known"].map { "\($0) already there" },
                counts["deleted"].map { "\($0) in its Recently Deleted" },
                refused > 0 ? "\(refused) refused" : nil,
                waiting > 0 ? "\(waiting) that the library takes in later" : nil,
                unreadable > 0 ? "\(unreadable) unreadable" : nil,
            ].compactMap { $0 }
            let added = "Added \(Count.text(counts["added"] ?? 0, "file"))"
            try output.write(line: added + (parts.isEmpty ? "" : "; " + parts.joined(separator: ", ")) + ".")
            if ignored.count > 0 {
                try output.write(
                    line: "Ignored \(Count.text(ignored.count, "file")) of other kinds, such as "
                        + "\(PrintableText.line(ignored.first)).")
            }
        }
        try output.flush()
    }

    private func refuse(_ path: String, _ reason: String) throws {
        refused += 1
        if !isJSON { progress.tell("refused: \(PrintableText.line(path)): \(PrintableText.line(reason))") }
        try write(path, "refused", reason)
    }

    private func write(_ path: String, _ state: String, _ reason: String?) throws {
        guard isJSON else { return }
        try StandardOutput.shared.write(line: JSONLine.text(PushDocument(path: path, state: state, reason: reason)))
        try StandardOutput.shared.flush()
    }
}

/// A line of `push --json`.
///
/// | key | value |
/// |---|---|
/// | `path` | the file's path |
/// | `state` | `added`, `known`, `deleted` (in the other library's Recently Deleted), `refused`, `waiting`, `ignored`, `unreadable` or `skippedFolder` |
/// | `reason` | why the file was refused, is unreadable or waits; missing otherwise |
struct PushDocument: Encodable {
    let path: String
    let state: String
    let reason: String?
}
