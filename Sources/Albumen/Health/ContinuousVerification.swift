import BlobStore
package import Cancellation
import Catalog
package import Foundation
package import PhotoLibrary
import Records

/// Checks all originals of a library within a number of days, a share each day, while a program runs.
///
/// One thread of one process uses it; a second process that checks the same files only reads them twice.
package struct ContinuousVerification {
    /// The number of days for all originals, unless the owner chooses another.
    package static let usualDays = 90
    /// On one day, at most this many shares are checked, so that a machine that was off for long isn't busy for hours.
    private static let sharesPerDay = 3
    /// The number of files after which the progress is noted.
    private static let portion = 64

    private let library: Library
    private let file: HealthFile
    private let days: Int
    private let isBusy: @Sendable () -> Bool
    private let cancellation: WorkCancellation

    /// - Parameters:
    ///   - days: The number of days for all originals, at least 1.
    ///   - isBusy: Whether the check waits, because the owner uses the library. Called for each piece of a file.
    package init(
        of library: Library, days: Int = Self.usualDays, isBusy: @escaping @Sendable () -> Bool = { false },
        _ cancellation: WorkCancellation
    ) {
        self.library = library
        file = HealthFile(of: library)
        self.days = max(1, days)
        self.isBusy = isBusy
        self.cancellation = cancellation
    }

    /// Checks the files that are due, and the damaged files again. Returns the number of files that were due.
    ///
    /// - Throws: An error if the catalog or the record can't be used, or if the work is cancelled.
    @discardableResult
    package func run() throws -> Int {
        try checkDamagesAgain()
        var count = 0
        while true {
            let portion = min(try due(), Self.portion)
            guard portion > 0 else { return count }
            let checked = try check(portion)
            guard checked > 0 else { return count }
            count += checked
        }
    }

    /// Returns the number of files that are due now. Begins the next cycle if the days of the present one are over.
    private func due() throws -> Int {
        let now = library.now()
        var due = 0
        try file.change { record in
            var progress = record.verification ?? HealthRecord.Verification(began: now)
            let (total, remaining) = try library.catalog.readOnce { reader in
                (try reader.resourceCount(), try reader.resourceCount(after: progress.lastResource))
            }
            let passed = now.timeIntervalSince(progress.began) / (Double(days) * 86_400)
            let begins = passed < 0 || passed >= 1 && remaining == 0
            if begins { progress.begin(at: now) }
            progress.note(day: Int(now.timeIntervalSince1970 / 86_400))
            let share = max(1, (total + days - 1) / days)
            // The first share is due at once.
            let later = Double(total) * (begins ? 1 : max(0, 1 - passed)) - Double(share)
            let behind = (begins ? total : remaining) - max(0, Int(later.rounded()))
            due = max(0, min(behind, Self.sharesPerDay * share - progress.checkedToday))
            record.verification = progress
        }
        return due
    }

    /// Checks the next files of the cycle, and notes the progress.
    private func check(_ limit: Int) throws -> Int {
        guard let progress = try file.read().verification else { return 0 }
        let page = try library.catalog.read { try $0.resources(after: progress.lastResource, limit: limit) }
        var damages: [HealthRecord.Damage] = []
        var remote = 0
        for resource in page {
            let finding = try LibraryVerification(of: library).verify(resource, &remote) { _ in wait() }
            if let damage = finding.flatMap({ HealthRecord.Damage($0, at: library.now()) }) { damages.append(damage) }
        }
        let isEnd = try page.last.map { last in
            try library.catalog.readOnce { try $0.resourceCount(after: last.id) } == 0
        }
        try file.change { record in
            var changed = progress
            changed.checked += page.count
            changed.checkedToday += page.count
            if let last = page.last { (changed.lastResource, changed.lastCheck) = (last.id, library.now()) }
            if isEnd ?? true { changed.completed = library.now() }
            record.verification = changed
            for damage in damages { record.note(damage) }
        }
        return page.count
    }

    /// Removes damages that are mended, or whose files nobody names any more.
    private func checkDamagesAgain() throws {
        let damages = try file.read().damages
        guard !damages.isEmpty else { return }
        var mended: Set<String> = []
        for damage in damages {
            guard let digest = BlobDigest(hexadecimal: damage.sha256) else { continue }
            let resource = try library.catalog.readOnce { try $0.resources(sha256: digest).first }
            var remote = 0
            guard let resource,
                try LibraryVerification(of: library).verify(resource, &remote, progress: { _ in wait() }) != nil
            else {
                mended.insert(damage.sha256)
                continue
            }
        }
        guard !mended.isEmpty else { return }
        try file.change { record in record.damages.removeAll { mended.contains($0.sha256) } }
    }

    /// Waits while the owner uses the library. Returns `false` if the work was cancelled.
    private func wait() -> Bool {
        while !cancellation.isCancelled, isBusy() { usleep(200_000) }
        return !cancellation.isCancelled
    }
}

extension HealthRecord.Damage {
    /// Returns `nil` for a finding that isn't about an original.
    package init?(_ finding: LibraryVerification.Finding, at date: Date) {
        let (kind, digest, name, asset): (Kind, BlobDigest, String, String)
        switch finding {
        case .missing(let found, let filename, let uuid):
            (kind, digest, name, asset) = (.missing, found, filename, uuid)
        case .corrupted(let found, let filename, let uuid):
            (kind, digest, name, asset) = (.corrupted, found, filename, uuid)
        case .unreadable(let found, _, let filename, let uuid):
            (kind, digest, name, asset) = (.unreadable, found, filename, uuid)
        case .catalog, .orphan, .permissions, .search: return nil
        }
        self.init(kind: kind, sha256: digest.hexadecimal, name: name, assetUUID: asset, date: date)
    }
}
