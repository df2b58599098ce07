import Albumen
import Foundation
import Records

/// The result of `cloud status --json`.
struct CloudStatusDocument: Encodable {
    struct Amount: Encodable {
        let originals: Int
        let bytes: Int64

        init(_ total: PlacementTotal?) {
            (originals, bytes) = (total?.count ?? 0, total?.sizeInBytes ?? 0)
        }

        var text: String { "\(Count.text(originals, "original")) (\(ByteSize.text(bytes)))" }
    }

    struct Failure: Encodable {
        let sha256: String
        /// A message for people.
        let reason: String?
        /// Whether it isn't tried again.
        let refused: Bool
    }

    let place: String
    let stored: Amount
    /// The stored originals that aren't on this machine.
    let remoteOnly: Amount
    let waiting: Amount
    let uploading: Amount
    let failing: Amount
    /// At most 100 of the failing originals.
    let failures: [Failure]
    let nextAttempt: String?
    /// Whether a process transfers originals now.
    let busy: Bool

    init(_ status: Library.CloudStatus) {
        place = status.place.address
        stored = Amount(status.totals[.stored])
        remoteOnly = Amount(status.remoteOnly)
        waiting = Amount(status.totals[.waiting])
        uploading = Amount(status.totals[.uploading])
        failing = Amount(status.totals[.failing])
        failures = status.failing.map {
            Failure(
                sha256: $0.sha256.map { byte in String(format: "%02x", byte) }.joined(), reason: $0.reason,
                refused: $0.isRefused)
        }
        nextAttempt = status.nextAttempt.flatMap(Timestamp.utc)
        busy = status.isBusy
    }

    var lines: [String] {
        var lines = [
            "The place is \(place).", "Stored and verified: \(stored.text), of which \(remoteOnly.text) only there.",
        ]
        if uploading.originals > 0 { lines.append("Begun: \(uploading.text).") }
        if waiting.originals > 0 { lines.append("Waiting: \(waiting.text).") }
        if failing.originals > 0 { lines.append("Failing: \(failing.text).") }
        for failure in failures {
            lines.append("failed: \(failure.sha256.prefix(12)): \(failure.reason ?? "for an unknown reason")")
        }
        if busy {
            lines.append("A process transfers originals now.")
        } else if waiting.originals + uploading.originals > 0 {
            lines.append("To upload now: albumen cloud sync")
        }
        return lines
    }
}
