import Foundation
import Synchronization

/// Stores a file for each fault, and counts further findings of the same fault.
final class FindingStore: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var hasUncontained = false
    }

    private let folder: URL
    private let state = Mutex(State())

    init(folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Whether the host or a limit failed.
    var hasUncontained: Bool { state.withLock { $0.hasUncontained } }

    /// Returns the number of faults of a loader and of their findings.
    func summary(of loader: String) -> (faults: Int, seen: Int) {
        let counts = state.withLock {
            $0.counts.filter { $0.key.split(separator: " ").dropFirst().first ?? "" == loader }
        }
        return (counts.count, counts.values.reduce(0, +))
    }

    /// Reports the first finding of a fault and stores its file. Only counts further findings.
    func add(_ finding: Finding) throws {
        let isNew = state.withLock { state in
            state.counts[finding.fault, default: 0] += 1
            if !finding.kind.isContained { state.hasUncontained = true }
            return state.counts[finding.fault] == 1
        }
        guard isNew else { return }
        let folder = folder.appendingPathComponent(finding.loader)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("\(finding.kind.rawValue)-\(finding.mutant)")
        try Data(finding.bytes).write(to: file)
        let words = "\(finding.kind.rawValue) at \(finding.step): \(finding.message)"
        try Data((words + "\n").utf8).write(to: file.appendingPathExtension("txt"))
        Console.say("  FOUND \(file.path): \(words)")
    }
}
