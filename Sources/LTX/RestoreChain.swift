package import Foundation

/// The files that restore a database to one of its states, the oldest first.
package struct RestoreChain: Hashable, Sendable {
    /// The state to restore.
    package enum Target: Hashable, Sendable {
        /// The newest state.
        case newest
        /// The state after a transaction.
        case through(UInt64)
        /// The newest state with a date strictly before another.
        case before(Date)
    }

    /// A snapshot, then files that each have the transaction after the former file's last.
    package let files: [LTXFile]

    /// The last transaction of the restored state.
    package var last: UInt64 { files.last?.last ?? 0 }

    /// The number of bytes to read.
    package var size: UInt64 { files.reduce(0) { $0.addingReportingOverflow($1.size).partialValue } }

    /// Chooses the newest snapshot, and then the file that reaches farthest, until the target.
    ///
    /// - Parameters:
    ///   - files: All files of the backup, in any order.
    ///   - target: The state to restore.
    ///   - head: A transaction that the backup must have, as its owner recorded. `nil` if unknown. A place that lost its
    ///     newest files is found by it.
    /// - Complexity: O(*n* log *n*) for *n* files.
    /// - Throws: ``LTXError`` with the code `noSnapshot`, `missingTransaction`, `notARestorePoint`, `behindHead` or
    ///   `missingDate`.
    package static func choose(
        from files: [LTXFile], _ target: Target = .newest, expectedHead head: UInt64? = nil
    ) throws(LTXError) -> RestoreChain {
        let newest = files.map(\.last).max() ?? 0
        if let head, newest < head {
            throw LTXError(
                .behindHead,
                """
                The backup ends with transaction \(newest), but it had transaction \(head). The place lost files. Recover \
                them there, or restore without the expected head to get an older state.
                """)
        }
        let usable = try usable(files, target)
        let chain = try longest(usable, target)
        switch target {
        case .newest, .before:
            if let beyond = usable.filter({ $0.first - 1 > chain.last }).min(by: { $0.first < $1.first }) {
                // A date before the end of a merged file ends the chain early. That isn't a gap.
                let isMissing = !files.contains { $0.name.transactions.contains(chain.last + 1) }
                if isMissing { throw gap(after: chain.last, before: beyond) }
            }
        case .through(let transaction):
            if chain.last < transaction { throw unreached(transaction, chain.last, files) }
        }
        return chain
    }

    private static func usable(_ files: [LTXFile], _ target: Target) throws(LTXError) -> [LTXFile] {
        switch target {
        case .newest: return files
        case .through(let transaction): return files.filter { $0.last <= transaction }
        case .before(let end):
            var usable: [LTXFile] = []
            for file in files {
                guard let date = file.date else {
                    throw LTXError(.missingDate, "\(file.name.path) has no date. Read the date from its header.")
                }
                if date < end { usable.append(file) }
            }
            return usable
        }
    }

    private static func longest(_ files: [LTXFile], _ target: Target) throws(LTXError) -> RestoreChain {
        let snapshots = files.filter(\.name.isSnapshot)
        guard let snapshot = snapshots.max(by: { isWorse($0, $1) }) else {
            switch target {
            case .newest: throw LTXError(.noSnapshot, "The backup has no snapshot. There is nothing to restore from.")
            case .through(let transaction):
                throw LTXError(.noSnapshot, "The backup has no snapshot up to transaction \(transaction).")
            case .before(let date):
                throw LTXError(.noSnapshot, "The backup has no snapshot before \(date.formatted(.iso8601)).")
            }
        }
        var chain = [snapshot]
        var best: LTXFile?
        var last = snapshot.last
        for file in files.sorted(by: { $0.first < $1.first }) where file.last > snapshot.last {
            if file.first - 1 > last {
                // No file that begins later connects if this one doesn't.
                guard let next = best else { break }
                chain.append(next)
                last = next.last
                best = nil
                guard file.first - 1 <= last else { break }
            }
            if file.last > last, best.map({ isWorse($0, file) }) ?? true { best = file }
        }
        if let best { chain.append(best) }
        return RestoreChain(files: chain)
    }

    /// Whether the second file reaches farther, or has less to read for the same end.
    private static func isWorse(_ file: LTXFile, _ other: LTXFile) -> Bool {
        (file.last, other.size, file.name.level, file.first) < (other.last, file.size, other.name.level, other.first)
    }

    private static func gap(after last: UInt64, before file: LTXFile) -> LTXError {
        LTXError(
            .missingTransaction,
            """
            Transaction \(last + 1) is missing from the backup: no file has it, and \(file.name.path) comes after it. \
            Restore the state after transaction \(last), or put the missing file back.
            """)
    }

    private static func unreached(_ transaction: UInt64, _ last: UInt64, _ files: [LTXFile]) -> LTXError {
        guard files.contains(where: { $0.name.transactions.contains(last + 1) }) else {
            return LTXError(
                .missingTransaction,
                """
                Transaction \(last + 1) is missing from the backup, so it can't be restored to transaction \
                \(transaction). Restore the state after transaction \(last), or put the missing file back.
                """)
        }
        return LTXError(
            .notARestorePoint,
            """
            The backup no longer has a state after exactly transaction \(transaction). Restore the state after \
            transaction \(last), or a later one.
            """)
    }
}
