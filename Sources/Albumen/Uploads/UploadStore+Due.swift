import Foundation
import Synchronization

extension UploadStore {
    /// Complete files of a delivery that are taken in together.
    struct Batch {
        let delivery: UploadRecord.Delivery
        var records: [UploadRecord]
    }

    /// The time in seconds without a new byte after which the complete files of a delivery are taken in.
    static let quietTime = 2.0
    /// The time in seconds for which a file waits for another one that can be a part of the same asset.
    static let partnerTime = 60.0
    /// The time in seconds for which others of its group wait for a held file, whose sender may still rename it.
    static let heldPartnerTime = 5.0
    /// The number of complete files of a delivery that are taken in while more arrive.
    static let batchLimit = 64
    static let batchLimitInBytes: Int64 = 256 << 20
    /// The number of the newest files of a delivery whose groups wait while more arrive.
    static let newestFiles = 8

    /// Whether complete files wait for their turn.
    var hasComplete: Bool {
        state.withLock { state in
            state.entries.values.contains {
                $0.isUnfinished && $0.record.isComplete && isLeftToImport($0.record)
            } || !Self.dueAssets(of: state, sortedAsImport: isLeftToImport).isEmpty
        }
    }

    /// Returns the files to take in now, by delivery.
    ///
    /// The files of a delivery are taken in when its sender says that it has sent all of them, after two seconds in which
    /// no file of it arrived, or when many are complete. Until its sender says so, a file waits for others with the same
    /// base name, because both can be parts of one asset: up to a minute for an unfinished one, a sidecar as long for its
    /// photo, and while files arrive, the last ones for the next.
    ///
    /// - Complexity: O(*n*) for *n* uploads.
    func dueBatches() -> [Batch] {
        let date = now()
        return state.withLock { state in
            let unfinished = state.entries.values.filter { $0.isUnfinished && isLeftToImport($0.record) }
            let deliveries = Dictionary(grouping: unfinished, by: \.record.delivery)
            return deliveries.compactMap { delivery, entries -> Batch? in
                var complete = entries.map(\.record).filter(\.isComplete)
                guard let first = complete.first else { return nil }
                if !state.ended.contains(DeliveryKey(first)) {
                    // Held files are released one by one, some only after days.
                    let moving = entries.filter { $0.record.isHeld != true }
                    let lastUse = moving.map { $0.status.isActive ? date : $0.record.lastUse }.max() ?? date
                    let isQuiet = date.timeIntervalSince(lastUse) >= Self.quietTime
                    let size = complete.reduce(0) { $0 + $1.offset }
                    guard isQuiet || complete.count >= Self.batchLimit || size >= Self.batchLimitInBytes else {
                        return nil
                    }
                    let waiting = Self.waitingGroups(of: entries, isQuiet: isQuiet, at: date)
                    complete.removeAll { waiting.contains(UploadName.group(of: $0.filename)) }
                }
                guard !complete.isEmpty else { return nil }
                complete.sort { ($0.filename, $0.namesake) < ($1.filename, $1.namesake) }
                return Batch(delivery: delivery, records: complete)
            }
        }
    }

    /// Returns the groups of a delivery's files of which more may come.
    private static func waitingGroups(of entries: [Entry], isQuiet: Bool, at date: Date) -> Set<String> {
        func isRecent(_ entry: Entry) -> Bool {
            let time = entry.record.isHeld == true ? heldPartnerTime : partnerTime
            return entry.status.isActive || date.timeIntervalSince(entry.record.lastUse) < time
        }
        let released = entries.filter { $0.record.isHeld != true }
        func isSidecar(_ name: String) -> Bool { IngestRules.isSidecar(name) || IngestRules.isAdjustment(name) }
        func group(_ entry: Entry) -> String { UploadName.group(of: entry.record.filename) }
        var groups = Set(entries.filter { !$0.record.isComplete && isRecent($0) }.map(group))
        for (name, members) in Dictionary(grouping: released, by: group)
        where members.allSatisfy({ isSidecar($0.record.filename) }) && members.contains(where: isRecent) {
            groups.insert(name)
        }
        if !isQuiet {
            let newest = released.sorted { $0.record.created > $1.record.created }.prefix(newestFiles)
            groups.formUnion(newest.map(group))
        }
        return groups
    }
}
