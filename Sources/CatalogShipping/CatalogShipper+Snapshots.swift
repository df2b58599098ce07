extension CatalogShipper {
    /// Hands all pages at the last change to a sink.
    ///
    /// Ships first, so the snapshot's number is that of the newest commit. The pin keeps the snapshot's state until the
    /// sink returns: meanwhile, the WAL can't start again. So the sink writes to a local file, and uploads it later.
    /// Writers wait only while the pin moves to the newest commit.
    ///
    /// Each page is compared with the ledger.
    ///
    /// - Parameter sink: Stages the snapshot. It mustn't use the shipper.
    /// - Throws: The errors of `ship()` and of the sink.
    package func snapshot(_ sink: Sink) throws -> ShippingOutcome.Change {
        let index = try withWritersStopped { () -> WriteAheadLogIndex in
            try movePin()
            // Read after the pin's transaction began, as for an attachment.
            return try currentIndex()
        }
        guard let index, let ledger, let log else {
            throw ShippingError(.log, "The catalog \(path) was written to for too long. Try again.")
        }
        let result = Result { () -> ShippingOutcome.Change in
            let frames = try newestFrames(of: index, pageSize: ledger.pageSize, log)
            var pages = PageLocation.all(pageCount: ledger.pageCount, pageSize: ledger.pageSize, frames)
            for position in pages.indices { pages[position].checksum = ledger[pages[position].number] }
            let shipped = ShippedPages(
                pageSize: ledger.pageSize, commit: ledger.pageCount, transaction: ledger.transaction,
                isSnapshot: true, logPart: nil, databaseChecksum: ledger.total, pages: pages,
                reader: PageReader(pageSize: ledger.pageSize, pin: pin, log: log))
            try handOver(shipped, to: sink)
            return ShippingOutcome.Change(
                transaction: ledger.transaction, pages: pages.count, commit: ledger.pageCount, isSnapshot: true)
        }
        if isAttached { try movePin() }
        return try result.get()
    }
}
