import Albumen
import Foundation

/// The part of `cloud status --json` about the backup of the catalog.
struct BackupStatusDocument: Encodable {
    /// The age from which changes count as unprotected, in seconds.
    private static let patience: TimeInterval = 60

    /// Whether all changes are in the place, and this copy of the library is its owner.
    let protected: Bool
    /// Whether another copy of the library has become the owner, so that this one sends nothing more.
    let replaced: Bool
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

    init(_ status: BackupStatus, now: Date) {
        (protected, replaced, readOnly) = (status.isComplete, status.isReplaced, status.isReadOnly)
        durable = status.isDurable
        waitingChanges = status.waitingChanges
        oldestWaiting = status.oldestWaiting.flatMap(Timestamp.utc)
        unprotectedSeconds = status.oldestWaiting.map { Int(max(0, now.timeIntervalSince($0))) }
        confirmed = status.storedDate.flatMap(Timestamp.utc)
        running = status.isRunning
        (failure, limitation) = (status.failure, status.limitation)
    }

    /// The first line of the status for people.
    var line: String {
        if readOnly { return "This copy only reads its place, and sends nothing there." }
        if replaced {
            return
                "Not protected: another copy of the library writes to the place now, and this one sends nothing there. "
                + (failure ?? "")
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

    private static func text(ofSeconds seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}
