internal import LTX

extension CatalogShipper {
    /// Ships the frames since the ledger's position.
    ///
    /// - Returns: `nil` if the frames aren't provably all commits since then.
    func follow() throws -> ShippingOutcome? {
        guard let ledger, let log else { return nil }
        let index = try currentIndex()
        var position = ledger.position
        if index.salts != position.salts {
            // A writer started the WAL again while the pin had the read lock 0. All former frames were shipped.
            guard change != nil else { return nil }
            position = WriteAheadLogPosition(salts: index.salts, frame: 0, sums: WriteAheadLogSums())
        }
        guard index.lastFrame >= position.frame else { return nil }
        if index.lastFrame == position.frame {
            if let change, change != index.change { return nil }
            change = index.change
            // Not worth a file: the next run can't continue at a WAL without frames.
            if position != ledger.position { self.ledger?.position = position }
            return .nothing
        }
        guard let header = try log.header(), header.salts == index.salts, header.pageSize == ledger.pageSize else {
            return nil
        }
        var changes = FrameChanges(pageCount: ledger.pageCount, lockPage: ledger.lockPage)
        let sums = try log.scan(
            position.frame..<index.lastFrame, following: position.frame == 0 ? header.sums : position.sums, header
        ) { number, frame, page in
            changes.add(number, frame, checksum: CRC64.ofPage(number: frame.page, page))
        }
        guard sums == index.sums, changes.isWhole else { return nil }
        if let change, index.change &- change != changes.commits { return nil }

        let reader = PageReader(pageSize: ledger.pageSize, pin: pin, log: log)
        var pages = changes.newest.map { number, newest in
            PageLocation(number: number, frame: newest.frame, checksum: newest.checksum)
        }
        pages += try locate(changes.pagesWithoutFrame, index, log, reader)
        pages.sort { $0.number < $1.number }
        var next = ledger
        next.resize(to: changes.pageCount)
        for page in pages { next[page.number] = page.checksum }
        next.transaction = transaction + 1
        next.position = index.end
        let start = WriteAheadLog.offset(of: position.frame, pageSize: ledger.pageSize)
        let end = WriteAheadLog.offset(of: index.lastFrame, pageSize: ledger.pageSize)
        let part = ShippedPages.LogPart(offset: start, size: end - start, salts: index.salts)
        return .shipped(
            try deliver(pages, logPart: part, isSnapshot: false, next: next, change: index.change, reader))
    }

    /// Finds the contents of pages by which the database grew without a frame, as the next checkpoint leaves them: those of
    /// an older frame that isn't in the file yet, or those of the file.
    private func locate(
        _ numbers: Set<UInt32>, _ index: WriteAheadLogIndex, _ log: WriteAheadLog, _ reader: PageReader
    ) throws -> [PageLocation] {
        if numbers.isEmpty { return [] }
        var frames: [UInt32: UInt32] = [:]
        for number in index.backfilled..<max(index.backfilled, index.lastFrame) {
            guard let frame = try log.frame(number, pageSize: reader.pageSize), numbers.contains(frame.page) else {
                continue
            }
            frames[frame.page] = number
        }
        var pages = numbers.sorted().map { PageLocation(number: $0, frame: frames[$0], checksum: 0) }
        try reader.addChecksums(to: &pages)
        return pages
    }
}

extension PageReader {
    /// Reads pages and stores their checksums.
    func addChecksums(to pages: inout [PageLocation]) throws {
        var position = 0
        var checksums: [UInt64] = []
        checksums.reserveCapacity(pages.count)
        try forEach(pages) { page, bytes in
            checksums.append(CRC64.ofPage(number: page.number, bytes))
        }
        for checksum in checksums {
            pages[position].checksum = checksum
            position += 1
        }
    }
}
