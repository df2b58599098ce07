/// Merges the files of consecutive transactions into one file.
package enum LTXMerge {
    /// Merges files. The newest version of each page remains. Pages above the last file's `commit` are left out.
    ///
    /// The result has the date of the last file, and no part of the write-ahead log. If the first file is a snapshot, so is
    /// the result. All files are read at the same time, each once, with about 200 KiB of memory for each.
    ///
    /// - Parameters:
    ///   - readers: Unread files, the oldest first. Each begins with the transaction after the former file's last.
    ///   - name: The result, as errors name it.
    ///   - write: Appends bytes to the result. If this function throws, the result is unusable.
    /// - Complexity: O(*pages* · *files*), in which unpacking and packing the pages outweighs.
    /// - Throws: ``LTXError``, or an error of a reader's source or of `write`.
    package static func merge(
        _ readers: [LTXReader], name: String, write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> (header: LTXHeader, summary: LTXSummary) {
        guard let first = readers.first, let last = readers.last else {
            throw LTXError(.notContiguous, "\(name) can't be merged from no files.")
        }
        for (former, next) in zip(readers, readers.dropFirst()) { try check(next, follows: former) }
        var header = last.header
        header.transactions = first.header.transactions.lowerBound...last.header.transactions.upperBound
        header.wal = LTXHeader.WALPart()
        let writer = try LTXWriter(header: header, name: name, write: write)

        var heads = try readers.map { try $0.next() }
        while let number = heads.lazy.compactMap({ $0?.number }).min() {
            if number <= header.commit, case (_, let bytes)?? = heads.last(where: { $0?.number == number }) {
                try writer.append(page: number, bytes)
            }
            for position in heads.indices where heads[position]?.number == number {
                heads[position] = try readers[position].next()
            }
        }
        // Each reader returned `nil`, so each file was verified to its end.
        return (header, try writer.finish())
    }

    private static func check(_ next: LTXReader, follows former: LTXReader) throws(LTXError) {
        let end = former.header.transactions.upperBound
        let start = next.header.transactions.lowerBound
        guard start > end else {
            throw LTXError(
                .notContiguous, "\(next.name) begins with transaction \(start), which \(former.name) has too.")
        }
        guard start - end == 1 else {
            throw LTXError(
                .notContiguous, "Transaction \(end + 1) is missing between \(former.name) and \(next.name).")
        }
        guard next.header.pageSize == former.header.pageSize else {
            throw LTXError(
                .notContiguous,
                """
                \(next.name) has pages of \(next.header.pageSize) bytes, and \(former.name) of \
                \(former.header.pageSize).
                """)
        }
        next.demandGrowth(since: former.header.commit)
    }
}
