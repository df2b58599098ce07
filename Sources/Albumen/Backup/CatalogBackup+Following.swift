import BlobStore
package import Cancellation
import Catalog
import CatalogShipping
import Foundation
package import PhotoLibrary

extension CatalogBackup {
    /// The shortest time between two files of changes, in seconds. The first change after a pause is sent within a second.
    private static let interval: TimeInterval = 8
    /// The time between two looks at the catalog, in seconds. A look reads the log's index.
    private static let lookInterval: TimeInterval = 1
    private static let checkInterval: TimeInterval = 60
    private static let upkeepInterval: TimeInterval = 300
    private static let checkpointInterval: TimeInterval = 10
    /// The longest pause if the place can't be used, in seconds.
    private static let longestPause: TimeInterval = 600

    /// Sends the changes of a library as they are made, until the cancellation or until the library is connected to another
    /// place. Blocks.
    ///
    /// If the place can't be used for a while, makes the files nevertheless and uploads them later. If another process sends
    /// the changes, waits until it ends.
    ///
    /// - Parameter pausing: Called with an error after which it pauses, once for each series of equal errors.
    package static func follow(
        _ library: Library, _ cancellation: WorkCancellation, pausing: (any Error) -> Void
    ) {
        var (failures, lastMessage) = (0, "")
        while !cancellation.isCancelled, let place = library.cloud.place {
            do {
                let ownership = try library.ownership(of: place, cancellation)
                let backup = try CatalogBackup(of: library, in: place, ownership, cancellation)
                (failures, lastMessage) = (0, "")
                defer { try? backup.close() }
                try backup.follow(pausing)
            } catch let error as RemoteBlobError where error.code == .cancelled {
                return
            } catch let error as CloudError where error.code == .busy {
                // The other process sends the changes.
            } catch {
                failures += 1
                if let error = error as? RemoteBlobError { try? library.noteBackupFailure(error, at: place.address) }
                let message = String(describing: error)
                if message != lastMessage { pausing(error) }
                lastMessage = message
            }
            let pause = min(longestPause, 15 * pow(2, Double(min(failures, 10))))
            // Ends the loop when it's cancelled.
            try? cancellation.wait(pause, place.address)
        }
    }

    /// Sends all changes of a connected library up to now, unless another process sends them.
    ///
    /// - Throws: `CloudError` with the code `notConnected`, or `RemoteBlobError` if the place can't be used now.
    package static func sendOnce(_ library: Library, _ cancellation: WorkCancellation) throws {
        let place = try library.connectedPlace()
        do {
            let ownership = try library.ownership(of: place, cancellation)
            let backup = try CatalogBackup(of: library, in: place, ownership, cancellation)
            defer { try? backup.close() }
            guard try backup.step().stored > 0 else { return }
            try backup.noteHead()
            try backup.keepUp()
        } catch let error as CloudError where error.code == .busy {
            // The other process sends them within seconds.
        } catch let error as RemoteBlobError where error.code != .cancelled {
            try library.noteBackupFailure(error, at: place.address)
            throw error
        }
    }

    private func follow(_ pausing: (any Error) -> Void) throws {
        var uploads = UploadPause()
        var (shipping, checking, upkeep, checkpoint) = (Pace(), Pace(), Pace(), Pace())
        upkeep.note()
        var sleep = SleepWatch()
        while library.cloud.place?.address == place.address {
            // The read locks may be gone after the machine has slept.
            if sleep.hasSlept() { shipper.detach() }
            if shipping.isOver(Self.interval), try ship() { shipping.note() }
            if uploads.isOver {
                do {
                    if try upload() > 0 { try noteHead() }
                    uploads.succeed()
                    if checking.isOver(Self.checkInterval) {
                        try ownership.check(place, cancellation)
                        checking.note()
                    }
                    if upkeep.isOver(Self.upkeepInterval) {
                        upkeep.note()
                        try keepUp()
                    }
                } catch let error as RemoteBlobError where error.code != .cancelled && error.code != .occupied {
                    if uploads.fail(error, upTo: Self.longestPause) { pausing(error) }
                    try staging.change { $0.failure = error.message }
                }
            }
            if checkpoint.isOver(Self.checkpointInterval) {
                _ = try shipper.checkpointIfNeeded()
                checkpoint.note()
            }
            try cancellation.wait(Self.lookInterval, place.address)
        }
    }

    /// Notes in the place how far it goes, so that a restoration finds out if it lost the end.
    package func noteHead() throws {
        try ownership.noteHead(
            transaction: staging.state.storedTransaction, at: library.now(), place, cancellation)
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
