import Albumen
import Foundation

/// The part of `cloud status --json` about the backup of the catalog.
struct BackupStatusDocument: Encodable {
    /// The last restore drill. The texts are for people.
    struct Drill: Encodable {
        /// When it ended, or `null` if none was possible.
        let date: String?
        /// Why the backup couldn't be restored.
        let failure: String?
        /// Why a drill that was due didn't run.
        let obstacle: String?

        init(_ record: DrillRecord) {
            date = record.date.flatMap(Timestamp.utc)
            (failure, obstacle) = (record.failure, record.obstacle)
        }

        /// The lines for people.
        var lines: [String] {
            var lines: [String] = []
            if let failure {
                lines.append("The restore drill of \(date ?? "an unknown date") failed: \(failure)")
            } else if let date {
                lines.append("The last restore drill succeeded on \(date).")
            }
            if let obstacle { lines.append("A restore drill is due and can't run: \(obstacle)") }
            return lines
        }
    }

    /// The age from which changes count as unprotected, in seconds.
    private static let patience: TimeInterval = 60

    /// Whether all changes are in the place, and this copy of the library is its owner.
    let protected: Bool
    /// Whether another copy of the library has become the owner, so that this one sends nothing more.
    let replaced: Bool
    /// The folder and the machine of that copy, if they're known.
    let newOwner: String?
    /// Whether this copy only reads the place.
    let readOnly: Bool
    /// Whether changes are reported only after the place has them.
    let durable: Bool
    /// The number of changes that aren't in the place.
    let waitingChanges: Int64
    /// When the oldest of them was made.
    let oldestWaiting: String?
    /// Its age in seconds.
    let unprotectedSeconds: Int?
    /// When the place confirmed a change last.
    let confirmed: String?
    /// Whether a process sends the changes now.
    let running: Bool
    /// Why the last attempt failed, for people.
    let failure: String?
    /// What the place can't do, for people.
    let limitation: String?
    /// The result of the last restore drill.
    let drill: Drill?

    init(_ status: BackupStatus, now: Date) {
        (protected, replaced, readOnly) = (status.isComplete, status.isReplaced, status.isReadOnly)
        durable = status.isDurable
        newOwner = status.newOwner
        waitingChanges = status.waitingChanges
        oldestWaiting = status.oldestWaiting.flatMap(Timestamp.utc)
        unprotectedSeconds = status.oldestWaiting.map { Int(max(0, now.timeIntervalSince($0))) }
        confirmed = status.storedDate.flatMap(Timestamp.utc)
        running = status.isRunning
        (failure, limitation) = (status.failure, status.limitation)
        drill = status.drill.map { Drill($0) }
    }

    /// The first line of the status for people.
    var line: String {
        if readOnly { return "This copy only reads its place, and sends nothing there." }
        if replaced {
            let changes = Count.text(Int(clamping: waitingChanges), "change")
            let unsent = waitingChanges == 0 ? "" : "\(changes) may be only here. "
            return
                "Not protected: \(newOwner ?? "another copy of the library") has taken the place over, and this copy sends "
                + "nothing there. \(unsent)To export what was not sent: albumen cloud salvage --to DIR"
        }
        guard !protected else {
            return "Protected: the place has all changes of the catalog."
                + (durable ? " Each is reported only then (durable mode)." : "")
        }
        let remedy = running ? "A process sends them." : "To send them: albumen cloud sync"
        guard confirmed != nil else {
            return "Not protected: the place has no backup of the catalog yet. \(remedy)"
        }
        let changes = Count.text(Int(clamping: waitingChanges), "change")
        let age = unprotectedSeconds.map { " for \(Self.text(ofSeconds: $0))" } ?? ""
        var line =
            "Not protected\(age): \(changes) \(waitingChanges == 1 ? "is" : "are") only on this machine. \(remedy)"
        if let failure { line += " The last attempt failed: \(failure)" }
        return line
    }

    /// The failure of `cloud status` if changes have been only on this machine for a minute.
    var failureOfProtection: CommandFailure? {
        if readOnly || protected { return nil }
        guard replaced || unprotectedSeconds.map({ Double($0) > Self.patience }) ?? false else { return nil }
        return CommandFailure(line, status: .refused)
    }

    /// The failure of `cloud status` if the last drill found that the backup can't be restored.
    var failureOfDrill: CommandFailure? {
        guard let drill, drill.failure != nil, !readOnly, !replaced else { return nil }
        return CommandFailure(
            "The backup could not be restored in the last drill. To see what is wrong: albumen cloud verify --backup --deep"
        )
    }

    private static func text(ofSeconds seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
