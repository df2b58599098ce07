internal import GRDB

extension CatalogShipper {
    /// The frames that a step under the write lock may copy, so that writers don't wait for long.
    private static let mostFramesUnderLock = 256
    private static let attempts = 3

    /// Copies the frames of the WAL to the catalog's file, so that the next writer starts the WAL again. Ships first.
    ///
    /// Most frames are copied while writers write. Writers then wait for one step: it moves the pin, copies the frames
    /// of the last moments, and waits for the disk. If a reader keeps many frames from being copied, the checkpoint gives
    /// way before this step. Never waits for readers, and never makes them wait.
    ///
    /// - Parameter pages: The number of frames from which the WAL is worth a checkpoint.
    /// - Throws: The errors of `ship()`.
    package func checkpointIfNeeded(pages: Int = 1000) throws -> CheckpointOutcome {
        if !isAttached { _ = try ship() }
        let index = try currentIndex()
        guard index.lastFrame >= pages, index.lastFrame > 0 else { return .notNeeded }
        if index.end == checkpointed { return .complete }
        guard try copyFramesWithoutLock() else { return .heldBack }
        let isComplete = try withWritersStopped { () -> Bool in
            try pin.release()
            // The pin's absence loses nothing: all frames were shipped, and nobody commits.
            let result = Result { try back.checkpoint() }
            try pin.hold()
            guard let (frames, backfilled) = try result.get(), frames == backfilled else { return false }
            checkpointed = ledger?.position
            return true
        }
        return isComplete == true ? .complete : .heldBack
    }

    /// Returns whether few frames are left to copy.
    private func copyFramesWithoutLock() throws -> Bool {
        for _ in 1...2 {
            // The pin itself keeps the frames that it hasn't passed from being copied.
            _ = try ship()
            guard let (frames, backfilled) = try back.checkpoint() else { return false }
            if frames - backfilled <= Self.mostFramesUnderLock { return true }
        }
        return false
    }

    /// Calls the body after all commits were shipped, while no writer can commit.
    ///
    /// Ships before it takes the write lock. Only if commits arrive in between three times does it ship with the lock
    /// held: writers then wait for the sink once, with the few pages of the last moments.
    ///
    /// - Returns: `nil` if the writer of another connection doesn't end, or a commit was missed. Then the body wasn't
    ///   called.
    func withWritersStopped<Value>(_ body: () throws -> Value) throws -> Value? {
        for attempt in 1...Self.attempts {
            _ = try ship()
            do {
                try writeLock.lock()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                return nil
            }
            let result = Result { () -> Value? in
                let isLast = attempt == Self.attempts
                guard try isLast || hasShippedEverything() else { return nil }
                // Usually finds nothing.
                guard try follow() != nil else {
                    isAttached = false
                    return nil
                }
                do {
                    return try body()
                } catch {
                    isAttached = false
                    throw error
                }
            }
            do {
                try writeLock.release()
            } catch {
                isAttached = false
                throw error
            }
            if let value = try result.get() { return value }
        }
        return nil
    }

    private func hasShippedEverything() throws -> Bool {
        let index = try currentIndex()
        return index.end == ledger?.position || index.lastFrame == 0
    }
}
