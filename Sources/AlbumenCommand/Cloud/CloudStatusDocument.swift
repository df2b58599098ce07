import Albumen
import BlobStore
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
        /// The name of its file, with the day of capture.
        let name: String
        /// A message for people.
        let reason: String?
        /// Whether it isn't tried again.
        let refused: Bool
        /// Whether it's neither on this machine nor in the place.
        let lost: Bool

        init(_ placement: PlacementRecord, isLost: Bool, _ library: Library) {
            sha256 = placement.sha256.hexadecimal
            name = library.photoName(of: placement.sha256)
            (reason, refused, lost) = (placement.reason, placement.isRefused, isLost)
        }

        var line: String {
            lost
                ? "lost: \(name): \(reason ?? "It's neither on this machine nor in the place.")"
                : "failed: \(name): \(reason ?? "for an unknown reason")"
        }
    }

    let place: String
    let stored: Amount
    /// The stored originals that aren't on this machine.
    let remoteOnly: Amount
    /// Files of permanently deleted photos and edits that are still in the place.
    let deleted: Amount
    let waiting: Amount
    let uploading: Amount
    let failing: Amount
    /// The originals that are neither on this machine nor in the place. They also count as failing or waiting.
    let lost: Amount
    /// At most 100 of the lost originals, and of the others that fail.
    let failures: [Failure]
    let nextAttempt: String?
    /// The backup of the catalog.
    let backup: BackupStatusDocument
    /// Whether a process transfers originals now.
    let busy: Bool
    /// Why the place can't be used now, for people. Only known of folders.
    let obstacle: String?

    init(_ status: Library.CloudStatus, of library: Library) {
        place = status.place.address
        stored = Amount(status.totals[.stored])
        remoteOnly = Amount(status.remoteOnly)
        deleted = Amount(status.deleted)
        waiting = Amount(status.totals[.waiting])
        uploading = Amount(status.totals[.uploading])
        failing = Amount(status.totals[.failing])
        lost = Amount(status.lost)
        failures =
            status.lostExamples.map { Failure($0, isLost: true, library) }
            + status.failing.map { Failure($0, isLost: false, library) }
        nextAttempt = status.nextAttempt.flatMap(Timestamp.utc)
        backup = BackupStatusDocument(status.backup, now: library.now())
        busy = status.isBusy
        obstacle = status.obstacle
    }

    var lines: [String] {
        var lines = [backup.line, "The place is \(place)."]
        if let limitation = backup.limitation { lines.append(limitation) }
        if let obstacle { lines.append("It can't be used now: \(obstacle)") }
        if !backup.replaced { lines += backup.drill?.lines ?? [] }
        lines += [
            "Stored and verified: \(stored.text), of which \(remoteOnly.text) only there."
        ]
        if uploading.originals > 0 { lines.append("Begun: \(uploading.text).") }
        if waiting.originals > 0 { lines.append("Waiting: \(waiting.text).") }
        if failing.originals > 0 { lines.append("Failing: \(failing.text).") }
        if lost.originals > 0 { lines.append("Lost: \(lost.text).") }
        if deleted.originals > 0 {
            let count = Count.text(deleted.originals, "file")
            lines.append(
                "Of deleted photos and edits: \(count) (\(ByteSize.text(deleted.bytes))), removed from the place after 37 days."
            )
        }
        lines += failures.map(\.line)
        if busy {
            lines.append("A process transfers originals now.")
        } else if waiting.originals + uploading.originals > 0 {
            lines.append("To upload now: albumen cloud sync")
        }
        return lines
    }

    /// The failure of a command that found lost originals, or `nil` if there are none.
    var failure: CommandFailure? {
        guard lost.originals > 0 else { return nil }
        return CommandFailure(
            "\(Count.text(lost.originals, "original")) \(lost.originals == 1 ? "is" : "are") neither on this machine nor "
                + "in the place. Import the files again where you still have them.")
    }
}
