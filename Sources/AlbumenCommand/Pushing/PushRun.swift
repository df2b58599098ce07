import Albumen
import Foundation
import HTTPTransfers
import Records

/// Sends files to the inbox of another library, one after another.
struct PushRun {
    /// What became of a file.
    enum Outcome {
        /// The other library has it now, or had it before.
        case ended(InboxConnection.State)
        /// The other library has all bytes, and takes the file in later.
        case waits(reason: String?)
        case refused(reason: String)
    }

    /// The number of files that may wait for the other library before more are sent.
    private static let waitingLimit = 64
    /// The time without progress after which the run gives up, in seconds.
    private static let patience: TimeInterval = 300
    /// The time for which files that are sent wait for the other library, in seconds.
    private static let waitingTime: TimeInterval = 90

    let connection: InboxConnection
    let shouldStop: () -> Bool
    let tell: (_ path: String, Outcome) throws -> Void
    /// Called with what passes, and how long the run waits.
    let note: (String) -> Void

    private struct Sent {
        let path: String
        let file: PushedDigest
        var reason: String?
    }

    private var sent: [Sent] = []

    init(
        _ connection: InboxConnection, shouldStop: @escaping () -> Bool, note: @escaping (String) -> Void,
        tell: @escaping (_ path: String, Outcome) throws -> Void
    ) {
        (self.connection, self.shouldStop, self.note, self.tell) = (connection, shouldStop, note, tell)
    }

    /// Sends a file, unless the other library has it.
    ///
    /// - Throws: `CommandFailure` if no file can be sent.
    mutating func push(_ file: PushedFile) throws {
        let opened: OpenedFile
        do {
            opened = try OpenedFile(file)
        } catch {
            return try tell(file.path, .refused(reason: "it can't be read: \(CommandFailure.text(of: error))"))
        }
        do {
            let (state, wasThere) = try transfer(opened)
            if state.isFinal {
                try tell(file.path, wasThere && state.state == "added" ? .ended(.known) : .ended(state))
            } else {
                sent.append(Sent(path: file.path, file: opened.pushed, reason: state.reason))
            }
        } catch InboxConnection.Failure.file(let reason) {
            try tell(file.path, .refused(reason: reason))
        } catch InboxConnection.Failure.all(let failure) {
            throw failure
        }
        if sent.count >= Self.waitingLimit { try settle(leaving: Self.waitingLimit / 2) }
    }

    /// Waits until the other library has taken in what was sent.
    mutating func finish() throws {
        try settle(leaving: 0)
        for file in sent { try tell(file.path, .waits(reason: file.reason)) }
        sent = []
    }

    /// Sends what the other side doesn't have. Continues after a lost connection and a restart of the server.
    ///
    /// - Returns: The state, and whether nothing had to be sent.
    private func transfer(_ file: OpenedFile) throws -> (InboxConnection.State, wasThere: Bool) {
        var lastOffset: Int64 = -1
        return try retrying { hasProgress in
            let known = try connection.state(of: file.pushed)
            if let known, known.state != "receiving", known.state != "refused" { return (known, lastOffset < 0) }
            let offset = known?.state == "receiving" ? known?.offset ?? 0 : 0
            if offset > lastOffset {
                lastOffset = offset
                hasProgress()
            }
            return (try connection.send(file, from: offset), false)
        }
    }

    /// Asks what became of the files that were sent, until no more than some wait, or until nothing happens for long.
    private mutating func settle(leaving count: Int) throws {
        var end = Date().addingTimeInterval(Self.waitingTime)
        repeat {
            let before = sent.count
            var waiting: [Sent] = []
            for var file in sent {
                let state = try ask(file.file)
                file.reason = state?.reason
                // A server that was started again knows the file by its digest once it's in the library.
                guard let state, state.isFinal else {
                    waiting.append(file)
                    continue
                }
                try tell(file.path, .ended(state))
            }
            sent = waiting
            if sent.count <= count || shouldStop() { return }
            if sent.count < before { end = Date().addingTimeInterval(Self.waitingTime) }
            Thread.sleep(forTimeInterval: 1)
        } while Date() < end
    }

    private func ask(_ file: PushedDigest) throws -> InboxConnection.State? {
        do {
            return try retrying { _ in try connection.state(of: file) }
        } catch InboxConnection.Failure.all(let failure) {
            throw failure
        } catch InboxConnection.Failure.file(let reason) {
            throw CommandFailure(reason)
        }
    }

    /// Repeats what fails for a while, with growing pauses.
    private func retrying<Value>(_ body: (_ hasProgress: () -> Void) throws -> Value) throws -> Value {
        var pause: TimeInterval = 1
        var end = Date().addingTimeInterval(Self.patience)
        while true {
            do {
                return try body {
                    pause = 1
                    end = Date().addingTimeInterval(Self.patience)
                }
            } catch InboxConnection.Failure.passing(let reason) {
                guard Date() < end, !shouldStop() else {
                    throw CommandFailure("\(reason) Run the same command again to continue.")
                }
                note("\(reason) Trying again in \(Int(pause)) s.")
                Thread.sleep(forTimeInterval: pause)
                pause = min(pause * 2, 30)
            }
        }
    }
}
