import BlobStore
import Cancellation
import Catalog
import CatalogShipping
import Foundation
import PhotoLibrary

/// Sends the changes of a catalog as they are made. Runs on one thread, and maintains the files in the place on another.
///
/// In local mode, there are some seconds between two files of changes. In durable mode, a change is sent as soon as it's made,
/// together with those that were made while the former file was uploaded.
final class BackupFollower {
    /// The shortest time between two files of changes in local mode, in seconds. The first change after a pause is sent within a
    /// second.
    private static let interval: TimeInterval = 8
    private static let checkInterval: TimeInterval = 60
    private static let upkeepInterval: TimeInterval = 300
    /// The time after which an upkeep with many thumbnails makes room for the next one.
    private static let longestUpkeep: Duration = .seconds(240)
    /// The time until the first upkeep, which many commands don't reach, and after one that had more to do, in seconds.
    private static let firstUpkeepInterval: TimeInterval = 20
    private static let checkpointInterval: TimeInterval = 10
    /// The time between two notes of the end in the place, in seconds.
    private static let headInterval: TimeInterval = 8
    /// The longest pause after a failed upload, in seconds.
    private static let longestPause: TimeInterval = 600
    /// The same in durable mode, in which changes wait.
    private static let durablePause: TimeInterval = 2

    private let backup: CatalogBackup
    private let ending: WorkCancellation
    private let bell: BackupBell
    private var isDurable = false
    private var uploads = UploadPause()
    private var (shipping, heads, checking) = (Pace(), Pace(), Pace())
    private var (upkeep, checkpoint) = (Pace(), Pace())
    private var nextUpkeepInterval = BackupFollower.firstUpkeepInterval
    private var upkeepThread: UpkeepThread?
    private var headIsOld = false

    init(_ backup: CatalogBackup, until ending: WorkCancellation) {
        (self.backup, self.ending) = (backup, ending)
        bell = BackupBell(of: backup.library)
        upkeep.note()
    }

    /// Blocks until the end, or until the library is connected to another place.
    func run(_ pausing: (any Error) -> Void) throws {
        defer {
            // What it was doing continues in the next run, and the end must not wait for a large file.
            backup.background.cancel()
            upkeepThread?.wait()
        }
        try backup.whileInUse { try send(pausing) }
    }

    private func send(_ pausing: (any Error) -> Void) throws {
        var sleep = SleepWatch()
        while backup.library.cloud.place?.address == backup.place.address {
            // The read locks may be gone after the machine has slept.
            if sleep.hasSlept() { backup.shipper.detach() }
            isDurable = try backup.library.isDurable
            if isDurable || shipping.isOver(Self.interval), try backup.ship() { shipping.note() }
            if uploads.isOver {
                do {
                    try upload(pausing)
                    uploads.succeed()
                } catch let error as RemoteBlobError where error.code != .cancelled && error.code != .occupied {
                    if uploads.fail(error, upTo: isDurable ? Self.durablePause : Self.longestPause) { pausing(error) }
                    try backup.staging.change { $0.failure = error.message }
                }
            }
            if checkpoint.isOver(Self.checkpointInterval) {
                _ = try backup.shipper.checkpointIfNeeded()
                checkpoint.note()
            }
            guard !ending.isCancelled else { return try sendLast() }
            bell.wait(ending, backup.cancellation)
            try backup.cancellation.check(backup.place.address)
        }
    }

    private func upload(_ failing: (any Error) -> Void) throws {
        if try backup.upload() > 0 { headIsOld = true }
        if headIsOld, heads.isOver(Self.headInterval) {
            try backup.noteHead()
            heads.note()
            headIsOld = false
        }
        if checking.isOver(Self.checkInterval) {
            try backup.ownership.check(backup.place, backup.cancellation)
            checking.note()
        }
        if let thread = upkeepThread, let outcome = thread.outcome {
            thread.wait()
            upkeepThread = nil
            if let failure = thread.thumbnailFailure { failing(failure) }
            nextUpkeepInterval = thread.hasMore ? Self.firstUpkeepInterval : Self.upkeepInterval
            try outcome.get()
            try backup.finishUpkeep()
        }
        if upkeepThread == nil, upkeep.isOver(nextUpkeepInterval) {
            upkeep.note()
            nextUpkeepInterval = Self.upkeepInterval
            upkeepThread = UpkeepThread(
                backup.upkeep, try backup.makeSnapshotIfDue(), backup.thumbnails, until: .now + Self.longestUpkeep)
        }
    }

    /// Sends the changes since the last file, unless the place couldn't be used.
    private func sendLast() throws {
        _ = try backup.ship()
        guard backup.staging.state.failure == nil, try backup.upload() > 0 || headIsOld else { return }
        try backup.noteHead()
    }
}

/// When something was done last, by a clock that nobody sets.
private struct Pace {
    private var last: ContinuousClock.Instant?

    func isOver(_ seconds: TimeInterval) -> Bool {
        guard let last else { return true }
        return last.duration(to: .now) >= .seconds(seconds)
    }

    mutating func note() { last = .now }
}

/// Finds out whether the machine has slept: only one of both clocks goes on then.
private struct SleepWatch {
    private static let tolerance: Duration = .seconds(5)

    private var last = (ContinuousClock.now, SuspendingClock.now)

    mutating func hasSlept() -> Bool {
        let present = (ContinuousClock.now, SuspendingClock.now)
        defer { last = present }
        return last.0.duration(to: present.0) - last.1.duration(to: present.1) > Self.tolerance
    }
}

/// The time until the next attempt to upload.
private struct UploadPause {
    private var failures = 0
    private var next = ContinuousClock.now
    private var lastMessage = ""

    var isOver: Bool { ContinuousClock.now >= next }

    mutating func succeed() { (failures, lastMessage) = (0, "") }

    /// - Returns: Whether the error is another one than before.
    mutating func fail(_ error: RemoteBlobError, upTo longest: TimeInterval) -> Bool {
        failures += 1
        next = .now + .seconds(min(longest, pow(2, Double(min(failures, 10)))))
        defer { lastMessage = error.message }
        return error.message != lastMessage
    }
}
