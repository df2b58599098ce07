import Catalog
import CatalogShipping
import Foundation
import LTX

/// The changes of a catalog that wait for their upload, as files. Not thread-safe.
final class BackupStaging {
    /// The size up to which waiting files are merged into one, in bytes.
    private static let mergeLimit: UInt64 = 64 << 20

    let folder: BackupFolder
    private(set) var state: BackupState
    /// The number of the last change that the next file certainly has.
    var nextChange: Int64 = 0
    private let now: @Sendable () -> Date

    init(_ state: BackupState, in folder: BackupFolder, now: @escaping @Sendable () -> Date) {
        (self.state, self.folder, self.now) = (state, folder, now)
    }

    /// Writes pages to a file, durably. Replaces a file of the same transaction, which hasn't been uploaded then.
    func stage(_ pages: ShippedPages) throws {
        let (name, date) = try write(pages)
        let transactions = name.transactions
        try change { state in
            state.segments.removeAll { $0.last >= transactions.upperBound }
            state.highestTransaction = max(state.highestTransaction ?? 0, transactions.upperBound)
            state.segments.append(
                BackupState.Segment(
                    first: transactions.lowerBound, last: transactions.upperBound, change: nextChange, date: date))
        }
    }

    /// Writes pages to a file that isn't part of the changes, such as a later snapshot.
    ///
    /// - Returns: The file's name and the date in its header. Dates never go back, whatever the clock does.
    func write(_ pages: ShippedPages) throws -> (name: LTXName, date: Date) {
        let transactions = pages.isSnapshot ? 1...pages.transaction : pages.transaction...pages.transaction
        let name = LTXName(level: pages.isSnapshot ? LTXName.snapshotLevel : 0, transactions: transactions)
        let date = max(now(), state.lastDate ?? .distantPast)
        try change { $0.lastDate = date }
        var header = LTXHeader(
            pageSize: pages.pageSize, commit: pages.commit, transactions: transactions,
            milliseconds: Int64(date.timeIntervalSince1970 * 1000))
        if let part = pages.logPart {
            header.wal = LTXHeader.WALPart(
                offset: Int64(part.offset), size: Int64(part.size), salt1: part.salts.first, salt2: part.salts.second)
        }
        try folder.write(name) { write in
            let writer = try LTXWriter(header: header, name: name.text, write: write)
            try pages.forEachPage { number, bytes in try writer.append(page: number, bytes) }
            _ = try writer.finish()
        }
        return (name, date)
    }

    /// Merges the first waiting files into one, so that a slow place gets one file instead of many.
    func mergeWaiting() throws {
        var (sources, size) = ([BackupState.Segment](), UInt64(0))
        for segment in state.waiting.drop(while: \.name.isSnapshot) {
            size += try folder.size(of: segment.name)
            guard !segment.name.isSnapshot, size <= Self.mergeLimit else { break }
            sources.append(segment)
        }
        guard sources.count > 1, let first = sources.first, let last = sources.last else { return }
        let name = LTXName(level: 0, transactions: first.first...last.last)
        try folder.write(name) { write in
            _ = try LTXMerge.merge(try sources.map { try folder.reader(of: $0.name) }, name: name.text, write: write)
        }
        try change { state in
            state.segments.removeAll { sources.contains($0) }
            state.segments.append(
                BackupState.Segment(first: first.first, last: last.last, change: last.change, date: last.date))
        }
        for source in sources { try folder.remove(source.name) }
    }

    /// Changes the state durably.
    func change(_ body: (inout BackupState) -> Void) throws {
        var changed = state
        body(&changed)
        guard changed != state else { return }
        try changed.write(to: folder)
        state = changed
    }

    /// Removes files that the place has, and that aren't needed for merges any more.
    func removeStored(before date: Date) throws {
        let old = state.segments.filter { $0.last <= state.storedTransaction && $0.date < date }
        guard !old.isEmpty else { return }
        try change { state in state.segments.removeAll { old.contains($0) } }
        for segment in old where folder.contains(segment.name) { try folder.remove(segment.name) }
    }
}

extension BackupState.Segment {
    var name: LTXName { LTXName(level: first == 1 ? LTXName.snapshotLevel : 0, transactions: first...last) }
}
