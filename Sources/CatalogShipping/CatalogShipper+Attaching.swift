internal import GRDB

extension CatalogShipper {
    /// The state of the catalog at the start of an attachment. The pin keeps it.
    private struct Start {
        var index: WriteAheadLogIndex
        var pageSize: Int
        var pageCount: UInt32
        var fileNumber: UInt64
        var log: WriteAheadLog
        var continuation: Continuation
    }

    /// How an attachment ships the commits since the ledger's position.
    private enum Continuation {
        /// The position isn't in the WAL any more.
        case none
        /// The pin keeps the frames since the position, or there are none.
        case frames
        /// The file has all frames, so a writer may overwrite them. Their pages are read from the file.
        case file(FrameChanges)
    }

    /// Finds a state that the pin keeps, and continues at the ledger's position. If that isn't possible, ships the
    /// pages that differ from the ledger, or a snapshot.
    ///
    /// Writers wait from `lock()` to `release()` for a few small reads: the WAL-index, two headers in the WAL, and
    /// 24 bytes of each frame that was checkpointed before it was shipped. The pages are read afterwards.
    func attach() throws -> ShippingOutcome {
        isAttached = false
        change = nil
        try pin.release()
        try writeLock.lock()
        let result = Result { try beginAttachment() }
        try writeLock.release()
        let start = try result.get()
        log = start.log
        if let ledger, ledger.pageSize != start.pageSize {
            self.ledger = nil
            ledgerState = .foreign
        }
        let reader = PageReader(pageSize: start.pageSize, pin: pin, log: start.log)
        switch start.continuation {
        case .none:
            return try compare(start, reader)
        case .frames:
            isAttached = true
            // Commits are counted from here if all were shipped.
            if ledger?.position == start.index.end { change = start.index.change }
            return .nothing
        case .file(let changes):
            return try shipFromFile(changes, start, reader)
        }
    }

    private func beginAttachment() throws -> Start {
        try pin.hold()
        // Read after the pin's transaction began. No commit and no repair changes it while the lock lasts, and only
        // the number of backfilled frames grows.
        let index = try currentIndex()
        let (pageSize, pageCount) = try pin.read { database in
            (
                try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0,
                try UInt32.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            )
        }
        guard index.pageSize == pageSize || index.lastFrame == 0 else {
            throw ShippingError(.log, "The WAL of \(path) has another page size than the catalog. Try again.")
        }
        var start = Start(
            index: index, pageSize: pageSize, pageCount: pageCount, fileNumber: try fileNumber(),
            log: try WriteAheadLog(path: path + "-wal"), continuation: .none)
        start.continuation = try continuation(start)
        return start
    }

    private func continuation(_ start: Start) throws -> Continuation {
        let (index, log) = (start.index, start.log)
        guard !mustCompare, let ledger, ledger.pageSize == start.pageSize, ledger.fileNumber == start.fileNumber else {
            return .none
        }
        let position = ledger.position
        // The salts of a WAL without frames prove nothing: a new WAL may have the same ones.
        guard position.frame > 0, position.salts == index.salts, position.frame <= index.lastFrame,
            let header = try log.header(), header.salts == index.salts, header.pageSize == start.pageSize,
            let last = try log.frame(position.frame - 1, pageSize: start.pageSize),
            last.salts == position.salts, last.sums == position.sums
        else { return .none }
        if !index.isBackfilled || position.frame == index.lastFrame { return .frames }
        var changes = FrameChanges(pageCount: ledger.pageCount, lockPage: ledger.lockPage)
        for number in position.frame..<index.lastFrame {
            guard let frame = try log.frame(number, pageSize: start.pageSize), frame.salts == index.salts else {
                return .none
            }
            changes.add(number, frame, checksum: 0)
        }
        return changes.isWhole && changes.pageCount == start.pageCount ? .file(changes) : .none
    }

    private func shipFromFile(
        _ changes: FrameChanges, _ start: Start, _ reader: PageReader
    ) throws -> ShippingOutcome {
        guard let ledger else { return try compare(start, reader) }
        let numbers = changes.pagesWithoutFrame.union(changes.newest.keys).sorted()
        var pages = numbers.map { PageLocation(number: $0, frame: nil, checksum: 0) }
        try reader.addChecksums(to: &pages)
        var next = ledger
        next.resize(to: changes.pageCount)
        for page in pages { next[page.number] = page.checksum }
        next.transaction = transaction + 1
        next.position = start.index.end
        return .shipped(
            try deliver(pages, logPart: nil, isSnapshot: false, next: next, change: start.index.change, reader))
    }

    /// Ships the pages that differ from the ledger, or a snapshot if the ledger can't be used.
    private func compare(_ start: Start, _ reader: PageReader) throws -> ShippingOutcome {
        let frames = try newestFrames(of: start.index, pageSize: start.pageSize, start.log)
        let known = ledger
        var next = PageLedger(
            identity: identity, pageSize: start.pageSize, transaction: transaction + 1, position: start.index.end,
            fileNumber: start.fileNumber)
        var pages = PageLocation.all(pageCount: start.pageCount, pageSize: start.pageSize, frames)
        try reader.addChecksums(to: &pages)
        next.resize(to: start.pageCount)
        for page in pages { next[page.number] = page.checksum }
        if let known {
            pages.removeAll { known[$0.number] == $0.checksum }
            if pages.isEmpty, known.pageCount == start.pageCount {
                next.transaction = transaction
                try next.save(ledgerPath, createFile: createFile)
                try advance(to: next, change: start.index.change)
                return .nothing
            }
        }
        return .compared(
            try deliver(
                pages, logPart: nil, isSnapshot: known == nil, next: next, change: start.index.change, reader))
    }

    /// The newest frame of each page that the database's file may not have yet.
    ///
    /// - Throws: `ShippingError` if the WAL doesn't have the frames of its index.
    func newestFrames(
        of index: WriteAheadLogIndex, pageSize: Int, _ log: WriteAheadLog
    ) throws -> [UInt32: UInt32] {
        // Under the read lock 0, a writer may overwrite the WAL while it's read. The file is the state.
        if index.isBackfilled { return [:] }
        var frames: [UInt32: UInt32] = [:]
        if let header = try log.header(), header.salts == index.salts, header.pageSize == pageSize,
            let sums = try log.scan(
                0..<index.lastFrame, following: header.sums, header, { number, frame, _ in frames[frame.page] = number }
            ),
            sums == index.sums
        {
            return frames
        }
        throw ShippingError(
            .log, "The WAL of \(path) and its index disagree. Close all programs that use the library, and try again.")
    }
}

extension PageLocation {
    /// All pages of a database but the lock page, without their checksums.
    ///
    /// - Parameter frames: The pages that aren't read from the file.
    static func all(pageCount: UInt32, pageSize: Int, _ frames: [UInt32: UInt32]) -> [PageLocation] {
        let lockPage = PageLedger.lockPage(pageSize: pageSize)
        return (0..<pageCount).compactMap { index in
            let number = index + 1
            return number == lockPage ? nil : PageLocation(number: number, frame: frames[number], checksum: 0)
        }
    }
}
